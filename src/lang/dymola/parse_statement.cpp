// Equations, procedure calls and the statements that contain others.
#include "lang/dymola/parser.h"

namespace kerf::dymola {

namespace {

KERF_DIAG(ProcedureExpected, Error,
          "several variables on the left of `=` need one procedure call on the right");
KERF_DIAG(OutputNotVariable, Error, "only variables can be outputs of a procedure");

}  // namespace

auto Parser::AddBlock(std::vector<Item> items) -> BlockId {
  ast_.blocks.push_back(std::move(items));
  return BlockId{ast_.blocks.size() - 1};
}

void Parser::ParseEquation(std::vector<Item>& items) {
  const Span begin = SpanOf(Peek());
  const uint32_t n_failed = n_failed_;
  const Expr lhs = ParseExpression();
  if (n_failed_ != n_failed) return SkipStatement();
  if (At(Tok::Word) || At(Tok::Comma)) return ParseProcedure(items, lhs, begin);
  FinishEquation(items, lhs, begin);
}

void Parser::FinishEquation(std::vector<Item>& items, Expr lhs, const Span& begin) {
  const uint32_t n_failed = n_failed_;
  if (!Expect(Tok::Equal, "of an equation")) return SkipStatement();
  const Expr rhs = ParseExpression();
  if (n_failed_ != n_failed) return SkipStatement();
  items.push_back({ItemKind::Equation, static_cast<uint32_t>(ast_.equations.size()), SpanFrom(begin)});
  ast_.equations.push_back({lhs, rhs, {}});
}

void Parser::ParseProcedure(std::vector<Item>& items, Expr first, const Span& begin) {
  EquationItem call;
  call.outputs.push_back(first);
  const uint32_t n_failed = n_failed_;
  while ((Accept(Tok::Comma) || At(Tok::Word)) && n_failed_ == n_failed)
    call.outputs.push_back(ParseExpression());
  if (!Expect(Tok::Equal, "of an equation")) return SkipStatement();
  call.rhs = ParseExpression();
  if (n_failed_ != n_failed) return SkipStatement();
  if (ast_[call.rhs.root].kind != NodeKind::Call) {
    emitter_.Emit(SpanFrom(begin), ProcedureExpected);
    return;
  }
  for (const Expr& output : call.outputs) {
    const NodeKind kind = ast_[output.root].kind;
    if (kind == NodeKind::Reference || kind == NodeKind::Prime) continue;
    emitter_.Emit(ast_[output.root].span, OutputNotVariable);
    return;
  }
  items.push_back({ItemKind::Equation, static_cast<uint32_t>(ast_.equations.size()), SpanFrom(begin)});
  ast_.equations.push_back(std::move(call));
}

void Parser::ParseValid(std::vector<Item>& items) {
  const Span begin = SpanOf(Take());
  const uint32_t n_failed = n_failed_;
  const Expr condition = ParseCondition();
  if (n_failed_ != n_failed) return SkipStatement();
  items.push_back({ItemKind::Valid, static_cast<uint32_t>(ast_.valids.size()), SpanFrom(begin)});
  ast_.valids.push_back(condition);
}

// `begin … end` or one statement.
auto Parser::ParseBranchBody(DeclId decl) -> BlockId {
  std::vector<Item> items;
  SkipSeparators();
  if (AcceptWord("begin")) {
    ParseBlock(items, decl, "this `begin`");
  } else {
    ParseItem(items, decl);
  }
  return AddBlock(std::move(items));
}

void Parser::ParseFor(std::vector<Item>& items, DeclId decl) {
  ForItem loop;
  loop.span = SpanOf(Take());
  const uint32_t n_failed = n_failed_;
  loop.name = Take().name;
  ParseLoopHead(loop);
  if (n_failed_ != n_failed) SkipStatement();
  if (loop_names_.size() >= kMaxFamilyDepth) ++n_structural_;
  const uint32_t n_structural = n_structural_;
  loop_names_.push_back(loop.name);
  loop.body = ParseBranchBody(decl);
  loop_names_.pop_back();
  loop.must_unroll = n_structural_ != n_structural;
  if (!loop.last.has_value() || n_failed_ != n_failed) return;
  items.push_back({ItemKind::For, static_cast<uint32_t>(ast_.loops.size()), SpanFrom(loop.span)});
  ast_.loops.push_back(loop);
}

void Parser::ParseLoopHead(ForItem& loop) {
  if (!Expect(Tok::Assign, "after the running index")) return;
  in_loop_head_ = true;
  loop.first = ParseIndexExpression();
  if (AcceptWord("step")) loop.step = ParseIndexExpression();
  if (ExpectWord("to", "in a `for` statement")) {
    loop.last = ParseIndexExpression();
    ExpectWord("do", "in a `for` statement");
  }
  in_loop_head_ = false;
}

}  // namespace kerf::dymola
