// Printing with an explicit stack of pending pieces. A node is put in parentheses iff its user's demand is
// smaller than its own priority number (small numbers bind tightly).
#include "expr/print.h"

#include <fmt/format.h>

#include "base/number_text.h"

namespace kerf::expr {

namespace {

struct Priority {
  int own;
  int left;
  int right;
};

constexpr int kAtom = 0;
constexpr int kNoDemand = 20;

constexpr auto DymolaPriority(Op op) -> Priority {
  switch (op) {
    case Op::Pow:          return {2, 2, 1};
    case Op::Mul:          return {4, 4, 4};
    case Op::Div:          return {4, 4, 3};
    case Op::Neg:          return {6, 5, 0};
    case Op::Add:          return {8, 8, 8};
    case Op::Sub:          return {8, 8, 7};
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::GreaterEqual:
    case Op::Equal:
    case Op::NotEqual:     return {9, 8, 8};
    case Op::Not:          return {10, 9, 0};
    case Op::And:          return {11, 11, 11};
    case Op::Or:           return {12, 12, 12};
    case Op::If:           return {13, 12, 13};
    default:               return {kAtom, kNoDemand, kNoDemand};
  }
}

constexpr auto ModelicaPriority(Op op) -> Priority {
  switch (op) {
    case Op::Pow: return {2, 1, 1};
    case Op::Mul: return {4, 4, 3};
    case Op::Add: return {8, 8, 7};
    case Op::And: return {11, 11, 10};
    case Op::Or:  return {12, 12, 11};
    case Op::If:  return {13, 13, 13};
    default:      return DymolaPriority(op);
  }
}

auto ModelicaText(Op op) -> std::string_view {
  switch (op) {
    case Op::Pow:   return "^";
    case Op::Equal: return "==";
    case Op::Log:   return "log";
    case Op::Asin:  return "asin";
    case Op::Acos:  return "acos";
    case Op::Atan:  return "atan";
    case Op::Atan2: return "atan2";
    case Op::Floor: return "floor";
    default:        return text_of(op);
  }
}

class Printer {
 public:
  Printer(const Pool& pool, const Namer& namer, const PrintOptions& options)
      : pool_(pool), namer_(namer), options_(options) {}

  auto Run(ExprId root, int demand) -> std::string {
    stack_.push_back({{}, root, demand});
    while (!stack_.empty() && text_.size() <= options_.max_length) {
      const Piece piece = std::move(stack_.back());
      stack_.pop_back();
      if (piece.id.has_value()) {
        PrintNode(piece.id, piece.demand);
      } else {
        text_ += piece.text;
      }
    }
    if (text_.size() > options_.max_length) {
      text_.resize(options_.max_length);
      text_ += "…";
    }
    return std::move(text_);
  }

 private:
  struct Piece {
    std::string text;
    ExprId id;
    int demand = kNoDemand;
  };

  [[nodiscard]] auto PriorityOf(Op op) const -> Priority {
    return options_.dialect == Dialect::Dymola ? DymolaPriority(op) : ModelicaPriority(op);
  }
  [[nodiscard]] auto TextOf(Op op) const -> std::string_view {
    return options_.dialect == Dialect::Dymola ? text_of(op) : ModelicaText(op);
  }

  // Pieces are pushed in reading order and reversed by PushAll.
  void PushAll(std::vector<Piece> pieces) {
    for (size_t k = pieces.size(); k-- > 0;) stack_.push_back(std::move(pieces[k]));
  }

  void PrintNode(ExprId id, int demand) {
    const Op op = pool_.op(id);
    const Priority priority = PriorityOf(op);
    std::vector<Piece> pieces = Pieces(id, op, priority);
    if (demand < priority.own) {
      pieces.insert(pieces.begin(), {"(", {}, 0});
      pieces.push_back({")", {}, 0});
    }
    PushAll(std::move(pieces));
  }

  auto Pieces(ExprId id, Op op, const Priority& priority) -> std::vector<Piece> {
    const auto operands = pool_.operands(id);
    switch (op) {
      case Op::Neg: return {{"-", {}, 0}, {{}, operands[0], priority.left}};
      case Op::Not: return {{"not ", {}, 0}, {{}, operands[0], priority.left}};
      case Op::If:
        return {{"if ", {}, 0},    {{}, operands[0], kNoDemand},
                {" then ", {}, 0}, {{}, operands[1], priority.left},
                {" else ", {}, 0}, {{}, operands[2], priority.right}};
      case Op::Call:
        return List(namer_.FunctionName(pool_.function(operands[0])) + "(", operands.subspan(1), ")");
      case Op::Array:
        return List(options_.dialect == Dialect::Dymola ? "[" : "{", operands,
                    options_.dialect == Dialect::Dymola ? "]" : "}");
      case Op::Subscript: {
        std::vector<Piece> pieces = List("[", operands.subspan(1), "]");
        pieces.insert(pieces.begin(), {{}, operands[0], kAtom});
        return pieces;
      }
      case Op::Tuple: return Outputs(operands);
      case Op::Output:
        return {{{}, operands[0], kAtom}, {fmt::format(".{}", pool_.integer(operands[1]) + 1), {}, 0}};
      case Op::Partial:
        return {{fmt::format("partial{}(", pool_.integer(operands[1]) + 1), {}, 0},
                {{}, operands[0], kNoDemand},
                {")", {}, 0}};
      default: break;
    }
    if (group_of(op) == Group::Leaf) return {{LeafText(id, op), {}, 0}};
    if (arity_of(op) == 2 && group_of(op) != Group::Function) {
      const bool tight = op == Op::Mul || op == Op::Div || op == Op::Pow;
      const std::string sign = tight ? std::string(TextOf(op)) : fmt::format(" {} ", TextOf(op));
      return {{{}, operands[0], priority.left}, {sign, {}, 0}, {{}, operands[1], priority.right}};
    }
    return List(std::string(TextOf(op)) + "(", operands, ")");
  }

  static auto List(std::string open, std::span<const ExprId> items, std::string close) -> std::vector<Piece> {
    std::vector<Piece> pieces = {{std::move(open), {}, 0}};
    for (size_t k = 0; k < items.size(); ++k) {
      if (k > 0) pieces.push_back({",", {}, 0});
      pieces.push_back({{}, items[k], kNoDemand});
    }
    pieces.push_back({std::move(close), {}, 0});
    return pieces;
  }

  auto Outputs(std::span<const ExprId> items) const -> std::vector<Piece> {
    if (options_.dialect == Dialect::Modelica) return List("(", items, ")");
    std::vector<Piece> pieces;
    for (const ExprId item : items) {
      if (!pieces.empty()) pieces.push_back({" ", {}, 0});
      pieces.push_back({{}, item, kAtom});
    }
    return pieces;
  }

  auto LeafText(ExprId id, Op op) const -> std::string {
    switch (op) {
      case Op::Real:     return base::NumberText(pool_.number(id));
      case Op::Spelled:  return std::string(pool_.spelling(id));
      case Op::Integer:  return std::to_string(pool_.integer(id));
      case Op::Boolean:  return pool_.boolean(id) ? "true" : "false";
      case Op::Text:     return fmt::format("\"{}\"", namer_.Text(pool_.name(id)));
      case Op::Iterator: return namer_.Text(pool_.name(id));
      case Op::Function: return namer_.FunctionName(pool_.function(id));
      case Op::Var:      {
        const std::string name = namer_.VarName(pool_.var(id));
        return pool_.var(id) == options_.marked ? fmt::format("[{}]", name) : name;
      }
      default: return std::string(text_of(op));
    }
  }

  const Pool& pool_;
  const Namer& namer_;
  const PrintOptions& options_;
  std::vector<Piece> stack_;
  std::string text_;
};

}  // namespace

auto Print(const Pool& pool, ExprId root, const Namer& namer, const PrintOptions& options) -> std::string {
  return Printer(pool, namer, options).Run(root, kNoDemand);
}

auto PrintEquation(const Pool& pool, ExprId lhs, ExprId rhs, const Namer& namer, const PrintOptions& options)
    -> std::string {
  return fmt::format("{} = {}", Print(pool, lhs, namer, options), Print(pool, rhs, namer, options));
}

}  // namespace kerf::expr
