// See held_conditions.h.
#include "model/held_conditions.h"

#include <algorithm>

#include "model/interpret.h"

namespace kerf::model {

auto EvaluateHeld(const CompiledModel& model, const std::vector<double>& values, double time)
    -> std::vector<HeldTruth> {
  const HeldConditions& held = model.held_conditions;
  std::vector<HeldTruth> truths;
  if (held.relations.empty()) return truths;
  const uint32_t n = model.variables.size();
  std::vector<double> w(n + 1 + held.relations.size(), 0.0);
  std::copy_n(values.begin(), std::min<size_t>(values.size(), n), w.begin());
  w[n] = time;
  Interpret(held.tape, held.code, {}, w.data());
  size_t k = 0;
  for (const Loop& loop : held.tape.codes[held.code].loops) {
    const uint32_t n_args = held.tape.shapes[loop.shape].n_args;
    for (uint32_t i = 0; i < loop.count; ++i, ++k) {
      const std::span row(held.tape.args.data() + loop.first + size_t{i} * n_args, n_args);
      truths.push_back({held.relations[k], row, w[n + 1 + k]});
    }
  }
  return truths;
}

}  // namespace kerf::model
