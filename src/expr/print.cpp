// Printing with an explicit stack of pending pieces. A node is put in parentheses iff its user's demand is
// smaller than its own priority number (small numbers bind tightly).
#include "expr/print.h"

#include <fmt/format.h>

#include "expr/print_pieces.h"

namespace kerf::expr {

namespace {

class Printer {
 public:
  Printer(const Pool& pool, const Namer& namer, const PrintOptions& options)
      : maker_(pool, namer, options), max_length_(options.max_length) {}

  auto Run(ExprId root, int demand) -> std::string {
    stack_.push_back({{}, root, demand});
    while (!stack_.empty() && text_.size() <= max_length_) {
      const Piece piece = std::move(stack_.back());
      stack_.pop_back();
      if (piece.id.has_value()) {
        PushNode(maker_.Shown(piece.id), piece.demand);
      } else {
        text_ += piece.text;
      }
    }
    if (text_.size() > max_length_) {
      text_.resize(max_length_);
      text_ += "…";
    }
    return std::move(text_);
  }

 private:
  // Pieces come in reading order; the stack wants the last one first.
  void PushNode(ExprId id, int demand) {
    std::vector<Piece> pieces = maker_.Pieces(id);
    const bool needs_parentheses = demand < maker_.PriorityOfNode(id).own;
    if (needs_parentheses) stack_.push_back({")", {}, 0});
    for (size_t k = pieces.size(); k-- > 0;) stack_.push_back(std::move(pieces[k]));
    if (needs_parentheses) stack_.push_back({"(", {}, 0});
  }

  PieceMaker maker_;
  size_t max_length_;
  std::vector<Piece> stack_;
  std::string text_;
};

}  // namespace

auto Namer::DerivativeOf(VarId /*var*/) const -> VarId { return {}; }

auto Namer::InputName(FunctionId /*function*/, uint32_t position) const -> std::string {
  return fmt::format("input{}", position + 1);
}

auto Namer::LocalName(uint32_t position) const -> std::string { return fmt::format("local{}", position + 1); }

auto Namer::LiteralName(uint16_t /*detail*/, int64_t ordinal) const -> std::string {
  return std::to_string(ordinal);
}

auto Namer::TypeName(const Type& type) const -> std::string { return fmt::format("type{}", type.detail); }

auto Namer::FieldName(uint16_t /*detail*/, uint32_t position) const -> std::string {
  return fmt::format("field{}", position + 1);
}

auto Print(const Pool& pool, ExprId root, const Namer& namer, const PrintOptions& options) -> std::string {
  return Printer(pool, namer, options).Run(root, kNoDemand);
}

auto PrintEquation(const Pool& pool, ExprId lhs, ExprId rhs, const Namer& namer, const PrintOptions& options)
    -> std::string {
  const int demand = options.dialect == Dialect::Modelica ? kSimpleExpression : kNoDemand;
  return fmt::format("{} = {}", Printer(pool, namer, options).Run(lhs, demand),
                     Print(pool, rhs, namer, options));
}

}  // namespace kerf::expr
