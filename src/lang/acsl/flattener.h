// From a program to a flat model. One object makes one model; its parts stand in the files named below.
#pragma once

#include <array>
#include <map>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "flat/function.h"
#include "lang/acsl/acsl.h"
#include "lang/acsl/print_format.h"
#include "lang/acsl/structure_jumps.h"
#include "lang/acsl/symbols.h"

namespace kerf::acsl {

// A time far beyond the end of any run.
inline constexpr double kNever = 1e30;

// What a DERIVATIVE section says about its integration: the number of ALGORITHM, 0 if there is none, the step
// of a method with fixed steps, and the largest step, 0 if there is none.
struct SectionPlan {
  uint32_t section = 0;
  int algorithm = 0;
  double step = 0;
  double largest = 0;
};

class Flattener {
 public:
  Flattener(Program& program, const FlattenOptions& options, diag::Emitter& emitter);
  // flatten.cpp
  auto Run() -> std::optional<flat::Model>;
  // Values from outside that stand in the model.
  [[nodiscard]] auto taken() const -> const std::set<size_t>& { return taken_; }
  // section_rates.cpp: how DERIVATIVE sections want to be integrated, after ReadSettings; and what came of it
  // in the model.
  void PlanSections();
  [[nodiscard]] auto plans() const -> const std::vector<SectionPlan>& { return plans_; }
  [[nodiscard]] auto CanBeApart() const -> bool { return sections_differ_ && have_fixed_steps_; }
  [[nodiscard]] auto section_rates() const -> const std::vector<SectionRate>& { return section_rates_; }
  // evaluate.cpp: the value of an expression of constants, with those given from outside.
  auto TryEvaluate(NodeId root) -> std::optional<double>;
  auto TryNamed(NameId name) -> std::optional<double>;
  // Declarations, and what INITIAL says about settings, without a model.
  void ReadSettings();
  [[nodiscard]] auto SettingValue(const std::optional<Setting>& setting, std::string_view default_name,
                                  double otherwise) const -> double;

 private:
  friend class OperatorWorkshop;

  // flatten.cpp
  void AddCommunicationInterval();
  void AddInitialVars();
  void CheckRunSettings();
  auto Fail() const -> bool { return emitter_.n_errors() != errors_; }

  // section_rates.cpp
  [[nodiscard]] auto IsApart() const -> bool;
  void TellSections();
  void HoldAcrossSections();
  void EnterSection(uint32_t section);
  void NoteState(ExprId state);
  void NoteSectionRates();

  // symbols.cpp
  auto SymbolOf(NameId name) -> Symbol&;
  auto Text(std::string_view name) -> NameId { return program_.names.Intern(name); }
  auto Hidden(std::string_view wanted, Span span) -> NameId;
  void CollectDeclarations();
  void EvaluateFixed();
  void EvaluateInitial();
  void ForgetAssigned(const std::vector<Statement>& body);
  void TakeSetting(const Target& target, std::optional<double> value);
  [[nodiscard]] auto IsWhole(NodeId root) const -> bool;
  void CollectSettings();
  void CollectAssignments();
  void NoteAssignments(const std::vector<Statement>& body, SectionKind kind);
  void NoteAssigned(const Target& target, SectionKind kind);
  void DecideRoles();
  auto IsPlainInitial(NameId name) -> bool;

  // rules.cpp
  void CollectRules();
  void CollectOutputs();
  void CountUses(std::span<const Statement> body, std::unordered_map<NameId, uint32_t>& assigned,
                 std::unordered_map<NameId, uint32_t>& used) const;
  void AddRule(const Statement& statement);
  void AddAssigned(const std::vector<Statement>& body, std::vector<Target>& targets) const;
  void HoistOperators(NodeId root, NameId target, bool keeps_root);
  void NoteRuleTargets();
  void NoteFlag(const Node& call);
  [[nodiscard]] auto IsOperator(NodeId node) const -> bool;

  // sort_rules.cpp
  auto NeedsOf(const Rule& rule) -> std::vector<NodeId>;
  void CollectNames(NodeId root, std::vector<NodeId>& names) const;
  [[nodiscard]] auto IsImplicit(const Rule& rule) const -> bool;
  void SortRules();
  void ReportLoops(const std::vector<std::vector<uint32_t>>& needs, const std::vector<bool>& is_done);
  [[nodiscard]] auto Defines(const Target& target, NodeId name) const -> bool;

  // vars.cpp
  auto AddVar(NameId name, expr::Kind kind, flat::Variability variability, Span span) -> VarId;
  void MakeVar(Symbol& symbol);
  void SetStart(VarId var, ExprId start, bool is_fixed);
  auto HiddenVar(std::string_view wanted, expr::Kind kind, flat::Variability variability, ExprId start,
                 Span span) -> ExprId;
  auto Ref(VarId var) -> ExprId;
  auto OriginAt(Span span) -> flat::OriginId;
  auto ConstantValue(const Symbol& symbol) -> ExprId;
  auto TakeGiven(const Symbol& symbol, std::vector<double>& values) -> bool;
  auto Stack(const std::vector<ExprId>& values, const std::vector<int32_t>& dims) -> ExprId;
  auto Zero(expr::Kind kind) -> ExprId;

  // lower_expression.cpp
  auto Lower(NodeId root) -> ExprId;
  auto LowerReal(NodeId root) -> ExprId;
  auto LowerCondition(NodeId root) -> ExprId;
  auto LowerNode(NodeId id) -> ExprId;
  auto LowerName(NodeId id) -> ExprId;
  auto LowerOperation(const Node& node) -> ExprId;
  auto ToReal(ExprId value, Span span) -> ExprId;
  auto ReportShapes(Span span) -> ExprId;
  [[nodiscard]] auto IsScalar(ExprId value) const -> bool;
  auto ToKind(ExprId value, expr::Kind kind, Span span) -> ExprId;
  auto Relate(expr::Op op, ExprId a, ExprId b, Span span) -> ExprId;

  // lower_call.cpp
  auto LowerCall(NodeId id) -> ExprId;
  auto LowerElement(NodeId id) -> ExprId;
  auto Operands(const Node& node) const -> std::vector<ExprId>;
  auto CallIntrinsic(const Node& node, std::string_view name) -> std::optional<ExprId>;
  auto Extreme(expr::Op op, const std::vector<ExprId>& values, Span span) -> ExprId;
  auto CheckCount(const Node& node, size_t least, size_t most) -> bool;

  // lower_functions.cpp
  auto CallSource(const Node& node, std::string_view name) -> std::optional<ExprId>;
  auto CallRounding(const Node& node, std::string_view name) -> std::optional<ExprId>;
  auto CallRandom(const Node& node, std::string_view name) -> ExprId;

  // tables.cpp
  void AddTables();

  // lookup.cpp
  auto TableByLookup(const Table& table) -> std::unique_ptr<flat::FunctionBody>;
  auto Lookup(size_t n_inputs) -> flat::FunctionId;

  // routines.cpp
  void AddRoutines();
  void AddRoutine(const Routine& routine);
  [[nodiscard]] auto RoutineOf(NameId name) const -> const Routine*;
  auto CallFunction(const Node& node, const Routine& routine) -> ExprId;
  void CallRoutine(const Statement& statement, const Routine& routine, std::vector<flat::Statement>& out);
  void LowerReturn(const Statement& statement, std::vector<flat::Statement>& out);
  void AddCommons(const Routine& routine, std::vector<ExprId>& arguments);
  void AddInputs(const Routine& routine);
  void AddOutputs(const Routine& routine);
  void AddInside(const Routine& routine);
  auto AddLocal(const Routine& routine, NameId name, std::string_view written, flat::Role role, Span span)
      -> ExprId;

  // lower_statement.cpp
  void LowerBody(const std::vector<Statement>& body, std::vector<flat::Statement>& out);
  void LowerStatement(const Statement& statement, std::vector<flat::Statement>& out);
  void LowerAssignment(const Statement& statement, std::vector<flat::Statement>& out);
  void LowerDo(const Statement& statement, std::vector<flat::Statement>& out);
  void LowerLeave(const Statement& statement, std::vector<flat::Statement>& out);
  void LowerIf(const Statement& statement, std::vector<flat::Statement>& out);
  void LowerTerminate(const Statement& statement, std::vector<flat::Statement>& out);
  void LowerSchedule(const Statement& statement, std::vector<flat::Statement>& out);
  void LowerCallStatement(const Statement& statement, std::vector<flat::Statement>& out);
  auto WholeTarget(const Target& target) -> ExprId;
  auto LowerTarget(const Target& target) -> ExprId;
  auto Assign(ExprId target, ExprId value, Span span) -> flat::Statement;
  auto EndMessage(const Statement& statement) -> ExprId;

  // lower_print.cpp
  void LowerPrint(const Statement& statement, std::vector<flat::Statement>& out);
  auto PrintFunction() -> flat::FunctionId;
  auto TextOf(std::string_view text) -> ExprId;
  auto Printed(ExprId value, char letter, int width, int digits) -> ExprId;
  void AddScalars(ExprId value, std::vector<ExprId>& values);
  auto Joined(ExprId line, ExprId part) -> ExprId;
  auto PlainLine(const std::vector<ExprId>& values) -> ExprId;
  auto LineOf(const std::vector<FormatPiece>& format, const std::vector<ExprId>& values) -> ExprId;

  // loop_functions.cpp
  void LowerLoop(const Statement& statement, std::vector<flat::Statement>& out);
  auto HasVaryingRange(const flat::Statement& statement) const -> bool;
  void LowerVaryingDo(flat::Statement loop, Span span, std::vector<flat::Statement>& out);
  auto LeftFlag(size_t loop, Span span) -> ExprId;
  void LeaveOuter(const Statement& statement, std::vector<flat::Statement>& out);

  // derivative.cpp
  void EmitRule(const Rule& rule);
  void EmitEquation(const Rule& rule);
  void EmitProcedural(const Rule& rule);
  void AddEquation(ExprId lhs, ExprId rhs, Span span, bool is_initial = false);
  void AddState(ExprId state, ExprId derivative, NodeId initial, Span span);
  void SetInitial(ExprId state, ExprId value, Span span);
  [[nodiscard]] auto IsKnownAtStart(ExprId value) const -> bool;

  // operators.cpp, operators_lag.cpp, operators_hold.cpp
  auto EmitOperator(const Rule& rule) -> bool;
  void EmitIntegral(const Rule& rule, const std::vector<NodeId>& arguments);
  void EmitModeIntegral(const Rule& rule, const std::vector<NodeId>& arguments);
  void EmitLimited(const Rule& rule, const std::vector<NodeId>& arguments);
  void EmitDoubleIntegral(const Rule& rule, const std::vector<NodeId>& arguments);
  void EmitImplicit(const Rule& rule, const std::vector<NodeId>& arguments, bool is_residual);
  void EmitRealPole(const Rule& rule, const std::vector<NodeId>& arguments);
  void EmitComplexPoles(const Rule& rule, const std::vector<NodeId>& arguments);
  void EmitLeadLag(const Rule& rule, const std::vector<NodeId>& arguments);
  void EmitTransfer(const Rule& rule, const std::vector<NodeId>& arguments);
  void EmitDelay(const Rule& rule, const std::vector<NodeId>& arguments);
  void EmitDerivative(const Rule& rule, const std::vector<NodeId>& arguments);
  void EmitBacklash(const Rule& rule, const std::vector<NodeId>& arguments);
  void EmitHysteresis(const Rule& rule, const std::vector<NodeId>& arguments);
  void EmitHold(const Rule& rule, const std::vector<NodeId>& arguments);
  void EmitSampledHold(const Rule& rule, const std::vector<NodeId>& arguments);
  void EmitPulse(const Rule& rule, const std::vector<NodeId>& arguments);
  void EmitPolar(const Rule& rule, const std::vector<NodeId>& arguments, bool is_to_polar);
  void EmitRandom(const Rule& rule);
  auto TargetOf(const Rule& rule, size_t k = 0) -> ExprId;
  auto HiddenState(const Rule& rule, std::string_view suffix, ExprId derivative, ExprId start) -> ExprId;
  auto Coefficients(NodeId argument, size_t count) -> std::vector<ExprId>;

  // sections.cpp
  void EmitInitial();
  void EmitEvents();
  void EmitDiscrete(const Section& section);
  void EmitDynamic(const Section& section);
  auto IsUndoneBy(const Section& section) -> bool;
  auto Fired(const Section& section, const std::vector<ExprId>& conditions,
             std::vector<flat::Statement> noted, std::vector<flat::Statement>& done) -> ExprId;
  void RunSectionOnce(const Section& section, const std::vector<Statement>& statements,
                      std::vector<ExprId> conditions);

  // section_loops.cpp
  using RulesOfNames = std::unordered_map<NameId, std::vector<uint32_t>>;
  auto NeedsOf(const Rule& rule, NameId name) -> std::vector<NodeId>;
  auto SetNamesBehind(NameId name, const RulesOfNames& rules) -> std::set<NameId>;
  void FindSectionLoops();
  void NoteLoops(const std::vector<std::set<NameId>>& set,
                 const std::vector<std::map<NameId, std::set<NameId>>>& behind);
  auto NoteReads(const Section& section, std::vector<flat::Statement>& noted,
                 std::vector<flat::Statement>& done) -> bool;
  void EmitTerminal(const Section& section);
  void EmitReinits();
  void DropUnread(std::vector<flat::Statement>& statements, size_t n);
  void EmitSchedules(const std::vector<Statement>& body);
  auto ConditionsOf(const Section& section) -> std::vector<ExprId>;
  auto WhenOf(const std::vector<ExprId>& conditions, std::vector<flat::Statement> body, Span span)
      -> flat::Statement;
  auto AtVar(const Statement& statement) -> ExprId;
  auto Once(ExprId at) -> ExprId;
  auto Communication() -> ExprId;
  auto CommunicationName() -> NameId;
  void RunSection(const std::vector<Statement>& statements, const std::vector<ExprId>& conditions, Span span);

  // end_of_run.cpp
  auto AfterFirstInterval() -> ExprId;
  void FindEnd();
  void EmitEnd(const Statement& statement);
  void EmitEndAt(const Statement& statement, ExprId time);
  [[nodiscard]] auto IsSetBefore(ExprId condition) const -> bool;
  auto RestOfEnd(const Statement& statement, bool at_points) -> ExprId;
  auto TimeLimit(NodeId disjunct, bool& is_strict) -> std::optional<double>;
  void SplitCondition(NodeId root, std::vector<NodeId>& parts) const;

  // random.cpp
  auto Seed() -> ExprId;
  auto FirstSeed() -> flat::Statement;
  void SettleSeed();
  auto Uniform(std::vector<flat::Statement>& out, Span span) -> ExprId;
  auto Gaussian(std::vector<flat::Statement>& out, Span span) -> ExprId;

  Program& program_;
  const FlattenOptions& options_;
  diag::Emitter& emitter_;
  uint32_t errors_;
  flat::Model model_;
  expr::Pool& pool_;
  std::unordered_map<NameId, uint32_t> symbol_index_;
  std::vector<std::unique_ptr<Symbol>> symbols_;
  std::vector<Rule> rules_;
  std::vector<SectionPlan> plans_;
  bool sections_differ_ = false;
  bool have_fixed_steps_ = false;
  std::vector<SectionRate> section_rates_;
  // What stands for an algebraic variable of one section in the others.
  struct Hold {
    uint32_t section;
    NameId name;
    ExprId var;
  };
  std::vector<Hold> holds_;
  // The section whose rules are at work, and the names of the states of each.
  uint32_t section_ = Rule::kNoSection;
  std::unordered_map<uint32_t, std::vector<std::string>> states_of_section_;
  // Calls of operators that became rules of their own, with the name of the result.
  std::unordered_map<NodeId, NameId> hoisted_;
  std::unordered_map<NameId, flat::FunctionId> tables_;
  // The functions that tables of one and two inputs share.
  std::array<flat::FunctionId, 2> lookups_;
  // Statements of DYNAMIC that are equations as well, by number.
  std::unordered_set<uint32_t> continuous_;
  // Values of PARAMETERs.
  std::unordered_map<NameId, double> fixed_values_;
  // Values that INITIAL computes from constants; without value what it computes from more.
  std::unordered_map<NameId, std::optional<double>> initial_values_;
  // Those made of whole numbers alone.
  std::unordered_set<NameId> whole_values_;
  // What names mean in the statements at work: loop variables and states that have been set.
  std::unordered_map<NameId, ExprId> overrides_;
  // Of each section, the names whose values it finds as they were when it was due.
  std::vector<std::set<NameId>> seen_names_;
  // Expressions of nodes, while one expression is lowered.
  std::unordered_map<NodeId, ExprId> lowered_;
  // Statements to come before the one at work: draws of random numbers.
  std::vector<flat::Statement> pending_;
  SectionKind place_ = SectionKind::Derivative;
  bool in_procedural_ = false;
  // Loops of jumps around the statement at work: the label behind, and what says that a loop inside was left
  // for it.
  struct JumpLoop {
    NameId exit;
    ExprId left;
  };
  std::vector<JumpLoop> jump_loops_;
  uint32_t loop_depth_ = 0;
  // What happens at events, in one algorithm so that several sections may assign to one name.
  std::vector<flat::Statement> events_;
  // Conditions of each section, by its name; and those under which each state is set.
  std::unordered_map<NameId, std::vector<ExprId>> schedules_;
  std::map<uint32_t, std::vector<ExprId>> reinits_;
  std::map<uint32_t, VarId> reinit_values_;
  // Of `SCHEDULE … .AT.` outside DERIVATIVE: the time, by the number of the statement.
  std::unordered_map<uint32_t, ExprId> at_vars_;
  // Routines of the program as functions, and the one at work with what its names mean.
  std::unordered_map<NameId, flat::FunctionId> routines_;
  const Routine* routine_ = nullptr;
  flat::FunctionBody* routine_body_ = nullptr;
  std::unordered_map<NameId, ExprId> locals_;
  flat::FunctionId print_function_;
  bool has_told_output_ = false;
  std::set<size_t> taken_;
  ExprId seed_;
  bool draws_at_events_ = false;
  std::optional<double> stop_;
  bool has_end_ = false;
};

}  // namespace kerf::acsl
