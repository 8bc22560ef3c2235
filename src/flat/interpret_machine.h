// The interpreter's state and its parts, which the files interpret_*.cpp define: expressions, comprehensions,
// calls, statements, assignments. Recursion follows the nesting of the source text and of calls, guarded by
// the use of the C++ stack; chains that programs write (a + b + c + …, if … elseif …) are loops. Functions
// return false when `error` has been set.
#pragma once

#include <chrono>

#include "flat/external_c.h"
#include "flat/function.h"
#include "flat/interpret.h"
#include "flat/interpret_subscript.h"

namespace kerf::flat {

class Machine {
 public:
  Machine(World& world, VarValues& vars, const InterpreterLimits& limits)
      : world_(world), pool_(world.pool), vars_(vars), limits_(limits) {}

  auto EvaluateRoot(ExprId id, std::span<const IteratorValue> iterators, Value& out) -> bool;
  auto CallRoot(FunctionId function, std::span<const Value> arguments, std::vector<Value>& outputs) -> bool;

  EvaluationError error;
  std::vector<std::string> messages;

 private:
  enum class Flow : uint8_t { Next, Break, Return, Fail };
  // Where the variables and iterators of the running function begin.
  struct Frame {
    const FunctionBody* body = nullptr;
    FunctionId function;
    size_t locals = 0;
    size_t iterators = 0;
    OriginId origin;
  };
  // One step of an assignment's target: a field, or subscripts.
  struct TargetStep {
    std::optional<uint32_t> field;
    std::vector<Index> subscripts;
  };
  // The values that an iterator takes: a range, or the elements of an array.
  struct Iteration {
    std::vector<Value> bounds;
    Value array;
    int64_t count = 0;
    [[nodiscard]] auto ElementAt(int64_t k) const -> Value;
  };
  // What a comprehension has collected so far.
  struct Gathering {
    std::vector<Value> elements;
    Value total;
    bool is_empty = true;
    // The number of values of each iterator, once known.
    std::vector<int64_t> counts;
  };

  // interpret.cpp
  auto Fail(std::string_view text) -> bool;
  auto FailUnknown(std::string_view text, VarId var = {}) -> bool;
  auto FailUnknownOp(expr::Op op) -> bool;
  auto FailLimit() -> bool;
  auto Spend(uint64_t steps) -> bool {
    steps_ += steps;
    return steps_ < next_look_ || LookAtLimits();
  }
  // Time and memory are looked at every million steps or so.
  auto LookAtLimits() -> bool;
  // At the start of whatever may recurse.
  auto Enter() -> bool {
    const auto* here = static_cast<const char*>(__builtin_frame_address(0));
    if (static_cast<size_t>(stack_base_ - here) > limits_.max_stack) return FailLimit();
    return Spend(1);
  }
  auto HasRoom(std::span<const int64_t> dims) -> bool;
  template <typename Work>
  auto AsRoot(Work work) -> bool;

  // interpret_expr.cpp
  auto Eval(ExprId id, Value& out) -> bool;
  auto Choose(ExprId& id, bool& wants_real) -> bool;
  auto EvalNode(ExprId id, Value& out) -> bool;
  auto EvalText(ExprId id, Value& out) -> bool;
  auto EvalChain(ExprId id, Value& out) -> bool;
  auto HasRoomFor(expr::Op op, const Value& x, const Value& y) -> bool;
  auto EvalUnary(ExprId id, Value& out) -> bool;
  auto EvalVar(ExprId id, Value& out) -> bool;
  auto EvalIterator(const expr::Node& node, Value& out) -> bool;
  auto EvalSemiLinear(ExprId id, Value& out) -> bool;
  auto EvalToText(ExprId id, Value& out) -> bool;
  auto EvalOperands(ExprId id, size_t first, std::vector<Value>& values) -> bool;
  auto EvalInteger(ExprId id, int64_t& value) -> bool;
  auto EvalCondition(ExprId id, bool& value) -> bool;

  // interpret_construct.cpp
  auto EvalArray(ExprId id, Value& out) -> bool;
  auto EvalRecord(ExprId id, Value& out) -> bool;
  auto EvalField(ExprId id, Value& out) -> bool;
  auto EvalRange(ExprId id, Value& out) -> bool;
  auto EvalRangeBounds(ExprId id, std::vector<Value>& bounds, int64_t& count) -> bool;
  auto EvalSize(ExprId id, Value& out) -> bool;
  auto EvalFill(ExprId id, Value& out) -> bool;
  auto EvalSubscript(ExprId id, Value& out) -> bool;
  auto EvalElement(ExprId id, Value& out) -> bool;
  auto IsElement(ExprId id) -> bool;
  auto EvalSubscripts(ExprId id, std::span<int64_t> subscripts) -> bool;
  auto EvalIndex(ExprId id, Index& index) -> bool;
  auto HasRoomForAll(std::span<const Value> parts) -> bool;
  auto EvalArrayFunction(ExprId id, Value& out) -> bool;
  auto EvalPromote(ExprId id, Value& out) -> bool;

  // interpret_comprehension.cpp
  auto EvalComprehension(ExprId id, Value& out) -> bool;
  auto RunIterator(ExprId id, size_t n_left, Gathering& gathering) -> bool;
  auto Gather(ExprId body, Gathering& gathering) -> bool;
  auto FinishArray(ExprId id, Gathering& gathering, Value& out) -> bool;
  auto EvalIteration(ExprId range, Iteration& iteration) -> bool;

  // interpret_call.cpp
  auto EvalCall(ExprId id, size_t output, Value& out) -> bool;
  auto EvalClosure(ExprId id, Value& out) -> bool;
  auto EvalCallOutputs(ExprId id, std::vector<Value>& outputs) -> bool;
  auto PushArguments(ExprId id, FunctionId& function, size_t& n_arguments) -> bool;
  auto PushClosure(const Value& closure, std::vector<Value> arguments, size_t& n_arguments) -> bool;
  auto FailCall(FunctionId function) -> bool;
  auto FindBody(FunctionId function, const FunctionBody*& body) -> bool;
  auto RunFunction(FunctionId function, size_t n_arguments, std::vector<Value>& outputs) -> bool;
  auto RunBody(size_t n_arguments) -> bool;
  auto InitInputs(const FunctionBody& body, size_t n_arguments) -> bool;
  auto InitLocal(const Local& local, Value& value) -> bool;
  auto CheckSize(const Local& local, const Value& value) -> bool;
  auto LocalDims(const Local& local, std::vector<int32_t>& dims) -> bool;
  auto InitOrder(FunctionId function, const FunctionBody& body) -> const std::vector<uint32_t>&;
  auto RunConstructor(const FunctionBody& body) -> bool;
  auto RunExternal(const FunctionBody& body) -> bool;
  auto CallForeign(const FunctionBody& body, NativeCall& call) -> bool;

  // interpret_statement.cpp
  auto Run(std::span<const Statement> statements) -> Flow;
  auto RunStatement(const Statement& statement) -> Flow;
  auto RunIf(const Statement& statement) -> Flow;
  auto RunFor(const Statement& statement) -> Flow;
  auto RunWhile(const Statement& statement) -> Flow;
  auto RunCall(const Statement& statement) -> Flow;
  auto RunTerminate(const Statement& statement) -> Flow;
  auto RunAssert(const Statement& statement) -> Flow;
  auto RunAssignment(const Statement& statement) -> bool;

  // interpret_assign.cpp
  auto Assign(ExprId target, Value& value) -> bool;
  auto AssignLocal(size_t position, Value& value) -> bool;
  auto AssignElement(ExprId target, Value& value) -> bool;
  auto TargetSteps(ExprId target, std::vector<TargetStep>& steps, size_t& position) -> bool;
  auto AssignInto(Value& place, std::span<const TargetStep> steps, Value& value) -> bool;
  auto AssignEach(Value& place, const Selection& selection, std::span<const TargetStep> steps,
                  const Value& value) -> bool;

  World& world_;
  expr::Pool& pool_;
  VarValues& vars_;
  InterpreterLimits limits_;
  Frame frame_;
  std::vector<Value> locals_;
  // Of the call that is about to start: inputs among its arguments that take their defaults.
  std::vector<uint32_t> open_inputs_;
  std::vector<IteratorValue> iterators_;
  // Operators of the chains that are being evaluated.
  std::vector<ExprId> chain_;
  // By function; held by pointer because calls in progress go through them.
  std::vector<std::unique_ptr<std::vector<uint32_t>>> init_orders_;
  uint64_t steps_ = 0;
  uint64_t next_look_ = 0;
  // Of the outermost evaluation, from the first look on.
  uint64_t memory_at_start_ = 0;
  std::chrono::steady_clock::time_point start_{};
  uint64_t n_failures_ = 0;
  uint32_t call_depth_ = 0;
  uint32_t root_depth_ = 0;
  const char* stack_base_ = nullptr;
};

}  // namespace kerf::flat
