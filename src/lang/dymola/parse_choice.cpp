// Conditional statements: `if` and `case`.
#include "lang/dymola/parser.h"

namespace kerf::dymola {

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
