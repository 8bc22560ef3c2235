// The work of the pass scalarise: arrays, records, functions, der as an operator, clauses and algorithms
// become scalar variables and equations. One instance makes one DAE.
#pragma once

#include <array>
#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "expr/derivative.h"
#include "expr/walk.h"
#include "transform/flat_values.h"
#include "transform/symbolic_machine.h"
#include "transform/work.h"

namespace kerf::transform {

class ModelScalariser : public SymbolHost {
 public:
  ModelScalariser(Work& work, PassContext& context);
  void Run();

  auto VarSymbol(VarId var, Symbol& out, std::string& error) -> bool override;
  auto IsItself(VarId var) -> bool override;
  auto TimeDerivative(ExprId scalar) -> ExprId override;
  auto Previous(ExprId scalar) -> ExprId override;
  auto Tick(ExprId start, ExprId interval) -> ExprId override;
  auto Delayed(ExprId value, ExprId delay) -> ExprId override;
  auto Homotopy(ExprId actual, ExprId simplified) -> ExprId override;
  auto OutputPlaceholder() -> ExprId override;
  void TakeInverse(ExprId value, ExprId input, ExprId inverse) override;
  auto IsStart() -> ExprId override;
  auto IsEnd() -> ExprId override;
  auto Activation(std::span<const ExprId> conditions) -> ExprId override;
  void EnterClock(ExprId clock) override;
  auto Effect(const flat::Statement& statement, ExprId active, std::string& error) -> bool override;
  auto RunTimeCall(FunctionId function, std::span<const Symbol> arguments, std::vector<Symbol>& outputs,
                   std::string& error) -> bool override;

 private:
  // scalarise_calls.cpp
  // Whether the run can call the function for its values, respectively at all.
  auto CanBeCalled(FunctionId function, std::string& error) -> bool;
  auto CanBeRun(FunctionId function, std::string& error) -> bool;
  auto NamedCall(FunctionId function, std::span<const Symbol> arguments, std::vector<Symbol>& outputs)
      -> bool;
  auto Placeholder(ExprId leaf) -> ExprId;
  void AddRunTimeFunction(dae::RunTimeFunction& call);

  // scalarise_derivatives.cpp
  void AddDerivative(const dae::RunTimeFunction& call);
  auto TryFirstDerivative(const dae::RunTimeFunction& call, const flat::DerivativeOf& given,
                          expr::FunctionDerivative& derivative, dae::RunTimeFunction& made) -> bool;
  auto TrySecondDerivative(const dae::RunTimeFunction& first, const expr::FunctionDerivative& changes,
                           const flat::DerivativeOf& given, expr::FunctionDerivative& derivative,
                           dae::RunTimeFunction& made) -> bool;
  auto HasSameOutputs(const flat::FunctionBody& body, FunctionId derivative) -> bool;

  // scalarise_delays.cpp
  auto IsDiscrete(ExprId value) -> bool;
  auto IsConstant(ExprId value) -> bool;

  // scalarise_inverses.cpp
  void AddInverses(EqnId equation, ExprId value, ExprId other);

  // scalarise_homotopy.cpp
  auto Actual(ExprId value) -> ExprId;
  void ResolveHomotopies();

  // scalarise_held.cpp
  void DecideJumps();
  // All expressions but the sides of equations; some have no value.
  void ForEachOtherValue(const std::function<void(ExprId&)>& change);

  // scalarise_vars.cpp
  void AddVars();
  void AddElements(const flat::Var& var);
  auto HasScalars(const flat::Var& var) const -> bool;
  auto Zeros(VarId id) -> std::vector<bool>;

  // scalarise_evaluated.cpp
  void NoteUses(ExprId value);
  void NoteEvaluated();

  void TakeOverrides();
  void MakeObjects();
  void SetBindings();
  void SetBinding(VarId id);
  void SetWrittenBinding(VarId id);
  void SetFree(VarId id);
  void SetAttributes(VarId id);
  auto Elements(VarId id, ExprId value, std::vector<ExprId>& leaves) -> bool;
  auto ElementType(VarId id) const -> expr::Type;
  auto DerivativeOf(VarId scalar) -> ExprId;

  // scalarise_equations.cpp
  struct Sides {
    ExprId lhs;
    ExprId rhs;
  };
  // Where an equation comes from.
  struct Source {
    base::PathId owner;
    flat::OriginId origin;
    flat::EquationId family;
    bool is_initial = false;
    bool is_at_events = false;
  };
  void AddEquation(flat::EquationId id);
  auto Expand(ExprId lhs, ExprId rhs, std::vector<Sides>& sides) -> bool;
  auto ExpandNamed(ExprId lhs, ExprId call, std::vector<Sides>& sides) -> bool;
  auto Pair(const Symbol& lhs, const Symbol& rhs, std::vector<Sides>& sides) -> bool;
  void Add(const std::vector<Sides>& sides, const Source& source);
  void AddClause(const flat::Clause& clause);
  auto ExpandStatement(const flat::Statement& statement, ExprId condition, const Source& source,
                       std::vector<Sides>& sides) -> bool;
  auto ExpandIf(const flat::Statement& statement, size_t first, ExprId condition, const Source& source,
                std::vector<Sides>& sides) -> bool;
  static void PairByLeftSides(const std::vector<Sides>& yes, std::vector<Sides>& no);
  auto ExpandBody(const std::vector<flat::Statement>& body, ExprId condition, const Source& source,
                  std::vector<Sides>& sides) -> bool;
  void AddAlgorithm(const flat::Algorithm& algorithm);
  auto ValueBefore(VarId var, bool is_sampled) -> Symbol;

  // scalarise_events.cpp
  auto ExpandWhen(const flat::Statement& statement, const Source& source) -> bool;
  auto ExpandWhenFrom(const flat::Statement& statement, size_t first, ExprId condition, const Source& source,
                      std::vector<Sides>& sides) -> bool;
  auto ExpandReinit(const flat::Statement& statement, ExprId active, const Source& source) -> bool;
  auto ExpandTerminate(const flat::Statement& statement, ExprId active, const Source& source) -> bool;
  auto NewBoolean(const std::string& name, dae::VarKind kind) -> VarId;
  auto HasBecomeTrue(ExprId condition) -> ExprId;
  void MarkSampled(ExprId leaf);

  // scalarise_clocks.cpp
  // Relations of what ticks generate no events; returns whether they did not before.
  auto EnterPartition(const std::vector<uint32_t>& partition_of, size_t k) -> bool;
  auto ExpandClocked(const flat::Statement& statement, const Source& source) -> bool;
  void GroupEquations(uint32_t first_equation);
  void NoteMentioned(const flat::Equation& equation);

  // scalarise_effects.cpp
  auto ExpandCall(const flat::Statement& statement, ExprId active, const Source& source) -> bool;
  auto AddCall(const flat::Statement& statement, ExprId active, const Source& source, std::string& error)
      -> bool;
  auto TryCallNow(FunctionId function, ExprId call, flat::OriginId origin) -> bool;
  auto IsOfEvents(ExprId active) -> bool;
  auto WithDecidedNumbers(ExprId leaf, const dae::Effect& effect) -> ExprId;

  // scalarise_ranges.cpp
  void WatchRanges();
  void CheckRange(VarId id);
  void WatchRange(VarId id);
  void WatchInteger(const Sides& sides, const Source& source);

  // scalarise_assertions.cpp
  struct Demand {
    ExprId condition;
    ExprId message;
    bool is_error = true;
    flat::OriginId origin = {};
    bool is_located = false;
  };
  [[nodiscard]] auto DemandOf(const flat::Statement& statement) -> Demand;
  void AddAssertion(const Demand& demand, ExprId guard, const Source& source);
  void Watch(SymbolicDemand demand, const Source& source);
  void WatchDemands(const Source& source);
  auto MessageOf(ExprId message) -> ExprId;

  auto Condition(ExprId condition, ExprId& out) -> bool;
  void Report(flat::OriginId origin);
  [[nodiscard]] auto SpanOf(flat::OriginId origin) const -> diag::Span {
    return origin.has_value() ? world_.origins[origin].span : diag::Span{};
  }
  template <typename Body>
  void ForEachPoint(flat::DomainId domain, Body body);

  flat::Model& flat_;
  dae::Dae& dae_;
  std::vector<VarId>& evaluated_;
  flat::World& world_;
  expr::Pool& pool_;
  PassContext& context_;
  FlatValues values_;
  SymbolicMachine machine_;
  expr::Walker walker_;
  // Gives expressions without homotopy.
  expr::Rewriter actual_;
  expr::Differentiator differentiator_;
  // First scalar variable of each flat variable; none for texts and objects.
  std::vector<VarId> scalar_of_;
  std::vector<Symbol> symbols_;
  std::vector<bool> has_symbol_;
  std::string local_error_;
  bool is_as_written_ = false;
  bool is_failed_ = false;
  // What has been reported as missing, each once.
  std::set<std::string> not_yet_;
  // The variable that holds each condition of when-clauses, and where the clause at hand stands.
  std::unordered_map<ExprId, VarId> condition_vars_;
  flat::OriginId origin_;
  // The clause or algorithm at hand ticks as a whole.
  bool is_clocked_ = false;
  dae::ClockedGroup group_;
  // The point of the family at hand, in words.
  std::string point_text_;
  // Whether the algorithm at hand holds at the start only, and whose it is.
  bool is_start_only_ = false;
  base::PathId owner_ = base::PathStore::kRoot;
  // Conditions, messages and where they are asked, of demands that are watched already.
  std::set<std::array<uint32_t, 3>> watched_;
  // By value of a function: what its inputs are in terms of its output.
  struct KnownInverse {
    VarId input;
    ExprId inverse;
  };
  std::unordered_map<ExprId, std::vector<KnownInverse>> inverses_;
  VarId output_placeholder_;
};

}  // namespace kerf::transform
