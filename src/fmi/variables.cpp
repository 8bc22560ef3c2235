// Roles follow from kinds and flags.
#include "fmi/variables.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_set>

#include "fmi/arrays.h"
#include "model/tuned_start.h"

namespace kerf::fmi {

namespace {

using model::VariableFlag;
using model::VariableKind;

class InterfaceMaker {
 public:
  explicit InterfaceMaker(const model::CompiledModel& compiled)
      : compiled_(compiled), variables_(compiled.variables), programs_(*compiled.programs) {}

  auto Run() -> Interface {
    const uint32_t n = variables_.size();
    const uint32_t s = programs_.n_states;
    out_.states.assign(s, kNone);
    out_.derivatives.assign(s, kNone);
    out_.time = n + 2 * s;
    out_.first_indicator = out_.time + 1;
    out_.n_indicators = IndicatorCount(compiled_);
    ListDeclarations();
    NameStates();
    follows_.assign(n, false);
    for (const model::TunedRow& row : compiled_.tuning.rows) follows_[row.variable] = true;
    for (uint32_t k = 0; k < n; ++k) {
      if (!variables_.Is(k, VariableFlag::kInternal) || is_state_[k]) Add(k);
    }
    AddWhatIsMissing();
    FindAliases();
    out_.index_of.assign(out_.first_indicator, kNone);
    for (uint32_t index = 0; index < out_.variables.size(); ++index)
      out_.index_of[out_.variables[index].reference] = index;
    FindArrays(compiled_, out_);
    return std::move(out_);
  }

 private:
  void ListDeclarations() {
    declaration_.assign(variables_.size(), kNone);
    for (uint32_t d = 0; d < variables_.declarations.size(); ++d) {
      const model::Declaration& declaration = variables_.declarations[d];
      for (uint32_t k = 0; k < declaration.count; ++k) declaration_[declaration.first + k] = d;
    }
  }

  void NameStates() {
    is_state_.assign(variables_.size(), false);
    for (const model::State& state : compiled_.states) is_state_[state.variable] = true;
  }

  void Add(uint32_t k) {
    Shown shown;
    shown.name = Unique(NameOf(compiled_, k));
    shown.reference = k;
    shown.slot = variables_.slot[k];
    shown.declaration = declaration_[k];
    shown.type = variables_.type[k];
    shown.is_enumeration =
        shown.declaration != kNone && variables_.declarations[shown.declaration].enumeration != kNone;
    GiveRole(k, shown);
    const auto index = static_cast<uint32_t>(out_.variables.size());
    const uint32_t derivative = shown.slot - programs_.derivative_slot;
    const bool is_derivative = variables_.Is(k, VariableFlag::kDerivative) &&
                               shown.slot >= programs_.derivative_slot && derivative < programs_.n_states;
    if (is_derivative && out_.derivatives[derivative] == kNone) {
      out_.derivatives[derivative] = index;
      shown.derivative_of = derivative;
    }
    if (is_state_[k]) {
      shown.state = shown.slot - programs_.state_slot;
      out_.states[shown.state] = index;
    }
    out_.variables.push_back(std::move(shown));
  }

  void GiveRole(uint32_t k, Shown& shown) const {
    const double value = programs_.start[shown.slot];
    switch (variables_.kind[k]) {
      case VariableKind::Constant: GiveConstant(shown, value); return;
      case VariableKind::Parameter:
        shown.variability = Variability::Fixed;
        if (variables_.Is(k, VariableFlag::kFree) || follows_[k]) {
          shown.causality = Causality::CalculatedParameter;
          shown.initial = Initial::Calculated;
        } else if (model::CanBeTuned(compiled_, k)) {
          shown.causality = Causality::Parameter;
          shown.initial = Initial::Exact;
          shown.start = value;
        } else {
          GiveConstant(shown, value);
        }
        return;
      case VariableKind::Input:
        shown.causality = Causality::Input;
        shown.variability = IsDiscrete(k) ? Variability::Discrete : Variability::Continuous;
        shown.start = value;
        return;
      case VariableKind::State:
      case VariableKind::Algebraic:
      case VariableKind::Event:     break;
    }
    if (variables_.Is(k, VariableFlag::kOutput)) shown.causality = Causality::Output;
    shown.variability = IsDiscrete(k) ? Variability::Discrete : Variability::Continuous;
    // With an initialization problem that problem gives the states, too, and parameters may give them.
    const bool begins_as_told = is_state_[k] && compiled_.initial == nullptr && !follows_[k];
    shown.initial = begins_as_told ? Initial::Exact : Initial::Calculated;
    if (begins_as_told) shown.start = value;
  }

  static void GiveConstant(Shown& shown, double value) {
    shown.variability = Variability::Constant;
    shown.initial = Initial::Exact;
    shown.start = value;
  }

  [[nodiscard]] auto IsDiscrete(uint32_t k) const -> bool {
    return variables_.type[k] != model::ScalarType::Real || variables_.Is(k, VariableFlag::kDiscrete) ||
           variables_.kind[k] == VariableKind::Event;
  }

  void AddWhatIsMissing() {
    const uint32_t n = variables_.size();
    for (uint32_t i = 0; i < programs_.n_states; ++i) {
      if (out_.states[i] == kNone) {
        Shown shown;
        shown.name = Unique("_state_" + std::to_string(i + 1));
        shown.reference = n + programs_.n_states + i;
        shown.slot = programs_.state_slot + i;
        shown.initial = Initial::Calculated;
        shown.state = i;
        out_.states[i] = static_cast<uint32_t>(out_.variables.size());
        out_.variables.push_back(std::move(shown));
      }
      if (out_.derivatives[i] != kNone) continue;
      Shown shown;
      shown.name = Unique("der(" + out_.variables[out_.states[i]].name + ")");
      shown.reference = n + i;
      shown.slot = programs_.derivative_slot + i;
      shown.initial = Initial::Calculated;
      shown.derivative_of = i;
      out_.derivatives[i] = static_cast<uint32_t>(out_.variables.size());
      out_.variables.push_back(std::move(shown));
    }
    Shown time;
    time.name = Unique("time");
    time.reference = out_.time;
    time.slot = programs_.time_slot;
    time.causality = Causality::Independent;
    out_.variables.push_back(std::move(time));
  }

  // Those that are constant, vary at events, or always are not aliases of each other, nor is what importers
  // set.
  void FindAliases() {
    std::map<std::tuple<uint32_t, model::ScalarType, Variability>, uint32_t> first;
    for (uint32_t index = 0; index < out_.variables.size(); ++index) {
      Shown& shown = out_.variables[index];
      shown.alias_of = index;
      const bool is_set = shown.causality == Causality::Parameter || shown.causality == Causality::Input ||
                          shown.causality == Causality::Independent;
      if (is_set || shown.state != kNone || shown.derivative_of != kNone || shown.start) continue;
      shown.alias_of = first.try_emplace({shown.slot, shown.type, shown.variability}, index).first->second;
    }
  }

  auto Unique(std::string name) -> std::string {
    while (!names_.insert(name).second) name += "_";
    return name;
  }

  const model::CompiledModel& compiled_;
  const model::Variables& variables_;
  const model::Programs& programs_;
  std::vector<uint32_t> declaration_;
  std::vector<bool> is_state_;
  // Before the run its value follows from parameters that can be set.
  std::vector<bool> follows_;
  std::unordered_set<std::string> names_;
  Interface out_;
};

}  // namespace

auto MakeInterface(const model::CompiledModel& compiled) -> Interface {
  return InterfaceMaker(compiled).Run();
}

auto IndicatorCount(const model::CompiledModel& compiled) -> uint32_t {
  uint32_t n = 0;
  for (const model::RelationCode& relation : compiled.relations) {
    const bool is_floor = relation.kind == model::RelationKind::Floor;
    if (relation.is_time_event && !is_floor) continue;
    n += is_floor ? 2 : 1;
  }
  return n;
}

}  // namespace kerf::fmi
