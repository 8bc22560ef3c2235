// The answer to one question, put together from its parts.
#include "lang/modelica/flatten/explain.h"

#include "lang/modelica/flatten/flattener.h"

namespace kerf::modelica {

Explainer::Explainer(const ExplainContext& context)
    : context_(context),
      elaborator_(context.elaborator),
      instances_(elaborator_.instances()),
      program_(instances_.program()),
      world_(instances_.world()),
      walker_(world_.pool),
      names_(world_, elaborator_) {}

auto Explainer::Explain(std::string_view name) -> std::optional<flat::Explanation> {
  const auto subject = Find(name);
  if (!subject) return std::nullopt;
  if (subject->is_absent) return Absent(*subject);
  told_.clear();
  Component* component = subject->path.back();
  flat::Explanation explanation;
  explanation.title = Title(*subject);
  explanation.steps = ValueSteps(*subject);
  if (component->builtin != nullptr) {
    AddAttributes(*subject, explanation);
    const bool has_value = component->mod != nullptr && component->mod->has_value();
    const bool is_known = component->Has(kParameter | kConstant);
    if (!is_known && !has_value && component->var.has_value())
      AddEquations(component->var, explanation.steps);
  }
  AddTypes(*subject, explanation);
  return explanation;
}

auto Flattener::Explain(const std::vector<std::string>& names) -> std::vector<flat::Explanation> {
  std::vector<flat::Explanation> explanations;
  if (root_ == nullptr) return explanations;
  // What is wrong with the model has been told; looking at it again adds nothing.
  capture_.Open();
  Explainer explainer({elaborator_, root_, model_, options_.values, target_});
  for (const std::string& name : names) {
    if (auto explanation = explainer.Explain(name)) explanations.push_back(std::move(*explanation));
  }
  capture_.Drop();
  return explanations;
}

auto Explain(Program& program, std::shared_ptr<flat::World> world, const FlattenOptions& options,
             const std::vector<std::string>& names, diag::Emitter& emitter)
    -> std::vector<flat::Explanation> {
  Flattener flattener(program, std::move(world), options, emitter);
  flattener.KeepHistory();
  flattener.Run();
  return flattener.Explain(names);
}

}  // namespace kerf::modelica
