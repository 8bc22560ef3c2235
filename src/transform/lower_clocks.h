// The work of the pass lower_clocks (chapter 16 of the Modelica specification). A clocked partition becomes
// equations that act at events, as a when-clause does (lower_events.h):
//
//   v = e                  →  v = if c then e else pre(v)                  c: the partition ticks now
//   f(v, …) = 0, in a loop →  0 = if c then f(v, …) else v - pre(v)
//
// so that a variable keeps its value between ticks, and
//
//   previous(v), hold(v)   →  pre(v), v
//   subSample(v) …         →  v        the last value; at a common tick the partition of v comes first
//   sample(u)              →  pre(u)   the limit from the left
//   der(x) = f             →  the formula of the partition's integration method
//
// A periodic clock is a sampler, whose ticks are computed from their number and are simultaneous with those
// of others within rounding errors. An event clock ticks where its condition becomes true, in the iteration
// of the event that follows, so that the condition may depend on what the tick changes. One with a varying
// interval ticks at an instant that its last tick has computed.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "expr/linear_split.h"
#include "expr/walk.h"
#include "flat/clock_graph.h"
#include "graph/matching.h"
#include "transform/work.h"

namespace kerf::transform {

// Every variable has the node of its number.
class DaeClockGraph : public flat::ClockGraph {
 public:
  DaeClockGraph(const dae::Dae& dae, const flat::IntegerOf& integer_of);

  [[nodiscard]] auto n_variables() const -> uint32_t { return n_variables_; }

 protected:
  void JoinVariable(VarId var, uint32_t context) override;

 private:
  const dae::Dae& dae_;
  uint32_t n_variables_ = 0;
};

class ClockLowering {
 public:
  ClockLowering(Work& work, PassContext& context);
  // False after a reported mistake.
  auto Run() -> bool;

 private:
  // An equation with the context in which it stands. Without id: one that has been made here.
  struct Row {
    ExprId lhs;
    ExprId rhs;
    uint32_t context = 0;
    EqnId id = {};
    // Of a step of an integration method, lhs = rhs: its right side where it gives the derivative.
    ExprId inverse = {};
    // Of an equation that belongs to a stage of a step: there is no step at the start.
    bool is_stage = false;
  };
  // What is known of a partition; expressions are made when somebody asks.
  struct Tick {
    ExprId active;
    ExprId interval;
    ExprId is_first;
    ExprId time;
    // Of an event clock: its condition is becoming true, one iteration before the tick.
    ExprId rising;
    // Has derivatives: it takes part in the initialization, too.
    bool is_discretized = false;
    // Unknowns that have been added to those of the model.
    std::vector<VarId> added;
  };
  // When an equation of a partition holds.
  auto Holds(uint32_t partition, bool is_stage = false) -> ExprId;
  // How the ticks of a base clock come about.
  enum class Form : uint8_t { Periodic, Event, Varying };

  // lower_clocks.cpp
  void Read();
  void ReadOther(ExprId value, uint32_t context, flat::OriginId origin);
  auto CheckEquations() -> bool;
  void NoteDiscretized();
  void LowerRows();
  void LowerOthers();
  // The expression without operators of clocks.
  auto Lowered(ExprId root, uint32_t context) -> ExprId;
  auto LoweredOperator(ExprId id, uint32_t context) -> ExprId;
  // A variable, or what does not change, that has the value of an expression in another context.
  auto NameOf(ExprId value, uint32_t context) -> ExprId;
  auto Before(ExprId leaf) -> ExprId;
  auto LeftLimit(ExprId leaf, uint32_t partition) -> ExprId;
  auto NewVar(const std::string& name, expr::Kind type) -> VarId;
  auto IsStart() -> ExprId;
  void AddEvent(VarId var, ExprId value);
  [[nodiscard]] auto IsUnknown(VarId var) const -> bool;
  auto SpanOfPartition(uint32_t partition) -> diag::Span;
  [[nodiscard]] auto SpanOf(flat::OriginId origin) const -> diag::Span {
    return origin.has_value() ? dae_.world->origins[origin].span : diag::Span{};
  }

  // lower_clocks_ticks.cpp
  auto MakeTicks() -> bool;
  auto MakeBase(uint32_t base) -> bool;
  auto MakePeriodic(uint32_t definer) -> bool;
  auto MakeCounted(uint32_t definer, Form form) -> bool;
  auto FormOf(ExprId clock) -> Form;
  auto IsKnownBeforeRun(ExprId value) -> bool;
  auto FirstTick(uint32_t partition) -> ExprId;
  auto TimeOf(uint32_t partition) -> ExprId;
  auto Sampler(ExprId start, ExprId interval) -> ExprId;
  auto WithoutStart(ExprId tick) -> ExprId;

  // lower_clocks_integration.cpp
  enum class Method : uint8_t {
    ExplicitEuler,
    ExplicitMidPoint2,
    ExplicitRungeKutta4,
    ImplicitEuler,
    ImplicitTrapezoid
  };
  auto Discretize() -> bool;
  void FixStarts(uint32_t partition);
  auto TryMethod(uint32_t partition, VarId state) -> std::optional<Method>;
  auto DiscretizePartition(uint32_t partition, const std::vector<VarId>& states, Method method) -> bool;
  void Integrate(VarId state, VarId derivative, uint32_t partition, Method method);

  // lower_clocks_reduction.cpp
  // Brings a partition to explicit state form; its states.
  auto ReducePartition(uint32_t partition, std::vector<VarId>& states) -> bool;

  // lower_clocks_stages.cpp
  void IntegrateInStages(const std::vector<VarId>& states, const std::vector<VarId>& derivatives,
                         uint32_t partition, Method method);
  auto AtLastTick(ExprId leaf, uint32_t partition) -> ExprId;

  // lower_clocks_equations.cpp
  struct Unknowns {
    std::vector<VarId> vars;
    std::vector<uint32_t> col_of_var;
  };
  auto UnknownsOf(uint32_t partition) -> Unknowns;
  auto GivePartition(uint32_t partition, const std::vector<Row>& rows) -> bool;
  // What a row reads, and what it may give.
  auto Occurring(const Row& row, const Unknowns& unknowns) -> std::vector<uint32_t>;
  auto Possible(const Row& row, const Unknowns& unknowns, const std::vector<uint32_t>& occurring)
      -> std::vector<uint32_t>;
  auto IsComplete(const std::vector<Row>& rows, const Unknowns& unknowns, const graph::Matching& matching)
      -> bool;
  auto EquationOf(const Row& row) -> dae::Equation;
  void LeaveOpenAtStart(VarId state);
  void GiveAlone(const Row& row, VarId var, uint32_t partition);
  void GiveTogether(const Row& row, VarId var, uint32_t partition);
  void Store(const Row& row, dae::Equation equation);

  Work& work_;
  dae::Dae& dae_;
  expr::Pool& pool_;
  PassContext& context_;
  flat::IntegerOf integer_of_;
  std::optional<DaeClockGraph> graph_;
  flat::Clocking clocking_;
  expr::Walker walker_;
  expr::LinearSplitter splitter_;
  // To be lowered; grows meanwhile.
  std::vector<Row> rows_;
  // By partition: its equations, lowered.
  std::vector<std::vector<Row>> clocked_rows_;
  std::vector<Tick> ticks_;
  // Of assertions and effects, in their order.
  std::vector<uint32_t> assertion_contexts_;
  std::vector<uint32_t> effect_contexts_;
  std::vector<uint32_t> equation_contexts_;
  // By expression and partition.
  std::map<std::pair<uint32_t, uint32_t>, VarId> names_;
  // By variable and the expression of an event: its value just before the event.
  std::map<std::pair<uint32_t, uint32_t>, VarId> captured_;
  // By expression and partition: its value at the last tick.
  std::map<std::pair<uint32_t, uint32_t>, VarId> kept_;
  // Variables that are clocks.
  std::vector<VarId> clock_vars_;
  // By variable: it is a clock, or says whether a group is active.
  std::vector<bool> shows_ticks_;
  uint32_t n_made_ = 0;
};

}  // namespace kerf::transform
