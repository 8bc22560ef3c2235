// Leaves of random expressions with their values before and after an event at time 0.5, and their
// declarations.
#pragma once

#include <map>
#include <utility>

#include "expression.h"

namespace kerf::torture {

struct Scene {
  std::vector<Leaf> leaves;
  // Before and after the event.
  std::vector<Environment> environments;
};

auto RandomScene(Rng& rng) -> Scene;
auto RandomType(Rng& rng) -> std::pair<Sort, std::vector<int>>;
auto NamesOf(const Scene& scene) -> std::vector<std::string>;
// "Real y[2, 3]".
auto DeclarationText(const std::string& name, Sort sort, const std::vector<int>& dims) -> std::string;
// The leaves as inputs of a function; as constants or parameters, by the prefix; as variables that nobody
// knows before the run.
auto InputsText(const Scene& scene) -> std::string;
auto FixedLeavesText(const Scene& scene, const std::string& prefix) -> std::string;
auto VariableLeavesText(const Scene& scene) -> std::string;

// Runs a model for one second and compares the values of variables at time 0.25 and at the end; what is
// wrong, or nothing. The equations of the flat model are checked, too.
auto CompareRun(const ModelText& model, const std::map<std::string, Val>& before,
                const std::map<std::string, Val>& after) -> std::string;

}  // namespace kerf::torture
