// The summary of a run: what was observed, as text, as JSON, or as an HTML page with figures. A run that
// ended with a fault is reported as far as it came, with the fault in front.
#pragma once

#include <string>
#include <vector>

#include "events/run.h"
#include "events/world.h"

namespace kerf::events {

struct ReportOptions {
  std::string title = "simulation";
  // Of the intervals that batch means give.
  double level = 0.95;
  // If given, the estimates over all replications are reported as well; the rest is then that of the last.
  const Replications* replications = nullptr;
};

auto ReportText(const World& world, const ReportOptions& options) -> std::string;
auto ReportJson(const World& world, const ReportOptions& options) -> std::string;
auto ReportHtml(const World& world, const ReportOptions& options) -> std::string;

// What text and page have in common. The first cell of a row is a name, the others are numbers.
struct ReportTable {
  std::string title;
  std::vector<std::string> heads;
  std::vector<std::vector<std::string>> rows;
};
auto ReportTables(const World& world, const ReportOptions& options) -> std::vector<ReportTable>;
// "time 0 to 1625.3, 212 events", and what followed the warm-up.
auto ReportHead(const World& world) -> std::string;

// How sure the mean of a variable is, by batches within the run; infinite if there are too few. Where batches
// still depend on each other, the report writes "> ±": it is less sure than that.
auto ConfidenceOf(const CollectVariable& variable, double level) -> Interval;
auto ConfidenceOf(const TimeStatistic& values, double level) -> Interval;

}  // namespace kerf::events
