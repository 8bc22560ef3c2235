// Results: columns as the recorder of the run has filled them.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "api/errors.h"
#include "sim/simulate.h"

struct kerf_result {
  // `time` is the first column.
  kerf::results::Table table;
  kerf_statistics statistics{};
  std::vector<kerf::api::Message> messages;
  bool is_complete = false;
};

namespace kerf::api {

// Takes table and statistics from the outcome, and the messages.
auto MakeResult(sim::Outcome& outcome, std::vector<Message> messages) -> std::unique_ptr<kerf_result>;

}  // namespace kerf::api
