// See result.h.
#include "api/result.h"

#include <algorithm>
#include <map>

#include "api/model.h"
#include "results/writer.h"

namespace kerf::api {

namespace {

KERF_DIAG(ResultNotWritten, Error, "{}", std::string);

// Conditions are told once each, whatever the number of events.
void TakeEvents(const sim::Outcome& outcome, const model::CompiledModel& compiled, kerf_result& result) {
  std::map<std::vector<uint32_t>, uint32_t> text_of;
  for (const sim::EventRecord& event : outcome.events) {
    const auto [at, is_new] = text_of.emplace(event.relations, static_cast<uint32_t>(result.texts.size()));
    if (is_new) {
      std::string text;
      for (const uint32_t relation : event.relations)
        text += (text.empty() ? "" : ", ") + compiled.messages->Condition(relation).text;
      result.texts.push_back(std::move(text));
    }
    const kerf_event_kind kind = event.is_time_event ? KERF_TIME_EVENT : KERF_STATE_EVENT;
    result.events.push_back({event.time, kind, at->second, event.point});
  }
}

auto WriteTable(const kerf_result& result, const std::string& path) -> std::string {
  results::Layout layout;
  for (size_t k = 0; k < kerf_result_signal_count(&result); ++k) {
    const kerf_signal signal = kerf_result_signal(&result, k);
    layout.signals.push_back({signal.name, signal.description, signal.unit, layout.n_columns});
    ++layout.n_columns;
  }
  const auto writer = results::OpenWriter(path, layout);
  std::vector<double> row(layout.n_columns);
  for (size_t i = 0; i < kerf_result_point_count(&result) && writer->error().empty(); ++i) {
    for (size_t k = 0; k < row.size(); ++k) row[k] = result.table.columns[k][i];
    writer->Append(row);
  }
  if (writer->error().empty()) writer->Finish();
  return writer->error();
}

}  // namespace

auto MakeResult(sim::Outcome& outcome, std::vector<Message> messages, std::shared_ptr<const Model> model,
                const model::CompiledModel* compiled) -> std::unique_ptr<kerf_result> {
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
  if (compiled != nullptr) TakeEvents(outcome, *compiled, *result);
  result->model = std::move(model);
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

kerf_signal kerf_result_signal(const kerf_result* result, size_t signal) {
  kerf_signal found{"", "", "", KERF_REAL, false};
  if (signal >= kerf_result_signal_count(result)) return found;
  found.name = kerf_result_signal_name(result, signal);
  if (result->model == nullptr) {
    const kerf::api::ProgramSignal& program = result->signals[signal];
    found.unit = program.unit.c_str();
    found.type = program.type;
    return found;
  }
  const uint32_t index = result->model->Find(found.name);
  if (index == KERF_NO_VARIABLE) return found;
  const kerf_variable variable = kerf::api::Describe(*result->model, index);
  found.description = variable.description;
  found.unit = variable.unit;
  found.type = variable.type;
  found.is_constant = variable.kind == KERF_PARAMETER || variable.kind == KERF_CONSTANT;
  return found;
}

size_t kerf_result_event_count(const kerf_result* result) {
  return result == nullptr ? 0 : result->events.size();
}

kerf_event kerf_result_event(const kerf_result* result, size_t index) {
  if (index >= kerf_result_event_count(result)) return {0, KERF_TIME_EVENT, "", SIZE_MAX};
  const kerf::api::ResultEvent& event = result->events[index];
  return {event.time, event.kind, result->texts[event.text].c_str(), event.point};
}

bool kerf_result_write(const kerf_result* result, const char* path, kerf_error** error) {
  return kerf::api::Guarded(error, [&](kerf::api::Failure& failure) {
    if (!kerf::api::IsGiven(result, "result", failure) || !kerf::api::IsGiven(path, "path", failure))
      return false;
    const std::string text = kerf::api::WriteTable(*result, path);
    if (!text.empty())
      kerf::api::Report(failure.messages, {}).emitter().Emit({}, kerf::api::ResultNotWritten, text);
    return text.empty();
  });
}
