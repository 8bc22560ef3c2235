// The syntax tree of DYMOLA texts: plain records in vectors that refer to each other by index.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "lang/dymola/ast_expression.h"

namespace kerf::dymola {

using DeclId = base::Id<struct DeclTag>;
using BlockId = base::Id<struct BlockTag>;
using CutExprId = base::Id<struct CutExprTag>;

enum class VarKind : uint8_t {
  Structure,
  Parameter,
  Constant,
  Local,
  Terminal,
  Input,
  Output,
  Default,
  Internal,
  External,
  Derivative
};

struct Declarator {
  NameId name;
  Span span;
  std::vector<Expr> sizes;
  Expr value;
};

struct VariableDecl {
  VarKind kind = VarKind::Local;
  std::vector<Declarator> declarators;
};

// One value of a parameter list, by position if it has no name.
struct Argument {
  NameId name;
  Span span;
  Expr value;
};

struct SubmodelItem {
  NameId name;
  Span span;
  // The type's name; for a model declared in place the declaration itself.
  NameId type;
  Span type_span;
  DeclId in_place;
  std::vector<Expr> sizes;
  std::vector<Argument> arguments;
  // `(ic v = 1)`: values with which variables of the submodel begin.
  std::vector<Argument> starts;
  // Place in the order in which things were made by the translator of 1978.
  uint32_t event = 0;
};

struct CutElement {
  NameId name;
  Span span;
  bool negative = false;
  bool dot = false;
  std::vector<Expr> subscripts;
};

enum class CutExprKind : uint8_t { None, Variables, Tuple, Spec, Dot };

// A cut clause, a tuple of cuts, or a reference to a cut by name.
struct CutExpr {
  CutExprKind kind = CutExprKind::None;
  Span span;
  std::vector<CutElement> across;
  std::vector<CutElement> through;
  std::vector<CutExprId> members;
  // Of a Spec: steps in Ast::steps.
  uint32_t first = 0;
  uint32_t count = 0;
};

struct CutDecl {
  NameId name;
  Span span;
  bool is_main = false;
  bool is_node = false;
  std::vector<Expr> sizes;
  CutExprId clause;
};

struct PathDecl {
  NameId name;
  Span span;
  bool is_main = false;
  // Two cuts, or a Spec of another path in `from` alone.
  CutExprId from;
  CutExprId to;
};

struct EquationItem {
  Expr lhs;
  Expr rhs;
  // Of a procedure call: the outputs, nodes in Ast::lists, and the call is `rhs`.
  std::vector<Expr> outputs;
};

enum class ConnOp : uint8_t { At, To, From, Par, Loop, Branch, Join };
enum class ConnKind : uint8_t { Error, Operand, Reversed, Binary, Tuple, Dot };

// Nodes of a connection expression, operands first like those of expressions.
struct ConnNode {
  ConnKind kind = ConnKind::Error;
  ConnOp op = ConnOp::At;
  Span span;
  // Operands; of a Tuple first and count in Ast::lists; of an Operand first and count in Ast::steps.
  uint32_t a = 0;
  uint32_t b = 0;
};

struct ConnectItem {
  NameId id;
  Span id_span;
  Span span;
  // The nodes [first, last) of all its expressions; the roots in order.
  uint32_t first = 0;
  uint32_t last = 0;
  std::vector<uint32_t> roots;
};

struct ForItem {
  NameId name;
  Span span;
  Expr first;
  Expr step;
  Expr last;
  BlockId body;
  // True if the body touches submodels, connections or conditions and so cannot stay a family of equations.
  bool must_unroll = false;
};

// `if` has one label (the condition) a branch; `case` has the selector and labels. The last branch may have
// none.
struct Branch {
  std::vector<Expr> labels;
  BlockId body;
};

struct ChoiceItem {
  Span span;
  // Of `case` alone.
  Expr selector;
  std::vector<Branch> branches;
  bool has_declarations = false;
};

enum class ItemKind : uint8_t { Submodel, Variables, Cut, Path, Equation, Connect, For, Choice, Valid };

struct Item {
  ItemKind kind;
  uint32_t index;
  Span span;
};

struct Parameter {
  NameId name;
  bool is_structure;
};

struct ModelDecl {
  NameId name;
  Span span;
  bool is_type = false;
  DeclId parent;
  BlockId body;
  // All parameters in order of declaration: what a parameter list counts by.
  std::vector<Parameter> parameters;
  std::unordered_map<NameId, DeclId> types;
  uint32_t event = 0;
  bool complete = false;
};

struct Ast {
  std::vector<Node> nodes;
  std::vector<uint32_t> lists;
  std::vector<Step> steps;
  std::vector<CutExpr> cut_exprs;
  std::vector<ConnNode> conn_nodes;
  std::vector<VariableDecl> variables;
  std::vector<SubmodelItem> submodels;
  std::vector<CutDecl> cuts;
  std::vector<PathDecl> paths;
  std::vector<EquationItem> equations;
  std::vector<ConnectItem> connects;
  std::vector<ForItem> loops;
  std::vector<ChoiceItem> choices;
  std::vector<Expr> valids;
  std::vector<std::vector<Item>> blocks;
  std::vector<ModelDecl> decls;

  auto operator[](NodeId id) const -> const Node& { return nodes[id.index]; }
  auto operator[](BlockId id) const -> const std::vector<Item>& { return blocks[id.index]; }
  auto operator[](CutExprId id) const -> const CutExpr& { return cut_exprs[id.index]; }
  auto operator[](DeclId id) const -> const ModelDecl& { return decls[id.index]; }
};

}  // namespace kerf::dymola
