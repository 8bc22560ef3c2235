// See plan.h.
#include "api/plan.h"

#include <algorithm>

namespace kerf::api {

namespace {

using NamedValues = std::vector<std::pair<std::string, double>>;

// Moves what a run can set from `values` to `tuned`.
void TakeTunable(const Variant& variant, bool is_base, const Model& model, NamedValues& values,
                 std::vector<model::VariableValue>& tuned) {
  const model::CompiledModel& compiled = variant.compiled();
  std::erase_if(values, [&](const auto& given) {
    const uint32_t index = is_base ? model.Find(given.first) : KERF_NO_VARIABLE;
    const uint32_t number =
        index != KERF_NO_VARIABLE ? model.variables[index].number : FindVariable(compiled, given.first);
    if (number == model::kNone || !model::CanBeTuned(compiled, number)) return false;
    tuned.push_back({number, given.second});
    return true;
  });
}

}  // namespace

auto TryPlan(const kerf_settings& settings, const sim::Settings& run, const Model& model, bool compiles_all,
             Failure& failure) -> std::optional<Plan> {
  auto needs = TryNeeds(settings, run, model, failure);
  if (!needs) return std::nullopt;
  Plan plan;
  const Needs all = *needs;
  if (!compiles_all) {
    Needs without = all;
    without.values.clear();
    without.starts.clear();
    plan.variant = model.VariantFor(without, failure);
    if (!plan.variant) return std::nullopt;
    const bool is_base = plan.variant == model.base;
    TakeTunable(*plan.variant, is_base, model, needs->values, plan.tuned);
    TakeTunable(*plan.variant, is_base, model, needs->starts, plan.tuned);
    const bool is_all = needs->values.empty() && needs->starts.empty();
    if (is_all && model::IsWithinRanges(plan.variant->compiled(), plan.tuned)) return plan;
    // What is compiled for some values may see others differently.
    plan.tuned.clear();
  }
  plan.variant = model.VariantFor(all, failure);
  return plan.variant ? std::optional(std::move(plan)) : std::nullopt;
}

}  // namespace kerf::api
