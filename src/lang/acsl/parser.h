// The parser: a statement at a time, sections by recursion of fixed depth, blocks and expressions by
// recursion with a limit. After a mistake it goes on with the next statement.
#pragma once

#include <span>

#include "lang/acsl/acsl.h"

namespace kerf::acsl {

class Parser {
 public:
  Parser(std::vector<Token> tokens, Program& program, diag::Emitter& emitter, const RunSetup& setup)
      : tokens_(std::move(tokens)), program_(program), emitter_(emitter), setup_(setup) {}

  // parse_program.cpp
  void Run();

 private:
  // parser.cpp
  [[nodiscard]] auto Peek(size_t ahead = 0) const -> const Token&;
  auto Take() -> const Token&;
  [[nodiscard]] auto Is(Tok kind) const -> bool { return Peek().kind == kind; }
  [[nodiscard]] auto Word(size_t ahead = 0) const -> std::string_view;
  auto Accept(Tok kind) -> bool;
  auto Expect(Tok kind) -> bool;
  auto ExpectName(NameId& name) -> bool;
  auto Unexpected(std::string_view wanted) -> bool;
  auto EndStatement() -> bool;
  void SkipStatement();
  [[nodiscard]] auto SpanFrom(const Token& first) const -> Span;

  // parse_expression.cpp
  auto Expression() -> NodeId;
  auto Conjunction() -> NodeId;
  auto Negation() -> NodeId;
  auto Relation() -> NodeId;
  auto Sum() -> NodeId;
  auto Term() -> NodeId;
  auto Power() -> NodeId;
  auto Primary() -> NodeId;
  auto NameOrCall() -> NodeId;
  auto Arguments(std::vector<NodeId>& arguments) -> bool;
  auto IsTooDeep() -> bool;
  auto AddNode(Node node) -> NodeId;
  auto Operation(expr::Op op, NodeId a, NodeId b) -> NodeId;

  // parse_statement.cpp
  // True if the statement was read; the section's list gets it.
  void StatementInto(std::vector<Statement>& list);
  auto ReadStatement(Statement& statement) -> bool;
  auto ReadAssignment(Statement& statement) -> bool;
  auto ReadTarget(Target& target) -> bool;
  auto ReadDeclared(Target& target) -> bool;
  auto ReadTargets(std::vector<Target>& targets) -> bool;
  auto ReadCallForm(Statement& statement) -> bool;
  auto ReadSchedule(Statement& statement) -> bool;
  auto ReadTerminate(Statement& statement) -> bool;
  auto ReadJump(Statement& statement) -> bool;
  void ReadLabel(Statement& statement);

  // parse_print.cpp
  auto ReadPrint(Statement& statement) -> bool;
  auto ReadPrintList(Statement& statement, bool writes) -> bool;
  auto ReadFormatOf(Statement& statement) -> bool;
  auto ReadFormat(Statement& statement) -> bool;
  auto TakeFormat() -> NameId;

  // parse_block.cpp
  auto ReadIf(Statement& statement) -> bool;
  auto ReadIfBlock(Statement& statement) -> bool;
  auto LacksEnd(const Token& first, const std::string& what) -> bool;
  // Statements up to one of the words that end the block, which is left; false at the end of the text.
  auto ReadBlock(std::vector<Statement>& body, std::span<const std::string_view> ends) -> bool;
  auto ReadDo(Statement& statement) -> bool;
  auto ReadCount(Statement& statement) -> bool;
  auto ReadWhile(Statement& statement) -> bool;
  auto ReadArithmeticIf(Statement& statement) -> bool;
  [[nodiscard]] auto AtPlainEnd() const -> bool;
  auto ReadProceduralHead(Statement& statement) -> bool;
  auto ReadProcedural(Statement& statement) -> bool;

  // parse_declaration.cpp
  // Whether the statement is a declaration; then it is read.
  auto TryDeclaration(Section& section) -> bool;
  void ReadConstants();
  auto ReadConstant() -> bool;
  auto ReadValue(Constant& constant) -> bool;
  void ReadParameters();
  void ReadArrays();
  void ReadTypes(expr::Kind kind);
  void ReadTable();
  auto ReadTableNumbers(Table& table) -> bool;
  auto ReadNumber(double& value) -> bool;
  void ReadSetting(std::optional<Setting>& setting);
  void ReadCommunication(const Section& section);
  void ReadInterval(Section& section);
  // parse_fortran.cpp
  void ReadData();
  auto ReadDataList() -> bool;
  void ReadCommon();
  void ReadErrorTag();
  void ReadRoutines();
  auto IsRoutineHead() const -> bool;
  void ReadRoutine();
  auto ReadDummies(Routine& routine) -> bool;
  void TidySections();
  // run_again.cpp
  void TieRuns();
  void AddActions();
  void BeginAt(Section& initial, NameId label);
  void EndWithRuns(Section& terminal, const std::vector<NameId>& labels);
  auto CarriedNames(const Section& initial) const -> std::vector<NameId>;
  auto Carried(NameId name, const std::string& written, double value) -> std::optional<Statement>;
  // tie_calls.cpp
  void TieCalls();
  void CheckInterval(const Setting& setting);
  void ReadErrorLimits();

  // parse_program.cpp
  void TellOpen(Span span, SectionKind kind);
  void CheckOrder(SectionKind kind, const Span& span);
  void ReadSection(SectionKind parent);
  void ReadItem(Section& section);
  auto AtSectionWord() const -> std::optional<SectionKind>;
  void CheckOutside(const Section& outside);

  std::vector<Token> tokens_;
  size_t pos_ = 0;
  // How deep parentheses and powers, and how deep blocks are nested.
  int depth_ = 0;
  int block_depth_ = 0;
  // Of the DO that was read last.
  NameId closed_label_;
  uint32_t n_statements_ = 0;
  // A PRINT that cannot be read has been told.
  bool has_output_ = false;
  // What the PRINT at work prints.
  std::vector<NodeId> printed_;
  // Where the last CINTERVAL stands.
  Span communication_section_;
  // Something without end has been told.
  bool has_open_ = false;
  Program& program_;
  diag::Emitter& emitter_;
  const RunSetup& setup_;
};

}  // namespace kerf::acsl
