// One node as the pieces of its text: words and operands, in reading order.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "expr/print_dialect.h"

namespace kerf::expr {

// A word, or an operand with the loosest priority that needs no parentheses.
struct Piece {
  std::string text;
  ExprId id;
  int demand = kNoDemand;
};

class PieceMaker {
 public:
  PieceMaker(const Pool& pool, const Namer& namer, const PrintOptions& options)
      : pool_(pool), namer_(namer), options_(options) {}

  // What is printed in place of `id`: conversions that Modelica makes by itself are left out.
  [[nodiscard]] auto Shown(ExprId id) const -> ExprId;
  [[nodiscard]] auto PriorityOfNode(ExprId id) const -> Priority;
  [[nodiscard]] auto Pieces(ExprId id) const -> std::vector<Piece>;

 private:
  using List = std::vector<Piece>;

  [[nodiscard]] auto IsModelica() const -> bool { return options_.dialect == Dialect::Modelica; }
  [[nodiscard]] auto LeafPieces(ExprId id) const -> List;
  [[nodiscard]] auto LeafText(ExprId id) const -> std::string;
  [[nodiscard]] auto VarPieces(VarId var) const -> List;
  [[nodiscard]] auto NumberText(ExprId id) const -> std::string;
  [[nodiscard]] auto InfixPieces(ExprId id) const -> List;
  [[nodiscard]] auto OutputPieces(ExprId id) const -> List;
  [[nodiscard]] auto TuplePieces(std::span<const ExprId> items) const -> List;
  [[nodiscard]] auto SubscriptPieces(ExprId id) const -> List;
  [[nodiscard]] auto FunctionPieces(ExprId id) const -> List;

  // print_modelica.cpp: what only Modelica has or writes differently.
  [[nodiscard]] auto IfPieces(ExprId id) const -> List;
  [[nodiscard]] auto CallPieces(ExprId id) const -> List;
  [[nodiscard]] auto ArrayPieces(ExprId id) const -> List;
  [[nodiscard]] auto AccessPieces(ExprId id) const -> List;
  [[nodiscard]] auto SuffixPieces(ExprId id) const -> List;
  [[nodiscard]] auto RangePieces(ExprId id) const -> List;
  [[nodiscard]] auto ComprehensionPieces(ExprId id) const -> List;
  [[nodiscard]] auto ClosurePieces(ExprId id) const -> List;
  [[nodiscard]] auto ToTextPieces(ExprId id) const -> List;

  const Pool& pool_;
  const Namer& namer_;
  const PrintOptions& options_;
};

// open item,item close
auto ListPieces(std::string open, std::span<const ExprId> items, std::string close) -> std::vector<Piece>;

}  // namespace kerf::expr
