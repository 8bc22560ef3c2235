// Expressions of a body as numbers that can be written: what a choice guards is computed by statements, since
// in some languages both sides of a choice are computed, and long terms that repeat are computed once.
#include <algorithm>
#include <set>

#include "emit/lower_function.h"
#include "expr/walk.h"

namespace kerf::emit {

using expr::Op;

namespace {

// Nodes of a tree above which repetition is looked at, how many times larger than the DAG it must be, and
// below which size terms are repeated rather than named.
constexpr double kLongFunctionText = 60;
constexpr double kFunctionRepetition = 1.5;
constexpr double kSmallFunctionTerm = 4;

auto IsChoice(Op op) -> bool { return op == Op::If || op == Op::And || op == Op::Or; }

}  // namespace

auto PlainNumbers(expr::Pool& pool, ExprId value) -> ExprId {
  expr::Walker walker(pool);
  expr::Memo<ExprId> made;
  std::vector<ExprId> x;
  for (const ExprId id : walker.Postorder(value)) {
    x.clear();
    for (const ExprId operand : pool.operands(id)) x.push_back(made[operand]);
    ExprId plain = x.empty() ? id : ExprId{};
    switch (pool.op(id)) {
      case Op::ToReal:
      case Op::ToInteger:
      case Op::ToEnumeration:
      case Op::NoEvent:       plain = x[0]; break;
      case Op::Smooth:        plain = x[1]; break;
      case Op::IntegerPart:   plain = pool.Unary(Op::Floor, x[0]); break;
      default:                break;
    }
    made[id] = plain.has_value() ? plain : pool.Rebuild(id, x);
  }
  return made[value];
}

auto FunctionLowering::Evaluate(ExprId root, std::vector<Symbol>& outputs) -> bool {
  machine_.SetIterators(iterators_);
  return machine_.EvaluateInside(*body_, locals_, root, outputs) || FailAsMachine();
}

auto FunctionLowering::EvaluateLeaf(ExprId root, ExprId& out) -> bool {
  std::vector<Symbol> outputs;
  if (!Evaluate(root, outputs)) return false;
  if (!transform::IsLeaf(outputs[0])) return Fail("an array where a number is needed");
  out = transform::ExprOf(outputs[0]);
  return true;
}

// A call may never end, and a subscript may be out of range, where the condition before it does not hold.
auto FunctionLowering::NeedsCare(ExprId root) -> bool {
  expr::Walker walker(pool_);
  return std::ranges::any_of(walker.Postorder(root), [&](ExprId id) {
    return pool_.op(id) == Op::Call ||
           (pool_.op(id) == Op::Subscript && pool_.op(pool_.operand(id, 1)) != Op::Integer);
  });
}

// t := first; only then, if it matters, the rest.
auto FunctionLowering::SettleChoice(ExprId id, ExprId first) -> ExprId {
  const ExprId result = Temporary(pool_[id].kind);
  const Op op = pool_.op(id);
  const std::vector<ExprId> operands(pool_.operands(id).begin(), pool_.operands(id).end());
  if (op != Op::If) Assign(result, first);
  ScalarStatement choice = StatementOf(Kind::If);
  const ExprId condition = op == Op::If ? first : op == Op::And ? result : pool_.Unary(Op::Not, result);
  choice.branches.push_back({condition, {}});
  if (op == Op::If) choice.branches.push_back({{}, {}});
  for (size_t k = 0; k < choice.branches.size(); ++k) {
    Inside(choice.branches[k].body, [&] {
      Assign(result, Settled(operands[k + 1]));
      return true;
    });
  }
  statements_->push_back(std::move(choice));
  return result;
}

// What is to be known about the nodes of a value, operands first, before it is taken apart.
struct FunctionLowering::Parts {
  std::vector<ExprId> nodes;
  expr::Memo<double> sizes;
  expr::Memo<uint32_t> uses;
  // Choices of which only the first operand may be computed without asking.
  std::set<ExprId> careful;
  std::set<ExprId> certain;
  bool is_long = false;
};

void FunctionLowering::Measure(ExprId root, Parts& parts) {
  expr::Walker walker(pool_);
  parts.nodes = walker.Postorder(root);
  for (const ExprId id : parts.nodes) {
    parts.sizes[id] = 1;
    parts.uses[id] = 0;
    const auto operands = pool_.operands(id);
    for (const ExprId operand : operands) {
      parts.sizes[id] += parts.sizes[operand];
      // A call of several results is never a number by itself.
      if (pool_.op(id) != Op::Output) ++parts.uses[operand];
    }
    const bool is_careful = IsChoice(pool_.op(id)) &&
                            std::ranges::any_of(operands.subspan(1), [&](ExprId x) { return NeedsCare(x); });
    if (is_careful) parts.careful.insert(id);
  }
  const auto n_nodes = static_cast<double>(parts.nodes.size());
  parts.is_long = parts.sizes[root] > kLongFunctionText && parts.sizes[root] > kFunctionRepetition * n_nodes;
  parts.certain = {root};
  for (size_t k = parts.nodes.size(); k-- > 0;) {
    if (!parts.certain.contains(parts.nodes[k])) continue;
    const auto operands = pool_.operands(parts.nodes[k]);
    const size_t n_certain = parts.careful.contains(parts.nodes[k]) ? 1 : operands.size();
    parts.certain.insert(operands.begin(), operands.begin() + static_cast<std::ptrdiff_t>(n_certain));
  }
}

auto FunctionLowering::Settled(ExprId root) -> ExprId {
  root = PlainNumbers(pool_, root);
  Parts parts;
  Measure(root, parts);
  if (parts.careful.empty() && !parts.is_long) return root;
  expr::Memo<ExprId> made;
  std::vector<ExprId> operands;
  for (const ExprId id : parts.nodes) {
    if (!parts.certain.contains(id)) continue;
    if (parts.careful.contains(id)) {
      made[id] = SettleChoice(id, made[pool_.operand(id, 0)]);
      continue;
    }
    operands.clear();
    for (const ExprId operand : pool_.operands(id)) operands.push_back(made[operand]);
    made[id] = operands.empty() ? id : pool_.Rebuild(id, operands);
    const bool is_term = id != root && parts.is_long && parts.uses[id] > 1 &&
                         parts.sizes[id] >= kSmallFunctionTerm && pool_.op(id) != Op::Subscript;
    if (!is_term) continue;
    const ExprId term = Temporary(pool_[id].kind);
    Assign(term, made[id]);
    made[id] = term;
  }
  return made[root];
}

}  // namespace kerf::emit
