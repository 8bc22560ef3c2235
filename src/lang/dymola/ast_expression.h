// Syntax of expressions. The nodes of one expression stand in a row, operands before their users, so that
// working through an expression is a loop and a sum of a million terms needs no stack.
#pragma once

#include <cstdint>

#include "base/id.h"
#include "diag/diag.h"
#include "expr/pool.h"

namespace kerf::dymola {

using base::NameId;
using diag::Span;
using NodeId = base::Id<struct NodeTag>;

enum class NodeKind : uint8_t { Error, Number, Reference, Unary, Binary, If, Call, Prime, Display, Colon };

struct Node {
  NodeKind kind = NodeKind::Error;
  // Of Unary and Binary.
  expr::Op op = expr::Op::Error;
  // True inside subscripts and sizes, where numbers are integers.
  bool is_index = false;
  Span span;
  // Operands of Unary, Binary and If; of Prime the reference and the order. Of a Number a is its spelling (a
  // name). Of a Call a is the function's name; of a Display the number of rows. Both have their list in b
  // (first) and c (count). Of a Reference b (first) and c (count) are its steps.
  uint32_t a = 0;
  uint32_t b = 0;
  uint32_t c = 0;
  double value = 0;
};

// What stands between a step of a reference and the step before it.
enum class Joint : uint8_t { None, Submodel, Variable, Cut, Path };

// One name of `A::B[2].x[i]` with its subscripts: `count` nodes from `first` in Ast::lists.
struct Step {
  NameId name;
  Joint joint = Joint::None;
  bool has_subscripts = false;
  uint32_t first = 0;
  uint32_t count = 0;
  // The first of the nodes that make up the subscripts.
  NodeId first_node;
  Span span;
};

// An expression: the nodes from `first` to `root`, both included.
struct Expr {
  NodeId first;
  NodeId root;
  [[nodiscard]] auto has_value() const -> bool { return root.has_value(); }
};

}  // namespace kerf::dymola
