// See pool.h.
#include "api/pool.h"

#include <algorithm>
#include <stdexcept>

#include "compile/library_image.h"
#include "diag/consumers.h"
#include "flat/library.h"

namespace kerf::api {

namespace {

using model::CompiledModel;

auto CallsFunctions(const CompiledModel& compiled) -> bool {
  for (const CompiledModel* problem : compile::ProblemsOf(compiled)) {
    const flat::Library& library = flat::LibraryOf(*problem);
    const bool has_texts =
        std::ranges::any_of(library.messages, [](expr::ExprId text) { return text.has_value(); });
    if (!library.functions.empty() || !library.effects.empty() || has_texts) return true;
  }
  return false;
}

// Those that the code looks up by their names.
auto OpenInputs(const CompiledModel& compiled) -> std::vector<uint32_t> {
  std::vector<std::string> wanted;
  for (const CompiledModel* problem : compile::ProblemsOf(compiled)) {
    for (const model::FunctionUse& use : problem->functions) {
      if (use.n_arguments == 1 && use.n_outputs == 1) wanted.push_back(use.name);
    }
  }
  std::vector<uint32_t> inputs;
  if (wanted.empty()) return inputs;
  std::ranges::sort(wanted);
  for (uint32_t k = 0; k < compiled.variables.size(); ++k) {
    if (std::ranges::binary_search(wanted, model::TableFunctionName(NameOf(compiled, k))))
      inputs.push_back(k);
  }
  return inputs;
}

}  // namespace

InstancePool::InstancePool(std::shared_ptr<const CompiledModel> compiled)
    : compiled_(std::move(compiled)),
      input_variables_(OpenInputs(*compiled_)),
      calls_functions_(CallsFunctions(*compiled_)) {
  std::string why;
  if (calls_functions_) image_ = compile::MakeLibraryImage(*compiled_, compile::Reach::Anywhere, why);
}

InstancePool::Lease::~Lease() {
  if (slot_ != nullptr) pool_->GiveBack(std::move(slot_));
}

void InstancePool::GiveBack(std::unique_ptr<Slot> slot) noexcept {
  {
    const std::scoped_lock lock(mutex_);
    --n_taken_;
    // There is room: it was made when the slot was.
    if (slot->instance->IsUsable()) idle_.push_back(std::move(slot));
  }
  returned_.notify_one();
}

auto InstancePool::Take(sim::Engine engine) -> Lease {
  std::unique_lock lock(mutex_);
  const bool takes_turns = calls_functions_ && image_ == nullptr;
  if (takes_turns) returned_.wait(lock, [this] { return n_taken_ == 0; });
  idle_.reserve(idle_.size() + n_taken_ + 1);
  const auto found = std::ranges::find_if(
      idle_, [&](const std::unique_ptr<Slot>& slot) { return slot->instance->engine() == engine; });
  std::unique_ptr<Slot> slot;
  if (found != idle_.end()) {
    slot = std::move(*found);
    idle_.erase(found);
  } else {
    slot = MakeSlot(engine);
  }
  ++n_taken_;
  return Lease(*this, std::move(slot));
}

auto InstancePool::OwnModel() -> std::shared_ptr<const CompiledModel> {
  if (image_ == nullptr) return compiled_;
  std::vector<uint32_t> n_variables;
  for (const CompiledModel* problem : compile::ProblemsOf(*compiled_))
    n_variables.push_back(problem->variables.size());
  std::string error;
  const auto libraries = compile::MakeLibraries(*image_, n_variables, {}, error);
  if (libraries.empty()) throw std::runtime_error("the functions of the model cannot be copied: " + error);
  auto own = std::make_shared<CompiledModel>(*compiled_);
  own->library = libraries[0];
  size_t part = 1;
  for (auto* problem : {&own->initial, &own->homotopy_problem}) {
    if (*problem == nullptr) continue;
    auto copy = std::make_shared<CompiledModel>(**problem);
    copy->library = libraries[part++];
    *problem = std::move(copy);
  }
  return own;
}

// All of it is translated before anybody shares it, but for homotopy, which is seldom needed.
auto InstancePool::Donor(sim::Engine engine) -> std::shared_ptr<const sim::Instance> {
  if (engine != sim::Engine::Jit || !sim::CanShareCode(*compiled_) || donor_ != nullptr) return donor_;
  auto donor = std::make_shared<sim::Instance>(*compiled_, no_functions_, engine);
  diag::CollectingConsumer collected;
  diag::Emitter emitter(collected);
  sim::Outcome outcome;
  // A translation that fails is tried again, and told, by those who need it.
  if (!donor->Prepare(outcome, emitter)) return nullptr;
  if (compiled_->initial && donor->ExecutableOf(*compiled_->initial, outcome, emitter) == nullptr)
    return nullptr;
  donor_ = std::move(donor);
  return donor_;
}

auto InstancePool::MakeSlot(sim::Engine engine) -> std::unique_ptr<Slot> {
  auto slot = std::make_unique<Slot>();
  slot->compiled = OwnModel();
  for (const uint32_t variable : input_variables_) {
    slot->inputs.push_back(std::make_unique<Input>());
    slot->functions.AddInput(NameOf(*compiled_, variable), *slot->inputs.back());
  }
  slot->instance = std::make_unique<sim::Instance>(*slot->compiled, slot->functions, engine, Donor(engine));
  return slot;
}

}  // namespace kerf::api
