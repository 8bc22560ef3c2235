// From a class to a flat model: all its variables, equations and algorithms with those of its parts, and the
// equations of its connections.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "flat/explanation.h"
#include "flat/model.h"
#include "lang/modelica/library/program.h"

namespace kerf::modelica {

struct FlattenOptions {
  // Full name of the class.
  std::string class_name;
  // Accept partial and unbalanced classes: for looking at them.
  bool is_lenient = false;
  // Limits for untrusted texts; 0 takes the usual ones.
  uint64_t max_steps = 0;
  uint64_t max_elements = 0;
  // Values of parameters, by full name, for where structure depends on them.
  std::map<std::string, double> values = {};
};

// Nothing after errors, which are emitted. `program` must share the interner of `world`.
auto Flatten(Program& program, std::shared_ptr<flat::World> world, const FlattenOptions& options,
             diag::Emitter& emitter) -> std::optional<flat::Model>;
// Where variables have their values and attributes from. One that the model does not have is emitted and left
// out. A model with errors is explained as far as it goes.
auto Explain(Program& program, std::shared_ptr<flat::World> world, const FlattenOptions& options,
             const std::vector<std::string>& names, diag::Emitter& emitter) -> std::vector<flat::Explanation>;

}  // namespace kerf::modelica
