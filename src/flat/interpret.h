// The evaluator of typed expressions and of functions with bodies: dimensions, structural parameters,
// constants and, as the reference, what compiled functions compute. `if`, `and` and `or` evaluate only what
// they need. What has a value only during a run (time, der, pre, initial …) is "unknown": a failure, but no
// mistake of the model. All else that fails is one: a subscript out of range, a division by zero, an
// assertion.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "flat/value.h"
#include "flat/world.h"

namespace kerf::flat {

// Asked for each Var leaf, for example to evaluate a parameter's binding; it may call the interpreter again.
class VarValues {
 public:
  virtual ~VarValues() = default;
  virtual auto TryValue(VarId var, Value& value) -> bool = 0;
};

struct EvaluationError {
  std::string text;
  // Of the innermost statement, if one was running.
  OriginId origin;
  // A leaf or function has no value at compile time; not an error of the model.
  bool is_unknown = false;
  // The leaf, if it is a variable.
  VarId var;
  // The innermost function that was running.
  FunctionId function;
};

struct IteratorValue {
  uint32_t position = 0;
  NameId name;
  Value value;
};

struct InterpreterLimits {
  // Nodes, statements and array elements of one evaluation.
  uint64_t max_steps = 200'000'000;
  uint32_t max_call_depth = 500;
  // Of the C++ stack, from the outermost evaluation on [bytes].
  size_t max_stack = size_t{6} << 20;
};

class Machine;

class Interpreter {
 public:
  Interpreter(World& world, VarValues& vars, InterpreterLimits limits = {});
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  auto operator=(const Interpreter&) -> Interpreter& = delete;

  // Nothing: error() tells why.
  auto Evaluate(ExprId id) -> std::optional<Value> { return Evaluate(id, {}); }
  // The same with values for Iterator leaves, innermost last.
  auto Evaluate(ExprId id, std::span<const IteratorValue> iterators) -> std::optional<Value>;
  // All outputs. Inputs without argument take their defaults.
  auto Call(FunctionId function, std::span<const Value> arguments) -> std::optional<std::vector<Value>>;
  [[nodiscard]] auto error() const -> const EvaluationError&;
  // What functions printed and assertions of level warning said since the last call.
  auto TakeMessages() -> std::vector<std::string>;

 private:
  std::unique_ptr<Machine> machine_;
};

}  // namespace kerf::flat
