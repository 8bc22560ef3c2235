// See result.h.
#include "api/result.h"

#include <algorithm>
#include <memory>

namespace kerf::api {

auto MakeResult(sim::Outcome& outcome, std::vector<Message> messages) -> std::unique_ptr<kerf_result> {
  const runtime::RunStatistics& s = outcome.run.statistics;
  auto result = std::make_unique<kerf_result>();
  result->table = std::move(outcome.table);
  // A run that did not begin has no points, and still a time.
  if (result->table.columns.empty()) {
    result->table.names.emplace_back("time");
    result->table.columns.emplace_back();
  }
  result->statistics = {s.steps,       s.rejected,     s.rhs_evaluations,  s.jacobian_evaluations,
                        s.time_events, s.state_events, outcome.run_seconds};
  result->messages = std::move(messages);
  result->is_complete = outcome.ok;
  return result;
}

}  // namespace kerf::api

void kerf_result_free(kerf_result* result) { delete result; }

bool kerf_result_is_complete(const kerf_result* result) { return result != nullptr && result->is_complete; }

size_t kerf_result_point_count(const kerf_result* result) {
  return result == nullptr ? 0 : result->table.columns[0].size();
}

const double* kerf_result_time(const kerf_result* result) {
  return result == nullptr ? nullptr : result->table.columns[0].data();
}

size_t kerf_result_signal_count(const kerf_result* result) {
  return result == nullptr ? 0 : result->table.names.size() - 1;
}

const char* kerf_result_signal_name(const kerf_result* result, size_t signal) {
  return signal < kerf_result_signal_count(result) ? result->table.names[signal + 1].c_str() : "";
}

size_t kerf_result_find(const kerf_result* result, const char* name) {
  if (result == nullptr || name == nullptr) return SIZE_MAX;
  const auto& names = result->table.names;
  const auto at = std::find(names.begin() + 1, names.end(), name);
  return at == names.end() ? SIZE_MAX : static_cast<size_t>(at - names.begin()) - 1;
}

const double* kerf_result_values(const kerf_result* result, size_t signal) {
  return signal < kerf_result_signal_count(result) ? result->table.columns[signal + 1].data() : nullptr;
}

kerf_statistics kerf_result_statistics(const kerf_result* result) {
  return result == nullptr ? kerf_statistics{} : result->statistics;
}

size_t kerf_result_message_count(const kerf_result* result) {
  return result == nullptr ? 0 : result->messages.size();
}

kerf_message kerf_result_message(const kerf_result* result, size_t index) {
  if (index >= kerf_result_message_count(result)) return {KERF_NOTE, "", "", "", 0, 0, ""};
  return kerf::api::View(result->messages[index]);
}
