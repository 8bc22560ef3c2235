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

auto Parser::AtStatementKeyword() const -> bool {
  if (At(Tok::Separator) || AtWord("begin") || AtWord("connect") || AtWord("valid") || AtWord("if"))
    return true;
  if (AtWord("for") && At(Tok::Word, 1)) return true;
  const bool is_declaration =
      AtWord("cut") || AtWord("node") || AtWord("path") || AtWord("main") || AtWord("submodel");
  return VariableKeyword() >= 0 || (is_declaration && (At(Tok::Word, 1) || At(Tok::LeftParen, 1)));
}

// An `else` here, or on the next line.
auto Parser::AtElse() -> bool {
  if (At(Tok::Separator) && AtWord("else", 1)) Take();
  return AcceptWord("else");
}

// `if c then x else y = z` is an equation; anything else after `then` makes a conditional statement.
void Parser::ParseIf(std::vector<Item>& items, DeclId decl) {
  const uint32_t n_declarations = n_declarations_;
  const uint32_t n_failed = n_failed_;
  ChoiceItem choice;
  choice.span = SpanOf(Take());
  const Expr condition = ParseCondition();
  ExpectWord("then", "after the condition");
  if (n_failed_ != n_failed) return SkipStatement();
  ++n_structural_;
  ++depth_in_choice_;
  if (AtStatementKeyword()) {
    choice.branches.push_back({{condition}, ParseBranchBody(decl)});
  } else {
    const Span begin = SpanOf(Peek());
    const NodeId first = NextNode();
    const uint32_t value = Sum();
    if (AcceptWord("else")) {
      --depth_in_choice_;
      const uint32_t root = FinishIf({condition.root.index, value}, choice.span);
      return FinishEquation(items, {condition.first, NodeId{root}}, choice.span);
    }
    std::vector<Item> body;
    if (n_failed_ == n_failed) FinishEquation(body, {first, NodeId{value}}, begin);
    if (n_failed_ != n_failed) SkipStatement();
    choice.branches.push_back({{condition}, AddBlock(std::move(body))});
  }
  ParseElseBranches(choice, decl);
  --depth_in_choice_;
  AddChoice(items, std::move(choice), n_declarations);
}

void Parser::ParseElseBranches(ChoiceItem& choice, DeclId decl) {
  while (AtElse()) {
    const uint32_t n_failed = n_failed_;
    if (!AcceptWord("if")) {
      choice.branches.push_back({{}, ParseBranchBody(decl)});
      return;
    }
    const Expr condition = ParseCondition();
    ExpectWord("then", "after the condition");
    if (n_failed_ != n_failed) return SkipStatement();
    choice.branches.push_back({{condition}, ParseBranchBody(decl)});
  }
}

void Parser::AddChoice(std::vector<Item>& items, ChoiceItem choice, uint32_t n_declarations_before) {
  choice.has_declarations = n_declarations_ != n_declarations_before;
  items.push_back({ItemKind::Choice, static_cast<uint32_t>(ast_.choices.size()), SpanFrom(choice.span)});
  ast_.choices.push_back(std::move(choice));
}

// `case n of begin 1: …; 2, 3: …; else … end`; the `begin` may be left out.
void Parser::ParseCase(std::vector<Item>& items, DeclId decl) {
  const uint32_t n_declarations = n_declarations_;
  const uint32_t n_failed = n_failed_;
  ChoiceItem choice;
  choice.span = SpanOf(Take());
  choice.selector = ParseIndexExpression();
  ExpectWord("of", "after the selector");
  if (n_failed_ != n_failed) SkipStatement();
  ++n_structural_;
  ++depth_in_choice_;
  SkipSeparators();
  AcceptWord("begin");
  SkipSeparators();
  while (!AtWord("end") && !At(Tok::End)) {
    ParseCaseBranch(choice, decl);
    EndStatement();
    SkipSeparators();
  }
  ExpectWord("end", "after the branches of `case`");
  --depth_in_choice_;
  if (n_failed_ == n_failed) AddChoice(items, std::move(choice), n_declarations);
}

void Parser::ParseCaseBranch(ChoiceItem& choice, DeclId decl) {
  Branch branch;
  if (AcceptWord("else")) {
    Accept(Tok::Colon);
  } else {
    do branch.labels.push_back(ParseIndexExpression());
    while (Accept(Tok::Comma));
    if (!Expect(Tok::Colon, "after the label")) return SkipStatement();
  }
  branch.body = ParseBranchBody(decl);
  choice.branches.push_back(std::move(branch));
}

}  // namespace kerf::dymola
