// Lines in the executive and, once, the support text with a function for each delay.
#include "emit/delay_gaps.h"

namespace kerf::emit {

void FillDelayGaps(const Program& program, const Target& target, Gaps& gaps) {
  const bool is_there = !program.run.delays.empty();
  const Past& past = target.past;
  const auto fill = [&](const char* key, std::string_view lines) { gaps[key] = is_there ? lines : ""; };
  gaps["settle_start"] = is_there ? past.settle_start : past.settle_plain_start;
  fill("next_arrival", past.next_arrival);
  fill("arrival_name", past.arrival_name);
  fill("arrive", past.arrive);
  fill("record_before", past.record_before);
  fill("record_after", past.record_after);
  fill("record_step", past.record_step);
  fill("record_watched", past.record_watched);
  fill("limit_step", past.limit_step);
  gaps["delays_text"] = "";
  gaps["step_recorder"] = "";
  if (!is_there) return;
  if (past.has_step_recorder)
    gaps["step_recorder"] = SupportText(fmt::format("step_recorder.{}", past.suffix));
  std::string text(SupportText(fmt::format("delays.{}", past.suffix)));
  for (size_t k = 1; k <= program.run.delays.size(); ++k) {
    const Gaps number = {{"number", std::to_string(k)}};
    text += FillSkeleton(SupportText(fmt::format("delay.{}", past.suffix)), number);
  }
  gaps["delays_text"] = text;
}

}  // namespace kerf::emit
