// See run_indicators.h.
#include "driver/run_indicators.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>

#include <nlohmann/json.hpp>

namespace kerf::driver {
namespace {

auto StateNames(const model::CompiledModel& compiled) -> std::vector<std::string> {
  std::vector<std::string> names;
  for (const model::State& state : compiled.states) names.push_back(NameOf(compiled, state.variable));
  return names;
}

// States by their part in rejected steps, the most critical first; those without are left out.
auto Critical(const runtime::Reliability& reliability) -> std::vector<size_t> {
  std::vector<size_t> order(reliability.critical.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::erase_if(order, [&](size_t i) { return reliability.critical[i] == 0; });
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](size_t i) { return reliability.critical[i]; });
  return order;
}

auto CriticalText(const runtime::Reliability& reliability, std::span<const std::string> states)
    -> std::string {
  constexpr size_t kMaxListed = 5;
  if (reliability.critical.empty() && reliability.rejected > 0) return "not told by this solver";
  std::string text;
  std::vector<size_t> order = Critical(reliability);
  if (order.size() > kMaxListed) order.resize(kMaxListed);
  for (const size_t i : order) {
    text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", states[i], 100 * reliability.critical[i]);
  }
  return fmt::format("{} of {} rejected steps", text.empty() ? "no state" : text, reliability.rejected);
}

auto IndicatorText(double value) -> std::string {
  return value < 0 ? std::string("not found") : fmt::format("{:.2f}", value);
}

}  // namespace

void AddReliabilityRows(const runtime::Reliability& reliability, std::span<const std::string> states,
                        std::vector<plot::SummaryRow>& rows) {
  rows.push_back({"FF5", fmt::format("{} of the time errors grow", IndicatorText(reliability.ff5))});
  rows.push_back({"FF6", fmt::format("{} of the eigenvalues mean nothing", IndicatorText(reliability.ff6))});
  rows.push_back({"critical", CriticalText(reliability, states)});
  std::string steps;
  for (const auto& [decade, count] : reliability.steps.Decades())
    steps += fmt::format("{}{} from 1e{}", steps.empty() ? "" : ", ", count, decade);
  rows.push_back({"step sizes", steps});
}

void AddReliabilityJson(const runtime::Reliability& reliability, std::span<const std::string> states,
                        nlohmann::ordered_json& json) {
  auto& object = json["reliability"];
  if (reliability.ff5 >= 0) object["ff5"] = reliability.ff5;
  if (reliability.ff6 >= 0) object["ff6"] = reliability.ff6;
  object["rejected"] = reliability.rejected;
  object["critical"] = nlohmann::ordered_json::object();
  for (const size_t i : Critical(reliability)) object["critical"][states[i]] = reliability.critical[i];
  for (const auto& [decade, count] : reliability.steps.Decades())
    object["steps"][fmt::format("1e{}", decade)] = count;
}

void AddIndicatorRows(const model::CompiledModel& compiled, const runtime::RunResult& run,
                      std::vector<plot::SummaryRow>& rows) {
  constexpr size_t kMaxChoices = 12;
  for (size_t k = 0; k < std::min(run.choices.size(), kMaxChoices); ++k) {
    const runtime::SolverChoice& choice = run.choices[k];
    rows.push_back({k == 0 ? "choice" : "",
                    fmt::format("{} from {:.4g}: {}", choice.solver, choice.time, choice.reason)});
  }
  if (run.choices.size() > kMaxChoices)
    rows.push_back({"", fmt::format("and {} more", run.choices.size() - kMaxChoices)});
  if (run.reliability.is_measured) AddReliabilityRows(run.reliability, StateNames(compiled), rows);
}

void AddIndicatorJson(const model::CompiledModel& compiled, const runtime::RunResult& run,
                      nlohmann::ordered_json& json) {
  for (const runtime::SolverChoice& choice : run.choices) {
    json["choices"].push_back({{"time", choice.time}, {"solver", choice.solver}, {"reason", choice.reason}});
  }
  if (run.reliability.is_measured) AddReliabilityJson(run.reliability, StateNames(compiled), json);
}

}  // namespace kerf::driver
