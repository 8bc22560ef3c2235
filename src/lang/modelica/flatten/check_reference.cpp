// Potentials that nothing fixes: if all potentials of a connected network can be raised by the same amount
// and every equation still holds, a ground, a fixed flange or another reference is missing.
#include <algorithm>
#include <cmath>

#include "lang/modelica/flatten/flattener.h"

namespace kerf::modelica {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

KERF_DIAG(NoReference, Warning,
          "nothing fixes the level of {}: only differences between them matter; is a ground or a fixed point "
          "missing?",
          std::string);

// Values for all variables: irregular numbers, and in the second run all potentials of one network higher.
class TrialValues : public flat::VarValues {
 public:
  TrialValues(const flat::Model& model, const std::vector<uint32_t>& group_of)
      : model_(model), group_of_(group_of) {}

  auto TryValue(VarId var, flat::Value& value) -> bool override {
    const flat::Var& known = model_.vars[var];
    value = flat::DefaultValue(known.type, *model_.world);
    if (known.type.kind != Kind::Real) return true;
    const double raised = group_of_[var.index] == group ? level : 0;
    const auto number = [&](size_t k) {
      const double x = static_cast<double>(var.index * 31 + k) * 0.6180339887;
      return flat::Value::Real(0.5 + (x - std::floor(x)) + raised);
    };
    if (!value.is_array) {
      value = number(0);
      return true;
    }
    auto& elements = value.MutableElements();
    for (size_t k = 0; k < elements.size(); ++k) elements[k] = number(k);
    return true;
  }
  uint32_t group = 0;
  double level = 0;

 private:
  const flat::Model& model_;
  const std::vector<uint32_t>& group_of_;
};

auto Differs(const flat::Value& x, const flat::Value& y) -> bool {
  if (x.is_array || x.kind == Kind::Record) {
    for (size_t k = 0; k < x.elements().size(); ++k) {
      if (Differs(x.elements()[k], y.elements()[k])) return true;
    }
    return false;
  }
  if (x.kind != Kind::Real) return !(x == y);
  return !(std::fabs(x.real - y.real) <= 1e-9 * (1 + std::fabs(x.real)));
}

}  // namespace

void Flattener::CheckReference() {
  constexpr uint32_t kNone = 0xFFFF'FFFF;
  std::vector<uint32_t> group_of(model_.vars.size(), kNone);
  const auto is_potential = [&](VarId id) {
    const Component* component = elaborator_.ComponentOf(id);
    return model_.vars[id].type.kind == Kind::Real &&
           world_.pool.shapes().count(model_.vars[id].type.shape) > 0 &&
           !component->Has(kFlow | kStream | kInput | kOutput | kParameter | kConstant) &&
           IsInConnector(component);
  };
  for (const VarId id : model_.vars.ids()) {
    if (is_potential(id)) group_of[id.index] = id.index;
  }
  const auto root = [&](uint32_t k) {
    while (group_of[k] != k) k = group_of[k] = group_of[group_of[k]];
    return k;
  };
  std::vector<std::vector<VarId>> potentials_of(model_.equations.size());
  for (const flat::EquationId id : model_.equations.ids()) {
    const flat::Equation& equation = model_.equations[id];
    if (equation.is_initial) continue;
    auto& list = potentials_of[id.index];
    const std::vector<ExprId> sides = {equation.lhs, equation.rhs};
    for (const ExprId node : walker_.Postorder(sides)) {
      if (world_.pool.op(node) == Op::Var && group_of[world_.pool.var(node).index] != kNone)
        list.push_back(world_.pool.var(node));
    }
    for (size_t k = 1; k < list.size(); ++k) group_of[root(list[k].index)] = root(list[0].index);
  }
  for (uint32_t k = 0; k < group_of.size(); ++k) {
    if (group_of[k] != kNone) group_of[k] = root(k);
  }
  // Only connections tie potentials together without fixing anything: one variable alone is no network.
  std::map<uint32_t, std::vector<VarId>> groups;
  for (const VarId id : model_.vars.ids()) {
    if (group_of[id.index] != kNone) groups[group_of[id.index]].push_back(id);
  }
  std::map<uint32_t, bool> is_fixed;
  for (const auto& [group, members] : groups) is_fixed[group] = members.size() < 2;
  TrialValues values(model_, group_of);
  flat::Interpreter interpreter(world_, values, {100'000});
  for (const flat::EquationId id : model_.equations.ids()) {
    if (potentials_of[id.index].empty()) continue;
    const uint32_t group = group_of[potentials_of[id.index][0].index];
    if (is_fixed[group]) continue;
    const flat::Equation& equation = model_.equations[id];
    values.group = group;
    values.level = 0;
    const auto left = equation.domain.has_value() ? std::nullopt : interpreter.Evaluate(equation.lhs);
    const auto right = left ? interpreter.Evaluate(equation.rhs) : std::nullopt;
    values.level = 1.25;
    const auto left_raised = right ? interpreter.Evaluate(equation.lhs) : std::nullopt;
    const auto right_raised = left_raised ? interpreter.Evaluate(equation.rhs) : std::nullopt;
    if (!right_raised) {
      is_fixed[group] = true;
      continue;
    }
    // Both sides may rise together, as in a connection.
    const bool left_moves = Differs(*left, *left_raised);
    const bool right_moves = Differs(*right, *right_raised);
    const bool is_plain = world_.pool.op(equation.lhs) == Op::Var && world_.pool.op(equation.rhs) == Op::Var;
    is_fixed[group] = is_plain ? left_moves != right_moves : left_moves || right_moves;
  }
  for (const auto& [group, members] : groups) {
    if (is_fixed[group]) continue;
    std::string text;
    for (size_t k = 0; k < members.size() && k < 3; ++k)
      text += (k == 0 ? "`" : ", `") + world_.paths.Render(model_.vars[members[k]].path) + "`";
    if (members.size() > 3) text += " and " + std::to_string(members.size() - 3) + " more";
    const NodeRef def = root_->shape->def;
    emitter_.Emit(program_.SpanOf(def.tree(), def.node().token), NoReference, text);
  }
}

}  // namespace kerf::modelica
