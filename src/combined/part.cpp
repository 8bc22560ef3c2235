// The passes, translation, and the slots of variables.
#include "combined/part.h"

#include "base/check.h"
#include "session/session.h"

namespace kerf::combined {

namespace {

// A tolerance is how far off an event may be. Where the program names no method the instant is found to
// rounding errors, which is better and costs nothing.
void ApplyCondition(const process::Condition& condition, KerfRelation& relation) {
  switch (condition.location) {
    case process::Location::Default:        return;
    case process::Location::Bisection:      relation.location = KERF_LOCATE_BISECTION; break;
    case process::Location::RegulaFalsi:    relation.location = KERF_LOCATE_REGULA_FALSI; break;
    case process::Location::InverseHermite: relation.location = KERF_LOCATE_HERMITE; break;
    case process::Location::Interpolation:  relation.location = KERF_LOCATE_INTERPOLATION; break;
  }
  relation.tolerance = condition.tolerance;
}

}  // namespace

auto Part::Compile(process::Continuous& continuous, sim::Engine engine, source::Buffers& buffers,
                   diag::Emitter& emitter) -> std::unique_ptr<Part> {
  auto part = std::make_unique<Part>();
  part->work_.flat = std::move(continuous.model);
  transform::Options options;
  // Initial values come from the program.
  options.begins_elsewhere = true;
  const pipeline::RunResult run = session::RunPasses(part->work_, options, {}, buffers, emitter);
  if (run.status != transform::Status::Ok) return nullptr;
  part->model_functions_ = std::make_unique<sim::ModelFunctions>(part->work_.dae);
  part->functions_ = std::make_unique<sim::Functions>();
  part->functions_->SetModel(part->model_functions_.get());
  sim::Outcome outcome;
  if (!sim::CompileFunctions(part->work_, *part->model_functions_, engine, outcome, emitter)) return nullptr;
  part->executable_ = sim::Translate(part->work_, *part->functions_, engine, outcome, emitter);
  if (part->executable_ == nullptr) return nullptr;
  part->executable_->SetEffects(part->model_functions_->EffectsOf(part->work_));
  part->executable_->SetDelays(part->model_functions_->DelayLines());
  const dae::Dae& dae = part->work_.dae;
  for (const auto id : dae.vars.ids())
    part->slots_.emplace(dae::FullName(dae, id), part->work_.simcode.slot_of_var[id.index]);
  part->links_ = part->LinksOf(continuous.bindings);
  for (const process::Condition& condition : continuous.conditions)
    part->condition_slots_.push_back(part->SlotOf(condition.variable));
  part->SetUpRelations(continuous);
  return part;
}

auto Part::SlotOf(const std::string& name) const -> uint32_t {
  const auto found = slots_.find(name);
  KERF_CHECK(found != slots_.end());
  return found->second;
}

auto Part::TrySlotOf(const std::string& name) const -> uint32_t {
  const auto found = slots_.find(name);
  return found == slots_.end() ? process::kNone : found->second;
}

auto Part::LinksOf(const std::vector<process::Binding>& bindings) const -> std::vector<Link> {
  std::vector<Link> links;
  links.reserve(bindings.size());
  for (const process::Binding& binding : bindings) {
    const uint32_t slot = SlotOf(binding.variable);
    links.push_back({binding.cell, slot, binding.role, binding.read.empty() ? slot : SlotOf(binding.read)});
  }
  return links;
}

// A relation belongs to the condition in whose statement it stands.
void Part::SetUpRelations(const process::Continuous& continuous) {
  const KerfModel& model = executable_->model();
  relations_.assign(model.relations, model.relations + model.n_relations);
  for (size_t k = 0; k < relations_.size(); ++k) {
    const simcode::Relation& relation = work_.simcode.relations[k];
    if (!relation.equation.has_value()) continue;
    const diag::Span span = transform::SpanOf(work_.dae, relation.equation);
    for (const process::Condition& condition : continuous.conditions) {
      if (condition.span == span) ApplyCondition(condition, relations_[k]);
    }
  }
}

}  // namespace kerf::combined
