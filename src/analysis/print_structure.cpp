// The structure of a model for the terminal and as JSON.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "analysis/columns.h"
#include "analysis/structure.h"

namespace kerf::analysis {

namespace {

using Json = nlohmann::ordered_json;
using Lines = std::vector<std::vector<std::string>>;

// Longer tables are for JSON.
constexpr size_t kMaxLines = 60;
constexpr size_t kMaxNames = 4;

auto Names(const std::vector<uint32_t>& items, const auto& name_of) -> std::string {
  std::vector<std::string> parts;
  for (size_t k = 0; k < std::min(items.size(), kMaxNames); ++k) parts.push_back(name_of(items[k]));
  std::string text = fmt::format("{}", fmt::join(parts, ", "));
  if (items.size() > kMaxNames) text += fmt::format(" and {} more", items.size() - kMaxNames);
  return text;
}

auto Table(const Lines& lines, size_t n_left, size_t n_all) -> std::string {
  std::string text = "\n" + InColumns(lines, n_left);
  if (n_all + 1 > lines.size()) text += fmt::format("and {} more\n", n_all + 1 - lines.size());
  return text;
}

auto SubsystemsText(const Structure& s) -> std::string {
  Lines lines{{"subsystem", "level", "states", "driven by"}};
  for (uint32_t k = 0; k < s.subsystems.size() && k < kMaxLines; ++k) {
    const Subsystem& subsystem = s.subsystems[k];
    const std::string inputs = Names(subsystem.inputs, [&](uint32_t i) { return "input " + s.inputs[i]; });
    const std::string others = Names(subsystem.driven_by, [](uint32_t i) { return std::to_string(i + 1); });
    std::string drivers = inputs + (inputs.empty() || others.empty() ? "" : ", ") +
                          (others.empty() ? "" : "subsystem " + others);
    if (subsystem.has_more) drivers += " …";
    lines.push_back({std::to_string(k + 1), std::to_string(subsystem.level),
                     Names(subsystem.states, [&](uint32_t i) { return s.states[i].name; }),
                     drivers.empty() ? "nothing" : drivers});
  }
  return s.subsystems.empty() ? "" : Table(lines, 4, s.subsystems.size());
}

auto OrderText(const Order& order) -> std::string { return order ? std::to_string(*order) : "–"; }

auto OrdersText(const Structure& s) -> std::string {
  constexpr size_t kMaxColumns = 10;
  if (s.inputs.empty() || s.outputs.empty()) return "";
  const size_t n_columns = std::min(s.outputs.size(), kMaxColumns);
  Lines lines{{"lowest derivative influenced"}};
  for (size_t j = 0; j < n_columns; ++j) lines[0].push_back(s.outputs[j]);
  for (size_t i = 0; i < s.inputs.size() && i < kMaxLines; ++i) {
    lines.push_back({"  by " + s.inputs[i]});
    for (size_t j = 0; j < n_columns; ++j) lines.back().push_back(OrderText(s.orders[i][j]));
  }
  std::string text = Table(lines, 1, s.inputs.size());
  if (s.outputs.size() > n_columns)
    text += fmt::format("and {} more outputs\n", s.outputs.size() - n_columns);
  return text;
}

auto StatesText(const Structure& s) -> std::string {
  Lines lines;
  const auto add = [&](std::string name, std::string from, std::string to, std::string subsystem) {
    lines.push_back({std::move(name)});
    if (!s.inputs.empty()) lines.back().push_back(std::move(from));
    if (!s.outputs.empty()) lines.back().push_back(std::move(to));
    lines.back().push_back(std::move(subsystem));
  };
  const auto text = [](const Order& order) {
    return order ? fmt::format("derivative {}", *order) : std::string("no");
  };
  add("state", "moved by inputs", "seen in outputs", "subsystem");
  for (size_t k = 0; k < s.states.size() && k < kMaxLines; ++k) {
    const StateStructure& state = s.states[k];
    add(state.name, text(state.from_inputs), text(state.to_outputs), std::to_string(state.subsystem + 1));
  }
  return Table(lines, 4, s.states.size());
}

auto Verdict(const Structure& s, std::string_view what, bool is_so, Order StateStructure::* order,
             std::string_view unreachable, uint32_t deficit, const std::vector<uint32_t>& deficient,
             std::string_view matrix) -> std::string {
  if (is_so) return fmt::format("structurally {}\n", what);
  const auto name_of = [&](uint32_t i) { return s.states[i].name; };
  std::vector<uint32_t> apart;
  for (uint32_t k = 0; k < s.states.size(); ++k) {
    if (!(s.states[k].*order)) apart.push_back(k);
  }
  std::string text = fmt::format("not structurally {}\n", what);
  if (!apart.empty()) text += fmt::format("  {}: {}\n", unreachable, Names(apart, name_of));
  if (deficit > 0)
    text += fmt::format("  {} falls short of full rank by {}, in {}\n", matrix, deficit,
                        Names(deficient, name_of));
  return text;
}

auto OrderJson(const Order& order) -> Json { return order ? Json(*order) : Json(); }

auto StateNames(const Structure& s, const std::vector<uint32_t>& states) -> Json {
  Json names = Json::array();
  for (const uint32_t k : states) names.push_back(s.states[k].name);
  return names;
}

}  // namespace

auto TextOf(const Structure& s) -> std::string {
  std::string text =
      fmt::format("{}: {}, {}, {}; {}, {}\n", s.name, Counted(s.states.size(), "state"),
                  Counted(s.inputs.size(), "input"), Counted(s.outputs.size(), "output"),
                  Counted(s.n_parts, "independent part"), Counted(s.subsystems.size(), "subsystem"));
  if (s.states.empty()) return text + OrdersText(s);
  if (!s.inputs.empty()) {
    text += Verdict(s, "controllable", IsControllable(s), &StateStructure::from_inputs, "no input moves",
                    s.input_deficit, s.input_deficient, "[A B]");
  }
  if (!s.outputs.empty()) {
    text += Verdict(s, "observable", IsObservable(s), &StateStructure::to_outputs, "no output shows",
                    s.output_deficit, s.output_deficient, "[A; C]");
  }
  return text + SubsystemsText(s) + OrdersText(s) + StatesText(s);
}

auto JsonOf(const Structure& s) -> std::string {
  Json states = Json::array();
  for (const StateStructure& state : s.states) {
    states.push_back({{"name", state.name},
                      {"from_inputs", OrderJson(state.from_inputs)},
                      {"to_outputs", OrderJson(state.to_outputs)},
                      {"subsystem", state.subsystem + 1}});
  }
  Json subsystems = Json::array();
  for (const Subsystem& subsystem : s.subsystems) {
    Json driven_by = Json::array();
    for (const uint32_t k : subsystem.driven_by) driven_by.push_back(k + 1);
    Json inputs = Json::array();
    for (const uint32_t k : subsystem.inputs) inputs.push_back(s.inputs[k]);
    subsystems.push_back({{"level", subsystem.level},
                          {"part", subsystem.part + 1},
                          {"states", StateNames(s, subsystem.states)},
                          {"others", subsystem.n_others},
                          {"driven_by", driven_by},
                          {"inputs", inputs},
                          {"has_more_drivers", subsystem.has_more}});
  }
  Json orders = Json::array();
  for (const auto& row : s.orders) {
    orders.push_back(Json::array());
    for (const Order& order : row) orders.back().push_back(OrderJson(order));
  }
  const Json json = {{"model", s.name},
                     {"inputs", s.inputs},
                     {"outputs", s.outputs},
                     {"controllable", IsControllable(s)},
                     {"observable", IsObservable(s)},
                     {"input_deficit", s.input_deficit},
                     {"input_deficient", StateNames(s, s.input_deficient)},
                     {"output_deficit", s.output_deficit},
                     {"output_deficient", StateNames(s, s.output_deficient)},
                     {"orders", orders},
                     {"parts", s.n_parts},
                     {"states", states},
                     {"subsystems", subsystems}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace kerf::analysis
