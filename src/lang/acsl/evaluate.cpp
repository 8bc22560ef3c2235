// Values of constant expressions: sizes, PARAMETERs, the end of the run.
#include <cmath>

#include "lang/acsl/flattener.h"

namespace kerf::acsl {

namespace {

using expr::Op;

KERF_DIAG(AcslParameterValue, Error, "the value of the PARAMETER `{}` cannot be computed here",
          std::string_view);

auto Apply(Op op, double a, double b) -> std::optional<double> {
  switch (op) {
    case Op::Neg: return -a;
    case Op::Add: return a + b;
    case Op::Sub: return a - b;
    case Op::Mul: return a * b;
    case Op::Div: return a / b;
    case Op::Pow: return std::pow(a, b);
    default:      return std::nullopt;
  }
}

}  // namespace

auto Flattener::TryEvaluate(NodeId root) -> std::optional<double> {
  std::unordered_map<NodeId, double> values;
  for (uint32_t k = program_.nodes[root].first; k <= root.index; ++k) {
    const NodeId id{k};
    const Node& node = program_.nodes[id];
    std::optional<double> value;
    if (node.kind == NodeKind::Number) value = node.value;
    if (node.kind == NodeKind::Name) value = TryNamed(node.name);
    if (node.kind == NodeKind::Operation) {
      const auto a = values.find(node.operands[0]);
      const auto b = values.find(node.operands.back());
      const bool is_division = node.op == Op::Div && IsWhole(node.operands[0]) && IsWhole(node.operands[1]);
      if (a != values.end() && b != values.end()) value = Apply(node.op, a->second, b->second);
      if (value && is_division) value = std::trunc(*value);
    }
    if (!value || !std::isfinite(*value)) return std::nullopt;
    values.emplace(id, *value);
  }
  return values.at(root);
}

// A constant or setting, or what was given for it from outside.
auto Flattener::TryNamed(NameId name) -> std::optional<double> {
  const auto found = symbol_index_.find(name);
  if (found == symbol_index_.end()) return std::nullopt;
  const Symbol& symbol = *symbols_[found->second];
  const bool changes = symbol.in_event || symbol.in_derivative || symbol.n_in_initial > 0;
  if (changes || (symbol.role != Role::Parameter && symbol.role != Role::Fixed)) return std::nullopt;
  for (const auto& [given, value] : options_.values) {
    if (symbol.role == Role::Parameter && program_.names.Find(given) == name) return value;
  }
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

auto Flattener::SettingValue(const std::optional<Setting>& setting, std::string_view default_name,
                             double otherwise) const -> double {
  const std::string wanted(setting ? program_.names.lower[setting->name] : default_name);
  for (const auto& [given, value] : options_.values) {
    if (base::LowerCase(given) == wanted) return value;
  }
  return setting && setting->value != 0 ? setting->value : otherwise;
}

}  // namespace kerf::acsl
