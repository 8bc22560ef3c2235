// The report as JSON; see report.h. A number that does not exist is null.
#include <cmath>

#include <fmt/format.h>

#include "events/report.h"

namespace kerf::events {

namespace {

auto Quoted(const std::string& text) -> std::string {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += {'\\', c};
    } else if (static_cast<unsigned char>(c) < 0x20) {
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

auto JsonNumber(double x) -> std::string { return std::isfinite(x) ? fmt::format("{}", x) : "null"; }

// Objects and lists, one member a line at the outer two levels.
class Writer {
 public:
  auto Text(const char* key, const std::string& value) -> Writer& { return Raw(key, Quoted(value)); }
  auto Value(const char* key, double value) -> Writer& { return Raw(key, JsonNumber(value)); }
  auto Count(const char* key, uint64_t value) -> Writer& { return Raw(key, fmt::format("{}", value)); }
  auto Raw(const char* key, const std::string& json) -> Writer& {
    members_ += fmt::format("{}{}:{}", members_.empty() ? "" : ",", Quoted(key), json);
    return *this;
  }
  [[nodiscard]] auto Object() const -> std::string { return "{" + members_ + "}"; }

 private:
  std::string members_;
};

auto List(const std::vector<std::string>& items) -> std::string {
  std::string list = "[";
  for (size_t k = 0; k < items.size(); ++k) list += (k == 0 ? "\n" : ",\n") + items[k];
  return list + "]";
}

auto TextList(const std::vector<std::string>& texts) -> std::string {
  std::vector<std::string> items;
  for (const std::string& text : texts) items.push_back(Quoted(text));
  return List(items);
}

void AddInterval(Writer& writer, const Interval& interval) {
  writer.Value("halfWidth", interval.half_width).Raw("isDoubtful", interval.is_doubtful ? "true" : "false");
}

auto CollectJson(const Collect& values) -> Writer {
  const bool has_any = values.n > 0;
  Writer writer;
  writer.Count("n", values.n)
      .Value("mean", has_any ? values.mean : NAN)
      .Value("std", values.n > 1 ? values.std() : NAN);
  writer.Value("min", values.min).Value("max", values.max);
  return writer;
}

auto TimeJson(const TimeStatistic& values) -> Writer {
  Writer writer;
  writer.Value("mean", values.mean()).Value("std", values.std()).Value("min", values.min());
  writer.Value("max", values.max()).Value("last", values.value());
  return writer;
}

auto HistogramJson(const HistogramVariable& variable) -> std::string {
  const Histogram& histogram = variable.counts;
  std::string counts;
  for (const uint64_t count : histogram.counts())
    counts += fmt::format("{}{}", counts.empty() ? "" : ",", count);
  Writer writer;
  writer.Text("name", variable.name).Count("n", histogram.n()).Value("firstLimit", histogram.UpperLimit(0));
  return writer.Value("width", histogram.width()).Raw("counts", "[" + counts + "]").Object();
}

auto FacilityJson(const World& world, const Facility& facility) -> std::string {
  const File& queue = world.files[facility.queue];
  Writer writer;
  writer.Text("name", facility.name).Count("capacity", facility.capacity);
  writer.Value("use", facility.use.mean() / facility.capacity).Count("seized", facility.n_seized);
  writer.Count("preempted", facility.n_preempted).Raw("holding", CollectJson(facility.holding).Object());
  return writer.Raw("queue", TimeJson(queue.length).Object())
      .Raw("wait", CollectJson(queue.wait).Object())
      .Object();
}

auto ReplicationsJson(const Replications& all) -> std::string {
  std::vector<std::string> estimates;
  for (const Estimate& estimate : all.estimates) {
    Writer writer = CollectJson(estimate.over);
    estimates.push_back(
        writer.Text("name", estimate.name).Value("halfWidth", estimate.interval.half_width).Object());
  }
  Writer writer;
  writer.Count("n", all.n_done).Value("level", all.level).Raw("estimates", List(estimates));
  if (all.fault.IsSet()) writer.Text("fault", all.fault.text);
  if (!all.warnings.empty()) writer.Raw("warnings", TextList(all.warnings));
  return writer.Object();
}

// The JSON of each item of a list.
template <typename T, typename Make>
auto Each(const std::vector<T>& items, Make make) -> std::string {
  std::vector<std::string> list;
  for (const T& item : items) {
    if (std::string json = make(item); !json.empty()) list.push_back(json);
  }
  return List(list);
}

}  // namespace

auto ReportJson(const World& world, const ReportOptions& options) -> std::string {
  Writer report;
  report.Text("title", options.title)
      .Value("start", ShownTime(world, world.start))
      .Value("end", ShownTime(world, world.now));
  report.Value("statisticsFrom", ShownTime(world, world.statistics_since)).Count("events", world.n_events);
  if (world.fault.IsSet()) report.Text("fault", world.fault.text);
  if (!world.warnings.empty()) report.Raw("warnings", TextList(world.warnings));
  report.Raw("observations", Each(world.collects, [&](const CollectVariable& variable) {
               Writer writer = CollectJson(variable.values);
               AddInterval(writer, ConfidenceOf(variable, options.level));
               return writer.Text("name", variable.name).Object();
             }));
  report.Raw("timeVariables", Each(world.time_variables, [&](const TimeVariable& variable) {
               Writer writer = TimeJson(variable.values);
               AddInterval(writer, ConfidenceOf(variable.values, options.level));
               return writer.Text("name", variable.name).Object();
             }));
  report.Raw("histograms", Each(world.histograms, HistogramJson));
  report.Raw("files", Each(world.files.all(), [](const File& file) -> std::string {
               if (file.is_internal) return "";
               Writer writer = TimeJson(file.length);
               return writer.Text("name", file.name).Raw("stay", CollectJson(file.wait).Object()).Object();
             }));
  report.Raw("facilities",
             Each(world.facilities, [&](const Facility& facility) { return FacilityJson(world, facility); }));
  report.Raw("stores", Each(world.stores, [](const Store& store) {
               Writer writer = TimeJson(store.level);
               return writer.Text("name", store.name).Value("capacity", store.capacity).Object();
             }));
  if (options.replications != nullptr) report.Raw("replications", ReplicationsJson(*options.replications));
  return report.Object() + "\n";
}

}  // namespace kerf::events
