// The work of MakeAcslEvents.
//
// Each condition c of a clause stands in the equations as `c and not pre(c)`, or as the tick of a clock. A
// section is what is left of the equations once this is put in as true for one condition, and as false for
// the others.
#pragma once

#include <map>
#include <set>

#include "emit/acsl_events.h"
#include "expr/walk.h"

namespace kerf::emit {

class AcslEventBuilder {
 public:
  AcslEventBuilder(transform::Work& work, diag::Emitter& emitter);
  auto Run() -> AcslEvents;

 private:
  using EqnId = dae::EqnId;
  using ExprId = expr::ExprId;
  using VarId = expr::VarId;
  using Assigned = transform::Assigned;

  // A condition or tick, or a relation of an equation that is held, which becomes true or false.
  struct Cause {
    VarId var;
    ExprId relation;
    bool becomes_true = true;
    // The time of the last run of its section, if others ask for it.
    VarId last_run;
    // Causes that keep this one from acting, if they come at the same instant (elsewhen).
    std::vector<size_t> stronger;
  };

  // acsl_events.cpp
  void FindEquations();
  void FindCauses();
  void AddCause(VarId var, ExprId relation, bool becomes_true);
  void FindRanks();
  void NoteRuns(size_t cause, const std::vector<size_t>& group);
  void AddSection(size_t cause);
  auto TriggerOf(const Cause& cause) -> AcslTrigger;
  auto ClockOf(const dae::Sampler& sampler) -> AcslTrigger;
  void TellEndAtStart();
  [[nodiscard]] auto IsTick(ExprId id) const -> bool;
  [[nodiscard]] auto EdgeOf(ExprId id) const -> VarId;

  // acsl_event_values.cpp
  auto Specialised(ExprId value, const std::set<VarId>& active, bool at_start) -> ExprId;
  auto Statements(const Cause* cause, const Cause* other, bool at_start) -> std::vector<AcslStatement>;
  auto ValueAt(const Assigned& assigned, const std::set<VarId>& active, const Cause* cause, bool at_start)
      -> ExprId;
  void AddReinits(const std::set<VarId>& active, bool at_start, std::vector<AcslStatement>& out);
  auto Settled(ExprId value, EqnId equation) -> ExprId;
  auto Inlined(ExprId value, bool takes_all) -> ExprId;
  auto Replaced(ExprId value, const std::map<VarId, ExprId>& formulas) -> ExprId;
  auto WithCopies(std::vector<AcslStatement> statements) -> std::vector<AcslStatement>;
  auto KnownAtStart(const AcslStatement& statement) -> ExprId;
  auto CopyOf(VarId state) -> VarId;
  auto NewVar(const std::string& name, dae::VarKind kind) -> VarId;
  auto ReadsPrevious(ExprId value) -> bool;
  [[nodiscard]] auto IsHeld(VarId var) const -> bool { return held_.contains(var); }

  transform::Work& work_;
  dae::Dae& dae_;
  expr::Pool& pool_;
  expr::Walker walker_;
  diag::Emitter& emitter_;
  AcslEvents events_;
  std::map<VarId, ExprId> solution_;
  // Equations of when-clauses and others that are held, in order of solution.
  std::vector<Assigned> at_events_;
  std::set<VarId> held_;
  std::vector<Cause> causes_;
  // What the section at work has set so far.
  std::set<VarId> assigned_;
  // A mistake is told once, although several sections may have it.
  std::set<VarId> reported_;
};

}  // namespace kerf::emit
