// What a run tells about its own course: choices of solvers, indicators of trust, sizes of steps.
#pragma once

#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "plot/render.h"
#include "runtime/run_options.h"
#include "transform/work.h"

namespace kerf::driver {

void AddIndicatorRows(const transform::Work& work, const runtime::RunResult& run,
                      std::vector<plot::SummaryRow>& rows);
void AddIndicatorJson(const transform::Work& work, const runtime::RunResult& run,
                      nlohmann::ordered_json& json);

}  // namespace kerf::driver
