// Copies of continuous processes: created and deleted at events. Between events their states are those of the
// integrator, at events those of their fields.
#include <algorithm>
#include <cmath>
#include <set>

#include "combined/engine.h"
#include "events/process.h"
#include "events/queue.h"
#include "solvers/factory.h"

namespace kerf::combined {

using process::Flow;
using process::Role;

namespace {

// What the second field of a copy tells.
constexpr double kInitial = 1;
constexpr double kContinuous = 2;
constexpr double kSuspended = 5;
constexpr double kTerminal = 6;

}  // namespace

void Engine::SetStatus(const Copy& copy, double status) {
  const uint32_t field = program_.copyables[copy.kind].status_field;
  if (field != process::kNone) world_.entities.AttributesOf(world_.entities[copy.entity])[field] = status;
}

auto Engine::CreateCopy(uint32_t kind, double& result) -> Flow {
  const process::Copyable& copyable = program_.copyables[kind];
  auto copy = std::make_unique<Copy>();
  copy->kind = kind;
  copy->entity = events::Create(world_, objects_.copy_classes[kind]);
  if (copy->entity.IsNone()) return Flow::Fail;
  const events::Entity& entity = world_.entities[copy->entity];
  if (copyable.number_field != process::kNone)
    world_.entities.AttributesOf(entity)[copyable.number_field] = entity.number;
  result = entity.number;
  new_entity_ = copy->entity;
  new_copy_ = copy.get();
  copies_.push_back(std::move(copy));
  SetStatus(*new_copy_, kInitial);
  return Flow::Go;
}

// Its initial part runs when all fields that were given are set.
auto Engine::LaunchCopy(uint32_t kind) -> Flow {
  Copy& copy = *new_copy_;
  const process::Copyable& copyable = program_.copyables[kind];
  if (events::InsertInto(world_, objects_.files[copyable.file], copy.entity) != events::Status::Ok)
    return Flow::Fail;
  copy.machine = std::make_unique<runtime::Machine>(parts_[kind]->model(), solvers::MakeLinearSolver);
  copy.condition_was = TruthBefore(copyable.part->conditions);
  const KerfModel& model = parts_[kind]->model();
  for (uint32_t i = 0; i < model.n_delays; ++i) {
    copy.lines.push_back(*static_cast<const runtime::DelayLine*>(model.delays[i].line));
    copy.lines.back().Clear();
  }
  if (copyable.initial != process::kNone && !RunFor(copy, copyable.initial)) return Flow::Fail;
  SetStatus(copy, kContinuous);
  is_restructured_ = true;
  return Flow::Go;
}

// Brings the copies to where the model is, and looks whether what they give fits.
auto Engine::RefreshCopies(double* w) -> bool {
  if (composite_ == nullptr) return true;
  const uint32_t slot = composite_->Refresh(w);
  if (slot == runtime::Composite::kNoSlot) return true;
  std::string name;
  for (const Link& link : system_->links()) {
    if (link.read_slot == slot) name = process::CellName(program_, link.cell);
  }
  Fail(fmt::format(
      "what copies give to `{}` depends on `{}` itself at the same instant; such a loop cannot be "
      "solved",
      name, name));
  return false;
}

// Copies that take what is no state may give sums that depend on others; in a chain each stands once.
void Engine::CountSums() {
  std::set<uint32_t> sums;
  bool has_chain = false;
  const auto is_state = [&](uint32_t slot) {
    return slot >= main_.state_slot && slot < main_.state_slot + main_.n_states;
  };
  for (size_t k = 0; k < parts_.size(); ++k) {
    for (const runtime::SlotPair& pair : part_outputs_[k]) sums.insert(pair.of_main);
    const bool takes = std::ranges::any_of(
        part_inputs_[k], [&](const runtime::SlotPair& pair) { return !is_state(pair.of_main); });
    has_chain = has_chain || (takes && !part_outputs_[k].empty());
  }
  if (has_chain) sum_depth_ = std::max<uint32_t>(1, static_cast<uint32_t>(sums.size()));
}

// A routine on the fields of a copy, and on variables of the process that each copy has for itself.
auto Engine::RunFor(Copy& copy, uint32_t routine) -> bool {
  const events::EntityId outer = entity_;
  double* fields = context_.fields;
  Copy* at_work = copy_at_work_;
  entity_ = copy.entity;
  context_.fields = world_.entities.AttributesOf(world_.entities[copy.entity]);
  for (const auto& one : copies_) {
    if (one.get() == &copy) copy_at_work_ = one.get();
  }
  double* own = copy.machine->w();
  const std::vector<Link>& locals = part_locals_[copy.kind];
  // A copy whose statements create another one finds its own again.
  std::vector<double> outer_locals;
  for (const Link& link : locals) outer_locals.push_back(cells_[link.cell]);
  for (const Link& link : locals) cells_[link.cell] = own[link.slot];
  const bool is_good = RunPlain(routine);
  for (const Link& link : locals) {
    if (link.role != Role::State || own[link.slot] == cells_[link.cell]) continue;
    own[link.slot] = cells_[link.cell];
    has_set_local_ = true;
  }
  for (size_t k = 0; k < locals.size(); ++k) cells_[locals[k].cell] = outer_locals[k];
  copy_at_work_ = at_work;
  entity_ = outer;
  context_.fields = fields;
  return is_good;
}

auto Engine::FindCopy(uint32_t kind, double number) -> Copy* {
  for (const auto& copy : copies_) {
    if (copy->kind == kind && !copy->is_dead && world_.entities[copy->entity].number == number)
      return copy.get();
  }
  Fail(fmt::format("there is no copy {} of `{}`", number, program_.copyables[kind].name));
  return nullptr;
}

auto Engine::SuspendCopy(uint32_t kind, double number, bool is_suspended) -> Flow {
  Copy* copy = FindCopy(kind, number);
  if (copy == nullptr) return Flow::Fail;
  if (copy->is_suspended == is_suspended)
    return Fail(fmt::format("{} is {}suspended already", world_.entities.NameOf(copy->entity),
                            is_suspended ? "" : "not "));
  copy->is_suspended = is_suspended;
  // Nobody has recorded what was meanwhile.
  for (runtime::DelayLine& line : copy->lines) line.Clear();
  SetStatus(*copy, is_suspended ? kSuspended : kContinuous);
  is_restructured_ = true;
  return Flow::Go;
}

// Its terminal part finds it still in the file.
auto Engine::DeleteCopy(Copy& copy) -> Flow {
  const process::Copyable& copyable = program_.copyables[copy.kind];
  if (copy.is_dead) return Fail(fmt::format("{} is deleted twice", world_.entities.NameOf(copy.entity)));
  copy.is_dead = true;
  is_restructured_ = true;
  SetStatus(copy, kTerminal);
  if (copyable.terminal != process::kNone && !RunFor(copy, copyable.terminal)) return Flow::Fail;
  return FlowOf(events::RemoveFrom(world_, objects_.files[copyable.file], copy.entity));
}

void Engine::BuryCopies() {
  for (const auto& copy : copies_) {
    // It has left its file, so nothing holds it.
    if (copy->is_dead) (void)events::Leave(world_, copy->entity);
  }
  std::erase_if(copies_, [](const auto& copy) { return copy->is_dead; });
}

// From the models of the copies to their fields.
void Engine::TakeCopies() {
  for (const Copy* copy : active_) {
    double* fields = world_.entities.AttributesOf(world_.entities[copy->entity]);
    for (const Link& link : parts_[copy->kind]->links()) {
      if (link.role != Role::Given) fields[link.cell] = copy->machine->w()[link.read_slot];
    }
  }
}

// And back; states also to their place in the composite.
auto Engine::GiveCopies(double* w) -> bool {
  bool has_changed = false;
  const auto give = [&](double& to, double value) {
    has_changed = has_changed || to != value;
    to = value;
  };
  for (const auto& copy : copies_) {
    if (copy->is_dead) continue;
    const double* fields = world_.entities.AttributesOf(world_.entities[copy->entity]);
    double* own = copy->machine->w();
    for (const Link& link : parts_[copy->kind]->links()) {
      if (link.role != Role::Computed) give(own[link.slot], fields[link.cell]);
    }
    for (const Link& link : part_cells_[copy->kind]) give(own[link.slot], cells_[link.cell]);
  }
  for (size_t k = 0; composite_ != nullptr && k < active_.size(); ++k) {
    if (active_[k]->is_dead) continue;
    const KerfModel& part = active_[k]->machine->model();
    std::copy_n(active_[k]->machine->w() + part.state_slot, part.n_states, w + composite_->StatesOf(k));
  }
  return has_changed;
}

// Those that take part, with what each meets.
auto Engine::ActiveParts() -> std::vector<runtime::CopyPart> {
  active_.clear();
  std::vector<runtime::CopyPart> parts;
  uint32_t next_state = main_.n_states + 1;
  for (const auto& copy : copies_) {
    if (copy->is_suspended || copy->is_dead) continue;
    active_.push_back(copy.get());
    parts.push_back(
        {copy->machine.get(), &part_inputs_[copy->kind], &part_outputs_[copy->kind], copy->lines});
    const uint32_t field = program_.copyables[copy->kind].pointer_field;
    if (field != process::kNone)
      world_.entities.AttributesOf(world_.entities[copy->entity])[field] = next_state;
    next_state += copy->machine->model().n_states;
  }
  return parts;
}

// What the relations of the main model and of those that take part remember, in the order of the composite.
auto Engine::Remembered() const -> std::vector<runtime::RelationMemory> {
  std::vector<runtime::RelationMemory> all = main_relations_;
  all.resize(main_.n_relations);
  for (const Copy* copy : active_) {
    std::vector<runtime::RelationMemory> own = copy->relations;
    own.resize(copy->machine->model().n_relations);
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

void Engine::Remember(std::span<const runtime::RelationMemory> memory) {
  const auto take = [&](std::vector<runtime::RelationMemory>& to, uint32_t n) {
    to.assign(memory.begin(), memory.begin() + n);
    for (runtime::RelationMemory& one : to) one.goes_on = true;
    memory = memory.subspan(n);
  };
  take(main_relations_, main_.n_relations);
  for (Copy* copy : active_) take(copy->relations, copy->machine->model().n_relations);
}

// What the conditions of copies ask for. Copies that are made on the way have their turn at the next round.
auto Engine::FireCopies() -> bool {
  const std::vector<Copy*> present = active_;
  for (Copy* copy : present) {
    const process::Copyable& copyable = program_.copyables[copy->kind];
    const auto& conditions = copyable.part->conditions;
    for (size_t k = 0; k < conditions.size() && !copy->is_dead && !is_finished_; ++k) {
      const bool is_true = copy->machine->w()[parts_[copy->kind]->condition_slots()[k]] != 0;
      if (!HasCome(conditions[k], is_true, copy->condition_was[k])) continue;
      NoteEvent(conditions[k].name);
      if (!CountCondition(conditions[k], k, copy->accumulation)) return false;
      if (!RunFor(*copy, conditions[k].routine)) return false;
    }
  }
  return true;
}

}  // namespace kerf::combined
