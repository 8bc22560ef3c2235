// Overloaded operators of operator records (chapter 14): the operator's functions are tried in order; if none
// fits, operands are converted by the record's constructors.
#include <algorithm>

#include "lang/modelica/inst/elaborate.h"

namespace kerf::modelica {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;

KERF_DIAG(NoSuchOperator, Error, "the operator `{}` is not defined for {} and {}", std::string, std::string,
          std::string);
KERF_DIAG(NoSuchUnaryOperator, Error, "the operator `{}` is not defined for {}", std::string, std::string);

auto OperatorName(TokenKind op) -> std::string_view {
  switch (op) {
    case TokenKind::Plus:
    case TokenKind::DotPlus:      return "+";
    case TokenKind::Minus:
    case TokenKind::DotMinus:     return "-";
    case TokenKind::Star:         return "*";
    case TokenKind::DotStar:      return "*";
    case TokenKind::Slash:
    case TokenKind::DotSlash:     return "/";
    case TokenKind::Caret:
    case TokenKind::DotCaret:     return "^";
    case TokenKind::EqualEqual:   return "==";
    case TokenKind::NotEqual:     return "<>";
    case TokenKind::Less:         return "<";
    case TokenKind::LessEqual:    return "<=";
    case TokenKind::Greater:      return ">";
    case TokenKind::GreaterEqual: return ">=";
    case TokenKind::And:          return "and";
    case TokenKind::Or:           return "or";
    case TokenKind::Not:          return "not";
    default:                      return "?";
  }
}

}  // namespace

auto Elaborator::OperatorElem(uint16_t record, std::string_view name) -> ClassElem* {
  const auto at = record_class_.find(record);
  if (at == record_class_.end()) return nullptr;
  return instances_.FindInInst(instances_.Self(at->second), world_.names.Intern(name)).cls;
}

auto Elaborator::TryOverload(ClassElem* op, std::span<const ExprId> arguments, const diag::Span& span)
    -> std::optional<ExprId> {
  CallArguments list;
  list.positional.assign(arguments.begin(), arguments.end());
  list.positional_spans.assign(arguments.size(), span);
  list.span = span;
  std::vector<ClassElem*> candidates;
  if (op->shape->restriction == Restriction::Operator) {
    Inst* inst = instances_.Self(op);
    instances_.ForEachElement(inst, [&](Inst* owner, uint32_t k) {
      if (!owner->shape->elements[k].is_component) candidates.push_back(instances_.ClassAt(owner, k));
    });
  } else {
    candidates.push_back(op);
  }
  for (ClassElem* candidate : candidates) {
    const FunctionId function = FunctionOf(candidate);
    if (!function.has_value()) continue;
    const flat::FunctionBody& body = *world_.bodies[world_.functions[function].body];
    // Only what fits without conversion to a record counts here.
    bool fits = arguments.size() <= body.n_inputs;
    for (size_t k = 0; fits && k < arguments.size(); ++k) {
      const Type& wanted = body.variables[k].type;
      fits = (world_.pool[arguments[k]].kind == Kind::Record) == (wanted.kind == Kind::Record) &&
             typing_.Dims(arguments[k]).size() == world_.pool.shapes().rank(wanted.shape) &&
             typing_.TryConvert(arguments[k], wanted).has_value();
    }
    if (!fits) continue;
    if (const auto made = CallWith(function, {}, list, false)) return made;
  }
  return std::nullopt;
}

auto Elaborator::ConvertToRecord(ExprId x, uint16_t record, const diag::Span& span) -> std::optional<ExprId> {
  ClassElem* constructor = OperatorElem(record, "'constructor'");
  if (constructor == nullptr || x == Pool::kError || !typing_.Dims(x).empty()) return std::nullopt;
  const std::vector<ExprId> list = {x};
  return TryOverload(constructor, list, span);
}

auto Elaborator::ConstructOperatorRecord(ClassElem* elem, const CallArguments& arguments)
    -> std::optional<ExprId> {
  Inst* inst = instances_.Self(elem);
  const Found found = instances_.FindInInst(inst, world_.names.Intern("'constructor'"));
  if (found.cls == nullptr) return std::nullopt;
  Inst* op = instances_.Self(found.cls);
  std::vector<ClassElem*> candidates;
  instances_.ForEachElement(op, [&](Inst* owner, uint32_t k) {
    if (!owner->shape->elements[k].is_component) candidates.push_back(instances_.ClassAt(owner, k));
  });
  for (ClassElem* candidate : candidates) {
    const FunctionId function = FunctionOf(candidate);
    if (!function.has_value()) continue;
    if (const auto made = CallWith(function, {}, arguments, false)) return made;
  }
  return std::nullopt;
}

// One operand is a record, none is an array.
auto Elaborator::ScalarOverload(TokenKind op, ExprId x, ExprId y, const diag::Span& span)
    -> std::optional<ExprId> {
  const std::string name = "'" + std::string(OperatorName(op)) + "'";
  const bool x_is = world_.pool[x].kind == Kind::Record;
  const bool y_is = world_.pool[y].kind == Kind::Record;
  const uint16_t record = x_is ? world_.pool[x].detail : world_.pool[y].detail;
  for (const bool first : {true, false}) {
    if (first ? !x_is : !y_is) continue;
    ClassElem* elem = OperatorElem(first ? world_.pool[x].detail : world_.pool[y].detail, name);
    if (elem == nullptr) continue;
    const std::vector<ExprId> both = {x, y};
    if (const auto made = TryOverload(elem, both, span)) return made;
  }
  ExprId a = x;
  ExprId b = y;
  if (!x_is) {
    const auto converted = ConvertToRecord(x, record, span);
    if (!converted) return std::nullopt;
    a = *converted;
  }
  if (!y_is) {
    const auto converted = ConvertToRecord(y, record, span);
    if (!converted) return std::nullopt;
    b = *converted;
  }
  if (x_is && y_is) return std::nullopt;
  ClassElem* elem = OperatorElem(record, name);
  const std::vector<ExprId> both = {a, b};
  return elem != nullptr ? TryOverload(elem, both, span) : std::nullopt;
}

auto Elaborator::OverloadBinary(TokenKind op, ExprId x, ExprId y, const diag::Span& span) -> ExprId {
  const std::vector<int32_t> a(typing_.Dims(x).begin(), typing_.Dims(x).end());
  const std::vector<int32_t> b(typing_.Dims(y).begin(), typing_.Dims(y).end());
  const auto fail = [&] {
    emitter_.Emit(span, NoSuchOperator, std::string(OperatorName(op)), typing_.TypeText(x),
                  typing_.TypeText(y));
    return Pool::kError;
  };
  if (a.empty() && b.empty()) {
    const auto made = ScalarOverload(op, x, y, span);
    return made ? *made : fail();
  }
  const auto at = [&](ExprId array, int32_t k) {
    const std::vector<ExprId> subscript = {world_.pool.Integer(k)};
    return typing_.Subscript(array, subscript, span);
  };
  const bool is_elementwise = op == TokenKind::DotStar || op == TokenKind::DotPlus ||
                              op == TokenKind::DotMinus || op == TokenKind::DotSlash ||
                              op == TokenKind::DotCaret || op == TokenKind::Plus || op == TokenKind::Minus ||
                              a.empty() || b.empty();
  if (is_elementwise) {
    if (!a.empty() && !b.empty() && a[0] != b[0]) return fail();
    const int32_t n = a.empty() ? b[0] : a[0];
    if (n <= 0) return a.empty() ? y : x;
    std::vector<ExprId> elements;
    for (int32_t k = 1; k <= n; ++k) {
      elements.push_back(OverloadBinary(op, a.empty() ? x : at(x, k), b.empty() ? y : at(y, k), span));
      if (elements.back() == Pool::kError) return Pool::kError;
    }
    return typing_.Array(elements, span);
  }
  if (op != TokenKind::Star || a.size() > 2 || b.size() > 2 || a.back() != b[0] || b[0] <= 0) return fail();
  if (a.size() == 2) {
    std::vector<ExprId> rows;
    for (int32_t k = 1; k <= a[0]; ++k) rows.push_back(OverloadBinary(op, at(x, k), y, span));
    return typing_.Array(rows, span);
  }
  if (b.size() == 2) {
    std::vector<ExprId> columns;
    for (int32_t k = 1; k <= b[1]; ++k) {
      const std::vector<ExprId> subscript = {world_.pool.Colon(), world_.pool.Integer(k)};
      columns.push_back(OverloadBinary(op, x, typing_.Subscript(y, subscript, span), span));
    }
    return typing_.Array(columns, span);
  }
  ExprId total;
  for (int32_t k = 1; k <= b[0]; ++k) {
    const ExprId term = OverloadBinary(op, at(x, k), at(y, k), span);
    total = k == 1 ? term : OverloadBinary(TokenKind::Plus, total, term, span);
    if (total == Pool::kError) return total;
  }
  return total;
}

auto Elaborator::OverloadUnary(TokenKind op, ExprId x, const diag::Span& span) -> ExprId {
  const auto dims = typing_.Dims(x);
  if (!dims.empty()) {
    const int32_t n = dims[0];
    if (n <= 0) return x;
    std::vector<ExprId> elements;
    for (int32_t k = 1; k <= n; ++k) {
      const std::vector<ExprId> subscript = {world_.pool.Integer(k)};
      elements.push_back(OverloadUnary(op, typing_.Subscript(x, subscript, span), span));
    }
    return typing_.Array(elements, span);
  }
  if (op == TokenKind::Plus) return x;
  ClassElem* elem = OperatorElem(world_.pool[x].detail, "'" + std::string(OperatorName(op)) + "'");
  const std::vector<ExprId> list = {x};
  if (elem != nullptr) {
    if (const auto made = TryOverload(elem, list, span)) return *made;
  }
  emitter_.Emit(span, NoSuchUnaryOperator, std::string(OperatorName(op)), typing_.TypeText(x));
  return Pool::kError;
}

}  // namespace kerf::modelica
