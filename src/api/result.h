// Results: columns as the recorder of the run has filled them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "api/errors.h"
#include "sim/simulate.h"

namespace kerf::api {

class Model;

struct ResultEvent {
  double time = 0;
  kerf_event_kind kind = KERF_TIME_EVENT;
  // Among the texts of the result.
  uint32_t text = 0;
  size_t point = SIZE_MAX;
};

// Of a column of a combined program.
struct ProgramSignal {
  std::string name;
  std::string unit;
  kerf_type type = KERF_REAL;
};

}  // namespace kerf::api

struct kerf_result {
  // `time` is the first column.
  kerf::results::Table table;
  // Knows what the columns are; null for those of combined programs, which `signals` describe.
  std::shared_ptr<const kerf::api::Model> model;
  std::vector<kerf::api::ProgramSignal> signals;
  std::vector<kerf::api::ResultEvent> events;
  std::vector<std::string> texts;
  kerf_statistics statistics{};
  std::vector<kerf::api::Message> messages;
  bool is_complete = false;
};

namespace kerf::api {

// Takes table, events and statistics from the outcome, and the messages. `compiled`: what has run, if
// anything has.
auto MakeResult(sim::Outcome& outcome, std::vector<Message> messages, std::shared_ptr<const Model> model,
                const model::CompiledModel* compiled) -> std::unique_ptr<kerf_result>;

}  // namespace kerf::api
