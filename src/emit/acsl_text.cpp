// Infix text with an explicit stack of pending pieces; priorities are those of DYMOLA, which drop the
// parentheses that the program of 1991 drops.
#include "emit/acsl_text.h"

#include <vector>

#include "base/number_text.h"
#include "expr/print_dialect.h"

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
      : dae_(dae), pool_(dae.world->pool), names_(names) {}

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
      const bool is_closed = piece.demand < expr::PriorityOf(expr::Dialect::Dymola, pool_.op(piece.id)).own &&
                             pool_.op(piece.id) != Op::If;
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
      case Op::Time:    return "t";
      case Op::Boolean: return pool_.boolean(id) ? ".TRUE." : ".FALSE.";
      case Op::Real:    return base::NumberText(pool_.number(id));
      case Op::Spelled: return std::string(pool_.spelling(id));
      case Op::Integer: return std::to_string(pool_.integer(id));
      default:          break;
    }
    lacks_ = expr::text_of(pool_.op(id));
    return "";
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

  auto Pieces(ExprId id) -> std::vector<Piece> {
    const Op op = pool_.op(id);
    const auto operands = pool_.operands(id);
    if (expr::group_of(op) == expr::Group::Leaf) return {{LeafText(id), {}, 0}};
    const expr::Priority priority = expr::PriorityOf(expr::Dialect::Dymola, op);
    if (op == Op::Neg || op == Op::Not)
      return {{op == Op::Neg ? "-" : ".NOT.", {}, 0}, {{}, operands[0], priority.left}};
    if (!InfixText(op).empty())
      return {{{}, operands[0], priority.left},
              {std::string(InfixText(op)), {}, 0},
              {{}, operands[1], priority.right}};
    if (op == Op::If) return List("RSW(", operands);
    if (op == Op::NoEvent) return {{{}, operands[0], expr::kNoDemand}};
    if (op == Op::Call) {
      const flat::Function& function = dae_.world->functions[pool_.function(operands[0])];
      return List(std::string(dae_.world->names[function.name]) + "(", operands.subspan(1));
    }
    const std::string_view name = FunctionText(op);
    if (name.empty()) lacks_ = expr::text_of(op);
    return List(std::string(name) + "(", operands);
  }

  const dae::Dae& dae_;
  const expr::Pool& pool_;
  const AcslNames& names_;
  std::string lacks_;
};

}  // namespace

auto TryAcslText(const dae::Dae& dae, const AcslNames& names, ExprId root, std::string& lacks)
    -> std::optional<std::string> {
  return AcslPrinter(dae, names).Run(root, lacks);
}

}  // namespace kerf::emit
