// The work of the pass build_simcode, in stages. One instance builds one SimCode.
#pragma once

#include <memory>
#include <optional>

#include "expr/derivative.h"
#include "expr/walk.h"
#include "transform/lower_events.h"
#include "transform/ordered_model.h"
#include "transform/schedule.h"
#include "transform/slots.h"
#include "transform/tape_builder.h"
#include "transform/work.h"

namespace kerf::transform {

class SimcodeBuilder {
 public:
  SimcodeBuilder(Work& work, PassContext& context);
  auto Build() -> Status;
  // After Build: the expressions that it made code of.
  auto TakeOrdered() -> OrderedModel;

 private:
  // simcode_layout.cpp: which slot each variable has, and its value before the run.
  void LayOutSlots();
  void LayOutDerivatives();
  void FillStartValues();
  void NoteStartSources(const std::vector<VarId>& source_of_slot);
  void FillStates(const std::vector<VarId>& states);
  void CheckGiven(VarId var);

  // simcode_items.cpp: assignments and blocks in order of solution, relations, assertions.
  void CollectItems();
  void CollectSolved();
  void AnalyseAll();
  void MarkVarying();
  void MarkReadEarly();
  void AddAssignment(uint32_t slot, ExprId value, EqnId equation, bool is_relation = false);
  void AddBlockItem(uint32_t block);
  void AddRelations();
  auto Substituted(ExprId value) -> ExprId;
  auto LowerAssertions() -> std::vector<ExprId>;
  void AddAssertions(const std::vector<ExprId>& conditions);

  // simcode_events.cpp: what the executive does at events.
  void AddEventItems();
  void AddTerminations();
  void HoldStarts();
  void AddReinits();
  auto AddEventItem(ExprId value) -> uint32_t;
  void AddPrevious();
  void AddEffects();
  void AddDelays();
  void AddReads(ExprId value);
  auto Lowered(ExprId value, EqnId equation) -> ExprId { return events_->Lower(value, equation); }

  // simcode_states.cpp: states that are chosen during the run.
  struct SetEntry {
    uint32_t row;
    uint32_t col;
    ExprId value;
  };
  void CollectSetEntries();
  // Of the constraints by the first variables and then the others; columns are counted through.
  auto EntriesOf(const std::vector<VarId>& first, const std::vector<VarId>& then,
                 const std::vector<EqnId>& constraints) -> std::vector<SetEntry>;
  void BuildStateSets();
  void BuildStateWatches();
  auto NominalOf(VarId var) -> double;

  // simcode_programs.cpp: items in order of level and shape as programs with tangents.
  void BuildPrograms();
  void BuildPhases();
  void BuildProgram(const std::vector<uint32_t>& order, bool with_tangents, simcode::Program& program);
  auto BuildTangent(const Item& item, simcode::Code& code) -> void;
  auto TangentOf(ExprId value) -> ExprId;

  // simcode_directions.cpp: what changes with inputs and parameters by which tangents are wanted.
  void LayOutDirections();
  void MarkDirections(std::vector<Variation>& variation);
  void CheckDirections();
  auto ParameterDirection(VarId var) -> simcode::Direction;

  // simcode_blocks.cpp: residuals, Jacobian and tangent of a block.
  auto BuildBlock(uint32_t index, bool with_tangents) -> simcode::BlockId;
  void BuildBlockJacobian(const Block& block, const std::vector<ExprId>& inner,
                          const std::vector<ExprId>& residuals, simcode::Block& out);
  auto Residual(EqnId equation) -> ExprId;

  // simcode_jacobian.cpp: the pattern of d(derivatives)/d(states) and its colouring.
  void BuildJacobianPattern();

  // simcode_implicit.cpp: F(t, y, y') = 0.
  struct ImplicitColumns;
  struct ImplicitEntry;
  void LowerResiduals();
  void BuildImplicit();
  auto LayOutImplicit() -> ImplicitColumns;
  void AddImplicitEntries(const ImplicitColumns& columns, uint32_t row, std::vector<ImplicitEntry>& entries);
  auto MergeImplicitEntries(std::vector<ImplicitEntry> entries) -> std::vector<ImplicitEntry>;
  void BuildImplicitJacobian(const std::vector<ImplicitEntry>& entries);

  auto slot(VarId var) const -> uint32_t {
    return slots_.of_vars()[work_.aliases.representative[var.index].index];
  }
  auto MakeCode(simcode::Code code) -> simcode::CodeId { return sim_.tape.codes.Add(std::move(code)); }

  Work& work_;
  PassContext& context_;
  expr::Pool& pool_;
  simcode::SimCode& sim_;
  Slots slots_;
  expr::Walker walker_;
  expr::Rewriter rewriter_;
  // Of tangents, remembered over the whole model; and of the Jacobians of blocks, forgotten after each entry.
  // Both keep tables as large as the pool, so that none is made for a block alone.
  expr::Differentiator differentiator_;
  expr::Differentiator partials_;
  std::unique_ptr<EventLowering> events_;
  std::unique_ptr<TapeBuilder> tape_;
  Items items_;
  // By the index of the block; empty for explicit ones.
  std::vector<OrderedBlock> ordered_blocks_;
  // Of each set of states.
  std::vector<std::vector<SetEntry>> set_entries_;
  // And of each choice that is watched.
  std::vector<std::vector<SetEntry>> watch_entries_;
  std::vector<bool> varying_var_;
  // Slots that have a tangent other than zero.
  std::vector<bool> has_tangent_;
  std::vector<std::optional<double>> values_;
  // There is no state form: nothing is solved, and the programs stay empty but for what is constant.
  bool is_implicit_only_;
  // By slot: tangents are taken by it.
  std::vector<bool> is_direction_;
  // The residuals of the implicit form, if it is wanted.
  std::vector<ExprId> residuals_;
  // What the executive looks at: functions of relations and conditions of validity.
  struct Watched {
    uint32_t slot = 0;
    ExprId value;
  };
  std::vector<Watched> watched_;
};

}  // namespace kerf::transform
