// See rerun.h.
#include "driver/rerun.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/number_text.h"
#include "lang/acsl/acsl.h"

namespace kerf::driver {

namespace {

KERF_DIAG(ErrorTagSet, Warning,
          "time {}: the integration fails; `{}` is true from the communication point at {}", std::string,
          std::string, std::string);

}  // namespace

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

auto TakeErrorTag(const std::string& tag, const runtime::RunOptions& run, const sim::Outcome& outcome,
                  diag::Emitter& emitter) -> std::optional<session::Rerun::Action> {
  const bool has_failed = !outcome.ok && outcome.run.status == runtime::StepStatus::IntegratorFailed;
  if (tag.empty() || !has_failed || run.intervals == 0) return std::nullopt;
  const double interval = (run.stop - run.start) / run.intervals;
  const double n = std::floor((outcome.run.failure.time - run.start) / interval);
  if (!(n >= 1)) return std::nullopt;
  const double point = run.start + n * interval;
  emitter.Emit({}, ErrorTagSet, base::NumberText(outcome.run.failure.time), tag, base::NumberText(point));
  // Just before the point, so that what is tested there sees it.
  constexpr double kLead = 1e-9;
  return session::Rerun::Action{point - kLead * interval, tag, 1};
}

auto FileOfRun(const std::string& file, int n) -> std::string {
  if (n <= 1) return file;
  const std::filesystem::path path(file);
  return (path.parent_path() / fmt::format("{}_{}{}", path.stem().string(), n, path.extension().string()))
      .string();
}

}  // namespace kerf::driver
