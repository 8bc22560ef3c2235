// See rerun.h.
#include "driver/rerun.h"

#include <algorithm>
#include <filesystem>

#include "lang/acsl/acsl.h"

namespace kerf::driver {

auto TakeRerun(const transform::Work& work, const sim::Outcome& outcome, session::Rerun& rerun) -> bool {
  rerun.entry = 0;
  rerun.values.clear();
  const expr::VarId again = dae::FindVar(work.dae, std::string(acsl::kRunAgain));
  if (!outcome.ok || !again.has_value() || outcome.final_values.empty()) return false;
  rerun.entry = static_cast<uint32_t>(std::max(0.0, outcome.final_values[again.index]));
  if (rerun.entry == 0) return false;
  for (const auto id : work.dae.vars.ids()) {
    if (work.dae.vars[id].is_internal) continue;
    rerun.values.emplace_back(dae::FullName(work.dae, id), outcome.final_values[id.index]);
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
