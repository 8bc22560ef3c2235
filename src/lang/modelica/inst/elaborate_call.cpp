// Calls: built-in operators, functions with defaults and named arguments, element-wise calls, records.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "lang/modelica/inst/elaborate.h"

namespace kerf::modelica {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

KERF_DIAG(NotCallable, Error, "`{}` is no function", std::string);
KERF_DIAG(UnknownFunction, Error, "there is no function `{}`", std::string);
KERF_DIAG(ArgumentCount, Error, "`{}` takes {} arguments and was given {}", std::string, size_t, size_t);
KERF_DIAG(ArgumentName, Error, "`{}` has no input `{}`", std::string, std::string);
KERF_DIAG(ArgumentTwice, Error, "the input `{}` of `{}` is given twice", std::string, std::string);
KERF_DIAG(ArgumentMissing, Error, "the input `{}` of `{}` is not given and has no default", std::string,
          std::string);
KERF_DIAG(ArgumentType, Error, "the input `{}` of `{}` is of type {}, but the argument is of type {}",
          std::string, std::string, std::string, std::string);
KERF_DIAG(ConnectorExpected, Error, "the argument must be a connector");
KERF_DIAG(ParameterExpected, Error, "{} must be a parameter expression", std::string);
KERF_DIAG(DelayTooLarge, Error, "the delay is larger than its largest value");
KERF_DIAG(DerOfInteger, Error, "`der` needs an argument of type Real, not {}", std::string);
KERF_DIAG(DerOfDiscrete, Error, "`{}` is discrete and has no derivative", std::string);
KERF_DIAG(OutsideDomain, Error, "`{}` is not defined at {}", std::string, double);
KERF_DIAG(PartialFunction, Error, "`{}` is partial and cannot be called", std::string);

}  // namespace

auto Elaborator::ArgumentOf(NodeRef node, Scope& scope) -> ExprId {
  return node.Is(NodeKind::PartialCall) ? ClosureOf(node, scope) : Expression(node, scope);
}

auto Elaborator::ArgumentsOf(NodeRef arguments, Scope& scope) -> CallArguments {
  CallArguments list;
  list.span = program_.SpanOf(arguments);
  for (const NodeRef argument : arguments.children()) {
    if (argument.Is(NodeKind::NamedArgument)) {
      list.named.push_back(
          {program_.NameOf(argument), ArgumentOf(argument.child(), scope), program_.SpanOf(argument)});
    } else {
      list.positional.push_back(ArgumentOf(argument, scope));
      list.positional_spans.push_back(program_.SpanOf(argument));
    }
  }
  return list;
}

auto Elaborator::ConnectorArgument(NodeRef call, Scope& scope) -> Component* {
  const NodeRef argument = call.Find(NodeKind::Arguments).child();
  if (argument.Is(NodeKind::Ref)) {
    Targets targets;
    if (!Resolve(argument, scope, targets)) return nullptr;
    const bool is_one = targets.list.size() == 1 && targets.list[0].component->type != nullptr;
    if (targets.is_absent || (is_one && instances_.IsConnector(targets.list[0].component->type)))
      return is_one ? targets.list[0].component : nullptr;
  }
  emitter_.Emit(program_.SpanOf(call), ConnectorExpected);
  return nullptr;
}

// Operators that need more than the types of their operands. False if `name` is none of them.
auto Elaborator::SpecialCall(std::string_view name, NodeRef call, Scope& scope, std::optional<ExprId>& result)
    -> bool {
  Pool& pool = world_.pool;
  if (name == "cardinality") {
    Component* connector = ConnectorArgument(call, scope);
    const auto n = connector != nullptr && facts_ != nullptr ? facts_->Cardinality(connector) : std::nullopt;
    result = n ? pool.Integer(*n) : Pool::kError;
    return true;
  }
  if (name == "Connections.isRoot" || name == "Connections.rooted" || name == "rooted") {
    const NodeRef argument = call.Find(NodeKind::Arguments).child();
    Component* connector = nullptr;
    if (argument.Is(NodeKind::Ref)) {
      // The argument is the overconstrained record of a connector.
      Targets targets;
      if (Resolve(argument, scope, targets) && !targets.list.empty()) connector = targets.list[0].component;
    }
    std::optional<bool> truth;
    if (connector != nullptr && facts_ != nullptr)
      truth = name == "Connections.isRoot" ? facts_->IsRoot(connector) : facts_->Rooted(connector);
    result = truth ? pool.Boolean(*truth) : Pool::kError;
    return true;
  }
  if (name == "getInstanceName") {
    Inst* whole = Whole(scope.inst);
    std::string text = whole->component != nullptr ? world_.paths.Render(whole->component->path) : "";
    const std::string model = std::string(world_.names[world_.names.Intern(model_name_)]);
    text = text.empty() ? model : model + "." + text;
    result = pool.Text(world_.names.Intern(text));
    return true;
  }
  const NodeRef first = call.Find(NodeKind::Arguments).child();
  if (first.Is(NodeKind::Comprehension) && call.child().n_children() == 1) {
    result = Comprehension(name, first, scope);
    return true;
  }
  return false;
}

// Only Real variables have derivatives, and those that jump have none.
auto Elaborator::CheckDer(ExprId value, const diag::Span& span) -> bool {
  if (world_.pool[value].kind == Kind::Integer) {
    emitter_.Emit(span, DerOfInteger, typing_.TypeText(value));
    return false;
  }
  for (const ExprId node : walker_.Postorder(value)) {
    if (world_.pool.op(node) != Op::Var) continue;
    const Component* component = component_of_var_[world_.pool.var(node).index];
    if (!component->Has(kDiscrete)) continue;
    emitter_.Emit(span, DerOfDiscrete, instances_.NameOf(component));
    return false;
  }
  return true;
}

// Rules about variability and domains, which types do not tell.
auto Elaborator::CheckBuiltin(std::string_view name, const CallArguments& list) -> bool {
  const auto& values = list.positional;
  if (name == "der" && values.size() == 1) return CheckDer(values[0], list.span);
  if (name == "delay" && values.size() >= 2) {
    const ExprId limit = values.size() > 2 ? values[2] : values[1];
    if (!IsParameterExpression(limit) && !HasLocal(limit)) {
      emitter_.Emit(list.span, ParameterExpected,
                    std::string(values.size() > 2 ? "the largest delay" : "the delay"));
      return false;
    }
    if (values.size() > 2) {
      const auto time = TryEvaluate(values[1]);
      const auto largest = TryEvaluate(values[2]);
      if (time && largest && time->number() > largest->number()) {
        emitter_.Emit(list.span, DelayTooLarge);
        return false;
      }
    }
    return true;
  }
  if (name == "sample" && values.size() == 2 && world_.pool[values[1]].kind != Kind::Clock) {
    for (const ExprId value : values) {
      if (IsParameterExpression(value) || HasLocal(value)) continue;
      emitter_.Emit(list.span, ParameterExpected, std::string("start and interval of sample"));
      return false;
    }
    return true;
  }
  const bool has_domain =
      name == "acos" || name == "asin" || name == "log" || name == "log10" || name == "sqrt";
  if (!has_domain || values.size() != 1 || !typing_.Dims(values[0]).empty() || HasVariable(values[0]))
    return true;
  const auto known = TryEvaluate(values[0]);
  if (!known || !known->IsNumber()) return true;
  const double x = known->number();
  const bool is_inside = name == "sqrt"                     ? x >= 0
                         : name == "log" || name == "log10" ? x > 0
                                                            : x >= -1 && x <= 1;
  if (!is_inside) emitter_.Emit(list.span, OutsideDomain, std::string(name), x);
  return is_inside;
}

auto Elaborator::HasLocal(ExprId id) -> bool {
  const auto& order = walker_.Postorder(id);
  return std::ranges::any_of(order, [&](ExprId node) { return world_.pool.op(node) == Op::Local; });
}

auto Elaborator::HasVariable(ExprId id) -> bool {
  const auto& order = walker_.Postorder(id);
  return std::ranges::any_of(order, [&](ExprId node) {
    const Op op = world_.pool.op(node);
    return op == Op::Local || op == Op::Var || op == Op::Time || op == Op::Iterator;
  });
}

auto Elaborator::CallOf(NodeRef call, Scope& scope, bool whole) -> ExprId {
  const NodeRef callee = call.child();
  const NodeRef arguments = call.Find(NodeKind::Arguments);
  const std::string_view text = callee.text();
  const bool is_simple = callee.n_children() == 1;
  std::string_view name = is_simple ? callee.child().token_text() : text;
  if (name.starts_with(".Connections.")) name.remove_prefix(1);
  std::optional<ExprId> special;
  Found found;
  const bool is_keyword = callee.child().token().kind != TokenKind::Ident;
  if (!is_keyword && !callee.Has(kGlobal))
    found = instances_.Lookup(program_.NameOf(callee.child()), scope.inst);
  const bool is_own = found.component != nullptr || (found.cls != nullptr && !found.cls->is_predefined);
  if (!is_own) {
    if (SpecialCall(name, call, scope, special)) return *special;
    if (is_simple && Typing::IsBuiltin(name)) {
      CallArguments list = ArgumentsOf(arguments, scope);
      list.span = program_.SpanOf(call);
      if (std::ranges::count(list.positional, Pool::kError) > 0) return Pool::kError;
      // Overloaded built-ins of records: String(c), abs is not among them.
      if (name == "String" && !list.positional.empty() &&
          world_.pool[list.positional[0]].kind == Kind::Record) {
        ClassElem* op = OperatorElem(world_.pool[list.positional[0]].detail, "'String'");
        if (op != nullptr) {
          const auto made = TryOverload(op, list.positional, list.span);
          if (made) return *made;
        }
      }
      if (name == "sum" && list.positional.size() == 1 &&
          world_.pool[list.positional[0]].kind == Kind::Record &&
          world_.pool.op(list.positional[0]) == Op::Array) {
        ExprId total;
        const size_t n = world_.pool.operands(list.positional[0]).size();
        for (size_t k = 0; k < n; ++k) {
          const ExprId term = world_.pool.operand(list.positional[0], k);
          total = k == 0 ? term : ApplyBinary(TokenKind::Plus, total, term, list.span);
        }
        if (total.has_value()) return total;
      }
      if (!CheckBuiltin(name, list)) return Pool::kError;
      return typing_.Builtin(name, list);
    }
  }
  if (is_simple && found.component != nullptr) {
    // A function given as an argument.
    Component* component = found.component;
    if (!instances_.ResolveType(component)) return Pool::kError;
    if (component->type->shape->restriction != Restriction::Function) {
      emitter_.Emit(program_.SpanOf(callee), NotCallable, std::string(text));
      return Pool::kError;
    }
    return CallFunction(component->type, ArgumentsOf(arguments, scope),
                        Reference(component, program_.SpanOf(callee)));
  }
  ClassElem* elem = instances_.LookupClass(callee, scope.inst, !is_simple, true);
  if (elem == nullptr) {
    if (is_simple) emitter_.Emit(program_.SpanOf(callee), UnknownFunction, std::string(text));
    return Pool::kError;
  }
  CallArguments list = ArgumentsOf(arguments, scope);
  list.span = program_.SpanOf(call);
  const BuiltinType* type = instances_.Builtin(elem);
  if (type != nullptr && type->kind == BuiltinKind::Enumeration) {
    if (list.positional.size() != 1 || list.positional[0] == Pool::kError) return Pool::kError;
    const ExprId x = list.positional[0];
    return world_.pool.Typed(Op::ToEnumeration, {Kind::Enumeration, world_.pool[x].shape, type->detail}, {x});
  }
  if (type != nullptr && type->kind == BuiltinKind::Object) {
    ClassElem* constructor = ObjectConstructor(elem);
    if (constructor == nullptr) return Pool::kError;
    const ExprId made = CallFunction(constructor, list, {});
    if (made == Pool::kError) return made;
    const auto operands = world_.pool.operands(made);
    const std::vector<ExprId> copy(operands.begin(), operands.end());
    return world_.pool.Typed(Op::Call, {Kind::Object, expr::kScalar, type->detail}, copy);
  }
  if (instances_.IsRecord(elem)) {
    if (const auto made = ConstructOperatorRecord(elem, list)) return *made;
    return ConstructRecord(elem, list);
  }
  const Restriction restriction = elem->shape->restriction;
  if (restriction == Restriction::Operator) {
    // Complex.'operator'(…) called by its full name: one of its functions.
    std::vector<ExprId> values = list.positional;
    const auto made = TryOverload(elem, values, list.span);
    if (made) return *made;
    emitter_.Emit(program_.SpanOf(callee), NotCallable, std::string(text));
    return Pool::kError;
  }
  if (restriction != Restriction::Function && restriction != Restriction::OperatorFunction) {
    emitter_.Emit(program_.SpanOf(callee), NotCallable, std::string(text));
    return Pool::kError;
  }
  static_cast<void>(whole);
  return CallFunction(elem, list, {});
}

auto Elaborator::CallFunction(ClassElem* elem, const CallArguments& arguments, ExprId callee) -> ExprId {
  const FunctionId function = FunctionOf(elem);
  if (!function.has_value()) return Pool::kError;
  if (!callee.has_value() && instances_.Deref(elem)->shape->def.Has(kPartial)) {
    emitter_.Emit(arguments.span, PartialFunction, program_.FullName(elem->shape->cls));
    return Pool::kError;
  }
  const auto made = CallWith(function, callee, arguments, true);
  return made.value_or(Pool::kError);
}

auto Elaborator::CallByClass(ClassElem* function, std::vector<ExprId> arguments, const diag::Span& span)
    -> ExprId {
  CallArguments list;
  list.positional_spans.assign(arguments.size(), span);
  list.positional = std::move(arguments);
  list.span = span;
  if (std::ranges::count(list.positional, Pool::kError) > 0) return Pool::kError;
  return CallFunction(function, list, {});
}

// Replaces the function's variables by the arguments, and by their bindings where they have no argument.
auto Elaborator::Substitute(ExprId id, const flat::FunctionBody& body, std::span<const ExprId> arguments,
                            int depth) -> ExprId {
  if (id == Pool::kError || depth > 50) return id;
  Pool& pool = world_.pool;
  expr::Walker walker(pool);
  std::map<ExprId, ExprId> made;
  const std::vector<ExprId> order = walker.Postorder(id);
  for (const ExprId node : order) {
    const Op op = pool.op(node);
    if (op == Op::Local) {
      const uint32_t k = pool.position(node);
      if (k < arguments.size() && arguments[k].has_value()) {
        made[node] = arguments[k];
      } else if (k < body.variables.size() && body.variables[k].binding.has_value() &&
                 body.variables[k].binding != Pool::kError) {
        made[node] = Substitute(body.variables[k].binding, body, arguments, depth + 1);
      } else {
        made[node] = node;
      }
      continue;
    }
    if (expr::group_of(op) == expr::Group::Leaf) {
      made[node] = node;
      continue;
    }
    std::vector<ExprId> operands;
    bool is_changed = false;
    for (const ExprId operand : pool.operands(node)) {
      operands.push_back(made[operand]);
      is_changed = is_changed || operands.back() != operand;
    }
    if (op == Op::Size && is_changed && operands[0] != Pool::kError) {
      // Sizes of arguments are mostly known.
      const auto dims = typing_.Dims(operands[0]);
      if (operands.size() == 2) {
        const auto k = TryEvaluateInteger(operands[1]);
        if (k && *k >= 1 && *k <= static_cast<int64_t>(dims.size()) &&
            dims[static_cast<size_t>(*k - 1)] >= 0) {
          made[node] = pool.Integer(dims[static_cast<size_t>(*k - 1)]);
          continue;
        }
      }
    }
    if (std::ranges::count(operands, Pool::kError) > 0) {
      made[node] = Pool::kError;
      continue;
    }
    if (op == Op::Field && is_changed) {
      made[node] = typing_.Field(operands[0], static_cast<uint32_t>(pool.integer(operands[1])));
      continue;
    }
    made[node] = is_changed ? pool.Rebuild(node, operands) : node;
  }
  return made[id];
}

auto Elaborator::OutputType(const flat::FunctionBody& body, uint32_t output,
                            std::span<const ExprId> arguments) -> Type {
  const flat::Local& local = body.variables[body.n_inputs + output];
  Type type = local.type;
  const auto declared = world_.pool.shapes().dims(type.shape);
  if (std::ranges::count(declared, expr::kUnknownSize) == 0) return type;
  std::vector<int32_t> dims(declared.begin(), declared.end());
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] != expr::kUnknownSize || d >= local.sizes.size() || !local.sizes[d].has_value()) continue;
    const ExprId size = Substitute(local.sizes[d], body, arguments, 0);
    if (const auto known = TryEvaluateInteger(size)) dims[d] = static_cast<int32_t>(*known);
  }
  type.shape = world_.pool.shapes().Make(dims);
  return type;
}

// To the type of an input. False, with a message if the function has a name for it, where that is not
// possible.
auto Elaborator::ConvertArgument(const flat::Local& input, ExprId& value, const diag::Span& span,
                                 const std::string* function) -> bool {
  if (const auto converted = typing_.TryConvert(value, input.type)) {
    value = *converted;
    return true;
  }
  if (input.type.kind == Kind::Record && world_.pool[value].kind != Kind::Record) {
    if (const auto record = ConvertToRecord(value, input.type.detail, span)) {
      value = *record;
      return true;
    }
  }
  if (function != nullptr) {
    emitter_.Emit(span, ArgumentType, std::string(world_.names[input.name]), *function,
                  typing_.TypeText(input.type), typing_.TypeText(value));
  }
  return false;
}

auto Elaborator::CallWith(FunctionId function, ExprId callee, const CallArguments& arguments, bool report)
    -> std::optional<ExprId> {
  const flat::Function& known = world_.functions[function];
  const flat::FunctionBody& body = *world_.bodies[known.body];
  const std::string name(world_.names[known.name]);
  std::vector<ExprId> slots(body.n_inputs);
  std::vector<diag::Span> spans(body.n_inputs, arguments.span);
  if (arguments.positional.size() > body.n_inputs) {
    if (report)
      emitter_.Emit(arguments.span, ArgumentCount, name, size_t{body.n_inputs}, arguments.positional.size());
    return std::nullopt;
  }
  for (size_t k = 0; k < arguments.positional.size(); ++k) {
    slots[k] = arguments.positional[k];
    if (k < arguments.positional_spans.size()) spans[k] = arguments.positional_spans[k];
  }
  for (const NamedValue& named : arguments.named) {
    uint32_t k = 0;
    while (k < body.n_inputs && body.variables[k].name != named.name) ++k;
    if (k == body.n_inputs) {
      if (report) emitter_.Emit(named.span, ArgumentName, name, std::string(world_.names[named.name]));
      return std::nullopt;
    }
    if (slots[k].has_value()) {
      if (report) emitter_.Emit(named.span, ArgumentTwice, std::string(world_.names[named.name]), name);
      return std::nullopt;
    }
    slots[k] = named.value;
    spans[k] = named.span;
  }
  for (uint32_t k = 0; k < body.n_inputs; ++k) {
    const flat::Local& input = body.variables[k];
    if (slots[k].has_value() || input.binding.has_value()) continue;
    if (report) emitter_.Emit(arguments.span, ArgumentMissing, std::string(world_.names[input.name]), name);
    return std::nullopt;
  }
  if (std::ranges::count(slots, Pool::kError) > 0) return report ? std::optional(Pool::kError) : std::nullopt;
  // Ranks beyond those of the inputs call the function element by element. A default may depend on one of
  // these arguments, so that each of the calls has its own.
  bool is_vectorised = false;
  for (uint32_t k = 0; k < body.n_inputs; ++k) {
    if (!slots[k].has_value()) continue;
    const auto wanted_rank = world_.pool.shapes().rank(body.variables[k].type.shape);
    if (typing_.Dims(slots[k]).size() > wanted_rank) {
      is_vectorised = true;
      continue;
    }
    if (!ConvertArgument(body.variables[k], slots[k], spans[k], report ? &name : nullptr))
      return std::nullopt;
  }
  if (is_vectorised) {
    const auto made = VectorCall(function, callee, slots, arguments.span);
    if (!made && report) {
      for (uint32_t k = 0; k < body.n_inputs; ++k) {
        if (!slots[k].has_value() ||
            typing_.Dims(slots[k]).size() <= world_.pool.shapes().rank(body.variables[k].type.shape))
          continue;
        emitter_.Emit(spans[k], ArgumentType, std::string(world_.names[body.variables[k].name]), name,
                      typing_.TypeText(body.variables[k].type), typing_.TypeText(slots[k]));
        break;
      }
    }
    return made;
  }
  for (uint32_t k = 0; k < body.n_inputs; ++k) {
    if (slots[k].has_value()) continue;
    slots[k] = Substitute(body.variables[k].binding, body, slots, 0);
    if (slots[k] == Pool::kError) return report ? std::optional(Pool::kError) : std::nullopt;
    if (!HasVariable(slots[k])) slots[k] = Folded(slots[k]);
    if (slots[k] == Pool::kError) return report ? std::optional(Pool::kError) : std::nullopt;
    if (!ConvertArgument(body.variables[k], slots[k], spans[k], report ? &name : nullptr))
      return std::nullopt;
  }
  std::vector<ExprId> operands = {callee.has_value() ? callee : world_.pool.Function(function)};
  operands.insert(operands.end(), slots.begin(), slots.end());
  const Type type = body.n_outputs > 0 ? OutputType(body, 0, slots) : Type{};
  return world_.pool.Typed(Op::Call, type, operands);
}

auto Elaborator::VectorCall(FunctionId function, ExprId callee, std::vector<ExprId> arguments,
                            const diag::Span& span) -> std::optional<ExprId> {
  const flat::FunctionBody& body = *world_.bodies[world_.functions[function].body];
  // All arguments with an extra dimension have it first and of one size.
  int32_t n = -1;
  std::vector<bool> is_extra(arguments.size());
  for (uint32_t k = 0; k < arguments.size(); ++k) {
    if (!arguments[k].has_value()) continue;
    const auto dims = typing_.Dims(arguments[k]);
    if (dims.size() <= world_.pool.shapes().rank(body.variables[k].type.shape)) continue;
    is_extra[k] = true;
    if (n >= 0 && dims[0] >= 0 && dims[0] != n) return std::nullopt;
    n = std::max(n, dims[0]);
  }
  if (n < 0) return OpenVectorCall(function, callee, std::move(arguments), is_extra, span);
  std::vector<ExprId> elements;
  for (int32_t index = 1; index <= n; ++index) {
    CallArguments element;
    element.span = span;
    for (uint32_t k = 0; k < arguments.size(); ++k) {
      if (!arguments[k].has_value()) continue;
      const std::vector<ExprId> subscript = {world_.pool.Integer(index)};
      const ExprId part = is_extra[k] ? typing_.Subscript(arguments[k], subscript, span) : arguments[k];
      element.named.push_back({body.variables[k].name, part, span});
    }
    const auto made = CallWith(function, callee, element, false);
    if (!made) return std::nullopt;
    elements.push_back(*made);
  }
  if (elements.empty()) {
    Type type = body.n_outputs > 0 ? body.variables[body.n_inputs].type : Type{};
    std::vector<int32_t> dims = {0};
    const auto inner = world_.pool.shapes().dims(type.shape);
    dims.insert(dims.end(), inner.begin(), inner.end());
    type.shape = world_.pool.shapes().Make(dims);
    return world_.pool.Typed(Op::Array, type, std::span<const ExprId>());
  }
  return typing_.Array(elements, span);
}

// Inside functions the number of calls is known at run time only.
auto Elaborator::OpenVectorCall(FunctionId function, ExprId callee, std::vector<ExprId> arguments,
                                const std::vector<bool>& is_extra, const diag::Span& span)
    -> std::optional<ExprId> {
  // Positions far from those of loops that the user writes.
  constexpr uint32_t kPosition = 1'000'000;
  Pool& pool = world_.pool;
  const uint32_t depth = vector_depth_++;
  const ExprId iterator =
      pool.Iterator(kPosition + depth, world_.names.Intern(fmt::format("i{}", depth + 1)));
  ExprId first;
  CallArguments element;
  element.span = span;
  const flat::FunctionBody& called = *world_.bodies[world_.functions[function].body];
  for (size_t k = 0; k < arguments.size(); ++k) {
    if (!arguments[k].has_value()) continue;
    if (is_extra[k] && !first.has_value()) first = arguments[k];
    const std::vector<ExprId> subscript = {iterator};
    const ExprId part = is_extra[k] ? typing_.Subscript(arguments[k], subscript, span) : arguments[k];
    element.named.push_back({called.variables[k].name, part, span});
  }
  const auto body = CallWith(function, callee, element, false);
  --vector_depth_;
  if (!body || *body == Pool::kError) return body;
  const ExprId size = pool.Typed(Op::Size, {Kind::Integer, expr::kScalar, 0}, {first, pool.Integer(1)});
  const ExprId range = typing_.Range(pool.Integer(1), {}, size, span);
  const std::vector<ExprId> iterators = {iterator};
  const std::vector<ExprId> ranges = {range};
  return typing_.Reduction("", *body, iterators, ranges, span);
}

auto Elaborator::ConstructRecord(ClassElem* elem, const CallArguments& arguments) -> ExprId {
  // The fields in order; those that are final or constant keep their values.
  Inst* inst = instances_.Self(elem);
  const std::string name = program_.FullName(inst->shape->cls);
  std::vector<Component*> fields;
  instances_.ForEachComponent(inst, [&](Component* field) {
    if (IsPresent(field)) fields.push_back(field);
  });
  // A field whose type is not found has been reported.
  if (!std::ranges::all_of(fields, [&](Component* field) { return instances_.ResolveType(field); }))
    return Pool::kError;
  std::vector<ExprId> values(fields.size());
  std::vector<diag::Span> spans(fields.size(), arguments.span);
  size_t next = 0;
  const auto is_fixed = [&](const Component* field) {
    return field->Has(kConstant | kFinal) && field->mod != nullptr && field->mod->has_value();
  };
  for (size_t k = 0; k < arguments.positional.size(); ++k) {
    while (next < fields.size() && is_fixed(fields[next])) ++next;
    if (next == fields.size()) {
      emitter_.Emit(arguments.span, ArgumentCount, name, fields.size(), arguments.positional.size());
      return Pool::kError;
    }
    values[next] = arguments.positional[k];
    spans[next] = arguments.positional_spans[k];
    ++next;
  }
  for (const NamedValue& named : arguments.named) {
    size_t k = 0;
    while (k < fields.size() && fields[k]->name != named.name) ++k;
    if (k == fields.size()) {
      emitter_.Emit(named.span, ArgumentName, name, std::string(world_.names[named.name]));
      return Pool::kError;
    }
    values[k] = named.value;
    spans[k] = named.span;
  }
  // Sizes and defaults may depend on the other fields: they are taken from a constructor function.
  const FunctionId function = FunctionOf(elem);
  if (!function.has_value()) return Pool::kError;
  const flat::FunctionBody& body = *world_.bodies[world_.functions[function].body];
  flat::Record record;
  record.name = world_.names.Intern(name);
  for (size_t k = 0; k < fields.size(); ++k) {
    if (!values[k].has_value()) {
      if (!body.variables[k].binding.has_value()) {
        emitter_.Emit(arguments.span, ArgumentMissing, std::string(world_.names[fields[k]->name]), name);
        return Pool::kError;
      }
      values[k] = Substitute(body.variables[k].binding, body, values, 0);
    }
    if (values[k] == Pool::kError) return Pool::kError;
    const auto converted = typing_.TryConvert(values[k], body.variables[k].type);
    if (!converted) {
      emitter_.Emit(spans[k], ArgumentType, std::string(world_.names[fields[k]->name]), name,
                    typing_.TypeText(body.variables[k].type), typing_.TypeText(values[k]));
      return Pool::kError;
    }
    values[k] = *converted;
    record.fields.push_back({fields[k]->name, world_.pool.type(values[k])});
  }
  const auto same = [](const flat::RecordField& x, const flat::RecordField& y) {
    return x.name == y.name && x.type == y.type;
  };
  for (size_t k = 0; k < world_.records.size(); ++k) {
    const flat::Record& other = world_.records[k];
    if (other.name == record.name && std::ranges::equal(other.fields, record.fields, same))
      return typing_.MakeRecord(static_cast<uint16_t>(k), values);
  }
  world_.records.push_back(std::move(record));
  const auto detail = static_cast<uint16_t>(world_.records.size() - 1);
  record_class_[detail] = instances_.Deref(elem);
  return typing_.MakeRecord(detail, values);
}

auto Elaborator::ClosureOf(NodeRef partial, Scope& scope) -> ExprId {
  const NodeRef callee = partial.child();
  const Found found = instances_.Lookup(program_.NameOf(callee.child()), scope.inst);
  ClassElem* elem = nullptr;
  if (found.component != nullptr && callee.n_children() == 1 && instances_.ResolveType(found.component) &&
      found.component->type->shape->restriction == Restriction::Function) {
    // A function given as an argument, with some of its inputs bound.
    elem = found.component->type;
  } else {
    elem = instances_.LookupClass(callee, scope.inst, true, true);
  }
  if (elem == nullptr) return Pool::kError;
  return ClosureOf(elem, ArgumentsOf(partial.Find(NodeKind::Arguments), scope), program_.SpanOf(partial));
}

auto Elaborator::ClosureOf(ClassElem* elem, const CallArguments& bound, const diag::Span& span) -> ExprId {
  const FunctionId function = FunctionOf(elem);
  if (!function.has_value()) return Pool::kError;
  const flat::FunctionBody& body = *world_.bodies[world_.functions[function].body];
  const std::string name(world_.names[world_.functions[function].name]);
  // In the order of the inputs, whatever the order of the names.
  std::map<uint32_t, ExprId> values;
  for (const NamedValue& named : bound.named) {
    uint32_t k = 0;
    while (k < body.n_inputs && body.variables[k].name != named.name) ++k;
    if (k == body.n_inputs) {
      emitter_.Emit(named.span, ArgumentName, name, std::string(world_.names[named.name]));
      return Pool::kError;
    }
    if (!values.emplace(k, named.value).second) {
      emitter_.Emit(named.span, ArgumentTwice, std::string(world_.names[named.name]), name);
      return Pool::kError;
    }
  }
  std::vector<ExprId> operands = {world_.pool.Function(function)};
  std::vector<ExprId> positions;
  for (const auto& [k, value] : values) {
    operands.push_back(value);
    positions.push_back(world_.pool.Integer(k));
  }
  static_cast<void>(span);
  const std::vector<int32_t> dims = {static_cast<int32_t>(positions.size())};
  operands.push_back(
      world_.pool.Typed(Op::Array, {Kind::Integer, world_.pool.shapes().Make(dims), 0}, positions));
  return world_.pool.Typed(Op::Closure, {Kind::Function, expr::kScalar, 0}, operands);
}

}  // namespace kerf::modelica
