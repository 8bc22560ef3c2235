// Options and values of a run, checked.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "api/model.h"
#include "sim/simulate.h"

namespace kerf::api {

// Null after a message.
auto TryVariable(const Model& model, uint32_t index, diag::Emitter& emitter) -> const PublicVariable*;
// False after a message.
auto IsFinite(const PublicVariable& variable, double value, diag::Emitter& emitter) -> bool;

// The options as the simulator takes them, with a copy of what they point to. `should_go_on` is what the
// progress function said last; it must outlive the settings.
auto TrySettings(const kerf_run_options* options, const Model& model, bool& should_go_on, Failure& failure)
    -> std::optional<sim::Settings>;

// What a run needs to be compiled: for its values, and for its solver. Nothing after messages.
auto TryNeeds(const kerf_settings& settings, const sim::Settings& run, const Model& model, Failure& failure)
    -> std::optional<Needs>;

// Gives the inputs of the slot their values for a run: those of the settings, and the start values of the
// others. False after messages.
auto SetInputs(const kerf_settings& settings, const Model& model, const Variant& variant,
               InstancePool::Slot& slot, Failure& failure) -> bool;

}  // namespace kerf::api
