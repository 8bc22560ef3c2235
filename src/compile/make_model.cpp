// Ids become numbers, tables of the work are shared.
#include "compile/make_model.h"

#include "compile/held_conditions.h"
#include "compile/lazy_messages.h"
#include "compile/make_variables.h"
#include "compile/tuning.h"
#include "flat/library.h"

namespace kerf::compile {

namespace {

using model::CompiledModel;
using model::kNone;

template <typename Ids>
auto Numbers(const Ids& ids) -> std::vector<uint32_t> {
  std::vector<uint32_t> numbers;
  numbers.reserve(ids.size());
  for (const auto id : ids) numbers.push_back(id.index);
  return numbers;
}

class ModelBuilder {
 public:
  explicit ModelBuilder(std::shared_ptr<const transform::Work> work)
      : owner_(std::move(work)), work_(*owner_), dae_(work_.dae), sim_(work_.simcode) {}

  auto Build() -> std::shared_ptr<CompiledModel> {
    auto model = std::make_shared<CompiledModel>();
    model->name = std::string(dae_.world->names[dae_.name]);
    model->n_equations = dae_.equations.size();
    model->experiment = {work_.flat.start_time, work_.flat.stop_time, work_.flat.interval,
                         work_.flat.tolerance};
    model->paths = {dae_.world, &dae_.world->paths};
    model->variables = MakeVariables(work_);
    model->programs = {owner_, &sim_};
    model->tape = {owner_, &sim_.tape};
    AddBlocks(*model);
    AddEvents(*model);
    AddStates(*model);
    AddWatched(*model);
    AddFunctions(*model);
    model->held_conditions = MakeHeldConditions(work_);
    model->tuned_slots = TunedSlots(work_);
    model->started_relations = sim_.started_relations;
    model->homotopy = dae_.homotopy.index;
    model->messages = MakeLazyMessages(owner_);
    model->library = MakeLibrary();
    return model;
  }

 private:
  void AddBlocks(CompiledModel& model) const {
    for (const model::BlockId id : sim_.blocks.ids()) {
      const simcode::Block& block = sim_.blocks[id];
      model.blocks.Add(
          {block, Numbers(block.residual_equations), Numbers(block.unknowns), Numbers(block.equations)});
    }
    model.implicit = {sim_.implicit, Numbers(sim_.implicit.equations),
                      !transform::HasStateForm(work_.structure)};
    for (const simcode::Direction& direction : sim_.directions)
      model.directions.push_back({direction, direction.var.index});
    model.assignments.reserve(sim_.assignments.size());
    for (const simcode::Assignment& assignment : sim_.assignments)
      model.assignments.push_back({assignment.equation.index, assignment.slot});
  }

  void AddEvents(CompiledModel& model) const {
    for (const simcode::Relation& relation : sim_.relations) model.relations.push_back(relation);
    for (const simcode::Previous& previous : sim_.previous) model.previous.push_back(previous);
    for (size_t k = 0; k < sim_.assertions.size(); ++k) {
      const dae::Assertion& assertion = dae_.assertions[k];
      model.assertions.push_back(
          {sim_.assertions[k], assertion.is_about_states, assertion.condition_of_start.has_value()});
    }
    for (const dae::Termination& termination : dae_.terminations)
      model.terminations.push_back({termination.message, PlaceOf(dae_, termination.origin)});
    for (const dae::Effect& effect : dae_.effects) model.effects.push_back(PlaceOf(dae_, effect.origin));
  }

  // The equation that gives a derivative; none if it is a state itself.
  void AddStates(CompiledModel& model) const {
    std::vector<uint32_t> equation_of(dae_.vars.size(), kNone);
    for (const transform::Block& block : work_.blocks) {
      for (const transform::Assigned& assigned : block.equations)
        equation_of[assigned.var.index] = assigned.equation.index;
    }
    for (const expr::VarId state : sim_.states) {
      const expr::VarId derivative = work_.aliases.representative[dae_.vars[state].derivative.index];
      model.states.push_back({state.index, equation_of[derivative.index]});
    }
  }

  void AddWatched(CompiledModel& model) const {
    for (const transform::WatchedChoice& watched : work_.reduction.watched) {
      model.watched.push_back({Numbers(watched.given_up), Numbers(watched.others),
                               Numbers(watched.constraints), watched.set.has_value()});
    }
  }

  void AddFunctions(CompiledModel& model) const {
    for (size_t k = 0; k < sim_.functions.size(); ++k) {
      const flat::Function& function = dae_.world->functions[sim_.functions[k]];
      model.functions.push_back({std::string(dae_.world->names[function.name]), sim_.functions[k].index,
                                 sim_.function_arguments[k], function.n_outputs});
    }
  }

  [[nodiscard]] auto MakeLibrary() const -> std::shared_ptr<const model::Library> {
    auto library = std::make_shared<flat::Library>();
    library->world = dae_.world;
    library->functions = dae_.run_time_functions;
    for (const dae::Effect& effect : dae_.effects)
      library->effects.push_back({effect.function, effect.arguments, effect.is_given, effect.leaves});
    for (const dae::Delay& delay : dae_.delays)
      library->delays.push_back({delay.function, dae_.vars[delay.value].is_discrete, delay.is_fixed});
    for (const dae::Assertion& assertion : dae_.assertions) library->messages.push_back(assertion.message);
    return library;
  }

  std::shared_ptr<const transform::Work> owner_;
  const transform::Work& work_;
  const dae::Dae& dae_;
  const simcode::SimCode& sim_;
};

// A problem of the start lives as long as the whole.
auto PartOf(const std::shared_ptr<const transform::Work>& work, const transform::Work* part)
    -> std::shared_ptr<const CompiledModel> {
  if (part == nullptr) return nullptr;
  return ModelBuilder({work, part}).Build();
}

}  // namespace

auto MakeModel(const std::shared_ptr<const transform::Work>& work) -> std::shared_ptr<const CompiledModel> {
  auto model = ModelBuilder(work).Build();
  model->tuning = MakeTuning(*work, model->variables);
  model->initial = PartOf(work, work->initial.get());
  model->homotopy_problem = PartOf(work, work->gradual.get());
  return model;
}

}  // namespace kerf::compile
