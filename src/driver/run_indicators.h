// What a run tells about its own course: choices of solvers, indicators of trust, sizes of steps.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "model/compiled_model.h"
#include "plot/render.h"
#include "runtime/run_options.h"

namespace kerf::driver {

// The indicators of trust alone; `states` are the names of those whose parts `critical` has.
void AddReliabilityRows(const runtime::Reliability& reliability, std::span<const std::string> states,
                        std::vector<plot::SummaryRow>& rows);
void AddReliabilityJson(const runtime::Reliability& reliability, std::span<const std::string> states,
                        nlohmann::ordered_json& json);
void AddIndicatorRows(const model::CompiledModel& compiled, const runtime::RunResult& run,
                      std::vector<plot::SummaryRow>& rows);
void AddIndicatorJson(const model::CompiledModel& compiled, const runtime::RunResult& run,
                      nlohmann::ordered_json& json);

}  // namespace kerf::driver
