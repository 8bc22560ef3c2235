// The parser: recursive descent after the grammar in docs/cosy.md, one function for each of its rules, with a
// limit on nesting. After a mistake it goes on behind the next semicolon.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "lang/cosy/program.h"

namespace kerf::cosy {

// A MODEL whose body is one CASE may share its END, as the programs of 1979 write it; or each has its own.
enum class ModelEnd : uint8_t { Shared, Own };

class Parser {
 public:
  Parser(std::vector<Token> tokens, Program& program, ModelEnd model_end, diag::Emitter& emitter)
      : tokens_(std::move(tokens)), program_(program), model_end_(model_end), emitter_(emitter) {}

  // parse_program.cpp
  void Run();
  // Declarations alone, as they stand in VAR.
  void RunDeclarations();
  // parse_external.cpp: definitions alone, as they stand in the text of an external process.
  void RunExternal();

 private:
  // parser.cpp
  [[nodiscard]] auto Peek(size_t ahead = 0) const -> const Token&;
  auto Take() -> const Token&;
  [[nodiscard]] auto Is(Tok kind) const -> bool { return Peek().kind == kind; }
  [[nodiscard]] auto Word(size_t ahead = 0) const -> std::string_view;
  [[nodiscard]] auto IsWord(std::string_view word) const -> bool { return Word() == word; }
  auto Accept(Tok kind) -> bool;
  auto AcceptWord(std::string_view word) -> bool;
  auto Expect(Tok kind) -> bool;
  auto ExpectWord(std::string_view word) -> bool;
  auto ExpectName(NameId& name) -> bool;
  auto Unexpected(std::string_view wanted) -> bool;
  void SkipStatement();
  auto IsTooDeep() -> bool;
  [[nodiscard]] auto SpanFrom(const Token& first) const -> Span;
  auto ReadNames(std::vector<NameId>& names) -> bool;
  // name = value, with `:=` as good as `=`.
  auto ReadSetting(Setting& setting) -> bool;
  // `name = value`, where that word follows.
  auto ReadOption(std::string_view word, NodeId& value) -> bool;
  [[nodiscard]] auto EndsList() const -> bool { return Is(Tok::EndWord) || Is(Tok::End); }

  // parse_expression.cpp
  auto Expression() -> NodeId;
  auto Conjunction() -> NodeId;
  auto Negation() -> NodeId;
  auto Relation() -> NodeId;
  auto Sum() -> NodeId;
  auto Term() -> NodeId;
  auto Factor() -> NodeId;
  auto Primary() -> NodeId;
  auto Variable() -> NodeId;
  auto ReadList(std::vector<NodeId>& values, Tok close) -> bool;
  auto AddNode(Node node) -> NodeId;
  auto Operation(expr::Op op, NodeId a, NodeId b) -> NodeId;

  // parse_statement.cpp
  void Statements(std::vector<Statement>& list);
  auto ReadStatement(Statement& statement) -> bool;
  auto ReadPart(std::vector<Statement>& body) -> bool;
  auto ReadIf(Statement& statement) -> bool;
  auto ReadFor(Statement& statement) -> bool;
  auto ReadWhile(Statement& statement) -> bool;
  auto ReadCase(Statement& statement) -> bool;
  auto ReadWith(Statement& statement) -> bool;
  auto ReadAssignment(Statement& statement) -> bool;
  auto ReadWrite(Statement& statement) -> bool;

  // parse_command.cpp
  [[nodiscard]] auto IsCommand() const -> bool;
  auto ReadCommand(Statement& statement) -> bool;
  auto ReadSchedule(Statement& statement) -> bool;
  auto ReadGenerate(Statement& statement) -> bool;
  auto ReadCopy(Statement& statement) -> bool;
  auto ReadWhere(Statement& statement) -> bool;
  auto ReadErrorExit(Statement& statement) -> bool;

  // parse_wait.cpp
  auto ReadPatience(Statement& statement, bool needs_else) -> bool;
  auto ReadResource(Statement& statement) -> bool;
  auto ReadWaitSignal(Statement& statement) -> bool;
  auto ReadWaitUntil(Statement& statement) -> bool;
  auto ReadWhen(Statement& statement) -> bool;
  auto ReadRemove(Statement& statement) -> bool;

  // parse_equation.cpp
  void Equations(std::vector<Equation>& list);
  auto ReadEquation(Equation& equation) -> bool;
  auto ReadEquationPart(std::vector<Equation>& body) -> bool;
  auto ReadEquality(Equation& equation) -> bool;
  auto ReadCall(Equation& equation) -> bool;
  auto ReadAssociations(Equation& equation) -> bool;
  auto ReadAssociationList(std::vector<Association>& list) -> bool;
  auto ReadModel(Equation& equation) -> bool;
  auto ReadEquationCase(Equation& equation) -> bool;
  auto ReadEquationFor(Equation& equation) -> bool;
  auto ReadEquationIf(Equation& equation) -> bool;
  // parse_nosort.cpp
  [[nodiscard]] auto IsNoSort() const -> bool;
  auto ReadNoSort(Equation& equation) -> bool;
  [[nodiscard]] auto IsCall() const -> bool;

  // parse_condition.cpp
  auto ReadCondition(Equation& equation) -> bool;
  auto ReadCommunication(Equation& equation) -> bool;
  auto ReadImplicit(Equation& equation) -> bool;
  auto ReadField(Equation& equation) -> bool;
  auto ReadBoundary(Boundary& boundary) -> bool;

  // parse_declaration.cpp
  [[nodiscard]] auto IsType() const -> bool;
  // False at what is no declaration.
  auto TryDeclaration(Declarations& declarations) -> bool;
  void ReadConstants(Declarations& declarations);
  void ReadRecords(Declarations& declarations);
  void ReadVariables(Declarations& declarations);
  auto ReadArrayOf(cosy::Variable& shape) -> bool;
  auto ReadVariable(std::vector<cosy::Variable>& variables) -> bool;
  auto ReadVariableNames(cosy::Variable shape, std::vector<cosy::Variable>& variables) -> bool;
  auto ReadFile(cosy::Variable& file) -> bool;
  auto ReadTable(Declarations& declarations) -> bool;

  // parse_submodel.cpp
  auto ReadSubmodel() -> bool;
  auto ReadSubmodelSetting(SubmodelSetting& setting) -> bool;
  // A name, or the path of a variable of a submodel.
  auto ExpectReference(NameId& name) -> bool;
  auto ReadReferences(std::vector<NameId>& names) -> bool;
  // What follows the first name of a path: `.name[1].name …`, added to the spelling.
  auto ReadPath(std::string& spelling, bool is_of_submodel) -> bool;
  void NoteUse(NameId name, const std::string& spelling, Span span);
  auto ReadDotted(const Token& first, Node& node) -> bool;
  [[nodiscard]] auto IsSubmodel(NameId name) const -> bool;

  // parse_subscript.cpp
  // A loop whose rounds are read one after the other.
  struct Rounds {
    NameId variable;
    int64_t first = 0;
    int64_t last = 0;
    // The first token of the body.
    size_t begin = 0;
    // In the round of a loop around it that has the same variable.
    std::optional<int64_t> outer;
  };
  auto ReadSubscript(int64_t& value) -> bool;
  auto ReadSubscriptTerm(int64_t& value) -> bool;
  auto ReadSubscriptPrimary(int64_t& value) -> bool;
  void CheckSubscript(const Token& first, int64_t& value);
  [[nodiscard]] auto TryWhole(NameId name, size_t n_constants) const -> std::optional<int64_t>;
  [[nodiscard]] auto TryWhole(NodeId id, size_t n_constants) const -> std::optional<int64_t>;
  auto BeginRounds(NameId variable, NodeId first, NodeId last) -> std::optional<Rounds>;
  // Back to the beginning of the body, with the next value; false after the last round, and if no subscript
  // depends on the loop.
  auto NextRound(const Rounds& rounds) -> bool;
  // Whether a subscript depends on it.
  auto EndRounds(const Rounds& rounds) -> bool;
  // The present round as a number.
  auto RoundNode(const Rounds& rounds) -> NodeId;
  // The body of a FOR whose heading is read. One over elements of submodels becomes a group of loops of one
  // round each.
  template <typename Loop>
  auto ReadRounds(Loop& loop, NodeId Loop::* first, NodeId Loop::* last, decltype(Loop::kind) group,
                  auto read_body) -> bool;

  // parse_external.cpp
  auto ReadExternal() -> bool;

  // parse_parts.cpp
  void ReadModule();
  void ReadProcess(bool is_continuous);
  auto ReadFormals(std::vector<cosy::Variable>& formals) -> bool;
  auto ReadFormal(std::vector<cosy::Variable>& formals) -> bool;
  auto ReadFormalNames(const cosy::Variable& shape, std::vector<cosy::Variable>& formals) -> bool;
  auto ReadParts(Parts& parts) -> bool;
  auto ReadDiscrete(Parts& parts) -> bool;
  auto ReadHandlers(std::vector<Handler>& handlers) -> bool;

  // parse_routine.cpp
  // `ahead`: of the word FUNCTION, PROCEDURE or SUBROUTINE.
  [[nodiscard]] auto IsRoutine(size_t ahead = 0) const -> bool;
  void ReadRoutine();
  // takes_outputs: those left of an arrow are given by the routine.
  auto ReadParameters(std::vector<cosy::Variable>& formals, bool takes_outputs) -> bool;
  auto ReadParameter(std::vector<cosy::Variable>& formals) -> bool;

  // parse_experiment.cpp
  auto ReadExperiment() -> bool;
  void FrameItems(std::vector<FrameItem>& items);
  auto ReadFrameItem(FrameItem& item) -> bool;
  auto ReadPrecision(FrameItem& item) -> bool;
  auto ReadLists(FrameItem& item) -> bool;
  auto ReadListItem(ListItem& item) -> bool;
  auto ReadSimulate(FrameItem& item) -> bool;
  auto ReadDescriptions(FrameItem& item) -> bool;
  auto ReadMinimize(FrameItem& item) -> bool;

  // parse_integration.cpp
  auto ReadIntegration(FrameItem& item) -> bool;

  // parse_output.cpp
  auto ReadOutput() -> bool;
  auto ReadOutputItem(OutputItem& item) -> bool;

  // parse_program.cpp
  auto ReadHeading() -> bool;
  void ReadDefinitions();

  std::vector<Token> tokens_;
  size_t pos_ = 0;
  int depth_ = 0;
  bool is_in_equation_ = false;
  // Variables of the loops around, with the present round; and those on which subscripts depend.
  std::map<NameId, int64_t> rounds_;
  std::set<NameId> is_subscript_;
  uint32_t n_rounds_ = 0;
  Program& program_;
  ModelEnd model_end_;
  diag::Emitter& emitter_;
};

template <typename Loop>
auto Parser::ReadRounds(Loop& loop, NodeId Loop::* first, NodeId Loop::* last, decltype(Loop::kind) group,
                        auto read_body) -> bool {
  const std::optional<Rounds> rounds = BeginRounds(loop.name, loop.*first, loop.*last);
  if (!rounds) return read_body(loop.body);
  Loop all;
  all.kind = group;
  bool is_good = true;
  do {
    Loop& round = all.body.emplace_back();
    round.kind = loop.kind;
    round.name = loop.name;
    round.span = loop.span;
    round.*first = round.*last = RoundNode(*rounds);
    is_good = read_body(round.body);
  } while (is_good && NextRound(*rounds));
  if (EndRounds(*rounds)) {
    loop = std::move(all);
  } else {
    loop.body = std::move(all.body[0].body);
  }
  return is_good;
}

}  // namespace kerf::cosy
