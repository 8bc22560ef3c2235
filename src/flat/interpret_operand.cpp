// Leaves with values from outside, lists of operands, and operands that must be of one kind.
#include <fmt/format.h>

#include "flat/interpret_machine.h"
#include "flat/interpret_scalar.h"
#include "flat/interpret_text.h"

namespace kerf::flat {

using expr::Kind;
using expr::Node;
using expr::Op;

auto Machine::EvalText(ExprId id, Value& out) -> bool {
  out = Value::Text(std::string(world_.names[pool_.name(id)]));
  return true;
}

auto Machine::EvalVar(ExprId id, Value& out) -> bool {
  const VarId var = pool_.var(id);
  const uint64_t n_failures = n_failures_;
  if (vars_.TryValue(var, out)) {
    if (pool_[id].kind == Kind::Real) ConvertToReal(out);
    return true;
  }
  // An evaluation of the variable's binding has told more already.
  if (n_failures_ != n_failures) return false;
  return FailUnknown("a variable has no value", var);
}

auto Machine::EvalIterator(const Node& node, Value& out) -> bool {
  for (size_t k = iterators_.size(); k-- > frame_.iterators;) {
    const IteratorValue& iterator = iterators_[k];
    if (iterator.position != node.ab[0].index || iterator.name.index != node.ab[1].index) continue;
    out = iterator.value;
    return true;
  }
  const NameId name{node.ab[1].index};
  return FailUnknown(fmt::format("the iterator {} has no value", world_.names[name]));
}

auto Machine::EvalSemiLinear(ExprId id, Value& out) -> bool {
  Value x;
  if (!Eval(pool_.operand(id, 0), x) || !Eval(pool_.operand(id, x.number() >= 0 ? 1 : 2), out)) return false;
  std::string text;
  return ApplyBinary(Op::Mul, out, x, text) || Fail(text);
}

auto Machine::EvalToText(ExprId id, Value& out) -> bool {
  Value value;
  if (!Eval(pool_.operand(id, 0), value)) return false;
  std::vector<Value> options;
  if (!EvalOperands(id, 1, options)) return false;
  TextFormat format;
  std::vector<int64_t> integers;
  for (const Value& option : options) {
    if (option.kind == Kind::Text) format.specification = option.text();
    if (option.kind == Kind::Boolean) format.is_left_justified = option.boolean();
    if (option.kind == Kind::Integer) integers.push_back(option.integer);
  }
  // Significant digits stand before the minimum length; only a Real has them.
  if (integers.size() > 1 || (integers.size() == 1 && value.kind == Kind::Real)) {
    format.significant_digits = integers[0];
  }
  if (integers.size() > 1) format.minimum_length = integers[1];
  if (integers.size() == 1 && value.kind != Kind::Real) format.minimum_length = integers[0];
  std::string text;
  std::string message;
  if (!FormatValue(value, format, world_, text, message)) return Fail(message);
  out = Value::Text(std::move(text));
  return true;
}

// Operands are asked for one by one: an evaluation may make expressions, which moves the pool's lists.
auto Machine::EvalOperands(ExprId id, size_t first, std::vector<Value>& values) -> bool {
  const size_t n = pool_.operands(id).size();
  values.resize(n - first);
  for (size_t k = first; k < n; ++k) {
    if (!Eval(pool_.operand(id, k), values[k - first])) return false;
  }
  return true;
}

auto Machine::EvalInteger(ExprId id, int64_t& value) -> bool {
  Value result;
  if (!Eval(id, result)) return false;
  if (result.is_array || result.kind == Kind::Text || result.kind == Kind::Record) {
    return Fail("an Integer is needed here");
  }
  if (result.kind == Kind::Real) ConvertKind(result, Kind::Integer, 0);
  if (result.kind == Kind::Real) return Fail("an Integer is needed here");
  value = result.integer + (result.kind == Kind::Boolean ? 1 : 0);
  return true;
}

auto Machine::EvalCondition(ExprId id, bool& value) -> bool {
  Value result;
  if (!Eval(id, result)) return false;
  if (result.kind != Kind::Boolean || result.is_array) return Fail("a condition must be a Boolean scalar");
  value = result.boolean();
  return true;
}

}  // namespace kerf::flat
