// See called_functions.h.
#include "emit/called_functions.h"

#include <algorithm>

namespace kerf::emit {

namespace {

constexpr size_t kMaxFunctions = 500;

}  // namespace

CalledFunctions::CalledFunctions(const transform::Work& work, LoweringRules rules)
    : world_(*work.dae.world),
      calls_(work.dae.run_time_functions),
      interpreter_(world_, no_values_),
      lowering_(world_, interpreter_, [this](dae::RunTimeFunction& call) { return Requested(call); }, rules) {
  if (!work.initial) return;
  for (const dae::RunTimeFunction& call : work.initial->dae.run_time_functions) {
    if (!Has(call.scalar)) calls_.push_back(call);
  }
}

auto CalledFunctions::Find(FunctionId scalar) const -> const dae::RunTimeFunction* {
  const auto found = std::ranges::find(calls_, scalar, &dae::RunTimeFunction::scalar);
  return found == calls_.end() ? nullptr : &*found;
}

// A call inside a function: the same one again, or a new one.
auto CalledFunctions::Requested(dae::RunTimeFunction& call) -> FunctionId {
  for (const dae::RunTimeFunction& other : calls_) {
    if (other.function == call.function && other.is_given == call.is_given &&
        other.arguments == call.arguments)
      return other.scalar;
  }
  if (calls_.size() > kMaxFunctions) return {};
  const base::NameId name = world_.functions[call.function].name;
  call.scalar = world_.functions.Add({name, call.n_outputs, flat::Function::kNoBody});
  calls_.push_back(call);
  return call.scalar;
}

auto CalledFunctions::Lower(FunctionId scalar, ScalarFunction& out) -> bool {
  // A copy: calls that are found while it is made are added to the list.
  const dae::RunTimeFunction call = *Find(scalar);
  out.function = scalar;
  out.title = std::string(world_.names[world_.functions[call.function].name]);
  return lowering_.Lower(call, out);
}

}  // namespace kerf::emit
