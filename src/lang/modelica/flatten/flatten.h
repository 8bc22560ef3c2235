// From a class to a flat model: all its variables, equations and algorithms with those of its parts, and the
// equations of its connections.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "flat/explanation.h"
#include "flat/given_value.h"
#include "flat/model.h"
#include "lang/modelica/library/program.h"

namespace kerf::modelica {

// What the class means as a part of other models (section 4.8): its open connectors get their missing
// equations from outside, a partial class from those that extend it.
struct ComponentReport {
  // Full name of the class.
  std::string name = {};
  bool is_partial = false;
  // It has an experiment, so it is looked at as a whole.
  bool has_experiment = false;
  // Asked for: what is outside determines inputs together with outputs, as it does for the inverse of a
  // block; otherwise each input is known.
  bool relates_inputs = false;
  // It has public connectors, inputs or outputs: others may use it.
  bool has_ports = false;
  // Filled for partial classes and those with open connectors.
  int64_t n_unknowns = 0;
  int64_t n_equations = 0;
  // Counted among the equations: those that connections give, and the connectors they go to.
  int64_t n_outside = 0;
  // Of these, those that give an input its value.
  int64_t n_inputs = 0;
  std::vector<std::string> open_connectors = {};
};

struct FlattenOptions {
  // Full name of the class.
  std::string class_name;
  // Limits for untrusted texts; 0 takes the usual ones.
  uint64_t max_steps = 0;
  uint64_t max_elements = 0;
  uint64_t max_parts = 0;
  // Values of parameters, by full name, for where structure depends on them.
  flat::GivenValues values = {};
  // Look at the class as a part of other models, unless it has an experiment; it may be partial. Null: as a
  // whole.
  ComponentReport* component = nullptr;
};

// Nothing after errors, which are emitted. `program` must share the interner of `world`.
auto Flatten(Program& program, std::shared_ptr<flat::World> world, const FlattenOptions& options,
             diag::Emitter& emitter) -> std::optional<flat::Model>;
// Where variables have their values and attributes from. One that the model does not have is emitted and left
// out. A model with errors is explained as far as it goes.
auto Explain(Program& program, std::shared_ptr<flat::World> world, const FlattenOptions& options,
             const std::vector<std::string>& names, diag::Emitter& emitter) -> std::vector<flat::Explanation>;

}  // namespace kerf::modelica
