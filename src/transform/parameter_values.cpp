// Evaluation of bindings with an explicit stack; a cycle leaves its members without value.
#include "transform/parameter_values.h"

#include "expr/evaluate.h"

namespace kerf::transform {

namespace {

class BindingEvaluator {
 public:
  explicit BindingEvaluator(const Work& work)
      : dae_(work.dae),
        pool_(work.dae.world->pool),
        walker_(pool_),
        evaluator_(pool_),
        values_(work.dae.vars.size()),
        visited_(work.dae.vars.size(), false) {}

  void Set(VarId var, double value) {
    values_[var.index] = value;
    visited_[var.index] = true;
  }

  void Evaluate(VarId root) {
    std::vector<VarId> stack = {root};
    while (!stack.empty()) {
      const VarId var = stack.back();
      const ExprId binding = dae_.vars[var].binding;
      if (values_[var.index] || !binding.has_value()) {
        stack.pop_back();
        continue;
      }
      if (!visited_[var.index]) {
        visited_[var.index] = true;
        for (const ExprId id : walker_.Postorder(binding)) {
          if (pool_.op(id) == expr::Op::Var && !visited_[pool_.var(id).index]) stack.push_back(pool_.var(id));
        }
        continue;
      }
      values_[var.index] = evaluator_.TryEvaluate(binding, [&](ExprId leaf) -> std::optional<double> {
        return pool_.op(leaf) == expr::Op::Var ? values_[pool_.var(leaf).index] : std::nullopt;
      });
      stack.pop_back();
    }
  }

  auto Take() -> std::vector<std::optional<double>> { return std::move(values_); }

 private:
  const dae::Dae& dae_;
  const expr::Pool& pool_;
  expr::Walker walker_;
  expr::Evaluator evaluator_;
  std::vector<std::optional<double>> values_;
  std::vector<bool> visited_;
};

}  // namespace

auto ParameterValues(const Work& work, const Options& options) -> std::vector<std::optional<double>> {
  BindingEvaluator evaluator(work);
  for (const GivenValue& given : options.values) {
    for (const VarId var : dae::FindVars(work.dae, given.name)) evaluator.Set(var, given.value);
  }
  for (const VarId id : work.dae.vars.ids()) evaluator.Evaluate(id);
  return evaluator.Take();
}

}  // namespace kerf::transform
