// Expressions of the text as typed expressions over the variables of the instances, and everything that needs
// them: sizes, conditions of components, bindings, values known at compile time, functions.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "expr/walk.h"
#include "flat/differentiate_function.h"
#include "flat/function.h"
#include "flat/given_value.h"
#include "flat/interpret.h"
#include "lang/modelica/inst/capture.h"
#include "lang/modelica/inst/instances.h"
#include "lang/modelica/inst/typing.h"

namespace kerf::modelica {

struct IteratorBinding {
  NameId name;
  // An Iterator leaf, or the value of an unrolled loop.
  ExprId value;
};

struct Scope {
  Inst* inst = nullptr;
  std::vector<IteratorBinding> iterators;
};

// Beyond these a model is refused rather than the machine filled.
struct ElaborationLimits {
  // Steps of one evaluation at compile time: a second or two.
  uint64_t max_steps = 30'000'000;
  // Elements of one array of components, and turns of one loop that is unrolled.
  uint64_t max_elements = 10'000'000;
};

// What only the connections of the whole model tell.
class ConnectionFacts {
 public:
  virtual ~ConnectionFacts() = default;
  // How often a connector occurs in connections; nothing while they are being collected.
  virtual auto Cardinality(Component* connector) -> std::optional<int64_t> = 0;
  virtual auto IsRoot(Component* connector) -> std::optional<bool> = 0;
  virtual auto Rooted(Component* connector) -> std::optional<bool> = 0;
};

class Elaborator : private flat::VarValues {
 public:
  Elaborator(Instances& instances, CaptureConsumer& capture, const ElaborationLimits& limits = {});

  auto Expression(NodeRef node, Scope& scope) -> ExprId;
  // The value of a compile-time expression, or nothing; nothing is emitted.
  auto TryEvaluate(ExprId id) -> std::optional<flat::Value>;
  // The same; that it has none is reported at `span`.
  auto Evaluate(ExprId id, const diag::Span& span) -> std::optional<flat::Value>;
  auto TryEvaluateInteger(ExprId id) -> std::optional<int64_t>;
  // As a literal if it has a value at compile time, else as it is.
  auto Folded(ExprId id) -> ExprId;

  // Components.
  auto IsPresent(Component* component) -> bool;
  // Sizes of a component's own dimensions; false after an error.
  auto EnsureDims(Component* component) -> bool;
  // Makes an array whose size follows from connections at least that large. True if it changed.
  auto Grow(Component* component, std::span<const int32_t> dims) -> bool;
  // The sizes that the array of that name needs with these subscripts; `rest` are those of what they select.
  auto SizesFor(std::string_view name, NodeRef subscripts, std::span<const int32_t> rest, Scope& scope)
      -> std::optional<std::vector<int32_t>>;
  // The elements of an array of components of a class, row by row.
  auto Elements(Component* component) -> const std::vector<Component*>&;
  auto TypeOf(Component* component) -> std::optional<Type>;
  auto VarOf(Component* component) -> VarId;
  [[nodiscard]] auto ComponentOf(VarId var) const -> Component* { return component_of_var_[var.index]; }
  [[nodiscard]] auto n_vars() const -> uint32_t { return static_cast<uint32_t>(component_of_var_.size()); }
  // The declared or modified value, of the component's type; no value if there is none.
  auto Binding(Component* component) -> ExprId;
  // The value of a parameter or constant, or null.
  auto ValueOf(Component* component) -> const flat::Value*;
  // An attribute of a predefined type, of the component's sizes or a scalar; no value if it is not given.
  auto Attribute(Component* component, std::string_view name) -> ExprId;
  // A text attribute such as `unit`; no value if it is not given, not known or not the same for all elements.
  auto TextAttribute(Component* component, std::string_view name) -> NameId;
  // The whole component as a value.
  auto Reference(Component* component, const diag::Span& span) -> ExprId;
  static auto StandsForAll(const Mod& mod) -> bool;
  auto ValueOfMod(const Mod& mod, bool& is_each) -> ExprId;
  // What the token of a string literal or description stands for.
  static auto TextOf(NodeRef node) -> std::string;

  // Components that a reference stands for, such as connectors in a connection: one for each element. False
  // after an error. A part that is switched off leaves it empty, with `is_absent`.
  struct Target {
    Component* component = nullptr;
    // Subscripts of a component of predefined type.
    std::vector<int32_t> subscripts;
  };
  struct Targets {
    std::vector<Target> list;
    std::vector<int32_t> dims;
    bool is_absent = false;
    // The component that the first name stands for.
    Component* first = nullptr;
    // The expandable connector that has no component of the last name yet.
    Inst* expandable = nullptr;
    NodeRef missing;
    // The whole of an array whose size follows from connections.
    Component* growing = nullptr;
  };
  auto Resolve(NodeRef ref, Scope& scope, Targets& targets) -> bool;
  // The range of a loop's index.
  auto IteratorRange(NodeRef index, Scope& scope, NodeRef body) -> ExprId;

  auto FunctionOf(ClassElem* elem) -> FunctionId;
  auto CallByClass(ClassElem* function, std::vector<ExprId> arguments, const diag::Span& span) -> ExprId;
  auto RecordOf(Inst* inst) -> std::optional<uint16_t>;
  void Statements(NodeRef block, Scope& scope, std::vector<flat::Statement>& out);
  auto StatementOf(NodeRef node, Scope& scope, std::vector<flat::Statement>& out) -> bool;

  // Values that the user gives to parameters, by full name: they count where structure depends on them.
  void SetGivenValues(flat::GivenValues values) { given_values_ = std::move(values); }
  void SetConnectionFacts(ConnectionFacts* facts) { facts_ = facts; }
  [[nodiscard]] auto typing() -> Typing& { return typing_; }
  [[nodiscard]] auto instances() -> Instances& { return instances_; }
  [[nodiscard]] auto capture() -> CaptureConsumer& { return capture_; }
  [[nodiscard]] auto functions() const -> const std::vector<FunctionId>& { return functions_; }
  // A value in a model whose size is known at run time only.
  [[nodiscard]] auto HasOpenSize(ExprId id) const -> bool;
  // Why the last evaluation failed.
  [[nodiscard]] auto WhyNoValue() const -> std::string;
  [[nodiscard]] auto PlaceOfFailure() const -> diag::Span;
  auto OriginOf(NodeRef node, flat::MadeBy made_by = flat::MadeBy::Source) -> flat::OriginId;
  // True, once, if a reference since the last call needed the value of a loop's iterator.
  // The name of the model that is being flattened, for getInstanceName.
  void SetModelName(std::string name) { model_name_ = std::move(name); }
  auto TakeNeedsUnrolling() -> bool { return std::exchange(needs_unrolling_, false); }
  void SetNeedsUnrolling() { needs_unrolling_ = true; }
  // True if the expression is a constant or depends on parameters and constants only.
  auto IsParameterExpression(ExprId id) -> bool;
  // Whether its relations and so on stand for events: no Real variable is involved.
  auto IsDiscreteExpression(ExprId id) -> bool;

 private:
  auto TryValue(VarId var, flat::Value& value) -> bool override;

  // elaborate_expression.cpp
  auto BinaryChain(NodeRef node, Scope& scope) -> ExprId;
  auto IfExpression(NodeRef node, Scope& scope) -> ExprId;
  auto NumberOf(NodeRef node) -> ExprId;
  auto StringOf(NodeRef node) -> ExprId;
  auto Comprehension(std::string_view name, NodeRef node, Scope& scope) -> ExprId;
  auto ComprehensionAlone(std::string_view name, NodeRef node, Scope& scope) -> ExprId;
  auto ApplyBinary(TokenKind op, ExprId x, ExprId y, const diag::Span& span) -> ExprId;
  auto ApplyUnary(TokenKind op, ExprId x, const diag::Span& span) -> ExprId;
  auto EmptyArray() -> ExprId;
  auto TypeOfAbsent(Component* component, NodeRef rest, std::vector<int32_t> dims) -> Type;
  auto ImplicitRange(NameId name, NodeRef body, Scope& scope) -> ExprId;
  auto RangeOfDimension(Component* component, uint32_t dimension, const diag::Span& span) -> ExprId;

  // elaborate_reference.cpp
  static auto IsInModel(const Component* component) -> bool;
  auto FirstOf(NodeRef ref, NameId name, const Scope& scope) -> Found;
  void NoteUnit(const Component* constant, const diag::Span& span);
  auto ReferenceOf(NodeRef ref, Scope& scope) -> ExprId;
  auto ReferenceFrom(Component* component, NodeRef part, Scope& scope) -> ExprId;
  auto ReferenceInClass(ClassElem* elem, NodeRef part, Scope& scope, NodeRef ref) -> ExprId;
  auto FieldsOf(ExprId value, NodeRef part, Scope& scope) -> ExprId;
  auto FieldOf(ExprId value, NodeRef part) -> ExprId;
  auto WithSuffix(ExprId value, NodeRef suffix, Scope& scope) -> ExprId;
  auto SubscriptsOf(NodeRef subscripts, std::span<const int32_t> dims, ExprId array, Scope& scope)
      -> std::vector<ExprId>;
  auto SelectElements(Component* component, NodeRef subscripts, Scope& scope,
                      std::vector<Component*>& selected, std::vector<int32_t>& dims) -> bool;
  auto IndicesOf(ExprId subscript, int32_t size, const Component* array, const diag::Span& span,
                 std::vector<int32_t>& indices) -> bool;
  void CheckIndexTypes(const Component* component, NodeRef subscripts, std::span<const ExprId> list);
  void ReportUnknownName(NodeRef part, Inst* scope);
  auto ResolveFrom(Component* component, NodeRef part, Scope& scope, Targets& targets, bool is_first) -> bool;

  // elaborate_call.cpp
  auto CallOf(NodeRef call, Scope& scope, bool whole = false) -> ExprId;
  auto SpecialCall(std::string_view name, NodeRef call, Scope& scope, std::optional<ExprId>& result) -> bool;
  auto CheckBuiltin(std::string_view name, const CallArguments& list) -> bool;
  auto CheckDer(ExprId value, const diag::Span& span) -> bool;
  auto HasLocal(ExprId id) -> bool;
  auto HasVariable(ExprId id) -> bool;
  auto ArgumentsOf(NodeRef arguments, Scope& scope) -> CallArguments;
  auto ArgumentOf(NodeRef node, Scope& scope) -> ExprId;
  auto ClosureOf(NodeRef partial, Scope& scope) -> ExprId;
  auto ClosureOf(ClassElem* elem, const CallArguments& bound, const diag::Span& span) -> ExprId;
  auto CallFunction(ClassElem* elem, const CallArguments& arguments, ExprId callee) -> ExprId;
  auto ConvertArgument(const flat::Local& input, ExprId& value, const diag::Span& span,
                       const std::string* function) -> bool;
  auto CallWith(FunctionId function, ExprId callee, const CallArguments& arguments, bool report)
      -> std::optional<ExprId>;
  auto VectorCall(FunctionId function, ExprId callee, std::vector<ExprId> arguments, const diag::Span& span)
      -> std::optional<ExprId>;
  auto OpenVectorCall(FunctionId function, ExprId callee, std::vector<ExprId> arguments,
                      const std::vector<bool>& is_extra, const diag::Span& span) -> std::optional<ExprId>;
  auto ConstructRecord(ClassElem* elem, const CallArguments& arguments) -> ExprId;
  auto OutputType(const flat::FunctionBody& body, uint32_t output, std::span<const ExprId> arguments) -> Type;
  auto Substitute(ExprId id, const flat::FunctionBody& body, std::span<const ExprId> arguments, int depth)
      -> ExprId;
  auto ConnectorArgument(NodeRef call, Scope& scope) -> Component*;

  // elaborate_statement.cpp
  auto TupleStatement(NodeRef targets, NodeRef value, Scope& scope, flat::Statement& statement) -> bool;
  auto CalleeOf(ExprId callee) -> FunctionId;
  auto ConditionOf(NodeRef node, Scope& scope, bool is_when) -> ExprId;
  auto CheckAssert(const flat::Statement& statement, NodeRef node) -> bool;
  auto BranchesOf(NodeRef node, Scope& scope, flat::Statement& statement) -> bool;
  auto CallStatement(NodeRef node, Scope& scope, flat::Statement& statement) -> bool;
  auto ForStatement(NodeRef node, Scope& scope, std::vector<flat::Statement>& out) -> bool;
  auto ForLevel(const std::vector<NodeRef>& indices, size_t k, NodeRef body, Scope& scope, NodeRef node,
                std::vector<flat::Statement>& out) -> bool;

  // overload.cpp
  auto OverloadBinary(TokenKind op, ExprId x, ExprId y, const diag::Span& span) -> ExprId;
  auto OverloadUnary(TokenKind op, ExprId x, const diag::Span& span) -> ExprId;
  auto OperatorElem(uint16_t record, std::string_view name) -> ClassElem*;
  auto TryOverload(ClassElem* op, std::span<const ExprId> arguments, const diag::Span& span)
      -> std::optional<ExprId>;
  auto ConvertToRecord(ExprId x, uint16_t record, const diag::Span& span) -> std::optional<ExprId>;
  auto ConstructOperatorRecord(ClassElem* elem, const CallArguments& arguments) -> std::optional<ExprId>;
  auto ScalarOverload(TokenKind op, ExprId x, ExprId y, const diag::Span& span) -> std::optional<ExprId>;

  // elaborate_function.cpp
  void MakeFunction(ClassElem* elem, Inst* inst, flat::FunctionBody& body);
  void AddVariables(Inst* inst, flat::FunctionBody& body);
  void AddExternal(Inst* inst, NodeRef external, flat::FunctionBody& body);
  void AddFunctionAnnotations(Inst* inst, flat::FunctionBody& body);
  void AddDerivatives(Inst* inst, flat::FunctionBody& body);
  auto FieldBindings(Component* record, bool& has_any) -> ExprId;
  auto ObjectConstructor(ClassElem* elem) -> ClassElem*;
  auto TextsOf(NodeRef entry, Scope& scope) -> std::vector<std::string>;

  // elaborate_derivative.cpp
  auto DerivativeFunction(ClassElem* elem, NodeRef der) -> FunctionId;
  auto MakeDerivative(ClassElem* elem, NodeRef der) -> std::unique_ptr<flat::FunctionBody>;
  auto DerivativeInputOf(const flat::FunctionBody& body, NodeRef part, const std::string& name)
      -> std::optional<uint32_t>;

  // elaborate_component.cpp
  auto RawBinding(Component* component) -> ExprId;
  auto IsFunctionVariable(const Component* component) const -> bool;

  // elaborate_sizes.cpp
  auto CountOf(const Component* component) -> std::optional<size_t>;
  auto SizeOf(NodeRef subscript, Scope& scope, ExprId* size, const Component* component)
      -> std::optional<int32_t>;
  auto SizeListsOf(Component* component) -> std::vector<Subscripts>;
  auto SizeOfValue(ExprId value, size_t d) -> std::optional<int32_t>;
  auto FlexibleSize(Component* component, size_t d) -> std::optional<int32_t>;
  void ReportSize(Component* component, NodeRef subscript, ExprId size);
  auto AddDimension(Component* component, NodeRef subscript, Scope& scope, std::vector<int32_t>& dims)
      -> bool;

  Instances& instances_;
  ElaborationLimits limits_;
  Program& program_;
  flat::World& world_;
  diag::Emitter& emitter_;
  CaptureConsumer& capture_;
  Typing typing_;
  flat::Interpreter interpreter_;
  flat::FunctionDifferentiator differentiator_;
  expr::Walker walker_;
  std::vector<Component*> component_of_var_;
  std::vector<FunctionId> functions_;
  // Classes of the records in world.records, for overloaded operators.
  std::map<uint16_t, ClassElem*> record_class_;
  // Whose record types are being found, from the outside in.
  std::vector<const Inst*> open_records_;
  // What `end` means, innermost last.
  struct EndContext {
    ExprId array;
    int32_t size = 0;
    uint32_t dimension = 0;
  };
  std::vector<EndContext> ends_;
  ConnectionFacts* facts_ = nullptr;
  bool needs_unrolling_ = false;
  flat::GivenValues given_values_;
  std::string model_name_;
  uint32_t depth_ = 0;
  uint32_t vector_depth_ = 0;
  // What the last size was given by.
  Type size_type_;
  // A parameter is evaluated because structure depends on it.
  bool marks_structural_ = true;
};

}  // namespace kerf::modelica
