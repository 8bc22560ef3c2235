// Operators, literals, choices, ranges and constructors.
#include <charconv>
#include <cstdlib>

#include "lang/modelica/inst/elaborate.h"

namespace kerf::modelica {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

constexpr uint32_t kMaxExpressionDepth = 300;

KERF_DIAG(ExpressionTooDeep, Error, "the expression is nested too deeply");
KERF_DIAG(EndOutside, Error, "`end` has a meaning in subscripts only");
KERF_DIAG(NotAValue, Error, "this is no value");
KERF_DIAG(ImplicitSizes, Error, "`{}` is used as a subscript of sizes {} and {}: the range must be given",
          std::string, int32_t, int32_t);
KERF_DIAG(RangeNotKnown, Error, "the range of `{}` cannot be deduced from its uses", std::string);

auto Unescape(std::string_view text) -> std::string {
  std::string out;
  out.reserve(text.size());
  for (size_t k = 0; k < text.size(); ++k) {
    if (text[k] != '\\' || k + 1 == text.size()) {
      out += text[k];
      continue;
    }
    const char c = text[++k];
    switch (c) {
      case 'n': out += '\n'; break;
      case 't': out += '\t'; break;
      case 'r': out += '\r'; break;
      case 'a': out += '\a'; break;
      case 'b': out += '\b'; break;
      case 'f': out += '\f'; break;
      case 'v': out += '\v'; break;
      default:  out += c; break;
    }
  }
  return out;
}

}  // namespace

Elaborator::Elaborator(Instances& instances, CaptureConsumer& capture, const ElaborationLimits& limits)
    : instances_(instances),
      limits_(limits),
      program_(instances.program()),
      world_(instances.world()),
      emitter_(instances.emitter()),
      capture_(capture),
      typing_(world_, emitter_, [this](ExprId id) { return TryEvaluateInteger(id); }),
      interpreter_(world_, *this, {limits.max_steps}),
      differentiator_(world_),
      walker_(world_.pool) {}

auto Elaborator::NumberOf(NodeRef node) -> ExprId {
  const std::string_view text = node.token_text();
  if (text.find_first_of(".eE") == std::string_view::npos) {
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size()) return world_.pool.Integer(value);
  }
  return world_.pool.Spelled(std::strtod(std::string(text).c_str(), nullptr), text);
}

auto Elaborator::TextOf(NodeRef node) -> std::string {
  const std::string_view text = node.token_text();
  return Unescape(text.size() >= 2 ? text.substr(1, text.size() - 2) : text);
}

auto Elaborator::StringOf(NodeRef node) -> ExprId {
  return world_.pool.Text(world_.names.Intern(TextOf(node)));
}

auto Elaborator::Expression(NodeRef node, Scope& scope) -> ExprId {
  if (++depth_ > kMaxExpressionDepth) {
    --depth_;
    emitter_.Emit(program_.SpanOf(node), ExpressionTooDeep);
    return Pool::kError;
  }
  struct Leave {
    uint32_t& depth;
    ~Leave() { --depth; }
  } leave{depth_};
  switch (node.kind()) {
    case NodeKind::Number: return NumberOf(node);
    case NodeKind::String: return StringOf(node);
    case NodeKind::True:   return world_.pool.Boolean(true);
    case NodeKind::False:  return world_.pool.Boolean(false);
    case NodeKind::Paren:  return WithSuffix(Expression(node.child(), scope), node.child().next(), scope);
    case NodeKind::Ref:    return ReferenceOf(node, scope);
    case NodeKind::Call:   return CallOf(node, scope);
    case NodeKind::Unary:
      return ApplyUnary(node.op(), Expression(node.child(), scope), program_.SpanOf(node));
    case NodeKind::Binary: return BinaryChain(node, scope);
    case NodeKind::If:     return IfExpression(node, scope);
    case NodeKind::Range:  {
      const NodeRef a = node.child();
      const NodeRef b = a.next();
      const NodeRef c = b.next();
      const ExprId start = Expression(a, scope);
      const ExprId step = c.has_value() ? Expression(b, scope) : ExprId{};
      const ExprId stop = Expression(c.has_value() ? c : b, scope);
      return typing_.Range(start, step, stop, program_.SpanOf(node));
    }
    case NodeKind::Array: {
      if (node.child().Is(NodeKind::Comprehension)) return Comprehension("", node.child(), scope);
      std::vector<ExprId> elements;
      for (const NodeRef element : node.children()) elements.push_back(Expression(element, scope));
      return typing_.Array(elements, program_.SpanOf(node));
    }
    case NodeKind::Matrix: {
      std::vector<std::vector<ExprId>> rows;
      for (const NodeRef row : node.children()) {
        rows.emplace_back();
        for (const NodeRef element : row.children()) rows.back().push_back(Expression(element, scope));
      }
      return typing_.Matrix(rows, program_.SpanOf(node));
    }
    case NodeKind::End: {
      if (ends_.empty()) {
        emitter_.Emit(program_.SpanOf(node), EndOutside);
        return Pool::kError;
      }
      const EndContext& end = ends_.back();
      if (end.size != expr::kUnknownSize) return world_.pool.Integer(end.size);
      return world_.pool.Typed(Op::Size, {Kind::Integer, expr::kScalar, 0},
                               {end.array, world_.pool.Integer(end.dimension + 1)});
    }
    case NodeKind::OutputList: {
      if (node.n_children() == 1) return Expression(node.child(), scope);
      std::vector<ExprId> items;
      for (const NodeRef item : node.children())
        items.push_back(item.Is(NodeKind::Empty) ? world_.pool.Colon() : Expression(item, scope));
      return world_.pool.Typed(Op::Tuple, {}, items);
    }
    // The parser has told what is wrong.
    case NodeKind::Error: return Pool::kError;
    default:              emitter_.Emit(program_.SpanOf(node), NotAValue); return Pool::kError;
  }
}

// (e)[i] and (e).x
auto Elaborator::WithSuffix(ExprId value, NodeRef suffix, Scope& scope) -> ExprId {
  for (; suffix.has_value() && value != Pool::kError; suffix = suffix.next()) {
    if (suffix.Is(NodeKind::Subscripts)) {
      const auto list = SubscriptsOf(suffix, typing_.Dims(value), value, scope);
      value = typing_.Subscript(value, list, program_.SpanOf(suffix));
    } else if (suffix.Is(NodeKind::Part)) {
      value = FieldOf(value, suffix);
    }
  }
  return value;
}

// Sums are deep to the left; the C++ stack must not feel it.
auto Elaborator::BinaryChain(NodeRef node, Scope& scope) -> ExprId {
  std::vector<NodeRef> chain;
  while (node.Is(NodeKind::Binary)) {
    chain.push_back(node);
    node = node.child();
  }
  ExprId left = Expression(node, scope);
  for (size_t k = chain.size(); k-- > 0;) {
    const ExprId right = Expression(chain[k].child().next(), scope);
    left = ApplyBinary(chain[k].op(), left, right, program_.SpanOf(chain[k]));
  }
  return left;
}

auto Elaborator::ApplyBinary(TokenKind op, ExprId x, ExprId y, const diag::Span& span) -> ExprId {
  if (x == Pool::kError || y == Pool::kError) return Pool::kError;
  if (world_.pool[x].kind == Kind::Record || world_.pool[y].kind == Kind::Record)
    return OverloadBinary(op, x, y, span);
  return typing_.Binary(op, x, y, span);
}

auto Elaborator::ApplyUnary(TokenKind op, ExprId x, const diag::Span& span) -> ExprId {
  if (x == Pool::kError) return x;
  if (world_.pool[x].kind == Kind::Record) return OverloadUnary(op, x, span);
  return typing_.Unary(op, x, span);
}

// A branch that is known not to be taken may hold what makes no sense then, such as a subscript out of range.
auto Elaborator::IfExpression(NodeRef node, Scope& scope) -> ExprId {
  struct Part {
    ExprId condition;
    ExprId value;
    diag::Span span;
  };
  std::vector<Part> parts;
  NodeRef at = node.child();
  while (at.has_value()) {
    if (!at.next().has_value()) {
      capture_.Open();
      const ExprId value = Expression(at, scope);
      if (capture_.HasErrors() && !parts.empty()) {
        // The else branch is not taken if a condition before it holds.
        bool is_dead = false;
        for (const Part& part : parts) {
          const auto known = TryEvaluate(part.condition);
          is_dead = is_dead || (known && known->boolean());
        }
        if (is_dead) {
          capture_.Drop();
          break;
        }
      }
      capture_.PassOn();
      parts.push_back({{}, value, program_.SpanOf(at)});
      break;
    }
    const ExprId condition = Expression(at, scope);
    if (condition == Pool::kError) return Pool::kError;
    const NodeRef then = at.next();
    at = then.next();
    if (world_.pool.op(condition) == Op::Boolean) {
      if (!world_.pool.boolean(condition)) continue;
      parts.push_back({{}, Expression(then, scope), program_.SpanOf(then)});
      break;
    }
    capture_.Open();
    const ExprId value = Expression(then, scope);
    if (capture_.HasErrors()) {
      if (const auto known = TryEvaluate(condition); known && !known->boolean()) {
        capture_.Drop();
        continue;
      }
    }
    capture_.PassOn();
    parts.push_back({condition, value, program_.SpanOf(then)});
  }
  if (parts.empty()) return Pool::kError;
  // If the last part has a condition, the branches behind it are dead.
  ExprId result = parts.back().value;
  for (size_t k = parts.size() - 1; k-- > 0;) {
    ExprId yes = parts[k].value;
    if (result == Pool::kError || yes == Pool::kError) return Pool::kError;
    ExprId no = result;
    if (!typing_.TryUnify(yes, no)) {
      // Branches of different sizes are legal if the condition is known.
      if (const auto known = TryEvaluate(parts[k].condition)) {
        result = known->boolean() ? parts[k].value : result;
        continue;
      }
    }
    result = typing_.If(parts[k].condition, parts[k].value, result, program_.SpanOf(node));
  }
  return result;
}

// What subscript `dimension` of a component runs over.
auto Elaborator::RangeOfDimension(Component* component, uint32_t dimension, const diag::Span& span)
    -> ExprId {
  const int32_t size = component->dims[dimension];
  const Type by = dimension < component->dim_types.size() ? component->dim_types[dimension] : Type{};
  if (by.kind == Kind::Enumeration)
    return typing_.Range(world_.pool.Literal(by.detail, 1), {}, world_.pool.Literal(by.detail, size), span);
  if (by.kind == Kind::Boolean) {
    const std::vector<ExprId> both = {world_.pool.Boolean(false), world_.pool.Boolean(true)};
    return typing_.Array(both, span);
  }
  const ExprId last =
      size != expr::kUnknownSize
          ? world_.pool.Integer(size)
          : world_.pool.Typed(Op::Size, {Kind::Integer, expr::kScalar, 0},
                              {Reference(component, span), world_.pool.Integer(dimension + 1)});
  return typing_.Range(world_.pool.Integer(1), {}, last, span);
}

// `for i loop`: from the arrays that i is a subscript of, which must agree; no value if there are none.
auto Elaborator::ImplicitRange(NameId name, NodeRef body, Scope& scope) -> ExprId {
  std::vector<NodeRef> stack = {body};
  ExprId range;
  int32_t known = expr::kUnknownSize;
  while (!stack.empty()) {
    const NodeRef node = stack.back();
    stack.pop_back();
    for (const NodeRef child : node.children()) stack.push_back(child);
    const NodeRef subscripts = node.Is(NodeKind::Ref) ? node.child().Find(NodeKind::Subscripts) : NodeRef{};
    if (!subscripts.has_value()) continue;
    const Found found = instances_.Lookup(program_.NameOf(node.child()), scope.inst);
    Component* component = found.component != nullptr ? instances_.Resolved(found.component) : nullptr;
    uint32_t dimension = 0;
    for (const NodeRef subscript : subscripts.children()) {
      const uint32_t d = dimension++;
      const bool is_it = subscript.Is(NodeKind::Ref) && subscript.n_children() == 1 &&
                         program_.NameOf(subscript.child()) == name;
      if (!is_it || component == nullptr || !EnsureDims(component) || d >= component->dims.size()) continue;
      const int32_t size = component->dims[d];
      if (known >= 0 && size >= 0 && known != size) {
        emitter_.Emit(program_.SpanOf(subscript), ImplicitSizes, std::string(world_.names[name]), known,
                      size);
        return Pool::kError;
      }
      known = std::max(known, size);
      if (!range.has_value()) range = RangeOfDimension(component, d, program_.SpanOf(subscript));
    }
  }
  return range;
}

auto Elaborator::IteratorRange(NodeRef index, Scope& scope, NodeRef body) -> ExprId {
  const NodeRef range = index.child();
  if (!range.has_value()) {
    const ExprId implied = ImplicitRange(program_.NameOf(index), body, scope);
    if (!implied.has_value())
      emitter_.Emit(program_.SpanOf(index), RangeNotKnown, std::string(index.token_text()));
    return implied.has_value() ? implied : Pool::kError;
  }
  // The name of an enumeration or of Boolean stands for all its values.
  if (range.Is(NodeKind::Ref)) {
    capture_.Open();
    ClassElem* elem = instances_.LookupClass(range, scope.inst, false);
    capture_.Drop();
    const BuiltinType* type = elem != nullptr ? instances_.Builtin(elem) : nullptr;
    if (type != nullptr && type->kind == BuiltinKind::Enumeration) {
      const auto n = static_cast<int64_t>(world_.enumerations[type->detail].literals.size());
      return typing_.Range(world_.pool.Literal(type->detail, 1), {}, world_.pool.Literal(type->detail, n),
                           program_.SpanOf(range));
    }
    if (type != nullptr && type->kind == BuiltinKind::Boolean) {
      const std::vector<ExprId> both = {world_.pool.Boolean(false), world_.pool.Boolean(true)};
      return typing_.Array(both, program_.SpanOf(range));
    }
  }
  return Expression(range, scope);
}

auto Elaborator::EmptyArray() -> ExprId {
  const std::vector<int32_t> none = {0};
  return world_.pool.Typed(Op::Array, {Kind::Real, world_.pool.shapes().Make(none), 0},
                           std::span<const ExprId>());
}

// A loop around may have to be unrolled for what stands beside.
auto Elaborator::Comprehension(std::string_view name, NodeRef node, Scope& scope) -> ExprId {
  const bool outer_needs = std::exchange(needs_unrolling_, false);
  const ExprId value = ComprehensionAlone(name, node, scope);
  needs_unrolling_ = needs_unrolling_ || outer_needs;
  return value;
}

auto Elaborator::ComprehensionAlone(std::string_view name, NodeRef node, Scope& scope) -> ExprId {
  const NodeRef body = node.child();
  if (!typing_.CheckReduction(name, program_.SpanOf(node))) return Pool::kError;
  std::vector<ExprId> iterators;
  std::vector<ExprId> ranges;
  const size_t outer = scope.iterators.size();
  for (NodeRef index = body.next(); index.has_value(); index = index.next()) {
    // A range may use the iterators before it only in loops; here all see the outer scope.
    std::vector<IteratorBinding> own(scope.iterators.begin() + static_cast<std::ptrdiff_t>(outer),
                                     scope.iterators.end());
    scope.iterators.resize(outer);
    const ExprId range = IteratorRange(index, scope, body);
    scope.iterators.insert(scope.iterators.end(), own.begin(), own.end());
    if (range == Pool::kError) {
      scope.iterators.resize(outer);
      return Pool::kError;
    }
    const expr::Node& range_node = world_.pool[range];
    const ExprId iterator =
        world_.pool.Iterator(static_cast<uint32_t>(scope.iterators.size()), program_.NameOf(index),
                             {range_node.kind, expr::kScalar, range_node.detail});
    scope.iterators.push_back({program_.NameOf(index), iterator});
    iterators.push_back(iterator);
    ranges.push_back(range);
  }
  capture_.Open();
  needs_unrolling_ = false;
  ExprId value = Expression(body, scope);
  scope.iterators.resize(outer);
  if (!needs_unrolling_) {
    capture_.PassOn();
    if (value == Pool::kError) return value;
    if (world_.pool[value].kind != Kind::Record || name.empty())
      return typing_.Reduction(name, value, iterators, ranges, program_.SpanOf(node));
  } else {
    capture_.Drop();
  }
  // The body refers to elements of arrays of components, or adds up records: one expression for each point.
  needs_unrolling_ = false;
  std::vector<std::vector<ExprId>> points;
  for (const ExprId range : ranges) {
    const auto known = Evaluate(range, program_.SpanOf(node));
    if (!known) return Pool::kError;
    points.emplace_back();
    for (const flat::Value& element : known->elements())
      points.back().push_back(flat::ToExpr(element, world_));
  }
  std::vector<NameId> names;
  for (NodeRef index = body.next(); index.has_value(); index = index.next())
    names.push_back(program_.NameOf(index));
  const std::function<ExprId(size_t)> unroll = [&](size_t k) -> ExprId {
    if (k == points.size()) return Expression(body, scope);
    std::vector<ExprId> elements;
    for (const ExprId point : points[k]) {
      scope.iterators.push_back({names[k], point});
      elements.push_back(unroll(k + 1));
      scope.iterators.pop_back();
    }
    if (elements.empty()) return EmptyArray();
    return typing_.Array(elements, program_.SpanOf(node));
  };
  ExprId array = unroll(0);
  if (name.empty() || name == "array") return array;
  if (array != Pool::kError && world_.pool[array].kind == Kind::Record) {
    const size_t n = world_.pool.operands(array).size();
    ExprId total;
    for (size_t k = 0; k < n; ++k) {
      const ExprId term = world_.pool.operand(array, k);
      total = k == 0 ? term
                     : ApplyBinary(name == "product" ? TokenKind::Star : TokenKind::Plus, total, term,
                                   program_.SpanOf(node));
    }
    if (total.has_value()) return total;
  }
  CallArguments arguments;
  arguments.positional.push_back(array);
  arguments.positional_spans.push_back(program_.SpanOf(node));
  arguments.span = program_.SpanOf(node);
  return typing_.Builtin(name, arguments);
}

}  // namespace kerf::modelica
