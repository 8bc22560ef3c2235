// Calls of functions: arguments, variables, outputs.
#include <fmt/format.h>

#include <algorithm>

#include "flat/interpret_machine.h"

namespace kerf::flat {

using expr::Kind;
using expr::Op;

auto Machine::EvalCall(ExprId id, size_t output, Value& out) -> bool {
  if (pool_.op(id) != Op::Call) return FailUnknownOp(pool_.op(id));
  std::vector<Value> outputs;
  if (!EvalCallOutputs(id, outputs)) return false;
  if (output >= outputs.size()) return Fail("a function has fewer outputs than are used");
  out = std::move(outputs[output]);
  return true;
}

auto Machine::EvalCallOutputs(ExprId id, std::vector<Value>& outputs) -> bool {
  if (pool_.op(id) != Op::Call) {
    outputs.resize(1);
    return Eval(id, outputs[0]);
  }
  FunctionId function;
  size_t n_arguments = 0;
  return PushArguments(id, function, n_arguments) && RunFunction(function, n_arguments, outputs);
}

// A function as a value: its last operand is the vector of the bound inputs' positions, from 0, or a Boolean
// for each input.
auto Machine::EvalClosure(ExprId id, Value& out) -> bool {
  if (pool_.op(id) == Op::Function) {
    out = Value::Closure(pool_.function(id), {}, {});
    return true;
  }
  std::vector<Value> bound;
  if (!EvalOperands(id, 1, bound)) return false;
  std::vector<uint32_t> positions;
  if (!bound.empty()) {
    const Value which = std::move(bound.back());
    bound.pop_back();
    const std::vector<Value> all = which.is_array ? which.elements() : std::vector<Value>{which};
    for (size_t k = 0; k < all.size(); ++k) {
      const bool is_mask = all[k].kind == Kind::Boolean;
      if (is_mask && all[k].boolean()) positions.push_back(static_cast<uint32_t>(k));
      if (!is_mask) positions.push_back(static_cast<uint32_t>(all[k].integer));
    }
  }
  if (positions.size() != bound.size()) return Fail("a function value binds other inputs than it has values");
  const ExprId function = pool_.operand(id, 0);
  if (pool_.op(function) != Op::Function) return Fail("a function value needs a function");
  out = Value::Closure(pool_.function(function), std::move(positions), std::move(bound));
  return true;
}

// Leaves the arguments on top of the variables.
auto Machine::PushArguments(ExprId id, FunctionId& function, size_t& n_arguments) -> bool {
  const size_t n = pool_.operands(id).size();
  const ExprId callee = pool_.operand(id, 0);
  if (pool_.op(callee) == Op::Function) {
    function = pool_.function(callee);
    n_arguments = n - 1;
    for (size_t k = 1; k < n; ++k) {
      Value argument;
      if (!Eval(pool_.operand(id, k), argument)) return false;
      locals_.push_back(std::move(argument));
    }
    return true;
  }
  Value closure;
  if (!Eval(callee, closure)) return false;
  if (closure.kind != Kind::Function || !closure.function().has_value()) {
    return Fail("a call of something that is no function");
  }
  function = closure.function();
  std::vector<Value> arguments;
  return EvalOperands(id, 1, arguments) && PushClosure(closure, std::move(arguments), n_arguments);
}

auto Machine::PushClosure(const Value& closure, std::vector<Value> arguments, size_t& n_arguments) -> bool {
  const FunctionBody* body = nullptr;
  if (!FindBody(closure.function(), body)) return false;
  const auto& bound = closure.bound_inputs();
  const uint32_t end = bound.empty() ? 0 : std::ranges::max(bound) + 1;
  size_t next = 0;
  for (n_arguments = 0; n_arguments < body->n_inputs; ++n_arguments) {
    const auto found = std::ranges::find(bound, n_arguments);
    if (found != bound.end()) {
      locals_.push_back(closure.elements()[static_cast<size_t>(found - bound.begin())]);
    } else if (next < arguments.size()) {
      locals_.push_back(std::move(arguments[next++]));
    } else if (n_arguments < end) {
      // Left open before a bound one: its default, which may depend on the others.
      open_inputs_.push_back(static_cast<uint32_t>(n_arguments));
      locals_.emplace_back();
    } else {
      break;
    }
  }
  return next == arguments.size() || Fail("too many arguments for a function value");
}

auto Machine::FindBody(FunctionId function, const FunctionBody*& body) -> bool {
  const Function& known = world_.functions[function];
  const std::string_view name = world_.names[known.name];
  if (known.body == Function::kNoBody) {
    return FailUnknown(fmt::format("function {} has no definition", name));
  }
  body = world_.bodies[known.body].get();
  return body->is_complete || FailUnknown(fmt::format("function {} is not complete", name));
}

auto Machine::FailCall(FunctionId function) -> bool {
  const std::string_view name = world_.names[world_.functions[function].name];
  if (call_depth_ < limits_.max_call_depth)
    return Fail(fmt::format("too many arguments for function {}", name));
  return Fail(fmt::format("calls are nested more than {} deep, the last one of {}", call_depth_, name));
}

auto Machine::RunFunction(FunctionId function, size_t n_arguments, std::vector<Value>& outputs) -> bool {
  const FunctionBody* body = nullptr;
  if (!FindBody(function, body)) return false;
  if (call_depth_ >= limits_.max_call_depth || n_arguments > body->n_inputs) {
    open_inputs_.clear();
    return FailCall(function);
  }
  const Frame saved = frame_;
  frame_ = {body, function, locals_.size() - n_arguments, iterators_.size(), body->origin};
  ++call_depth_;
  const bool is_done = RunBody(n_arguments);
  if (is_done) {
    outputs.resize(body->n_outputs);
    for (size_t k = 0; k < outputs.size(); ++k) {
      outputs[k] = std::move(locals_[frame_.locals + body->n_inputs + k]);
    }
  }
  locals_.resize(frame_.locals);
  iterators_.resize(frame_.iterators);
  frame_ = saved;
  --call_depth_;
  return is_done;
}

auto Machine::RunBody(size_t n_arguments) -> bool {
  const FunctionBody& body = *frame_.body;
  if (!Enter() || !InitInputs(body, n_arguments)) return false;
  locals_.resize(frame_.locals + body.variables.size());
  for (const uint32_t position : InitOrder(frame_.function, body)) {
    Value value;
    if (!InitLocal(body.variables[position], value)) return false;
    locals_[frame_.locals + position] = std::move(value);
  }
  if (body.external) return RunExternal(body);
  if (body.is_constructor && body.statements.empty()) return RunConstructor(body);
  return Run(body.statements) != Flow::Fail;
}

}  // namespace kerf::flat
