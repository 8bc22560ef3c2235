// Pieces of nodes that both dialects have.
#include "expr/print_pieces.h"

#include <fmt/format.h>

#include "base/number_text.h"
#include "expr/print_identifier.h"

namespace kerf::expr {

auto ListPieces(std::string open, std::span<const ExprId> items, std::string close) -> std::vector<Piece> {
  std::vector<Piece> pieces = {{std::move(open), {}, 0}};
  for (size_t k = 0; k < items.size(); ++k) {
    if (k > 0) pieces.push_back({",", {}, 0});
    pieces.push_back({{}, items[k], kNoDemand});
  }
  pieces.push_back({std::move(close), {}, 0});
  return pieces;
}

auto PieceMaker::Shown(ExprId id) const -> ExprId {
  if (!IsModelica()) return id;
  while (true) {
    const Op op = pool_.op(id);
    // A call in an expression stands for its first output.
    const bool is_first = op == Op::Output && pool_.integer(pool_.operand(id, 1)) == 0;
    if (op != Op::ToReal && !is_first) return id;
    id = pool_.operand(id, 0);
  }
}

auto PieceMaker::PriorityOfNode(ExprId id) const -> Priority {
  const Op op = pool_.op(id);
  // A literal with a sign binds like the sign, which Modelica does not allow inside terms.
  if (IsModelica() && group_of(op) == Group::Leaf && pool_.IsNumber(id) && NumberText(id).starts_with('-')) {
    return PriorityOf(options_.dialect, Op::Neg);
  }
  return PriorityOf(options_.dialect, op);
}

auto PieceMaker::Pieces(ExprId id) const -> List {
  const Op op = pool_.op(id);
  const auto operands = pool_.operands(id);
  switch (op) {
    case Op::Neg:       return {{"-", {}, 0}, {{}, operands[0], PriorityOfNode(id).left}};
    case Op::Not:       return {{"not ", {}, 0}, {{}, operands[0], PriorityOfNode(id).left}};
    case Op::If:        return IfPieces(id);
    case Op::Call:      return CallPieces(id);
    case Op::Array:     return ArrayPieces(id);
    case Op::Subscript: return SubscriptPieces(id);
    case Op::Field:     return AccessPieces(id);
    case Op::Tuple:     return TuplePieces(operands);
    case Op::Output:
    case Op::Partial:   return OutputPieces(id);
    case Op::Range:     return RangePieces(id);
    case Op::ArrayOf:
    case Op::SumOf:
    case Op::ProductOf:
    case Op::MinOf:
    case Op::MaxOf:     return ComprehensionPieces(id);
    case Op::Closure:   return ClosurePieces(id);
    case Op::ToText:    return ToTextPieces(id);
    default:            break;
  }
  if (group_of(op) == Group::Leaf) return LeafPieces(id);
  return IsInfix(op) ? InfixPieces(id) : FunctionPieces(id);
}

auto PieceMaker::InfixPieces(ExprId id) const -> List {
  const Op op = pool_.op(id);
  const Priority priority = PriorityOfNode(id);
  const std::string_view sign = OperatorText(options_.dialect, op);
  const bool is_tight = op == Op::Mul || op == Op::Div || op == Op::Pow;
  return {{{}, pool_.operand(id, 0), priority.left},
          {is_tight ? std::string(sign) : fmt::format(" {} ", sign), {}, 0},
          {{}, pool_.operand(id, 1), priority.right}};
}

// Records and enumerations are made by a function that has the name of the type.
auto PieceMaker::FunctionPieces(ExprId id) const -> List {
  const Op op = pool_.op(id);
  const bool has_type_name = op == Op::Record || op == Op::ToEnumeration;
  const std::string name =
      has_type_name ? namer_.TypeName(pool_.type(id)) : std::string(OperatorText(options_.dialect, op));
  return ListPieces(name + "(", pool_.operands(id), ")");
}

auto PieceMaker::SubscriptPieces(ExprId id) const -> List {
  if (IsModelica()) return AccessPieces(id);
  const auto operands = pool_.operands(id);
  List pieces = ListPieces("[", operands.subspan(1), "]");
  pieces.insert(pieces.begin(), {{}, operands[0], kAtom});
  return pieces;
}

auto PieceMaker::OutputPieces(ExprId id) const -> List {
  const auto operands = pool_.operands(id);
  const int64_t number = pool_.integer(operands[1]) + 1;
  if (pool_.op(id) == Op::Output) return {{{}, operands[0], kAtom}, {fmt::format(".{}", number), {}, 0}};
  return {{fmt::format("partial{}(", number), {}, 0}, {{}, operands[0], kNoDemand}, {")", {}, 0}};
}

auto PieceMaker::TuplePieces(std::span<const ExprId> items) const -> List {
  List pieces;
  if (IsModelica()) pieces.push_back({"(", {}, 0});
  for (size_t k = 0; k < items.size(); ++k) {
    if (k > 0) pieces.push_back({IsModelica() ? "," : " ", {}, 0});
    // A colon keeps the place of an output that is not wanted.
    if (IsModelica() && pool_.op(items[k]) == Op::Colon) continue;
    pieces.push_back({{}, items[k], IsModelica() ? kNoDemand : kAtom});
  }
  if (IsModelica()) pieces.push_back({")", {}, 0});
  return pieces;
}

auto PieceMaker::LeafPieces(ExprId id) const -> List {
  if (pool_.op(id) == Op::Var) return VarPieces(pool_.var(id));
  return {{LeafText(id), {}, 0}};
}

// What opens, the name, what closes.
auto PieceMaker::VarPieces(VarId var) const -> List {
  const bool is_marked = var == options_.marked;
  std::string open = is_marked ? "[" : "";
  std::string close;
  for (VarId lower = namer_.DerivativeOf(var); lower.has_value(); lower = namer_.DerivativeOf(var)) {
    open += "der(";
    close += ')';
    var = lower;
  }
  if (is_marked) close += ']';
  return {{std::move(open), {}, 0}, {namer_.VarName(var), {}, 0}, {std::move(close), {}, 0}};
}

auto PieceMaker::NumberText(ExprId id) const -> std::string {
  if (pool_.op(id) == Op::Real) return base::NumberText(pool_.number(id));
  if (pool_.op(id) == Op::Integer) return std::to_string(pool_.integer(id));
  std::string text(pool_.spelling(id));
  // Modelica wants a digit before the point.
  if (IsModelica() && text.starts_with('.')) text.insert(0, 1, '0');
  return text;
}

auto PieceMaker::LeafText(ExprId id) const -> std::string {
  const Op op = pool_.op(id);
  switch (op) {
    case Op::Real:
    case Op::Spelled: return NumberText(id);
    case Op::Integer:
      if (pool_[id].kind != Kind::Enumeration) return NumberText(id);
      return namer_.LiteralName(pool_[id].detail, pool_.integer(id));
    case Op::Boolean: return pool_.boolean(id) ? "true" : "false";
    case Op::Text:    {
      const std::string text = namer_.Text(pool_.name(id));
      return IsModelica() ? ModelicaString(text) : fmt::format("\"{}\"", text);
    }
    case Op::Iterator: {
      const std::string name = namer_.Text(pool_.name(id));
      return IsModelica() ? ModelicaIdentifier(name) : name;
    }
    case Op::Local:    return namer_.LocalName(pool_.position(id));
    case Op::Function: return namer_.FunctionName(pool_.function(id));
    default:           return std::string(text_of(op));
  }
}

}  // namespace kerf::expr
