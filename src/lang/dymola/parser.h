// Recursive descent over the tokens of one buffer. The depth of nesting is limited; lists, sums, products and
// chains of connections are loops. After a mistake the parser goes on at the next statement, so one run
// reports all of them.
#pragma once

#include <string>
#include <string_view>

#include "diag/diag.h"
#include "lang/dymola/lexer.h"
#include "lang/dymola/program.h"

namespace kerf::dymola {

class Parser {
 public:
  Parser(const TokenList& list, Program& program, diag::Emitter& emitter)
      : list_(list), program_(program), ast_(program.ast), emitter_(emitter) {}

  // Called for each `@` line between models with the span of the file's name.
  template <typename OnInclude>
  void ParseFile(OnInclude on_include) {
    while (!At(Tok::End)) {
      if (Accept(Tok::Separator)) continue;
      if (At(Tok::Include)) {
        on_include(SpanOf(Take()));
      } else {
        ParseTopLevel();
      }
    }
  }

 private:
  // Nested parentheses, models, statements and cuts.
  static constexpr int kMaxDepth = 200;
  // Families of equations have at most this many running indices.
  static constexpr size_t kMaxFamilyDepth = 4;

  class Deeper {
   public:
    explicit Deeper(Parser& parser) : parser_(parser) { ++parser_.depth_; }
    Deeper(const Deeper&) = delete;
    auto operator=(const Deeper&) -> Deeper& = delete;
    ~Deeper() { --parser_.depth_; }

   private:
    Parser& parser_;
  };

  // parser.cpp: tokens and recovery.
  [[nodiscard]] auto Peek(size_t ahead = 0) const -> const Token&;
  [[nodiscard]] auto At(Tok kind, size_t ahead = 0) const -> bool { return Peek(ahead).kind == kind; }
  [[nodiscard]] auto AtWord(std::string_view word, size_t ahead = 0) const -> bool;
  [[nodiscard]] auto AtStatementEnd() const -> bool { return At(Tok::Separator) || At(Tok::End); }
  [[nodiscard]] auto SpanOf(const Token& token) const -> Span {
    return {list_.buffer, token.begin, token.end};
  }
  [[nodiscard]] auto SpanFrom(const Span& begin) const -> Span;
  [[nodiscard]] auto Describe(const Token& token) const -> std::string;
  auto Take() -> const Token&;
  auto Accept(Tok kind) -> bool;
  auto AcceptWord(std::string_view word) -> bool;
  auto Expect(Tok kind, std::string_view context) -> bool;
  auto ExpectWord(std::string_view word, std::string_view context) -> bool;
  auto Fail(std::string_view expected) -> bool;
  auto IsTooDeep() -> bool;
  void Note1991(const Span& span, std::string_view what);
  void SkipStatement();
  void SkipSeparators();
  void EndStatement();

  // parse_model.cpp
  void ParseTopLevel();
  auto ParseModel(DeclId parent) -> DeclId;
  void AddType(DeclId decl, DeclId parent);
  void ParseBlock(std::vector<Item>& items, DeclId decl, std::string_view what);
  auto AtBlockEnd() const -> bool;
  void ParseItem(std::vector<Item>& items, DeclId decl);
  auto TryDeclaration(std::vector<Item>& items, DeclId decl) -> bool;

  // parse_declaration.cpp
  auto VariableKeyword() const -> int;
  void ParseVariables(std::vector<Item>& items, DeclId decl, VarKind kind);
  [[nodiscard]] auto IsLocal(const std::vector<Item>& items, NameId name) const -> bool;
  auto ParseDeclarator() -> Declarator;
  void ParseSubmodels(std::vector<Item>& items);
  void ParseInPlaceModel(std::vector<Item>& items, DeclId decl);
  void ParseArguments(SubmodelItem& item);
  auto AtStarts() const -> bool;
  void ParseStarts(SubmodelItem& item);
  auto ParseSizes() -> std::vector<Expr>;

  // parse_cut.cpp
  void ParseCuts(std::vector<Item>& items, bool is_main, bool is_node);
  void ParsePaths(std::vector<Item>& items, bool is_main);
  auto IsCutSpec() const -> bool;
  auto AtCutSizes() const -> bool;
  auto AtNestedTuple() const -> bool;
  auto ParseCut(bool allow_dot) -> CutExprId;
  auto ParseVariableCut() -> CutExprId;
  void ParseElements(std::vector<CutElement>& elements);
  auto ParseCutTuple() -> CutExprId;
  auto AddCut(CutExpr cut) -> CutExprId;

  // parse_statement.cpp and parse_choice.cpp
  void ParseEquation(std::vector<Item>& items);
  void FinishEquation(std::vector<Item>& items, Expr lhs, const Span& begin);
  void ParseProcedure(std::vector<Item>& items, Expr first, const Span& begin);
  void ParseFor(std::vector<Item>& items, DeclId decl);
  void ParseLoopHead(ForItem& loop);
  void ParseIf(std::vector<Item>& items, DeclId decl);
  void ParseElseBranches(ChoiceItem& choice, DeclId decl);
  auto AtStatementKeyword() const -> bool;
  auto AtElse() -> bool;
  auto AddBlock(std::vector<Item> items) -> BlockId;
  void ParseCase(std::vector<Item>& items, DeclId decl);
  void ParseCaseBranch(ChoiceItem& choice, DeclId decl);
  auto ParseBranchBody(DeclId decl) -> BlockId;
  void ParseValid(std::vector<Item>& items);
  void AddChoice(std::vector<Item>& items, ChoiceItem choice, uint32_t n_declarations_before);

  // parse_connection.cpp
  void ParseConnect(std::vector<Item>& items);
  auto ParseConnExpression() -> uint32_t;
  auto ParseConnSecondary() -> uint32_t;
  auto ParseConnTuple() -> uint32_t;
  auto ParseConnOperand() -> uint32_t;
  auto TryConnOp() -> int;
  auto AddConn(ConnNode node) -> uint32_t;

  // parse_expression.cpp, parse_condition.cpp, parse_primary.cpp: nodes; each returns the index of the root
  // it made.
  auto ParseExpression() -> Expr;
  auto ParseListExpression() -> Expr;
  auto ParseCondition() -> Expr;
  auto ParseIndexExpression() -> Expr;
  auto Arithmetic() -> uint32_t;
  auto AtIf() const -> bool;
  auto IfExpression() -> uint32_t;
  auto FinishIf(std::vector<uint32_t> parts, const Span& begin) -> uint32_t;
  auto Sum() -> uint32_t;
  auto Product() -> uint32_t;
  auto Power() -> uint32_t;
  auto Primary() -> uint32_t;
  auto Parenthesis() -> uint32_t;
  auto Display() -> uint32_t;
  auto CallOf(NameId name, const Span& span) -> uint32_t;
  auto Primes(uint32_t operand) -> uint32_t;
  auto Disjunction() -> uint32_t;
  auto Conjunction() -> uint32_t;
  auto Negation() -> uint32_t;
  auto Relation() -> uint32_t;
  auto Add(Node node) -> uint32_t;
  auto AddBinary(expr::Op op, uint32_t a, uint32_t b) -> uint32_t;
  auto AddError() -> uint32_t;
  auto AtListItemSign() const -> bool;
  auto NextNode() const -> NodeId { return NodeId{ast_.nodes.size()}; }

  // parse_reference.cpp
  void ParseSteps(uint32_t& first, uint32_t& count, bool in_connection);
  auto ParseStep(Joint joint) -> Step;
  auto TryJoint(bool in_connection) -> Joint;
  auto ColonNode() -> uint32_t;
  auto ParseReference() -> uint32_t;

  const TokenList& list_;
  Program& program_;
  Ast& ast_;
  diag::Emitter& emitter_;
  size_t pos_ = 0;
  int depth_ = 0;
  // One more than the place of the last message, so that one place gives one message.
  size_t failed_at_ = 0;
  uint32_t n_failed_ = 0;
  bool in_list_ = false;
  // Between the brackets of a tuple of cuts.
  bool in_cut_tuple_ = false;
  bool in_index_ = false;
  bool in_loop_head_ = false;
  // What makes a loop unroll, and declarations, counted so that a statement knows whether it contains any.
  uint32_t n_structural_ = 0;
  uint32_t n_declarations_ = 0;
  int depth_in_choice_ = 0;
  std::vector<NameId> loop_names_;
  // Cuts and nodes declared so far in the model at hand.
  std::vector<NameId> cut_names_;
};

}  // namespace kerf::dymola
