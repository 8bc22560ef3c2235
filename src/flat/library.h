// What of a model is called or computed during the run other than its programs: functions with bodies, calls
// for their effect, texts. It still lives in the World in which the model was compiled.
#pragma once

#include <memory>
#include <vector>

#include "flat/value.h"
#include "flat/world.h"
#include "model/compiled_model.h"

namespace kerf::flat {

// A function with a body that is called during the run. Its scalar arguments fill those leaves of
// `arguments`, arrays row by row and records field by field, that are not given already; its outputs are all
// scalars of the function's outputs.
struct RunTimeFunction {
  FunctionId scalar;
  FunctionId function;
  std::vector<Value> arguments;
  std::vector<bool> is_given;
  uint32_t n_outputs = 0;
};

// A call for what it does; `leaves`, in terms of variables by their number, fill what is not given.
struct RunTimeEffect {
  FunctionId function;
  std::vector<Value> arguments;
  std::vector<bool> is_given;
  std::vector<ExprId> leaves;
};

// A call of `function` reads the line of a delay.
struct RunTimeDelay {
  FunctionId function;
  bool is_discrete = false;
  bool is_fixed = false;
};

class Library : public model::Library {
 public:
  std::shared_ptr<World> world;
  std::vector<RunTimeFunction> functions;
  std::vector<RunTimeEffect> effects;
  std::vector<RunTimeDelay> delays;
  // By number of the assertion: a text in terms of the variables, or without value.
  std::vector<ExprId> messages;
};

inline auto LibraryOf(const model::CompiledModel& model) -> const Library& {
  return static_cast<const Library&>(*model.library);
}

}  // namespace kerf::flat
