// Loops of a function's body: they stay loops, or are unrolled where what is inside must know the index.
#include <algorithm>

#include "emit/lower_function.h"

namespace kerf::emit {

using expr::Op;
using flat::StatementKind;

namespace {

constexpr size_t kMaxUnrolled = 2'000;

// A break that ends the loop with this body, not one inside it.
auto HasBreak(const std::vector<flat::Statement>& body) -> bool {
  return std::ranges::any_of(body, [](const flat::Statement& statement) {
    if (statement.kind == StatementKind::Break) return true;
    return statement.kind == StatementKind::If &&
           std::ranges::any_of(statement.branches, [](const flat::Branch& b) { return HasBreak(b.body); });
  });
}

}  // namespace

// A condition that needs statements of its own is looked at inside the loop.
auto FunctionLowering::LowerWhile(const flat::Statement& statement) -> bool {
  ScalarStatement loop = StatementOf(Kind::While);
  loop.branches.emplace_back();
  ExprId condition;
  if (!EvaluateLeaf(statement.branches[0].condition, condition)) return false;
  Statements before;
  Inside(before, [&] {
    condition = Settled(condition);
    return true;
  });
  ScalarBranch& body = loop.branches[0];
  if (before.empty()) {
    body.condition = condition;
  } else {
    body.body = std::move(before);
    ScalarStatement end = StatementOf(Kind::If);
    end.branches.push_back({pool_.Unary(Op::Not, condition), {StatementOf(Kind::Break)}});
    body.body.push_back(std::move(end));
  }
  if (!Inside(body.body, [&] { return LowerStatements(statement.branches[0].body); })) return false;
  statements_->push_back(std::move(loop));
  return true;
}

// A loop over whole numbers whose body does not ask for the index before the run.
auto FunctionLowering::TryLoop(const flat::Statement& statement, std::span<const ExprId> range) -> bool {
  const ExprId step = range.size() == 3 ? range[1] : pool_.Integer(1);
  if (!pool_.IsNumber(step) || pool_.number(step) == 0) return Fail("a loop with a step that is no number");
  std::string name = "kerf_i";
  if (pool_.op(statement.target) == Op::Iterator)
    name = std::string(world_.names[pool_.name(statement.target)]);
  const ExprId index = Scalar(AddVariable(name, Storage::Own, 0, expr::Kind::Integer), expr::Kind::Integer);
  ExprId last = range.back();
  Assign(index, Settled(range[0]));
  if (!transform::IsLiteral(pool_, last)) {
    last = Temporary(expr::Kind::Integer);
    Assign(last, Settled(range.back()));
  }
  const bool is_up = pool_.number(step) > 0;
  ScalarStatement loop = StatementOf(Kind::While);
  loop.branches.push_back({pool_.Binary(is_up ? Op::LessEqual : Op::GreaterEqual, index, last), {}});
  const size_t n_iterators = iterators_.size();
  if (pool_.op(statement.target) == Op::Iterator)
    iterators_.push_back(
        {pool_.position(statement.target), pool_.name(statement.target), transform::LeafSymbol(index)});
  const bool is_done = Inside(loop.branches[0].body, [&] {
    if (pool_.op(statement.target) != Op::Iterator) {
      std::vector<Symbol> place;
      if (!Evaluate(statement.target, place)) return false;
      Assign(transform::ExprOf(place[0]), index);
    }
    if (!LowerStatements(statement.branches[0].body)) return false;
    const double size = pool_.number(step);
    const ExprId next = is_up ? pool_.Add(index, step) : pool_.Sub(index, pool_.Real(-size));
    Assign(index, next);
    return true;
  });
  iterators_.resize(n_iterators);
  if (is_done) statements_->push_back(std::move(loop));
  return is_done;
}

auto FunctionLowering::Unroll(const flat::Statement& statement) -> bool {
  std::vector<Symbol> range;
  if (!Evaluate(statement.value, range)) return false;
  if (!range[0].is_array || range[0].elements().size() > kMaxUnrolled) return Fail("a loop that is too long");
  if (pool_.op(statement.target) != Op::Iterator) return Fail("a loop over a variable");
  const std::vector<flat::Statement>& body = statement.branches[0].body;
  Statements made;
  const size_t n_iterators = iterators_.size();
  iterators_.push_back({pool_.position(statement.target), pool_.name(statement.target), {}});
  const bool is_done = Inside(made, [&] {
    return std::ranges::all_of(range[0].elements(), [&](const Symbol& value) {
      iterators_[n_iterators].value = value;
      return LowerStatements(body);
    });
  });
  iterators_.resize(n_iterators);
  if (!is_done) return false;
  if (!HasBreak(body)) {
    statements_->insert(statements_->end(), made.begin(), made.end());
    return true;
  }
  made.push_back(StatementOf(Kind::Break));
  ScalarStatement once = StatementOf(Kind::While);
  once.branches.push_back({{}, std::move(made)});
  statements_->push_back(std::move(once));
  return true;
}

auto FunctionLowering::LowerFor(const flat::Statement& statement) -> bool {
  if (pool_.op(statement.value) != Op::Range) return Unroll(statement);
  const std::vector<ExprId> bounds(pool_.operands(statement.value).begin(),
                                   pool_.operands(statement.value).end());
  std::vector<ExprId> range(bounds.size());
  bool is_whole = true;
  bool is_literal = true;
  for (size_t k = 0; k < bounds.size(); ++k) {
    if (!EvaluateLeaf(bounds[k], range[k])) return false;
    is_whole = is_whole && pool_[range[k]].kind == expr::Kind::Integer;
    is_literal = is_literal && transform::IsLiteral(pool_, range[k]);
  }
  const size_t n_statements = statements_->size();
  const size_t n_variables = out_->variables.size();
  if (is_whole && TryLoop(statement, range)) return true;
  if (!is_literal)
    return !why_.empty() ? false : Fail("a loop over numbers that are known only during the run");
  statements_->resize(n_statements);
  out_->variables.resize(n_variables);
  return Unroll(statement);
}

}  // namespace kerf::emit
