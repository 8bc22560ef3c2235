// Calls of functions: evaluated if all arguments are literals, inlined if that can be done, left to the run
// otherwise.
#include <algorithm>
#include <array>

#include "expr/functions.h"
#include "expr/walk.h"
#include "transform/symbolic_machine.h"

namespace kerf::transform {

using expr::Kind;
using expr::Op;

namespace {

constexpr uint32_t kMaxInlineDepth = 40;

auto ElementaryOp(const std::string& name, size_t n_arguments) -> std::optional<Op> {
  if (name == "fabs" && n_arguments == 1) return Op::Abs;
  if (name == "pow" && n_arguments == 2) return Op::Pow;
  const auto op = expr::TryFunctionOp(name);
  if (!op || static_cast<size_t>(expr::arity_of(*op)) != n_arguments) return std::nullopt;
  return op;
}

}  // namespace

auto SymbolicMachine::MakeClosure(ExprId id, std::span<const Symbol> operands, Symbol& out) -> bool {
  std::vector<uint32_t> positions;
  std::vector<Symbol> bound;
  if (operands.size() > 1) {
    bound.assign(operands.begin() + 1, operands.end() - 1);
    std::vector<ExprId> which;
    Flatten(operands.back(), which);
    for (size_t k = 0; k < which.size(); ++k) {
      const bool is_mask = pool_.op(which[k]) == Op::Boolean;
      if (is_mask && pool_.boolean(which[k])) positions.push_back(static_cast<uint32_t>(k));
      if (!is_mask) positions.push_back(static_cast<uint32_t>(pool_.integer(which[k])));
    }
  }
  if (positions.size() != bound.size()) return Fail("a function value binds other inputs than it has values");
  out = Symbol::Closure(pool_.function(pool_.operand(id, 0)), std::move(positions), std::move(bound));
  return true;
}

auto SymbolicMachine::CallClosure(const Symbol& closure, std::vector<Symbol> arguments,
                                  std::vector<Symbol>& outputs) -> bool {
  if (closure.kind != Kind::Function) return Fail("a call of something that is no function");
  const flat::Function& function = world_.functions[closure.function()];
  if (function.body == flat::Function::kNoBody) return Fail("a function value without definition");
  const flat::FunctionBody& body = *world_.bodies[function.body];
  const auto& bound = closure.bound_inputs();
  const uint32_t end = bound.empty() ? 0 : std::ranges::max(bound) + 1;
  std::vector<Symbol> all;
  std::vector<uint32_t> open;
  size_t next = 0;
  for (uint32_t k = 0; k < body.n_inputs; ++k) {
    const auto found = std::ranges::find(bound, k);
    if (found != bound.end()) {
      all.push_back(closure.elements()[static_cast<size_t>(found - bound.begin())]);
    } else if (next < arguments.size()) {
      all.push_back(std::move(arguments[next++]));
    } else if (k < end) {
      open.push_back(k);
      all.emplace_back();
    } else {
      break;
    }
  }
  if (next < arguments.size()) return Fail("too many arguments for a function value");
  return FillOpen(body, open, all) && CallFunction(closure.function(), std::move(all), outputs);
}

// Inputs that a function value leaves open before a bound one take their defaults, which may depend on the
// others.
auto SymbolicMachine::FillOpen(const flat::FunctionBody& body, std::span<const uint32_t> open,
                               std::vector<Symbol>& arguments) -> bool {
  if (open.empty()) return true;
  Frame saved = std::move(frame_);
  frame_ = {&body, arguments, nullptr, iterators_.size()};
  bool is_done = true;
  for (const uint32_t k : open) {
    Symbol value;
    is_done = body.variables[k].binding.has_value() ? is_done && Evaluate(body.variables[k].binding, value)
                                                    : Fail("an input of a function has no value");
    if (!is_done) break;
    frame_.locals[k] = std::move(value);
  }
  arguments = std::move(frame_.locals);
  frame_ = std::move(saved);
  return is_done;
}

auto SymbolicMachine::TryLiteralCall(FunctionId function, const flat::FunctionBody& body,
                                     std::span<const Symbol> arguments, std::vector<Symbol>& outputs,
                                     std::string& failure) -> bool {
  if (body.is_impure) return false;
  std::vector<flat::Value> values;
  for (size_t k = 0; k < arguments.size(); ++k) {
    if (arguments[k].kind == Kind::Function || !IsLiteral(pool_, arguments[k])) return false;
    values.push_back(ValueOf(world_, arguments[k], body.variables[k].type));
  }
  const auto results = interpreter_.Call(function, values);
  if (!results) {
    if (!interpreter_.error().is_unknown) failure = interpreter_.error().text;
    return false;
  }
  for (const flat::Value& result : *results) outputs.push_back(SymbolOf(world_, result));
  return true;
}

auto SymbolicMachine::TryElementary(const flat::FunctionBody& body, std::span<const Symbol> arguments,
                                    std::vector<Symbol>& outputs) -> bool {
  if (!body.external || body.n_outputs != 1 || arguments.empty() || arguments.size() > 2) return false;
  const auto op = ElementaryOp(body.external->name, body.external->arguments.size());
  if (!op || body.external->arguments.size() != arguments.size()) return false;
  std::vector<ExprId> operands;
  // The call outside may have the inputs in another order.
  for (const ExprId argument : body.external->arguments) {
    if (pool_.op(argument) != Op::Local || pool_.position(argument) >= arguments.size()) return false;
    const Symbol& symbol = arguments[pool_.position(argument)];
    if (!IsLeaf(symbol)) return false;
    operands.push_back(ExprOf(symbol));
  }
  outputs = {LeafSymbol(ScalarOp(*op, operands, operands[0]))};
  return true;
}

auto SymbolicMachine::CallFunction(FunctionId function, std::vector<Symbol> arguments,
                                   std::vector<Symbol>& outputs) -> bool {
  outputs.clear();
  const flat::Function known = world_.functions[function];
  std::string text;
  if (known.body == flat::Function::kNoBody)
    return host_.RunTimeCall(function, arguments, outputs, text) || Fail(text);
  const flat::FunctionBody& body = *world_.bodies[known.body];
  if (arguments.size() > body.n_inputs) return Fail("too many arguments of a function");
  std::string failure;
  if (TryLiteralCall(function, body, arguments, outputs, failure)) return true;
  if (TryElementary(body, arguments, outputs)) return true;
  const bool is_inlined = (is_inlining_ || body.is_constructor) && !body.external && !body.is_impure &&
                          call_depth_ < kMaxInlineDepth && Inline(function, body, arguments, outputs);
  const SymbolicError why = error_;
  if (!is_inlined) outputs.clear();
  if (is_inlined || host_.RunTimeCall(function, arguments, outputs, text)) {
    FindInverses(body, arguments, outputs);
    return true;
  }
  if (!body.external && why.is_not_yet) {
    error_ = why;
    return false;
  }
  if (!failure.empty()) return Fail(failure);
  return FailNotYet(text);
}

auto SymbolicMachine::Inline(FunctionId function, const flat::FunctionBody& body,
                             std::span<const Symbol> arguments, std::vector<Symbol>& outputs) -> bool {
  Frame saved = std::move(frame_);
  const bool was_quiet = is_quiet_;
  const size_t n_demands = demands_.size();
  frame_ = {&body, {arguments.begin(), arguments.end()}, nullptr, iterators_.size()};
  is_quiet_ = true;
  ++call_depth_;
  bool is_done = InitLocals(function, body);
  if (is_done && body.is_constructor && body.statements.empty()) {
    is_done = RunConstructor(body);
  } else if (is_done) {
    is_done = Run(body.statements) != Flow::Fail;
  }
  if (is_done) {
    const auto first = frame_.locals.begin() + body.n_inputs;
    outputs.assign(first, first + body.n_outputs);
  }
  // What has to be called during the run asks by itself.
  if (!is_done) demands_.resize(n_demands);
  --call_depth_;
  is_quiet_ = was_quiet;
  iterators_.resize(frame_.first_iterator);
  frame_ = std::move(saved);
  return is_done;
}

// What inputs that are variables would be, if the output were known. An inverse that cannot be made in scalar
// form is of no use; the equation is then solved by iteration.
void SymbolicMachine::FindInverses(const flat::FunctionBody& body, std::span<const Symbol> arguments,
                                   std::span<const Symbol> outputs) {
  if (body.inverses.empty() || is_inverting_ || body.n_outputs != 1 || !IsLeaf(outputs[0])) return;
  is_inverting_ = true;
  const SymbolicError error = error_;
  const size_t n_demands = demands_.size();
  for (const flat::InverseOf& inverse : body.inverses) {
    if (inverse.input >= arguments.size() || !IsLeaf(arguments[inverse.input])) continue;
    const ExprId input = ExprOf(arguments[inverse.input]);
    if (pool_.op(input) != Op::Var) continue;
    Frame saved = std::move(frame_);
    frame_ = {&body, {arguments.begin(), arguments.end()}, nullptr, iterators_.size()};
    frame_.locals.resize(body.variables.size());
    frame_.locals[body.n_inputs] = LeafSymbol(host_.OutputPlaceholder());
    Symbol value;
    const bool is_made = arguments.size() == body.n_inputs && EvaluateQuietly(inverse.call, value);
    frame_ = std::move(saved);
    if (is_made && IsLeaf(value)) host_.TakeInverse(ExprOf(outputs[0]), input, ExprOf(value));
  }
  error_ = error;
  demands_.resize(n_demands);
  is_inverting_ = false;
}

auto SymbolicMachine::LocalForms(FunctionId function, std::span<const Symbol> arguments,
                                 std::vector<Symbol>& forms) -> bool {
  const flat::FunctionBody& body = *world_.bodies[world_.functions[function].body];
  Frame saved = std::move(frame_);
  const size_t n_demands = demands_.size();
  frame_ = {&body, {arguments.begin(), arguments.end()}, nullptr, iterators_.size()};
  const bool is_done = InitLocals(function, body);
  demands_.resize(n_demands);
  forms = std::move(frame_.locals);
  frame_ = std::move(saved);
  return is_done;
}

auto SymbolicMachine::OutputForms(FunctionId function, std::span<const Symbol> arguments,
                                  std::vector<Symbol>& forms) -> bool {
  const flat::FunctionBody& body = *world_.bodies[world_.functions[function].body];
  std::vector<Symbol> locals;
  if (!LocalForms(function, arguments, locals)) return false;
  const auto first = locals.begin() + body.n_inputs;
  forms.assign(first, first + body.n_outputs);
  return true;
}

auto SymbolicMachine::InitLocals(FunctionId function, const flat::FunctionBody& body) -> bool {
  for (size_t k = frame_.locals.size(); k < body.n_inputs; ++k) {
    if (!body.variables[k].binding.has_value()) return Fail("an input of a function has no value");
    Symbol value;
    if (!Evaluate(body.variables[k].binding, value)) return false;
    frame_.locals.push_back(std::move(value));
  }
  frame_.locals.resize(body.variables.size());
  for (const uint32_t position : InitOrder(function, body)) {
    Symbol value;
    if (!InitLocal(body.variables[position], value)) return false;
    frame_.locals[position] = std::move(value);
  }
  return true;
}

auto SymbolicMachine::InitLocal(const flat::Local& local, Symbol& out) -> bool {
  if (local.binding.has_value()) return Evaluate(local.binding, out);
  if (local.type.shape == expr::kScalar) {
    out = DefaultSymbol(world_, local.type);
    return true;
  }
  const auto declared = pool_.shapes().dims(local.type.shape);
  std::vector<int32_t> dims(declared.begin(), declared.end());
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] < 0 && d < local.sizes.size() && local.sizes[d].has_value()) {
      int64_t size = 0;
      if (!EvaluateInteger(local.sizes[d], size)) return false;
      dims[d] = static_cast<int32_t>(size);
    }
    dims[d] = std::max(dims[d], 0);
  }
  size_t count = 1;
  for (const int32_t dim : dims) count *= static_cast<size_t>(dim);
  constexpr size_t kMaxElements = 20'000;
  if (count > kMaxElements) return Fail("an array too large to be expanded");
  const Symbol element = DefaultSymbol(world_, {local.type.kind, expr::kScalar, local.type.detail});
  out = ArraySymbol(std::move(dims), std::vector<Symbol>(count, element));
  return true;
}

// Each field takes the value of the variable of its name.
auto SymbolicMachine::RunConstructor(const flat::FunctionBody& body) -> bool {
  const flat::Local& output = body.variables[body.n_inputs];
  if (output.binding.has_value()) return true;
  std::vector<Symbol> fields;
  for (const flat::RecordField& field : world_.records[output.type.detail].fields) {
    const auto found = std::ranges::find_if(body.variables, [&](const flat::Local& local) {
      return local.name == field.name && local.role != flat::Role::Output;
    });
    const auto position = static_cast<size_t>(found - body.variables.begin());
    fields.push_back(found == body.variables.end() ? DefaultSymbol(world_, field.type)
                                                   : frame_.locals[position]);
  }
  frame_.locals[body.n_inputs] = Symbol::Record(output.type.detail, std::move(fields));
  return true;
}

// Variables in the order of their declarations, but after those they refer to.
auto SymbolicMachine::InitOrder(FunctionId function, const flat::FunctionBody& body)
    -> const std::vector<uint32_t>& {
  const auto found = init_orders_.find(function);
  if (found != init_orders_.end()) return found->second;
  expr::Walker walker(pool_);
  const auto n = static_cast<uint32_t>(body.variables.size());
  std::vector<std::vector<uint32_t>> uses(n);
  for (uint32_t k = body.n_inputs; k < n; ++k) {
    std::vector<ExprId> roots;
    for (const ExprId size : body.variables[k].sizes) {
      if (size.has_value()) roots.push_back(size);
    }
    if (body.variables[k].binding.has_value()) roots.push_back(body.variables[k].binding);
    for (const ExprId id : walker.Postorder(roots)) {
      if (pool_.op(id) == Op::Local && pool_.position(id) != k) uses[k].push_back(pool_.position(id));
    }
  }
  std::vector<bool> is_done(n, false);
  std::fill_n(is_done.begin(), body.n_inputs, true);
  std::vector<uint32_t>& order = init_orders_[function];
  while (order.size() < n - body.n_inputs) {
    uint32_t chosen = n;
    for (uint32_t k = body.n_inputs; k < n; ++k) {
      if (is_done[k]) continue;
      // In a cycle of references the first variable goes first.
      if (chosen == n) chosen = k;
      if (!std::ranges::all_of(uses[k], [&](uint32_t j) { return is_done[j]; })) continue;
      chosen = k;
      break;
    }
    is_done[chosen] = true;
    order.push_back(chosen);
  }
  return order;
}

}  // namespace kerf::transform
