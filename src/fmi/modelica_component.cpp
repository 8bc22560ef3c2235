// See modelica_component.h. Events: a Boolean tells that the FMU wants one (its time has come, an indicator has
// changed its sign, a discrete input its value); the update follows one iteration later and sees the values
// before it, so that no loop of equations leads through the FMU.
#include "fmi/modelica_component.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "fmi/component.h"
#include "fmi/xml.h"

namespace kerf::fmi {

namespace {

constexpr auto kKeywords = std::to_array<std::string_view>(
    {"algorithm",   "and",     "annotation",    "block",        "break",      "class",     "connect",
     "connector",   "constant", "constrainedby", "der",          "discrete",   "each",      "else",
     "elseif",      "elsewhen", "encapsulated",  "end",          "enumeration", "equation",  "expandable",
     "extends",     "external", "false",         "final",        "flow",       "for",       "function",
     "if",          "import",   "impure",        "in",           "initial",    "inner",     "input",
     "loop",        "model",    "not",           "operator",     "or",         "outer",     "output",
     "package",     "parameter", "partial",      "protected",    "public",     "pure",      "record",
     "redeclare",   "replaceable", "return",     "stream",       "then",       "time",      "true",
     "type",        "when",     "while",         "within",       "Real",       "Integer",   "Boolean",
     "String",      "ExternalObject", "pre",     "edge",         "change",     "sample",    "terminate",
     "noEvent",     "integer",  "abs",           "reinit"});

auto IsPlain(std::string_view name) -> bool {
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) return false;
  const auto is_good = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return std::ranges::all_of(name, is_good) && std::ranges::count(kKeywords, name) == 0;
}

auto Quoted(std::string_view text) -> std::string {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\0' ? ' ' : c;
  }
  return quoted + "\"";
}

// Values in their order as nested braces.
auto Nested(const std::vector<std::string>& values, const std::vector<uint32_t>& sizes, size_t level, size_t& next)
    -> std::string {
  if (level == sizes.size()) return values[next++];
  std::string text;
  for (uint32_t k = 0; k < sizes[level]; ++k) {
    if (k > 0) text += ", ";
    text += Nested(values, sizes, level + 1, next);
  }
  return "{" + text + "}";
}

class ModelicaWriter {
 public:
  ModelicaWriter(const ImportedModel& model, const ModelicaOptions& options)
      : model_(model),
        options_(options),
        component_(MakeComponent(model, options.is_co_simulation)),
        names_(NamesOf(model)) {
    n_states_ = CountOf(model, component_.states);
    n_updated_ = kUpdateStates + n_states_ + CountOf(model, component_.discrete);
  }

  auto Run() -> std::string {
    const std::string name = options_.name.empty() ? ModelicaName(model_.name) : options_.name;
    Line("model {}{}", name, Comment(model_.description));
    WriteTypes();
    WriteFunctions();
    WriteVariables();
    WriteHelpers();
    WriteInitialEquations();
    WriteEquations();
    WriteExperiment();
    Line("end {};", name);
    return std::move(text_);
  }

 private:
  template <typename... Arguments>
  void Line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }

  static auto NamesOf(const ImportedModel& model) -> std::set<std::string> {
    std::set<std::string> names;
    for (const ImportedVariable& variable : model.variables) names.insert(variable.name);
    for (const ImportedEnumeration& enumeration : model.enumerations) names.insert(enumeration.name);
    return names;
  }
  static auto Comment(const std::string& text) -> std::string { return text.empty() ? "" : " " + Quoted(text); }
  // A name that no variable of the FMU has.
  auto Own(std::string name) const -> std::string {
    while (names_.contains(name)) name += '_';
    return name;
  }
  [[nodiscard]] auto Variable(uint32_t index) const -> const ImportedVariable& { return model_.variables[index]; }
  [[nodiscard]] auto NameOf(uint32_t index) const -> std::string { return ModelicaName(Variable(index).name); }

  static auto Prefix(const ImportedVariable& variable) -> std::string_view {
    if (IsReal(variable.type)) return "Real";
    return variable.type == ValueType::Boolean ? "Boolean" : "Integer";
  }
  [[nodiscard]] auto TypeName(const ImportedVariable& variable) const -> std::string {
    if (variable.type == ValueType::Enumeration)
      return ModelicaName(model_.enumerations[variable.attributes.enumeration].name);
    return variable.type == ValueType::String ? "String" : std::string(Prefix(variable));
  }

  void WriteTypes() {
    for (const ImportedEnumeration& enumeration : model_.enumerations) {
      std::vector<std::string> literals;
      for (const ImportedItem& item : enumeration.items)
        literals.push_back(ModelicaName(item.name) + Comment(item.description));
      Line("  type {} = enumeration({}){};", ModelicaName(enumeration.name), fmt::join(literals, ", "),
           Comment(enumeration.description));
    }
    std::set<std::string> types;
    for (const uint32_t input : component_.inputs) types.insert(TypeName(Variable(input)));
    for (const std::string& type : types) Line("  connector {} = input {};", InputType(type), type);
  }
  [[nodiscard]] auto InputType(const std::string& type) const -> std::string {
    const bool is_quoted = type.starts_with('\'');
    return is_quoted ? "'" + Own(type.substr(1, type.size() - 2) + "Input") + "'" : Own(type + "Input");
  }

  [[nodiscard]] auto Library() const -> std::string {
    return fmt::format("annotation(Library = \"{}\")", kHostLibrary);
  }

  void WriteFunctions() {
    Line("  class {} \"The FMU while it runs\"", instance_);
    Line("    extends ExternalObject;");
    Line("    function constructor");
    Line("      input String file;");
    Line("      input String token;");
    Line("      input Boolean isCoSimulation;");
    Line("      input String texts[:];");
    Line("      output {} instance;", instance_);
    Line("      external \"C\" instance = kerf_fmi_open(file, token, isCoSimulation, texts, size(texts, 1)) {};",
         Library());
    Line("    end constructor;");
    Line("    function destructor");
    Line("      input {} instance;", instance_);
    Line("      external \"C\" kerf_fmi_close(instance) {};", Library());
    Line("    end destructor;");
    Line("  end {};", instance_);
    WriteFunction(initialize_, "Values after the initialization", "kerf_fmi_initialize", false, "");
    const bool is_differentiable = !options_.is_co_simulation && model_.model_exchange &&
                                   model_.model_exchange->has_directional_derivatives;
    WriteFunction(values_, "Values of a group of variables", "kerf_fmi_values", true,
                  is_differentiable ? fmt::format("derivative = {}, ", tangents_) : "");
    if (is_differentiable) WriteTangents();
    WriteFunction(update_, "What an event or a step of communication changes", "kerf_fmi_update", false, "");
  }

  void WriteFunction(const std::string& name, std::string_view comment, std::string_view symbol, bool has_group,
                     const std::string& annotation) {
    Line("  function {} \"{}\"", name, comment);
    Line("    input {} instance;", instance_);
    if (has_group) Line("    input Integer group;");
    Line("    input Real v[:];");
    Line("    input Integer n;");
    Line("    output Real y[n];");
    Line("    external \"C\" {}(instance, {}v, size(v, 1), y, size(y, 1)) annotation({}Library = \"{}\");", symbol,
         has_group ? "group, " : "", annotation, kHostLibrary);
    Line("  end {};", name);
  }

  void WriteTangents() {
    Line("  function {} \"Directional derivatives of a group of variables\"", tangents_);
    Line("    input {} instance;", instance_);
    Line("    input Integer group;");
    Line("    input Real v[:];");
    Line("    input Integer n;");
    Line("    input Real v_der[:];");
    Line("    output Real y_der[n];");
    Line(
        "    external \"C\" kerf_fmi_tangents(instance, group, v, v_der, size(v, 1), y_der, size(y_der, 1)) {};",
        Library());
    Line("  end {};", tangents_);
  }

  // start, unit, min … as modifiers; `extra` comes first.
  [[nodiscard]] auto Modifiers(const ImportedVariable& variable, const std::string& extra) const -> std::string {
    std::vector<std::string> parts;
    const std::string each = variable.sizes.empty() ? "" : "each ";
    if (!extra.empty()) parts.push_back(extra);
    const ImportedAttributes& attributes = variable.attributes;
    const auto add_text = [&](const char* name, const std::string& text) {
      if (!text.empty()) parts.push_back(fmt::format("{}{} = {}", each, name, Quoted(text)));
    };
    const bool is_number = variable.type != ValueType::Boolean && variable.type != ValueType::Enumeration &&
                           variable.type != ValueType::String;
    if (is_number) add_text("quantity", attributes.quantity);
    if (IsReal(variable.type)) {
      add_text("unit", attributes.unit);
      if (!attributes.unit.empty()) add_text("displayUnit", attributes.display_unit);
    }
    const auto add_number = [&](const char* name, const std::optional<double>& value) {
      if (is_number && value && std::isfinite(*value) && IsWithin(variable, *value))
        parts.push_back(fmt::format("{}{} = {}", each, name, NumberText(variable, *value)));
    };
    add_number("min", attributes.min);
    add_number("max", attributes.max);
    if (IsReal(variable.type) && attributes.nominal.value_or(0) != 0) add_number("nominal", attributes.nominal);
    return parts.empty() ? "" : fmt::format("({})", fmt::join(parts, ", "));
  }

  // Integers of Modelica have 32 bits.
  static auto IsWithin(const ImportedVariable& variable, double value) -> bool {
    return IsReal(variable.type) || (value >= -2147483648.0 && value <= 2147483647.0);
  }
  [[nodiscard]] auto NumberText(const ImportedVariable& variable, double value) const -> std::string {
    switch (variable.type) {
      case ValueType::Float64:
      case ValueType::Float32: return fmi::NumberText(std::isnan(value) ? 0 : std::clamp(value, -1e300, 1e300));
      case ValueType::Boolean: return value != 0 ? "true" : "false";
      case ValueType::Enumeration:
        return TypeName(variable) + "." + ModelicaName(ItemOf(variable, value).name);
      default: return std::to_string(static_cast<int64_t>(std::clamp(value, -2147483648.0, 2147483647.0)));
    }
  }
  [[nodiscard]] auto ItemOf(const ImportedVariable& variable, double value) const -> ImportedItem {
    const auto& items = model_.enumerations[variable.attributes.enumeration].items;
    const auto found = std::ranges::find(items, static_cast<int64_t>(value), &ImportedItem::value);
    if (items.empty()) return {};
    return found == items.end() ? items.front() : *found;
  }

  // The start values as one expression; zeros where there are none.
  [[nodiscard]] auto StartText(const ImportedVariable& variable) const -> std::string {
    std::vector<std::string> values;
    const uint32_t n = variable.count();
    for (uint32_t k = 0; k < n; ++k) {
      const size_t at = variable.start.size() == 1 ? 0 : k;
      values.push_back(NumberText(variable, at < variable.start.size() ? variable.start[at] : 0));
    }
    size_t next = 0;
    return Nested(values, variable.sizes, 0, next);
  }
  static auto Sizes(const ImportedVariable& variable) -> std::string {
    return variable.sizes.empty() ? "" : fmt::format("[{}]", fmt::join(variable.sizes, ", "));
  }

  void Declare(std::string_view prefix, const std::string& type, uint32_t index, const std::string& extra,
               const std::string& value) {
    const ImportedVariable& variable = Variable(index);
    Line("  {}{} {}{}{}{}{};", prefix, type, NameOf(index), Sizes(variable), Modifiers(variable, extra),
         value.empty() ? "" : " = " + value, Comment(variable.description));
  }

  static auto Fixed(const ImportedVariable& variable, const std::string& start) -> std::string {
    return fmt::format("start = {}, {}fixed = true", start, variable.sizes.empty() ? "" : "each ");
  }

  void WriteVariables() {
    Line("  parameter String {} = {} \"The archive\";", file_, Quoted(options_.file));
    if (options_.is_co_simulation) {
      const double start = model_.start_time.value_or(0);
      const double length = model_.stop_time.value_or(start + 1) - start;
      const double step = model_.step_size.value_or(length > 0 ? length / 500 : 0.01);
      Line("  parameter Real {}(unit = \"s\") = {} \"When the FMU begins\";", begin_, fmi::NumberText(start));
      Line("  parameter Real {}(unit = \"s\") = {} \"Time from one communication to the next\";", step_,
           fmi::NumberText(step > 0 ? step : 0.01));
    }
    for (const uint32_t k : component_.parameters) Declare("parameter ", TypeName(Variable(k)), k, "", StartText(Variable(k)));
    for (const uint32_t k : component_.texts) {
      const auto& texts = Variable(k).start_texts;
      if (!Variable(k).sizes.empty()) continue;
      Declare("parameter ", "String", k, "", Quoted(texts.empty() ? "" : texts.front()));
    }
    for (const uint32_t k : component_.constants) Declare("constant ", TypeName(Variable(k)), k, "", StartText(Variable(k)));
    for (const uint32_t k : component_.inputs) {
      const ImportedVariable& variable = Variable(k);
      Declare("", InputType(TypeName(variable)), k, fmt::format("start = {}", StartText(variable)), "");
    }
    for (const uint32_t k : component_.states) {
      const ImportedVariable& variable = Variable(k);
      const bool is_exact = variable.initial == ImportedInitial::Exact;
      const std::string start = StartText(variable);
      Declare(Role(variable), "Real", k, is_exact ? Fixed(variable, start) : fmt::format("start = {}", start), "");
    }
    for (const ImportedUnknown& derivative : model_.derivatives) {
      if (IsShown(derivative.variable)) Declare("", "Real", derivative.variable, "", "");
    }
    for (const Group& group : component_.groups) {
      if (group.kind != GroupKind::Variables) continue;
      for (const uint32_t k : group.variables) Declare(Role(Variable(k)), "Real", k, "", "");
    }
    for (const uint32_t k : component_.discrete) {
      const ImportedVariable& variable = Variable(k);
      Declare((IsReal(variable.type) ? "discrete " : "") + std::string(Role(variable)), TypeName(variable), k,
              Fixed(variable, StartText(variable)), "");
    }
  }
  static auto Role(const ImportedVariable& variable) -> std::string_view {
    return variable.causality == ImportedCausality::Output ? "output " : "";
  }

  // A derivative that is called der(x) is there without being declared.
  [[nodiscard]] auto IsShown(uint32_t derivative) const -> bool {
    const ImportedVariable& variable = Variable(derivative);
    return !component_.states.empty() &&
           variable.name != fmt::format("der({})", Variable(variable.derivative_of).name);
  }

  // Names of all elements of the variables, as numbers.
  void AddNumbers(uint32_t index, bool is_before, std::vector<std::string>& numbers) const {
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

  // The arguments for a group: time, count, states, inputs.
  [[nodiscard]] auto Arguments(const std::vector<uint32_t>& inputs, bool is_before) const -> std::string {
    std::vector<std::string> numbers = {"time", count_};
    for (const uint32_t state : component_.states) AddNumbers(state, is_before, numbers);
    for (const uint32_t input : inputs) AddNumbers(component_.inputs[input], is_before, numbers);
    return fmt::format("{{{}}}", fmt::join(numbers, ", "));
  }

  [[nodiscard]] auto GroupName(size_t k) const -> std::string { return Own(fmt::format("group{}", k)); }

  void WriteHelpers() {
    Line("protected");
    std::vector<std::string> texts;
    for (const uint32_t k : component_.texts) texts.push_back(Variable(k).sizes.empty() ? NameOf(k) : "\"\"");
    Line("  {} {} = {}({}, {}, {}, {});", instance_, fmu_, instance_, file_, Quoted(model_.token),
         options_.is_co_simulation, texts.empty() ? "fill(\"\", 0)" : fmt::format("{{{}}}", fmt::join(texts, ", ")));
    Line("  parameter Real {}[{}](each fixed = false) annotation(HideResult = true);", started_, 1 + n_states_);
    Line("  discrete Real {}(start = 0) annotation(HideResult = true);", count_);
    Line("  discrete Real {}[{}](each start = 0, each fixed = true) annotation(HideResult = true);", updated_,
         n_updated_);
    for (size_t k = 0; k < component_.groups.size(); ++k) {
      const Group& group = component_.groups[k];
      if (group.n_values > 0) Line("  Real {}[{}] annotation(HideResult = true);", GroupName(k), group.n_values);
    }
    if (options_.is_co_simulation) {
      for (const uint32_t k : component_.inputs) {
        const ImportedVariable& variable = Variable(k);
        Line("  {}{} {}{} annotation(HideResult = true);", IsReal(variable.type) ? "discrete " : "",
             TypeName(variable), HeldName(k), Sizes(variable));
      }
      return;
    }
    Line("  discrete Real {}(start = 1e300, fixed = true) annotation(HideResult = true);", next_);
    Line("  Boolean {}(start = false, fixed = true) annotation(HideResult = true);", wants_);
    Line("  Boolean {}(start = false, fixed = true) annotation(HideResult = true);", phase_);
    if (model_.n_indicators > 0) {
      Line("  Boolean {}[{}] annotation(HideResult = true);", positive_, model_.n_indicators);
      Line("  Boolean {}[{}](each start = false, each fixed = true) annotation(HideResult = true);", seen_,
           model_.n_indicators);
    }
    for (const uint32_t k : component_.inputs) {
      const ImportedVariable& variable = Variable(k);
      if (IsContinuous(variable)) continue;
      Line("  {}{} {}{}({}) annotation(HideResult = true);", IsReal(variable.type) ? "discrete " : "",
           TypeName(variable), HeldName(k), Sizes(variable), Fixed(variable, StartText(variable)));
    }
  }
  [[nodiscard]] auto HeldName(uint32_t index) const -> std::string {
    return ModelicaName(Own(Variable(index).name + "_before"));
  }

  void WriteInitialEquations() {
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

  void WriteEquations() {
    Line("equation");
    for (size_t k = 0; k < component_.groups.size(); ++k) {
      const Group& group = component_.groups[k];
      if (group.n_values == 0) continue;
      Line("  {} = {}({}, {}, {}, {});", GroupName(k), values_, fmu_, k, Arguments(group.inputs, false),
           group.n_values);
      if (group.kind == GroupKind::Derivatives) WriteDerivatives(GroupName(k));
      if (group.kind == GroupKind::Indicators) Line("  for i in 1:{0} loop\n    {1}[i] = {2}[i] > 0;\n  end for;", group.n_values, positive_, GroupName(k));
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

  void WriteDerivatives(const std::string& group) {
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

  void WriteWants() {
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

  void WriteUpdate() {
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
  [[nodiscard]] auto FromNumber(const ImportedVariable& variable, const std::string& number) const -> std::string {
    if (IsReal(variable.type)) return number;
    if (variable.type == ValueType::Boolean) return fmt::format("noEvent({} > 0.5)", number);
    if (variable.type == ValueType::Enumeration) return fmt::format("{}(integer({}))", TypeName(variable), number);
    return fmt::format("integer({})", number);
  }
  [[nodiscard]] auto AllInputs() const -> std::vector<uint32_t> {
    std::vector<uint32_t> all(component_.inputs.size());
    for (uint32_t k = 0; k < all.size(); ++k) all[k] = k;
    return all;
  }
  // What the inputs were at the communication before.
  [[nodiscard]] auto HeldArguments() const -> std::string {
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

  void WriteExperiment() {
    std::vector<std::string> parts;
    const auto add = [&](const char* name, const std::optional<double>& value) {
      if (value && std::isfinite(*value)) parts.push_back(fmt::format("{} = {}", name, fmi::NumberText(*value)));
    };
    add("StartTime", model_.start_time);
    add("StopTime", model_.stop_time);
    add("Tolerance", model_.tolerance);
    add("Interval", model_.step_size);
    if (!parts.empty()) Line("  annotation(experiment({}));", fmt::join(parts, ", "));
  }

  const ImportedModel& model_;
  const ModelicaOptions& options_;
  Component component_;
  std::set<std::string> names_;
  uint32_t n_states_ = 0;
  uint32_t n_updated_ = 0;
  std::string text_;
  // Names of what the FMU itself does not have.
  const std::string instance_ = Own("Instance"), initialize_ = Own("initialize"), values_ = Own("values"),
                    tangents_ = Own("valuesDerivative"), update_ = Own("update"), file_ = Own("fileName"),
                    begin_ = Own("communicationStart"), step_ = Own("communicationStep"), fmu_ = Own("fmu"),
                    started_ = Own("started"), count_ = Own("count"), updated_ = Own("updated"),
                    next_ = Own("nextTime"), wants_ = Own("wantsEvent"), phase_ = Own("phase"),
                    positive_ = Own("positive"), seen_ = Own("positiveBefore");
};

}  // namespace

auto ElementsOf(const ImportedVariable& variable, const std::string& name) -> std::vector<std::string> {
  if (variable.sizes.empty()) return {name};
  std::vector<std::string> elements;
  std::vector<uint32_t> at(variable.sizes.size(), 1);
  for (uint32_t n = variable.count(); n > 0; --n) {
    elements.push_back(fmt::format("{}[{}]", name, fmt::join(at, ",")));
    for (size_t k = at.size(); k-- > 0;) {
      if (++at[k] <= variable.sizes[k]) break;
      at[k] = 1;
    }
  }
  return elements;
}

auto ModelicaName(std::string_view name) -> std::string {
  if (IsPlain(name)) return std::string(name);
  std::string quoted = "'";
  for (const char c : name) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return quoted + "'";
}

auto WriteModelica(const ImportedModel& model, const ModelicaOptions& options) -> std::string {
  return ModelicaWriter(model, options).Run();
}

}  // namespace kerf::fmi
