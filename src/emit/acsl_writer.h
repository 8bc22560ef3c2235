// The work of TryWriteAcsl: the sections of a program one after the other.
#pragma once

#include <map>
#include <set>
#include <string>

#include "emit/acsl_events.h"
#include "emit/acsl_lines.h"
#include "emit/acsl_program.h"
#include "emit/acsl_steady.h"
#include "emit/inline_calls.h"

namespace kerf::emit {

class AcslWriter {
 public:
  AcslWriter(const AcslModel& model, const AcslControl* control, AcslLayout layout, diag::Emitter& emitter);
  auto Run() -> std::optional<std::string>;

 private:
  using EqnId = dae::EqnId;
  using ExprId = expr::ExprId;
  using VarId = expr::VarId;

  // acsl_program.cpp
  auto Name(VarId id) const -> const std::string& { return names_.names[id.index]; }
  auto Text(ExprId id, std::string_view where, diag::Span span = {}) -> std::string;
  auto HasText(ExprId id, std::string_view where, diag::Span span) -> bool;
  auto InputName(const std::string& input) const -> std::string;
  auto OwnerText(base::PathId owner) const -> std::string;
  void NameSections();

  // acsl_calls.cpp
  auto Prepared(ExprId value, std::string_view where, diag::Span span, CallInliner::Known& known)
      -> CallInliner::Inlined;
  auto Prepared(ExprId value, std::string_view where, diag::Span span = {}) -> CallInliner::Inlined;
  auto WithNamedDelays(ExprId value, std::string_view where, diag::Span span) -> ExprId;
  void DeclareLocals();
  [[nodiscard]] auto Declarations() const -> std::string;
  void WriteOrdered(const std::string& name, const CallInliner::Inlined& value, std::string_view where,
                    diag::Span span = {});
  void WriteSorted(const std::string& name, const CallInliner::Inlined& value, std::string_view where,
                   diag::Span span);
  auto ProceduralHead(const std::string& name, const CallInliner::Inlined& value) -> std::string;
  auto SortedText(ExprId value, std::string_view where, diag::Span span = {}) -> std::string;
  // `exit`: the label behind the loop around them.
  void WriteScalars(const std::vector<ScalarStatement>& statements, const std::string& exit = {});
  void WriteChoice(const ScalarStatement& choice, const std::string& exit);
  void WriteLoop(const ScalarStatement& loop);

  // acsl_initial.cpp
  void WriteInitial();
  void WriteSettings();
  void WriteTypes();
  void WriteHeld(std::vector<std::string>& constants, std::vector<transform::InitialEquation>& computed);
  void WriteStarts();

  // acsl_iterate.cpp
  void WriteStartProblem();
  void WriteStartLoop(const transform::Block& block);
  auto GuessOf(VarId var) -> ExprId;
  void WriteStartChecks();
  void WriteFirstSchedules();
  auto ConstantVars() const -> std::vector<VarId>;
  auto IsLiteral(ExprId id) const -> bool;
  auto StartText(VarId var) -> std::string;

  // acsl_derivative.cpp
  void WriteDerivative();
  void WriteEquations(bool of_outputs);
  void WriteBlock(const transform::Block& block);
  auto HasDelay(const transform::Block& block) const -> bool;
  [[nodiscard]] auto IsDelay(ExprId id) const -> bool;
  void WriteEquation(const transform::Assigned& assigned);
  void WriteLoop(const transform::Block& block);
  void WriteImplicit(const transform::Assigned& assigned);
  void WriteIntegrals();
  void WriteSchedules();
  void FindReadDerivatives();
  void Heading(base::PathId owner);
  void OpenProcedural();
  void CloseProcedural();

  // acsl_sections.cpp
  void WriteSections();
  void WriteSection(const AcslSection& section, const std::string& name);
  void WriteDiscrete();
  void WriteDynamic();
  void WriteTerminal();
  void WriteStatements(const std::vector<AcslStatement>& statements);

  transform::Work& work_;
  const transform::Eliminated& eliminated_;
  const dae::Dae& dae_;
  const AcslControl* control_;
  AcslLayout layout_;
  diag::Emitter& emitter_;
  AcslEvents events_;
  AcslNames names_;
  AcslLines lines_;
  CallInliner inliner_;
  // Of variables in statements for calls, by their first word: they stand at the head of INITIAL.
  std::map<std::string, std::vector<std::string>> declarations_;
  size_t declarations_place_ = 0;
  // Calls that DERIVATIVE has computed.
  CallInliner::Known derivative_known_;
  // The start as a problem that INITIAL solves, and which variables say that it could not.
  std::optional<StartProblem> start_problem_;
  std::vector<ExprId> start_failures_;
  // Start values that INITIAL computes by statements.
  std::map<VarId, std::string> start_names_;
  // Of events_.sections.
  std::vector<std::string> section_names_;
  base::PathId previous_owner_;
  std::set<VarId> is_integrated_;
  // Derivatives that other equations read: they have names of their own in the plain layout too.
  std::set<VarId> is_read_;
  bool is_in_procedural_ = false;
};

}  // namespace kerf::emit
