// See rerun.h.
#include "driver/rerun.h"

#include <algorithm>
#include <filesystem>

#include "lang/acsl/acsl.h"

namespace kerf::driver {

auto TakeRerun(const model::CompiledModel& compiled, const sim::Outcome& outcome, session::Rerun& rerun)
    -> bool {
  rerun.entry = 0;
  rerun.values.clear();
  const uint32_t again = FindVariable(compiled, acsl::kRunAgain);
  if (!outcome.ok || again == model::kNone || outcome.final_values.empty()) return false;
  rerun.entry = static_cast<uint32_t>(std::max(0.0, outcome.final_values[again]));
  if (rerun.entry == 0) return false;
  for (uint32_t k = 0; k < compiled.variables.size(); ++k) {
    if (compiled.variables.Is(k, model::VariableFlag::kInternal)) continue;
    rerun.values.emplace_back(NameOf(compiled, k), outcome.final_values[k]);
  }
  return true;
}

auto FileOfRun(const std::string& file, int n) -> std::string {
  if (n <= 1) return file;
  const std::filesystem::path path(file);
  return (path.parent_path() / fmt::format("{}_{}{}", path.stem().string(), n, path.extension().string()))
      .string();
}

}  // namespace kerf::driver
