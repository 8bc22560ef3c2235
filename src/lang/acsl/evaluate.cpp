// Values of constant expressions: sizes, PARAMETERs, the end of the run.
#include <cmath>

#include "expr/evaluate.h"
#include "lang/acsl/flattener.h"
#include "lang/acsl/intrinsics.h"

namespace kerf::acsl {

namespace {

using expr::Op;

KERF_DIAG(AcslParameterValue, Error, "the value of the PARAMETER `{}` cannot be computed here",
          std::string_view);

KERF_DIAG(
    AcslSettingValue, Error,
    "`{}` is a setting: INITIAL can only give it a value that follows from constants, under no condition",
    std::string_view);
KERF_DIAG(AcslComputedInterval, Error, "`{}` becomes {}, but is to be an interval of time above 0",
          std::string_view, double);

}  // namespace

auto Flattener::TryEvaluate(NodeId root) -> std::optional<double> {
  std::unordered_map<NodeId, double> values;
  for (uint32_t k = program_.nodes[root].first; k <= root.index; ++k) {
    const NodeId id{k};
    const Node& node = program_.nodes[id];
    std::optional<double> value;
    if (node.kind == NodeKind::Number) value = node.value;
    if (node.kind == NodeKind::Name) value = TryNamed(node.name);
    std::vector<double> operands;
    for (const NodeId operand : node.operands) operands.push_back(values.at(operand));
    if (node.kind == NodeKind::Call && !symbol_index_.contains(node.name) && RoutineOf(node.name) == nullptr)
      value = TryApply(program_.names.lower[node.name], operands);
    if (node.kind == NodeKind::Operation) {
      const bool is_division = node.op == Op::Div && IsWhole(node.operands[0]) && IsWhole(node.operands[1]);
      value = expr::EvaluateOp(node.op, operands);
      if (value && is_division) value = std::trunc(*value);
    }
    if (!value || !std::isfinite(*value)) return std::nullopt;
    values.emplace(id, *value);
  }
  return values.at(root);
}

// A constant or setting, or what was given for it from outside.
auto Flattener::TryNamed(NameId name) -> std::optional<double> {
  // Names of a routine are its own.
  const auto found = symbol_index_.find(name);
  if (routine_ != nullptr || found == symbol_index_.end()) return std::nullopt;
  const Symbol& symbol = *symbols_[found->second];
  const bool is_computed = initial_values_.contains(name);
  const bool changes = symbol.in_event || symbol.in_derivative || symbol.is_state;
  const bool is_constant = symbol.role == Role::Parameter || symbol.role == Role::Fixed;
  if (changes || !(is_constant || is_computed)) return std::nullopt;
  for (const auto& [given, value] : options_.values) {
    const bool is_changed = is_computed && symbol.constant;
    if (symbol.role == Role::Parameter && !is_changed && program_.names.Find(given) == name) return value;
  }
  if (const auto computed = initial_values_.find(name); computed != initial_values_.end())
    return computed->second;
  if (symbol.setting) return symbol.setting;
  if (!symbol.constant) return std::nullopt;
  const Constant& constant = program_.constants[*symbol.constant];
  // A PARAMETER uses only those before it.
  if (constant.is_fixed)
    return fixed_values_.contains(name) ? std::optional(fixed_values_[name]) : std::nullopt;
  if (constant.kind != DataKind::Number || constant.values.size() != 1) return std::nullopt;
  return constant.values[0];
}

// Whether Fortran would compute with whole numbers.
auto Flattener::IsWhole(NodeId root) const -> bool {
  for (uint32_t k = program_.nodes[root].first; k <= root.index; ++k) {
    const Node& node = program_.nodes[NodeId{k}];
    if (node.kind == NodeKind::Number && !node.is_integer) return false;
    if (node.kind == NodeKind::Name && !whole_values_.contains(node.name)) return false;
    if (node.kind == NodeKind::Operation && node.op == Op::Pow) return false;
  }
  return true;
}

void Flattener::EvaluateFixed() {
  for (const Constant& constant : program_.constants) {
    if (!constant.is_fixed) continue;
    const auto value = TryEvaluate(constant.expression);
    if (!value) emitter_.Emit(constant.span, AcslParameterValue, program_.names.Written(constant.name));
    fixed_values_[constant.name] = value.value_or(0);
    const bool is_whole = SymbolOf(constant.name).kind == expr::Kind::Integer || IsWhole(constant.expression);
    if (is_whole) whole_values_.insert(constant.name);
  }
}

// What a statement of INITIAL does to values that were known: the rest is known only during the run.
void Flattener::ForgetAssigned(const std::vector<Statement>& body) {
  std::vector<Target> targets;
  AddAssigned(body, targets);
  for (const Target& target : targets) {
    initial_values_[target.name] = std::nullopt;
    if (SymbolOf(target.name).setting)
      emitter_.Emit(target.span, AcslSettingValue, program_.names.Written(target.name));
  }
}

// INITIAL from top to bottom, as far as its values follow from constants: settings of the run may be among
// them.
void Flattener::EvaluateInitial() {
  for (const Section& section : program_.sections) {
    if (section.kind != SectionKind::Initial) continue;
    for (const Statement& statement : StructureJumps(section.statements)) {
      const bool is_plain = statement.kind == StatementKind::Assign && statement.targets.size() == 1 &&
                            statement.targets[0].subscripts.empty();
      if (!is_plain) {
        ForgetAssigned({statement});
        continue;
      }
      const Target& target = statement.targets[0];
      const auto value = TryEvaluate(statement.value);
      initial_values_[target.name] = value;
      if (SymbolOf(target.name).setting) TakeSetting(target, value);
    }
  }
}

void Flattener::TakeSetting(const Target& target, std::optional<double> value) {
  const std::string_view name = program_.names.Written(target.name);
  if (!value) {
    emitter_.Emit(target.span, AcslSettingValue, name);
    return;
  }
  SymbolOf(target.name).setting = value;
  Settings& s = program_.settings;
  for (auto* setting : {&s.cinterval, &s.nsteps, &s.maxterval, &s.minterval, &s.algorithm}) {
    if (*setting && (*setting)->name == target.name) (*setting)->value = *value;
  }
  bool is_interval = s.cinterval && s.cinterval->name == target.name;
  for (Section& section : program_.sections) {
    for (auto* setting : {&section.nsteps, &section.maxterval, &section.minterval, &section.algorithm}) {
      if (*setting && (*setting)->name == target.name) (*setting)->value = *value;
    }
    if (section.interval.name != target.name) continue;
    section.interval.value = *value;
    is_interval = true;
  }
  if (is_interval && *value <= 0) emitter_.Emit(target.span, AcslComputedInterval, name, *value);
}

auto Flattener::SettingValue(const std::optional<Setting>& setting, std::string_view default_name,
                             double otherwise) const -> double {
  const std::string wanted(setting ? program_.names.lower[setting->name] : default_name);
  for (const auto& [given, value] : options_.values) {
    if (base::LowerCase(given) == wanted) return value;
  }
  return setting && setting->value != 0 ? setting->value : otherwise;
}

}  // namespace kerf::acsl
