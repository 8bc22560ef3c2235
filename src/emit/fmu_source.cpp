// Variables are found by their names.
#include "emit/fmu_source.h"

#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "emit/quote.h"

namespace kerf::emit {

namespace {

using Places = std::unordered_map<std::string, uint32_t>;

auto PlacesOf(const Program& program) -> Places {
  Places places;
  for (const SymbolId id : program.symbols.ids()) {
    const Symbol& symbol = program.symbols[id];
    if (symbol.kind != SymbolKind::Internal) places.emplace(symbol.name, id.index);
  }
  for (const Alias& alias : program.aliases) places.emplace(alias.name, alias.symbol.index);
  return places;
}

auto TryPlace(const Program& program, const Places& places, const FmuVariable& variable)
    -> std::optional<uint32_t> {
  if (variable.is_time) return 0;
  const auto n = static_cast<uint32_t>(program.states.size());
  if (variable.state != FmuVariable::kNone) return 1 + variable.state;
  if (variable.derivative_of != FmuVariable::kNone) return 1 + n + variable.derivative_of;
  const auto found = places.find(variable.name);
  return found == places.end() ? std::nullopt : std::optional(found->second);
}

auto IndicatorCount(const Program& program) -> uint32_t {
  uint32_t n = 0;
  for (const Relation& relation : program.run.relations) {
    const bool is_floor = relation.kind == simcode::RelationKind::Floor;
    if (!relation.is_time_event || is_floor) n += is_floor ? 2 : 1;
  }
  return n;
}

auto NameOf(FmuVariable::Type type) -> const char* {
  switch (type) {
    case FmuVariable::Type::Real:    return "kerf_real";
    case FmuVariable::Type::Integer: return "kerf_integer";
    case FmuVariable::Type::Boolean: return "kerf_boolean";
  }
  return "";
}

auto NameOf(FmuVariable::Setting setting) -> const char* {
  switch (setting) {
    case FmuVariable::Setting::Never:  return "kerf_never";
    case FmuVariable::Setting::Before: return "kerf_before";
    case FmuVariable::Setting::Always: return "kerf_always";
  }
  return "";
}

}  // namespace

auto WhyNoFmu(const Program& program, const FmuInterface& interface) -> std::string {
  if (!program.run.delays.empty()) return "`delay` is not supported in FMUs with C sources yet";
  const Places places = PlacesOf(program);
  for (uint32_t k = 0; k < interface.states.size(); ++k) {
    const auto found = places.find(interface.states[k]);
    if (found == places.end() || found->second != 1 + k || interface.states.size() != program.states.size())
      return fmt::format("`{}` is not a state of its C program", interface.states[k]);
  }
  for (const FmuVariable& variable : interface.variables) {
    const bool may_be_absent = variable.is_constant || variable.setting != FmuVariable::Setting::Never;
    if (!may_be_absent && !TryPlace(program, places, variable))
      return fmt::format("its C program does not compute `{}`", variable.name);
  }
  if (IndicatorCount(program) != interface.n_indicators) return "its C program has other conditions";
  return "";
}

auto IsSetBeforeRun(const Program& program, const std::string& name) -> bool {
  for (const Assignment& setting : program.settings) {
    if (program.symbols[setting.target].name == name) return true;
  }
  return false;
}

void FillFmuGaps(const Program& program, const FmuInterface& interface, Gaps& gaps) {
  const Places places = PlacesOf(program);
  std::string rows;
  std::string constants;
  uint32_t n_constants = 0;
  for (const FmuVariable& variable : interface.variables) {
    const auto place = TryPlace(program, places, variable);
    // What no statement uses has its value beside w.
    if (!place) constants += fmt::format("    {:.17g},\n", variable.value);
    const int64_t index = place ? int64_t{*place} : -1 - int64_t{n_constants++};
    rows += fmt::format("    {{{}, {}, {}, {}, {}}}, /* {} */\n", variable.reference, index,
                        NameOf(variable.type), NameOf(variable.setting), variable.count,
                        CommentText(variable.name));
  }
  gaps["variables"] = rows;
  gaps["constants"] = constants + "    0\n";
  gaps["n_variables"] = std::to_string(interface.variables.size());
  gaps["n_indicators"] = std::to_string(interface.n_indicators);
  gaps["first_indicator"] = std::to_string(interface.first_indicator);
  gaps["token"] = interface.token;
  gaps["fmi_types"] = SupportText(interface.is_version_3 ? "fmi3.h" : "fmi2.h");
  gaps["interface"] = SupportText(interface.is_version_3 ? "fmi3.c" : "fmi2.c");
}

}  // namespace kerf::emit
