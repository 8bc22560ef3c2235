// Directional derivatives, by the tangents of the programs at the present values.
#include <algorithm>

#include <fmt/format.h>

#include "fmu/instance.h"
#include "solvers/factory.h"

namespace kerf::fmu {

// A machine of its own, so that a look at derivatives leaves no trace in the run.
auto Instance::PrepareTangents(const double* w) -> bool {
  const KerfModel& model = runnable_->executable().model();
  if (!runtime::Machine::HasTangents(model.derivative, model) ||
      !runtime::Machine::HasTangents(model.output, model)) {
    log_.Error("the FMU provides no directional derivatives");
    return false;
  }
  if (!tangents_) tangents_ = std::make_unique<runtime::Machine>(model, solvers::MakeLinearSolver);
  std::copy_n(w, model.n_slots, tangents_->w());
  for (const KerfProgram* program : {&model.derivative, &model.output}) {
    if (tangents_->PrepareTangents(*program) == runtime::StepStatus::Ok) continue;
    log_.Error("there are no derivatives here: simultaneous equations are singular");
    return false;
  }
  return true;
}

auto Instance::SeedOf(uint32_t reference, double seed, std::vector<std::pair<uint32_t, double>>& seeds)
    -> bool {
  const fmi::Shown* shown = Find(reference, model::ScalarType::Real, false);
  if (shown == nullptr) return false;
  if (shown->state != fmi::kNone) {
    seeds.emplace_back(shown->slot, seed);
    return true;
  }
  for (const model::Direction& direction : runnable_->compiled().directions) {
    if (direction.variable != reference) continue;
    for (size_t k = 0; k < direction.slots.size(); ++k)
      seeds.emplace_back(direction.slots[k], seed * direction.seeds[k]);
    return true;
  }
  log_.Error(fmt::format("there are no derivatives by `{}`", shown->name));
  return false;
}

auto Instance::Directional(std::span<const uint32_t> unknowns, std::span<const uint32_t> knowns,
                           const double* seeds, double* sensitivities) -> Status {
  const double* w = Slots();
  if (w == nullptr || !PrepareTangents(w)) return Status::Error;
  std::vector<std::pair<uint32_t, double>> slots;
  for (size_t k = 0; k < knowns.size(); ++k) {
    if (!SeedOf(knowns[k], seeds[k], slots)) return Status::Error;
  }
  std::vector<uint32_t> wanted;
  for (const uint32_t reference : unknowns) {
    const fmi::Shown* shown = Find(reference, model::ScalarType::Real, false);
    if (shown == nullptr) return Status::Error;
    wanted.push_back(shown->slot);
  }
  const KerfModel& model = runnable_->executable().model();
  double* tangents = tangents_->tangents();
  std::fill_n(tangents, model.n_slots, 0.0);
  for (const auto& [slot, seed] : slots) tangents[slot] += seed;
  tangents_->RunTangents(model.derivative);
  tangents_->RunTangents(model.output);
  for (size_t k = 0; k < wanted.size(); ++k) sensitivities[k] = tangents[wanted[k]];
  return Status::Ok;
}

auto Instance::Adjoint(std::span<const uint32_t> unknowns, std::span<const uint32_t> knowns,
                       const double* seeds, double* sensitivities) -> Status {
  std::vector<double> column(unknowns.size());
  constexpr double kOne = 1;
  for (size_t k = 0; k < knowns.size(); ++k) {
    const Status status = Directional(unknowns, knowns.subspan(k, 1), &kOne, column.data());
    if (status != Status::Ok) return status;
    sensitivities[k] = 0;
    for (size_t i = 0; i < unknowns.size(); ++i) sensitivities[k] += seeds[i] * column[i];
  }
  return Status::Ok;
}

}  // namespace kerf::fmu
