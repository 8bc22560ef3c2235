// Infix text with an explicit stack of pending pieces; priorities are those of DYMOLA, which drop the
// parentheses that the program of 1991 drops.
#include "emit/acsl_text.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/number_text.h"
#include "expr/print_dialect.h"
#include "expr/walk.h"

namespace kerf::emit {

namespace {

using expr::ExprId;
using expr::Op;

struct Piece {
  std::string text;
  ExprId id;
  int demand = expr::kNoDemand;
};

auto InfixText(Op op) -> std::string_view {
  switch (op) {
    case Op::Add:          return " + ";
    case Op::Sub:          return " - ";
    case Op::Mul:          return "*";
    case Op::Div:          return "/";
    case Op::Pow:          return "**";
    case Op::Less:         return ".LT.";
    case Op::LessEqual:    return ".LE.";
    case Op::Greater:      return ".GT.";
    case Op::GreaterEqual: return ".GE.";
    case Op::Equal:        return ".EQ.";
    case Op::NotEqual:     return ".NE.";
    case Op::And:          return ".AND.";
    case Op::Or:           return ".OR.";
    default:               return "";
  }
}

auto FunctionText(Op op) -> std::string_view {
  switch (op) {
    case Op::Abs:   return "ABS";
    case Op::Sqrt:  return "SQRT";
    case Op::Exp:   return "EXP";
    case Op::Log:   return "ALOG";
    case Op::Log10: return "ALOG10";
    case Op::Sin:   return "SIN";
    case Op::Cos:   return "COS";
    case Op::Tan:   return "TAN";
    case Op::Asin:  return "ASIN";
    case Op::Acos:  return "ACOS";
    case Op::Atan:  return "ATAN";
    case Op::Atan2: return "ATAN2";
    case Op::Sinh:  return "SINH";
    case Op::Cosh:  return "COSH";
    case Op::Tanh:  return "TANH";
    case Op::Min:   return "AMIN1";
    case Op::Max:   return "AMAX1";
    default:        return "";
  }
}

class AcslPrinter {
 public:
  AcslPrinter(const dae::Dae& dae, const AcslNames& names)
      : dae_(dae), pool_(dae.world->pool), walker_(pool_), names_(names) {}

  auto Run(ExprId root, std::string& lacks) -> std::optional<std::string> {
    std::vector<Piece> stack = {{{}, root, expr::kNoDemand}};
    std::string text;
    while (!stack.empty() && lacks_.empty()) {
      const Piece piece = std::move(stack.back());
      stack.pop_back();
      if (!piece.id.has_value()) {
        text += piece.text;
        continue;
      }
      const bool is_negative = pool_.IsNumber(piece.id) && pool_.number(piece.id) < 0;
      const Op op = is_negative ? Op::Neg : pool_.op(piece.id);
      const bool is_closed = piece.demand < expr::PriorityOf(expr::Dialect::Dymola, op).own && op != Op::If;
      std::vector<Piece> pieces = Pieces(piece.id);
      if (is_closed) stack.push_back({")", {}, 0});
      for (size_t k = pieces.size(); k-- > 0;) stack.push_back(std::move(pieces[k]));
      if (is_closed) stack.push_back({"(", {}, 0});
    }
    lacks = lacks_;
    return lacks_.empty() ? std::optional(std::move(text)) : std::nullopt;
  }

 private:
  auto LeafText(ExprId id) -> std::string {
    switch (pool_.op(id)) {
      case Op::Var:     return names_.names[pool_.var(id).index];
      case Op::Local:   return names_.locals[pool_.position(id)].name;
      case Op::Time:    return "t";
      case Op::Boolean: return pool_.boolean(id) ? ".TRUE." : ".FALSE.";
      case Op::Real:    return NumberText(pool_.number(id));
      case Op::Spelled: return std::string(pool_.spelling(id));
      case Op::Integer: return std::to_string(pool_.integer(id));
      default:          break;
    }
    lacks_ = expr::text_of(pool_.op(id));
    return "";
  }

  // Fortran has no infinity to write.
  static auto NumberText(double value) -> std::string {
    constexpr std::string_view kLargest = "1.0E38";
    if (std::isfinite(value)) return base::NumberText(value);
    return (value < 0 ? "-" : "") + std::string(kLargest);
  }

  auto List(std::string open, std::span<const ExprId> items) -> std::vector<Piece> {
    std::vector<Piece> pieces = {{std::move(open), {}, 0}};
    for (size_t k = 0; k < items.size(); ++k) {
      if (k > 0) pieces.push_back({",", {}, 0});
      pieces.push_back({{}, items[k], expr::kNoDemand});
    }
    pieces.push_back({")", {}, 0});
    return pieces;
  }

  // DELAY(x, value before the start, delay, number of points that are kept).
  auto Delayed(const AcslNames::Delay& delay, ExprId time) -> std::vector<Piece> {
    return {{"DELAY(" + names_.names[delay.value.index] + ",", {}, 0},
            {{}, delay.before, expr::kNoDemand},
            {",", {}, 0},
            {{}, time, expr::kNoDemand},
            {",1000)", {}, 0}};
  }

  // A function of the model; others are taken for functions of ACSL.
  [[nodiscard]] auto HasBody(expr::FunctionId id) const -> bool {
    const auto is_same = [&](const dae::RunTimeFunction& f) { return f.scalar == id; };
    return dae_.world->functions[id].body != flat::Function::kNoBody ||
           std::ranges::any_of(dae_.run_time_functions, is_same);
  }

  // Truth values are not compared with .EQ.
  [[nodiscard]] auto Infix(ExprId id) const -> std::string_view {
    const Op op = pool_.op(id);
    const bool is_logical = pool_.type(pool_.operand(id, 0)).kind == expr::Kind::Boolean;
    if (is_logical && op == Op::Equal) return ".EQV.";
    if (is_logical && op == Op::NotEqual) return ".NEQV.";
    return InfixText(op);
  }

  // Whether the text of an operand begins with a minus: Fortran has no two operators in a row.
  [[nodiscard]] auto BeginsWithMinus(ExprId id, int demand) const -> bool {
    while (true) {
      const bool is_negative = pool_.IsNumber(id) && pool_.number(id) < 0;
      const Op op = is_negative ? Op::Neg : pool_.op(id);
      const expr::Priority priority = expr::PriorityOf(expr::Dialect::Dymola, op);
      if (demand < priority.own) return false;
      if (op == Op::Neg) return true;
      if (expr::group_of(op) != expr::Group::Arithmetic) return false;
      demand = priority.left;
      id = pool_.operand(id, 0);
    }
  }

  auto InfixPieces(Op op, std::string_view infix, std::span<const ExprId> operands) const
      -> std::vector<Piece> {
    const expr::Priority priority = expr::PriorityOf(expr::Dialect::Dymola, op);
    const bool is_signed =
        expr::group_of(op) == expr::Group::Arithmetic && BeginsWithMinus(operands[1], priority.right);
    std::vector<Piece> pieces = {{{}, operands[0], priority.left}, {std::string(infix), {}, 0}};
    if (is_signed) pieces.push_back({"(", {}, 0});
    pieces.push_back({{}, operands[1], is_signed ? expr::kNoDemand : priority.right});
    if (is_signed) pieces.push_back({")", {}, 0});
    return pieces;
  }

  // A whole number to Fortran, which cuts off what is left of a division of such.
  auto IsWhole(ExprId root) -> bool {
    for (const ExprId id : walker_.Postorder(root)) {
      const Op op = pool_.op(id);
      const bool is_leaf = expr::group_of(op) == expr::Group::Leaf;
      if (pool_.IsNumber(id) && LeafText(id).find_first_of(".eEdD") != std::string::npos) return false;
      if (is_leaf && !pool_.IsNumber(id) && pool_.type(id).kind == expr::Kind::Real) return false;
      const bool has_parts =
          expr::group_of(op) == expr::Group::Arithmetic || op == Op::If || op == Op::Subscript;
      if (!is_leaf && !has_parts) return false;
    }
    return true;
  }

  auto RealQuotient(std::span<const ExprId> operands) -> std::vector<Piece> {
    const expr::Priority priority = expr::PriorityOf(expr::Dialect::Dymola, Op::Div);
    if (pool_.IsNumber(operands[1]))
      return {{{}, operands[0], priority.left}, {"/" + LeafText(operands[1]) + ".0", {}, 0}};
    return {{"FLOAT(", {}, 0},
            {{}, operands[0], expr::kNoDemand},
            {")/", {}, 0},
            {{}, operands[1], priority.right}};
  }

  auto AreWhole(std::span<const ExprId> operands) -> bool {
    return IsWhole(operands[0]) && IsWhole(operands[1]);
  }

  auto Quotient(std::span<const ExprId> operands) -> std::vector<Piece> {
    return AreWhole(operands) ? RealQuotient(operands) : InfixPieces(Op::Div, "/", operands);
  }

  // MOD and AMOD have the sign of the first argument, `mod` that of the second.
  auto Divided(Op op, std::span<const ExprId> operands) -> std::vector<Piece> {
    if (op == Op::Quotient) {
      std::vector<Piece> pieces = Quotient(operands);
      pieces.insert(pieces.begin(), {"AINT(", {}, 0});
      pieces.push_back({")", {}, 0});
      return pieces;
    }
    const std::string open = AreWhole(operands) ? "MOD(" : "AMOD(";
    std::vector<Piece> pieces = List(open, operands);
    if (op == Op::Remainder) return pieces;
    const Piece divisor = {{}, operands[1], expr::kNoDemand};
    pieces.insert(pieces.begin(), {open, {}, 0});
    pieces.insert(pieces.end(), {{" + (", {}, 0}, divisor, {"),", {}, 0}, divisor, {")", {}, 0}});
    return pieces;
  }

  // Subscripts are INTEGER; a number that is whole may stand in a REAL.
  auto Element(std::span<const ExprId> operands) -> std::vector<Piece> {
    const auto is_declared = [&](ExprId id) {
      return pool_.op(id) != Op::Local || names_.locals[pool_.position(id)].kind != expr::Kind::Real;
    };
    const bool is_whole =
        IsWhole(operands[1]) && std::ranges::all_of(walker_.Postorder(operands[1]), is_declared);
    return {{LeafText(operands[0]) + (is_whole ? "(" : "(NINT("), {}, 0},
            {{}, operands[1], expr::kNoDemand},
            {is_whole ? ")" : "))", {}, 0}};
  }

  static auto SwitchText(expr::Kind kind) -> std::string {
    if (kind == expr::Kind::Boolean) return "LSW(";
    return kind == expr::Kind::Integer ? "ISW(" : "RSW(";
  }

  // AINT rounds towards zero.
  static auto Stepped(Op op, ExprId x) -> std::vector<Piece> {
    const Piece value = {{}, x, expr::kNoDemand};
    const auto text = [](std::string_view part) { return Piece{std::string(part), {}, 0}; };
    if (op == Op::Sign)
      return {text("RSW("), value, text(".GT.0.0,1.0,RSW("), value, text(".LT.0.0,-1.0,0.0))")};
    const std::string_view step = op == Op::Ceil ? ") + RSW(AINT(" : ") - RSW(AINT(";
    const std::string_view relation = op == Op::Ceil ? ").LT." : ").GT.";
    return {text("(AINT("), value, text(step), value, text(relation), value, text(",1.0,0.0))")};
  }

  auto Pieces(ExprId id) -> std::vector<Piece> {
    const Op op = pool_.op(id);
    const auto operands = pool_.operands(id);
    if (expr::group_of(op) == expr::Group::Leaf) return {{LeafText(id), {}, 0}};
    const expr::Priority priority = expr::PriorityOf(expr::Dialect::Dymola, op);
    if (op == Op::Neg || op == Op::Not)
      return {{op == Op::Neg ? "-" : ".NOT.", {}, 0}, {{}, operands[0], priority.left}};
    if (op == Op::Div) return Quotient(operands);
    if (op == Op::Mod || op == Op::Quotient || op == Op::Remainder) return Divided(op, operands);
    if (!InfixText(op).empty()) return InfixPieces(op, Infix(id), operands);
    if (op == Op::Subscript) return Element(operands);
    if (op == Op::If) return List(SwitchText(pool_.type(id).kind), operands);
    // Fortran converts by itself.
    if (op == Op::NoEvent || op == Op::ToReal) return {{{}, operands[0], expr::kNoDemand}};
    if (op == Op::Floor || op == Op::IntegerPart || op == Op::Ceil || op == Op::Sign)
      return Stepped(op, operands[0]);
    if (op == Op::Call) {
      const auto delay =
          std::ranges::find(names_.delays, pool_.function(operands[0]), &AcslNames::Delay::function);
      if (delay != names_.delays.end()) return Delayed(*delay, operands.back());
      const flat::Function& function = dae_.world->functions[pool_.function(operands[0])];
      if (HasBody(pool_.function(operands[0]))) lacks_ = dae_.world->names[function.name];
      return List(std::string(dae_.world->names[function.name]) + "(", operands.subspan(1));
    }
    const std::string_view name = FunctionText(op);
    if (name.empty()) lacks_ = expr::text_of(op);
    return List(std::string(name) + "(", operands);
  }

  const dae::Dae& dae_;
  const expr::Pool& pool_;
  expr::Walker walker_;
  const AcslNames& names_;
  std::string lacks_;
};

}  // namespace

auto TryAcslText(const dae::Dae& dae, const AcslNames& names, ExprId root, std::string& lacks)
    -> std::optional<std::string> {
  return AcslPrinter(dae, names).Run(root, lacks);
}

}  // namespace kerf::emit
