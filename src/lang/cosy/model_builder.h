// The flat model of a continuous part, and how its variables meet the cells of the program or, of a process,
// the fields of its copies.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <set>
#include <tuple>

#include "flat/function.h"
#include "lang/cosy/translator.h"

namespace kerf::cosy {

class ModelBuilder {
 public:
  // copyable: null for the system; else the process whose fields are the variables.
  ModelBuilder(Translator& translator, process::Continuous& part, process::Copyable* copyable)
      : translator_(translator),
        program_(translator.source()),
        part_(part),
        copyable_(copyable),
        emitter_(translator.emitter()),
        pool_(part.model.world->pool) {}

  // Variables of the system that copies give: inputs of the system's model, outputs of theirs.
  void SetFed(std::set<const Symbol*> fed) { fed_ = std::move(fed); }
  void Build(const Gathered& gathered);
  // What the part has inside: differential and difference equations, functions with memory.
  [[nodiscard]] auto n_states() const -> size_t;
  [[nodiscard]] auto n_difference_states() const -> size_t { return n_difference_states_; }
  [[nodiscard]] auto n_histories() const -> size_t { return histories_.size(); }

 private:
  friend class MemoryWorkshop;
  using ExprId = expr::ExprId;
  using VarId = expr::VarId;

  // What an equation with branches defines: a variable, its derivative, or neither.
  struct Key {
    const Symbol* symbol = nullptr;
    uint32_t element = 0;
    bool is_derivative = false;
    // The how-manieth of this key in its branch.
    uint32_t occurrence = 0;

    friend auto operator<=>(const Key&, const Key&) = default;
  };
  struct Alternative {
    std::vector<Guard> guards;
    const PlacedEquation* placed = nullptr;
  };

  // model_equations.cpp
  void AddFed();
  void FindStates(const Gathered& gathered);
  void FindStatesOf(NodeId side, const Scope& scope);
  void AddEquations(const Gathered& gathered);
  void AddPlain(const PlacedEquation& placed);
  void AddMerged(const Key& key, const std::vector<Alternative>& alternatives);
  auto Merge(const Key& key, std::span<const Alternative> alternatives, size_t level) -> ExprId;
  auto KeyOf(const PlacedEquation& placed) -> Key;
  auto Otherwise(const Key& key, const PlacedEquation& placed) -> ExprId;
  void BindHeld(const Symbol& symbol);
  void AddStart(const Equation& implicit, const Scope& scope);
  void AddMissingDerivatives();
  void AddEquation(ExprId left, ExprId right, Span span);

  // model_conditions.cpp
  void AddCondition(const PlacedEquation& placed);
  auto Truth(std::span<const Guard> guards) -> ExprId;
  auto GuardTruth(const Guard& guard, uint32_t branch) -> ExprId;
  auto LowerGuard(const Guard& guard, uint32_t branch) -> ExprId;
  [[nodiscard]] auto Varies(ExprId left, ExprId right) const -> bool;

  // model_ranges.cpp
  void AddRanges();
  auto IsWithin(ExprId value, const process::Range& range) -> ExprId;
  void CheckLocalRange(const Symbol& symbol, ExprId target, Span span, std::vector<flat::Statement>& out);

  // model_field.cpp
  void AddField(const PlacedEquation& placed);
  auto ReadFieldSymbols(const PlacedEquation& placed) -> bool;
  void AddBoundaries(const PlacedEquation& placed);
  void AddFieldEquations(const PlacedEquation& placed);
  auto LineValue(const Symbol& symbol, int point) -> ExprId;
  auto LineDerivative(const Symbol& symbol, int order) -> ExprId;
  auto TryFieldCall(const Node& node, const Scope& scope) -> ExprId;
  auto AtEnd(const Symbol& symbol, ExprId plain) -> ExprId;
  void NoteDifferentiated(const Symbol& symbol, int order, bool is_biased, Span span);

  // model_upwind.cpp
  static auto IsFieldFunction(std::string_view name) -> bool;
  auto TransportCall(const Node& node, const Symbol& symbol) -> ExprId;
  auto Biased(const Symbol& symbol, int side) -> ExprId;
  auto Limited(const Symbol& symbol, int side) -> ExprId;
  auto LimitedSlope(const Symbol& symbol, int point, int side) -> ExprId;
  void AddPeclet(const Equation& equation, const Symbol& symbol, const Scope& scope);
  auto Coefficient(const Equation& equation, const Scope& scope, double first, double second) -> ExprId;

  // model_split.cpp
  auto Weighted(const Symbol& symbol, int order, const std::vector<int>& offsets, ExprId slope) -> ExprId;
  auto SplitDerivative(const Symbol& symbol, int order, int n_points, ExprId slope) -> ExprId;
  auto IsPassed(int point) -> ExprId;
  void AddPassings(const PlacedEquation& placed);
  auto Extrapolated(const Symbol& symbol, int point, int direction) -> ExprId;

  // model_variables.cpp
  auto VarOf(const Symbol& symbol, Span span) -> VarId;
  auto AddVar(const std::string& name, expr::Kind kind, flat::Variability variability, const Symbol* symbol)
      -> VarId;
  [[nodiscard]] auto IsFed(const Symbol& symbol) const -> bool;
  void Bind(const Symbol& symbol, process::Role role);
  auto Ref(VarId var) -> ExprId { return pool_.Var(var, part_.model.vars[var].type); }
  auto OriginAt(Span span) -> flat::OriginId;
  auto ElementOf(ExprId array, ExprId subscript) -> ExprId;

  // model_submodels.cpp
  [[nodiscard]] auto VariesInSubmodel(const Symbol& symbol) const -> bool;
  void BindSubmodels();
  void MakeGiven(const SubmodelVar& var);
  void AddBegin(VarId var, const std::string& name, const Symbol* symbol);
  void AddBeginOf(const Symbol& symbol, VarId var);
  void AddElementBegins(VarId var, const std::vector<const SubmodelVar*>& elements);
  auto ArrayWith(expr::ShapeId shape, ExprId other, const std::map<std::vector<int32_t>, ExprId>& given,
                 std::vector<int32_t>& at) -> ExprId;
  auto SubmodelRef(const SubmodelVar& var) -> ExprId;
  auto LowerSubmodel(const Symbol& symbol) -> ExprId;

  // model_expression.cpp
  auto Lower(NodeId root, const Scope& scope) -> ExprId;
  auto LowerReal(NodeId root, const Scope& scope) -> ExprId;
  auto LowerCondition(NodeId root, const Scope& scope) -> ExprId;
  auto LowerNode(NodeId id, const Scope& scope) -> ExprId;
  auto LowerName(const Node& node, const Scope& scope) -> ExprId;
  auto LowerWhole(const Node& node, const Scope& scope) -> ExprId;
  auto TruthOf(const Symbol& symbol, ExprId value) -> ExprId;
  auto LowerElement(const Node& node, const Scope& scope) -> ExprId;
  auto LowerOperation(const Node& node) -> ExprId;
  auto ToKind(ExprId value, expr::Kind kind, Span span) -> ExprId;

  // model_procedure.cpp
  void FindStatesIn(const std::vector<Statement>& statements, Scope& scope);
  auto Expand(const std::vector<PlacedEquation>& equations) -> std::vector<PlacedEquation>;
  void AddDerived(const PlacedEquation& placed, std::vector<PlacedEquation>& out);
  auto TargetOf(const Derived& derived, Span span) -> ExprId;
  auto LeftOf(const PlacedEquation& placed) -> ExprId;
  auto RightOf(const PlacedEquation& placed) -> ExprId;
  auto PassScope(const Statement& loop, Scope& scope, int64_t pass) -> Scope*;
  auto Passes(const Statement& loop, const Scope& scope, bool tells) -> std::pair<int64_t, int64_t>;

  // model_statements.cpp
  // A variable, one of its elements, or its derivative, while statements are followed.
  struct Place {
    const Symbol* symbol = nullptr;
    uint32_t element = 0;
    bool is_derivative = false;

    friend auto operator<=>(const Place&, const Place&) = default;
  };
  // What places have been given so far, and which of them on some paths alone.
  struct Known {
    std::map<Place, ExprId> values;
    std::set<Place> partial;
  };
  void Follow(const std::vector<Statement>& statements, Scope& scope);
  void FollowOne(const Statement& statement, Scope& scope);
  void FollowAssignment(const Statement& statement, Scope& scope);
  void FollowIf(const Statement& statement, Scope& scope);
  void FollowCase(const Statement& statement, Scope& scope);
  void FollowFor(const Statement& statement, Scope& scope);
  void FollowCall(const Statement& statement, Scope& scope);
  auto FollowPart(ExprId condition, const std::vector<Statement>& statements, Scope& scope) -> Known;
  void Join(ExprId condition, const Known& first, Known& second);
  auto Choice(ExprId condition, ExprId first, ExprId second) -> ExprId;
  void SetPlace(const Place& place, ExprId value, Span span);
  auto PlaceOf(NodeId target, const Scope& scope) -> std::optional<Place>;
  void NotePlace(const Place& place);
  auto KnownValue(const Place& place, Span span) -> ExprId;
  auto Subscript(const Node& element, const Symbol& symbol, const Scope& scope) -> std::optional<uint32_t>;
  void AssertOnPath(ExprId condition, const std::string& message, Span span);

  // model_continuous_routine.cpp
  // A use of a continuous routine: its names, and what by-value parameters, variables and the result are.
  struct Use {
    Scope* scope = nullptr;
    std::vector<const Symbol*> inputs;
    std::vector<const Symbol*> locals;
    const Symbol* result = nullptr;
  };
  auto LowerContinuous(const Node& node, const Routine& routine, const Scope& scope) -> ExprId;
  // What is passed for each parameter: a value, or the name of a variable.
  struct Actual {
    Symbol* symbol = nullptr;
    ExprId value;
    Span span;
  };
  auto NewUse(const Routine& routine) -> Use;
  // The same one wherever the expression of that node is lowered again.
  auto UseOf(uint32_t node, const Routine& routine, const Scope& scope) -> Use&;
  auto Enter(Use& use, const Routine& routine, std::span<const Actual> actuals, Span span) -> bool;
  void CallContinuous(const PlacedEquation& placed, const Routine& routine);
  auto OrderOf(const Equation& call, const Routine& routine) -> std::vector<const Association*>;

  // model_functions.cpp
  auto LowerCall(const Node& node, const Scope& scope) -> ExprId;
  auto LowerTable(const process::Table& table, ExprId x) -> ExprId;

  // model_routine.cpp
  auto LowerRoutine(const Node& node, const Routine& routine, const Scope& scope) -> ExprId;
  auto FunctionOf(const Routine& routine, Span span) -> std::optional<expr::FunctionId>;
  auto AddFunctionLocal(flat::FunctionBody& body, const cosy::Variable& variable, flat::Role role,
                        Scope* scope) -> ExprId;
  void FindArrays(NodeId root);
  void FunctionStatements(const std::vector<Statement>& statements, const Scope& scope,
                          std::vector<flat::Statement>& out);
  void FunctionStatement(const Statement& statement, const Scope& scope, std::vector<flat::Statement>& out);
  void FunctionAssign(const Statement& statement, const Scope& scope, std::vector<flat::Statement>& out);
  void FunctionFor(const Statement& statement, const Scope& scope, std::vector<flat::Statement>& out);
  void FunctionCase(const Statement& statement, const Scope& scope, std::vector<flat::Statement>& out);
  auto StoreLocal(const Symbol& symbol, ExprId target, ExprId value, Span span) -> flat::Statement;
  auto LocalOf(const Symbol& symbol) -> ExprId;
  auto RefuseInFunction(Span span) -> ExprId;

  // model_discontinuous.cpp
  // How many arguments it takes, if there is a function of that name.
  static auto DiscontinuousArguments(std::string_view name) -> std::optional<size_t>;
  auto LowerDiscontinuous(const Node& node, const Scope& scope) -> ExprId;
  void AssertDelay(ExprId delay, Span span);
  auto WithoutMemory(std::string_view name, const std::vector<ExprId>& x) -> ExprId;
  auto WithMemory(std::string_view name, Span span, const std::vector<ExprId>& x) -> ExprId;

  Translator& translator_;
  Program& program_;
  process::Continuous& part_;
  process::Copyable* copyable_;
  diag::Emitter& emitter_;
  expr::Pool& pool_;
  std::map<const Symbol*, VarId> vars_;
  // In the order in which equations refer to them.
  std::vector<const Symbol*> used_;
  // Which elements of a symbol have a derivative.
  std::map<const Symbol*, std::vector<bool>> states_;
  std::map<const Symbol*, VarId> held_;
  std::set<const Symbol*> fed_;
  std::unordered_map<NodeId, ExprId> lowered_;
  std::map<std::string, uint32_t> condition_names_;
  // Functions with memory by first argument, scope and point of a field.
  std::map<std::tuple<uint32_t, const Scope*, int>, ExprId> memories_;
  size_t n_difference_states_ = 0;
  // All uses of functions with memory, delays included.
  std::set<std::tuple<uint32_t, const Scope*, int>> histories_;
  // Functions that equations call, and the function at work; null outside of functions.
  std::map<const Routine*, expr::FunctionId> functions_;
  const Routine* function_ = nullptr;
  // Statements that are followed: NOSORT and continuous routines. `order_`: places as they were first given.
  Known known_;
  std::vector<Place> order_;
  std::set<Place> noted_;
  // What has been read before anything was given.
  std::set<Place> read_early_;
  // Under which condition the statement at work is done; without value: always.
  ExprId path_;
  bool is_following_ = false;
  // More statements than that are not written out.
  static constexpr size_t kMostFollowed = 200'000;
  size_t n_followed_ = 0;
  size_t n_looked_ = 0;
  // Equations that sections of statements give.
  std::deque<Derived> derived_;
  // Each use of a routine, and each pass of a loop, has its own names: functions with memory tell uses apart
  // by them.
  std::map<std::tuple<uint32_t, const Scope*, int>, Use> uses_;
  std::map<std::tuple<const Statement*, const Scope*, int64_t>, Scope*> pass_scopes_;
  std::vector<const Routine*> entered_;
  std::set<std::pair<const Equation*, const Scope*>> bad_guards_;
  // Names that are whole arrays because a function takes them.
  std::set<NodeId> whole_arrays_;

  // A field while its equations are written out: its ends, and b1, b2, b3 at each.
  struct End {
    ExprId slope, value, right;
    // The value at the end: prescribed, or that of the state.
    VarId var;
    // Without condition: like a point inside, with formulas of one side.
    bool is_free = false;
  };
  struct Line {
    const Symbol* symbol = nullptr;
    std::array<End, 2> ends;
  };
  // The condition at the end where the point at work lies; null inside, and at an end without one.
  auto FindEnd(const Symbol& symbol) const -> const End*;
  std::vector<Line> lines_;
  // The point at work, from 0 on; -1 outside of fields. All fields of a block share the grid.
  int point_ = -1;
  int n_line_ = 0;
  int n_formula_ = 3;
  double spacing_ = 0;
  double lower_ = 0;
  // Where the fields of the block jump; without value: nowhere.
  ExprId split_;
  // While coefficients are looked for: the field, what its derivatives count as, and whether DX has been met.
  const Symbol* probed_ = nullptr;
  std::array<double, 2> probe_{};
  bool has_probed_ = false;
};

}  // namespace kerf::cosy
