// The passes, translation, and the slots of variables.
#include "combined/part.h"

#include "base/check.h"
#include "compile/make_model.h"
#include "flat/foreign.h"
#include "flat/library.h"
#include "session/session.h"
#include "sim/place.h"
#include "sim/start.h"

namespace kerf::combined {

namespace {

KERF_DIAG(SubmodelNoState, Error,
          "`{}` is computed from other states of its submodel, so statements cannot set it", std::string);
KERF_DIAG(SubmodelNotRenewed, Error, "the run cannot begin: {}", std::string);

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
  auto work = std::make_shared<transform::Work>();
  work->flat = std::move(continuous.model);
  transform::Options options;
  // Initial values come from the program.
  options.begins_elsewhere = true;
  for (const process::SubmodelValue& given : continuous.submodel_values)
    options.values.push_back({given.name, given.value});
  const pipeline::RunResult run = session::RunPasses(*work, options, {}, buffers, emitter);
  if (run.status != transform::Status::Ok) return nullptr;
  part->compiled_ = compile::MakeModel(work);
  const model::CompiledModel& compiled = *part->compiled_;
  part->instance_ = std::make_unique<sim::Instance>(compiled, part->functions_, engine);
  sim::Outcome outcome;
  if (!part->instance_->Prepare(outcome, emitter)) return nullptr;
  for (uint32_t k = 0; k < compiled.variables.size(); ++k) part->variables_.emplace(NameOf(compiled, k), k);
  part->links_ = part->LinksOf(continuous.bindings);
  if (!part->LinkSubmodels(continuous, emitter)) return nullptr;
  for (const process::Condition& condition : continuous.conditions)
    part->condition_slots_.push_back(part->SlotOf(condition.variable));
  part->SetUpRelations(continuous);
  return part;
}

auto Part::SlotOf(const std::string& name) const -> uint32_t {
  const uint32_t slot = TrySlotOf(name);
  KERF_CHECK(slot != process::kNone);
  return slot;
}

auto Part::TrySlotOf(const std::string& name) const -> uint32_t {
  const auto found = variables_.find(name);
  return found == variables_.end() ? process::kNone : compiled_->variables.slot[found->second];
}

auto Part::LinksOf(const std::vector<process::Binding>& bindings) const -> std::vector<Link> {
  std::vector<Link> links;
  links.reserve(bindings.size());
  for (const process::Binding& binding : bindings) {
    const uint32_t slot = SlotOf(binding.variable);
    const uint32_t variable = variables_.at(binding.variable);
    const bool is_kept = binding.role == process::Role::State &&
                         compiled_->variables.kind[variable] == model::VariableKind::Parameter;
    const uint32_t read = binding.read.empty() ? variable : variables_.at(binding.read);
    links.push_back(
        {binding.cell, slot, binding.role, compiled_->variables.slot[read], variable, read, is_kept});
  }
  return links;
}

// Which variables are states is known only now.
auto Part::LinkSubmodels(const process::Continuous& continuous, diag::Emitter& emitter) -> bool {
  const KerfModel& model = this->model();
  const uint32_t errors = emitter.n_errors();
  for (const process::SubmodelVariable& variable : continuous.submodel_variables) {
    const uint32_t slot = SlotOf(variable.variable);
    const bool is_state = slot >= model.state_slot && slot < model.state_slot + model.n_states;
    if (variable.role == process::Role::State && !is_state)
      emitter.Emit(variable.span, SubmodelNoState, variable.variable);
    const uint32_t number = variables_.at(variable.variable);
    links_.push_back({variable.cell, slot, variable.role, slot, number, number});
    submodel_links_.push_back(links_.back());
    if (variable.begin.empty()) continue;
    begins_.emplace_back(variable.cell, slot);
    links_.push_back({variable.cell, SlotOf(variable.begin), process::Role::Given, slot,
                      variables_.at(variable.begin), number});
  }
  return emitter.n_errors() == errors;
}

auto Part::SolveStart(double time, const std::vector<double>& cells, sim::Engine engine,
                      diag::Emitter& emitter, std::vector<double>& values) -> bool {
  const auto& foreign = flat::LibraryOf(*compiled_).world->foreign;
  std::string error;
  if (foreign != nullptr && has_begun_ && !foreign->RenewObjects(error)) {
    emitter.Emit({}, SubmodelNotRenewed, error);
    return false;
  }
  has_begun_ = true;
  const bool has_problem = compiled_->initial != nullptr;
  if (has_problem && !SolveProblem(time, cells, engine, emitter)) return false;
  const KerfModel& model = this->model();
  values.assign(model.start, model.start + model.n_slots);
  // Where there is nothing to solve states begin where they are told to.
  for (const auto& [cell, slot] : begins_) {
    if (!has_problem) values[slot] = cells[cell];
  }
  return true;
}

auto Part::SolveProblem(double time, const std::vector<double>& cells, sim::Engine engine,
                        diag::Emitter& emitter) -> bool {
  sim::Settings settings;
  for (const Link& link : links_) {
    if (link.role == process::Role::Given || link.is_kept)
      settings.given.push_back({link.variable, cells[link.cell]});
  }
  settings.engine = engine;
  settings.run.start = settings.run.stop = time;
  sim::Outcome outcome;
  return sim::SolveInitial(*instance_, settings, outcome, emitter);
}

// A relation belongs to the condition in whose statement it stands.
void Part::SetUpRelations(const process::Continuous& continuous) {
  const KerfModel& model = this->model();
  relations_.assign(model.relations, model.relations + model.n_relations);
  is_of_condition_.assign(relations_.size(), false);
  function_slots_.assign(continuous.conditions.size(), process::kNone);
  for (size_t k = 0; k < relations_.size(); ++k) {
    const diag::Span span = sim::SpanOf(compiled_->messages->Condition(static_cast<uint32_t>(k)).place);
    if (!span.has_value()) continue;
    for (size_t c = 0; c < continuous.conditions.size(); ++c) {
      if (continuous.conditions[c].span != span) continue;
      ApplyCondition(continuous.conditions[c], relations_[k]);
      is_of_condition_[k] = true;
      function_slots_[c] = relations_[k].function_slot;
    }
  }
}

}  // namespace kerf::combined
