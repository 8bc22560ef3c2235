// Elaborates one class: structure parameters, submodels, declarations, statements, connections, in this
// order.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <unordered_set>

#include "lang/dymola/connection_sets.h"
#include "lang/dymola/elaborator.h"
#include "lang/dymola/fortran_functions.h"

namespace kerf::dymola {

// Running indices that a family may have.
constexpr size_t kMaxIterators = 5;

// constant + the sum of coefficient * running index, while it stays of that form.
struct Affine {
  bool holds = false;
  int64_t constant = 0;
  std::array<int64_t, kMaxIterators> coefficients = {};
};

// An elaborated expression. `is_fixed`: the number (or truth value, 0 or 1) is known at compile time.
struct Value {
  ExprId expr = expr::Pool::kError;
  bool is_fixed = false;
  double number = 0;
  Affine affine = {};
};

// What an expression may refer to: anything; parameters and constants; or only what is fixed at compile time.
enum class Use : uint8_t { Equation, Known, Fixed };

// A running index: unrolled with a value, or an iterator of a family with a range.
struct LoopIndex {
  NameId name;
  bool is_iterator = false;
  int64_t value = 0;
  uint32_t position = 0;
  flat::Iteration range = {};
};

// A submodel reached from this class; `cls` has no value if the way there is broken and has been reported.
struct Place {
  ClassId cls;
  uint32_t var_offset = 0;
  uint32_t leaf_offset = 0;
};

// The owner of a cut, reached from this class: the cut's own index there and the first variable slot of the
// owner.
struct LeafPlace {
  const Class* cls = nullptr;
  uint32_t leaf = 0;
  uint32_t var_base = 0;
};

// The value of a connection expression: a cut, a path, both or nothing.
struct ConnValue {
  uint32_t cut = kNoIndex;
  uint32_t from = kNoIndex;
  uint32_t to = kNoIndex;
  bool is_broken = false;
  // The first cut of a path that was led to a cut: going on from here does not mean what it looks like.
  bool is_start_of_path = false;
  bool is_dot = false;

  [[nodiscard]] auto has_cut() const -> bool { return cut != kNoIndex; }
  [[nodiscard]] auto has_path() const -> bool { return from != kNoIndex; }
};

class ClassBuilder {
 public:
  ClassBuilder(Elaborator& elaborator, Class& cls);

  // Declares the structure parameters; false if one has no value.
  auto DeclareStructure(const StructureValues& given, const Span& use) -> bool;
  [[nodiscard]] auto structure_values() const -> std::vector<double>;
  void Build();

 private:
  // declare_structure.cpp
  auto DeclareStructureParameter(const Declarator& declarator, bool is_given, double value, const Span& use)
      -> bool;

  // declare_submodels.cpp
  void DeclareSubmodels(BlockId block);
  void DeclareSubmodel(const SubmodelItem& item);
  auto FindType(const SubmodelItem& item) -> DeclId;
  void ReportUnknownType(const SubmodelItem& item);
  void PlaceSubmodel(ClassSub& sub);

  // parameter_lists.cpp
  auto SortArguments(const SubmodelItem& item, const ModelDecl& decl) -> std::vector<const Argument*>;
  auto GiveStructure(const ModelDecl& decl, const std::vector<const Argument*>& arguments)
      -> std::optional<StructureValues>;
  void ReportUnknownParameter(const Argument& argument, const ModelDecl& decl);
  void SetParameters();
  void SetParameter(ClassSub& sub, const Argument& argument, NameId name);
  void SetStart(ClassSub& sub, const Argument& argument, NameId name);

  // declare_variables.cpp
  void DeclareAll(BlockId block);
  void DeclareVariables(const VariableDecl& decl);
  void DeclareVariable(VarKind kind, const Declarator& declarator);
  auto RefineVariable(uint32_t index, VarKind kind, const Declarator& declarator) -> bool;
  void GiveValue(uint32_t index, VarKind kind, const Declarator& declarator);
  auto AddVar(NameId name, VarKind kind, expr::ShapeId shape, const Span& span) -> uint32_t;
  auto EvaluateSizes(NameId name, const std::vector<Expr>& sizes) -> std::optional<std::vector<int32_t>>;
  void ReportDuplicate(NameId name, const Span& span, const Span& other);

  // declare_cuts.cpp and cut_elements.cpp
  void DeclareCut(const CutDecl& decl);
  void DeclarePath(const PathDecl& decl);
  auto MakeNamedCut(const CutDecl& decl, NameId name, const std::vector<int32_t>& dims, uint32_t element)
      -> uint32_t;
  auto MakeCut(CutExprId id, NameId name, const std::vector<int32_t>& dims, uint32_t element) -> uint32_t;
  auto MakeElement(const CutElement& from, const std::vector<int32_t>& dims, uint32_t element) -> Element;
  auto ElementSubscripts(const CutElement& from, uint32_t var, const std::vector<int32_t>& dims,
                         uint32_t element) -> std::vector<int32_t>;
  auto FindCutSpec(const CutExpr& spec) -> uint32_t;
  auto FindPathSpec(const CutExpr& spec) -> std::optional<NamedPath>;
  auto AddLeaf(Leaf leaf) -> uint32_t;
  auto AddTuple(const std::vector<uint32_t>& members, const Span& span) -> uint32_t;
  auto AddDot() -> uint32_t;
  auto ImportCut(const Place& place, uint32_t node_index) -> uint32_t;

  // lookup.cpp
  auto FindSubmodel(std::span<const Step> steps) -> Place;
  auto FindCutIn(const Place& place, const Step& step) -> uint32_t;
  auto SelectCut(const Place& place, const NamedCut& cut, const Step& step) -> uint32_t;
  auto FindPathIn(const Place& place, const Step& step) -> std::optional<NamedPath>;
  void PrepareSubscripts(std::span<const Step> steps);
  auto ElementIndex(const std::vector<int32_t>& dims, const Step& step) -> std::optional<uint32_t>;
  auto FixedSubscript(uint32_t node, int32_t size, const Step& step) -> std::optional<int32_t>;
  auto IsInRange(const Affine& affine, int32_t size, const Step& step) -> bool;
  auto StepsOf(uint32_t first, uint32_t count) const -> std::span<const Step>;
  void ReportUnknown(const Step& step, std::string_view what,
                     const std::unordered_map<NameId, uint32_t>& names, const Class& in);
  void ReportSubscriptCount(const Step& step, size_t wanted, size_t given);

  // elaborate_expression.cpp
  auto Evaluate(const Expr& expression, Use use) -> Value;
  void EvaluateNodes(NodeId first, NodeId last, Use use);
  auto ValueOf(uint32_t node) -> Value& { return values_[node - values_first_]; }
  auto EvaluateNode(const Node& node) -> Value;
  auto NumberValue(const Node& node) -> Value;
  auto UnaryValue(const Node& node) -> Value;
  auto BinaryValue(const Node& node) -> Value;
  auto LogicValue(const Node& node, const Value& x, const Value& y) -> Value;
  auto IfValue(const Node& node) -> Value;
  auto DisplayValue(const Node& node) -> Value;
  auto IsNumeric(ExprId id, const Span& span) -> bool;
  auto ShapeText(expr::ShapeId shape) -> std::string;
  auto TryFixed(const Expr& expression) -> std::optional<double>;
  void ReportNotFixed(const Span& span);
  auto AsCondition(ExprId id) -> ExprId;
  auto FixedValue(double number, bool is_index) -> Value;

  // elaborate_reference.cpp
  auto ReferenceValue(const Node& node) -> Value;
  auto LoopValue(const LoopIndex& loop, bool is_index) -> Value;
  auto NamedValue(const Node& node, const Step& step) -> Value;
  void ReportNotKnown(const Step& step, std::string_view name);
  auto VariableValue(const ClassVar& var, uint32_t slot, const Step& step, bool is_index) -> Value;
  auto Subscripted(ExprId variable, const Step& step) -> ExprId;
  auto SubscriptValue(uint32_t node, int32_t size, const Step& step) -> ExprId;
  void MentionBelow(const ClassVar& var, uint32_t slot);

  // elaborate_call.cpp
  auto CallValue(const Node& node) -> Value;
  auto FortranCall(const Node& node, const FortranFunction& function, std::span<const ExprId> arguments)
      -> ExprId;
  auto StandardCall(const Node& node, NameId name, std::span<const ExprId> arguments) -> ExprId;
  auto DerivativeOf(ExprId operand, uint32_t order, const Span& span) -> ExprId;
  auto DerivativeVar(uint32_t var, uint32_t order, const Span& span) -> uint32_t;

  // statements.cpp
  void ElaborateBlock(BlockId block);
  void ElaborateItem(const Item& item);
  void ElaborateEquation(const EquationItem& item, const Span& span);
  void ElaborateProcedure(const EquationItem& item, const Span& span);
  void ElaborateValid(const Expr& condition, const Span& span);
  void AddEquation(ExprId lhs, ExprId rhs, const Span& span);

  // loops.cpp
  void ElaborateLoop(const ForItem& loop);
  auto LoopNumber(const Expr& expression, std::string_view what) -> std::optional<int32_t>;
  void UnrollLoop(const ForItem& loop, LoopIndex index, uint32_t n);
  void MakeFamily(const ForItem& loop, LoopIndex index);

  // choices.cpp
  auto ChooseBranch(uint32_t index) -> std::optional<BlockId>;
  auto Fits(const ChoiceItem& choice, const Branch& branch, Use use) -> std::optional<bool>;
  void ElaborateChoice(uint32_t index, const Span& span);
  void ElaborateDynamic(const ChoiceItem& choice, size_t first, const Span& span);
  void MergeBranches(const std::vector<std::vector<ClassEquation>>& branches,
                     const std::vector<ExprId>& conditions);

  // connect_operand.cpp
  void ElaborateConnect(const ConnectItem& connect);
  auto EvaluateOperand(const ConnectItem& connect, const ConnNode& node) -> ConnValue;
  auto SubmodelValue(const ConnectItem& connect, const Step& step, const Place& place) -> ConnValue;
  auto OwnValue(const Step& step) -> ConnValue;
  auto MainCutOf(const Place& place, const Step& step) -> uint32_t;
  auto MainPathOf(const Place& place, const Step& step) -> std::optional<NamedPath>;
  void ReportNoMain(const ConnectItem& connect, const Step& step, const Class& in);
  void ReportNoMainOf(const Step& step, const Class& in, std::string_view what);

  // connect_evaluate.cpp
  auto ConnOf(uint32_t node) const -> const ConnValue& { return conn_values_[node - conn_first_]; }
  auto EvaluateTuple(const ConnNode& node) -> ConnValue;
  auto EvaluateReversed(const ConnNode& node) -> ConnValue;
  auto EvaluateBinary(const ConnNode& node) -> ConnValue;
  auto CheckValue(const ConnNode& node, const ConnValue& value, std::string_view side) -> bool;
  auto ConnectAt(const ConnNode& node, const ConnValue& x, const ConnValue& y) -> ConnValue;
  auto ConnectTo(const ConnNode& node, const ConnValue& x, const ConnValue& y) -> ConnValue;
  auto ConnectFrom(const ConnValue& x, const ConnValue& y) -> ConnValue;
  auto ConnectPaths(const ConnNode& node, const ConnValue& x, const ConnValue& y) -> ConnValue;
  auto ConnectFan(const ConnNode& node, const ConnValue& x, const ConnValue& y) -> ConnValue;

  // connect_cuts.cpp
  void JoinCuts(uint32_t a, uint32_t b);
  void JoinTuples(uint32_t a, uint32_t b);
  void JoinLeaves(uint32_t a, uint32_t b);
  auto Expanded(uint32_t node) -> uint32_t;
  auto Filled(uint32_t node, uint32_t other) -> uint32_t;
  void Expand(uint32_t slot, uint32_t count);
  auto Locate(uint32_t slot) const -> LeafPlace;
  auto LeafAt(uint32_t slot) const -> const Leaf&;
  void CheckConnectedOnce(uint32_t slot);

  // cut_fit.cpp
  auto IsFitting(uint32_t a, uint32_t b) -> bool;
  auto IsFittingPart(uint32_t a, uint32_t b, const LeafPlace& x, const LeafPlace& y, bool is_through) -> bool;
  auto ElementShape(const Class& cls, const Element& element) -> expr::ShapeId;
  auto SlotText(uint32_t slot) const -> std::string;
  auto CutText(uint32_t node) const -> std::string;

  // connection_equations.cpp
  void EmitConnections();
  void EmitSet(uint32_t set);
  void EmitAcross(const std::vector<ConnectionSets::Member>& members);
  void EmitThrough(const std::vector<ConnectionSets::Member>& members);
  auto TermOf(const LeafPlace& place, const Element& element) -> Term;
  void AddConnection(const std::vector<Term>& left, const std::vector<Term>& right, uint32_t statement);
  void MentionSlot(uint32_t slot);
  auto ShareOpenCuts(const std::vector<ConnectionSets::Member>& members) -> bool;
  void GiveStructureTo(uint32_t slot, uint32_t like);

  // class_builder.cpp
  void Finish();
  void CheckOutputs();
  auto OwnSlot(uint32_t var) const -> uint32_t { return cls_.own_vars + var; }
  auto Text(NameId name) const -> std::string_view { return elab_.Text(name); }

  Elaborator& elab_;
  Class& cls_;
  const Ast& ast_;
  expr::Pool& pool_;
  diag::Emitter& emitter_;
  const ModelDecl& decl_;

  std::vector<Value> values_;
  uint32_t values_first_ = 0;
  Use use_ = Use::Equation;
  std::vector<LoopIndex> loops_;
  flat::DomainId domain_;
  uint32_t n_unrolled_ = 0;
  int n_suggestions_ = 0;
  bool is_dynamic_ = false;
  std::vector<ClassEquation>* equations_;
  std::unordered_map<uint32_t, std::optional<BlockId>> chosen_;
  // The condition last looked at was wrong and has been reported.
  bool is_broken_choice_ = false;

  // Parameter lists wait until the parameters of this class are declared.
  struct PendingList {
    uint32_t sub;
    NameId name;
    const Argument* argument;
    // An initial value, not a parameter.
    bool is_start;
  };
  std::vector<PendingList> pending_;

  ConnectionSets sets_;
  std::vector<ConnValue> conn_values_;
  uint32_t conn_first_ = 0;
  // Open cuts that are other cuts, by slot.
  std::unordered_map<uint32_t, uint32_t> aliases_;
  // Spans of connect statements and the one at work.
  std::vector<OriginId> statements_;
  Span connect_span_;
  // Plain nodes and open cuts that turned out to be tuples, by slot.
  std::unordered_map<uint32_t, uint32_t> expansions_;
  std::unordered_set<uint32_t> mentioned_;
};

}  // namespace kerf::dymola
