// Initial equations, values and events. A Boolean tells that the FMU wants an event: its time has come, an
// indicator has changed its sign, a discrete input its value. The update follows one iteration later and sees
// the values before it, so that no loop of equations leads through the FMU.
#include "fmi/modelica_writer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kerf::fmi {

void ModelicaWriter::AddNumbers(uint32_t index, bool is_before, std::vector<std::string>& numbers) const {
  const ImportedVariable& variable = Variable(index);
  for (const std::string& element : ElementsOf(variable, NameOf(index))) {
    const std::string value = is_before ? fmt::format("pre({})", element) : element;
    if (variable.type == ValueType::Boolean) {
      numbers.push_back(fmt::format("if {} then 1 else 0", value));
    } else {
      numbers.push_back(variable.type == ValueType::Enumeration ? fmt::format("Integer({})", value) : value);
    }
  }
}

auto ModelicaWriter::Arguments(const std::vector<uint32_t>& inputs, bool is_before) const -> std::string {
  std::vector<std::string> numbers = {"time", count_};
  for (const uint32_t state : component_.states) AddNumbers(state, is_before, numbers);
  for (const uint32_t input : inputs) AddNumbers(component_.inputs[input], is_before, numbers);
  return fmt::format("{{{}}}", fmt::join(numbers, ", "));
}

void ModelicaWriter::WriteInitialEquations() {
  std::vector<std::string> numbers = {"time"};
  for (const uint32_t k : component_.parameters) AddNumbers(k, false, numbers);
  for (const uint32_t k : component_.exact_states) AddNumbers(k, false, numbers);
  for (const uint32_t k : component_.initial_inputs) AddNumbers(component_.inputs[k], false, numbers);
  Line("initial equation");
  Line("  {} = {}[1];", count_, started_);
  uint32_t at = 1;
  for (const uint32_t k : component_.states) {
    for (const std::string& element : ElementsOf(Variable(k), NameOf(k))) {
      ++at;
      if (Variable(k).initial != ImportedInitial::Exact) Line("  {} = {}[{}];", element, started_, at);
    }
  }
  if (options_.is_co_simulation) {
    for (const uint32_t k : component_.inputs) Line("  {} = {};", HeldName(k), NameOf(k));
  }
  Line("  {} = {}({}, {{{}}}, {});", started_, initialize_, fmu_, fmt::join(numbers, ", "), 1 + n_states_);
}

void ModelicaWriter::WriteEquations() {
  Line("equation");
  for (size_t k = 0; k < component_.groups.size(); ++k) {
    const Group& group = component_.groups[k];
    if (group.n_values == 0) continue;
    Line("  {} = {}({}, {}, {}, {});", GroupName(k), values_, fmu_, k, Arguments(group.inputs, false),
         group.n_values);
    if (group.kind == GroupKind::Derivatives) WriteDerivatives(GroupName(k));
    if (group.kind == GroupKind::Indicators)
      Line("  for i in 1:{0} loop\n    {1}[i] = {2}[i] > 0;\n  end for;", group.n_values, positive_,
           GroupName(k));
    uint32_t at = 0;
    if (group.kind != GroupKind::Variables) continue;
    for (const uint32_t variable : group.variables) {
      for (const std::string& element : ElementsOf(Variable(variable), NameOf(variable)))
        Line("  {} = {}[{}];", element, GroupName(k), ++at);
    }
  }
  if (options_.is_co_simulation) {
    Line("  when sample({}, {}) then", begin_, step_);
  } else {
    WriteWants();
    Line("  when {{pre({0}) and pre({1}), pre({0}) and not pre({1})}} then", wants_, phase_);
    Line("    {} = not pre({});", phase_, phase_);
  }
  WriteUpdate();
  Line("  end when;");
  Line("  when {}[{}] > 0.5 then", updated_, kIsEnded + 1);
  Line("    terminate({});", Quoted(fmt::format("the FMU {} ends the run", model_.name)));
  Line("  end when;");
}

void ModelicaWriter::WriteDerivatives(const std::string& group) {
  uint32_t at = 0;
  for (const ImportedUnknown& derivative : model_.derivatives) {
    const uint32_t state = Variable(derivative.variable).derivative_of;
    const auto names = ElementsOf(Variable(state), NameOf(state));
    const auto slopes = ElementsOf(Variable(derivative.variable), NameOf(derivative.variable));
    for (size_t k = 0; k < names.size(); ++k) {
      Line("  der({}) = {}[{}];", names[k], group, ++at);
      if (IsShown(derivative.variable)) Line("  {} = der({});", slopes[k], names[k]);
    }
  }
}

void ModelicaWriter::WriteWants() {
  // After the initialization there is an event in any case.
  std::vector<std::string> reasons = {fmt::format("{} < 1.5", count_), fmt::format("time >= {}", next_)};
  for (uint32_t k = 1; k <= model_.n_indicators; ++k)
    reasons.push_back(fmt::format("{0}[{2}] <> {1}[{2}]", positive_, seen_, k));
  for (const uint32_t k : component_.inputs) {
    const ImportedVariable& variable = Variable(k);
    if (IsContinuous(variable)) continue;
    const auto names = ElementsOf(variable, NameOf(k));
    const auto held = ElementsOf(variable, HeldName(k));
    for (size_t i = 0; i < names.size(); ++i) {
      reasons.push_back(IsReal(variable.type) ? fmt::format("noEvent(abs({} - {}) > 0)", names[i], held[i])
                                              : fmt::format("{} <> {}", names[i], held[i]));
    }
  }
  Line("  {} = {};", wants_, fmt::join(reasons, " or "));
}

void ModelicaWriter::WriteUpdate() {
  Line("    {0} = pre({0}) + 1;", count_);
  Line("    {} = {}({}, {}, {});", updated_, update_, fmu_,
       options_.is_co_simulation ? HeldArguments() : Arguments(AllInputs(), true), n_updated_);
  if (!options_.is_co_simulation) Line("    {} = {}[{}];", next_, updated_, kNextTime + 1);
  uint32_t at = kUpdateStates;
  for (const uint32_t k : component_.states) {
    for (const std::string& element : ElementsOf(Variable(k), NameOf(k)))
      Line("    reinit({}, {}[{}]);", element, updated_, ++at);
  }
  for (const uint32_t k : component_.discrete) {
    for (const std::string& element : ElementsOf(Variable(k), NameOf(k)))
      Line("    {} = {};", element, FromNumber(Variable(k), fmt::format("{}[{}]", updated_, ++at)));
  }
  if (options_.is_co_simulation) {
    for (const uint32_t k : component_.inputs) Line("    {} = {};", HeldName(k), NameOf(k));
    return;
  }
  if (model_.n_indicators > 0) Line("    {} = pre({});", seen_, positive_);
  for (const uint32_t k : component_.inputs) {
    if (!IsContinuous(Variable(k))) Line("    {} = pre({});", HeldName(k), NameOf(k));
  }
}

auto ModelicaWriter::FromNumber(const ImportedVariable& variable, const std::string& number) const
    -> std::string {
  if (IsReal(variable.type)) return number;
  if (variable.type == ValueType::Boolean) return fmt::format("noEvent({} > 0.5)", number);
  if (variable.type == ValueType::Enumeration)
    return fmt::format("{}(integer({}))", TypeName(variable), number);
  return fmt::format("integer({})", number);
}

auto ModelicaWriter::AllInputs() const -> std::vector<uint32_t> {
  std::vector<uint32_t> all(component_.inputs.size());
  for (uint32_t k = 0; k < all.size(); ++k) all[k] = k;
  return all;
}

auto ModelicaWriter::HeldArguments() const -> std::string {
  std::vector<std::string> numbers = {"time", count_};
  for (const uint32_t k : component_.inputs) {
    const ImportedVariable& variable = Variable(k);
    for (const std::string& element : ElementsOf(variable, HeldName(k))) {
      if (variable.type == ValueType::Boolean) {
        numbers.push_back(fmt::format("if pre({}) then 1 else 0", element));
      } else {
        numbers.push_back(variable.type == ValueType::Enumeration ? fmt::format("Integer(pre({}))", element)
                                                                  : fmt::format("pre({})", element));
      }
    }
  }
  return fmt::format("{{{}}}", fmt::join(numbers, ", "));
}

}  // namespace kerf::fmi
