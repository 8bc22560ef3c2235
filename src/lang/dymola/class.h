// A class is a model type elaborated for one set of structure parameter values: what its instances share.
// Variables and cuts of the class and of everything below it have relative numbers (slots): those of the
// submodels first, in order, then the class's own. An instance is a base added to them, so instances are
// copied without looking at the syntax again.
#pragma once

#include <array>
#include <memory>
#include <unordered_map>
#include <vector>

#include "flat/model.h"
#include "lang/dymola/ast.h"

namespace kerf::dymola {

using expr::ExprId;
using flat::OriginId;
using ClassId = base::Id<struct ClassTag>;

constexpr uint32_t kNoIndex = 0xFFFF'FFFF;

struct ClassVar {
  NameId name;
  VarKind kind = VarKind::Local;
  // First mentioned in a cut and not declared since.
  bool is_implicit = false;
  // May be shared by submodels that declare it external.
  bool is_internal = false;
  bool is_used = false;
  // Its declaration was wrong; references to it are silent.
  bool is_broken = false;
  // A value fixed at compile time: structure parameters and constants given by a number.
  bool is_fixed = false;
  double number = 0;
  expr::ShapeId shape = expr::kScalar;
  Span span;
  ExprId binding;
  ExprId default_value;
  // The value with which a state begins.
  ExprId start;
  OriginId default_origin;
  // Of a derivative: own index of the variable one order lower.
  uint32_t derivative_of = kNoIndex;
  OriginId origin;
};

struct Override {
  // Index among the variables of the submodel's class.
  uint32_t var;
  ExprId value;
};

struct ClassSub {
  NameId name;
  Span span;
  // Without value if the type could not be elaborated; then everything about the submodel is silent.
  ClassId cls;
  std::vector<int32_t> dims;
  uint32_t count = 1;
  uint32_t var_offset = 0;
  uint32_t leaf_offset = 0;
  uint32_t event = 0;
  // True if its first element stands in the place of the type itself in the order of 1978.
  bool takes_prototype = false;
  std::vector<Override> overrides;
  std::vector<Override> starts;
};

// One position of a variable cut: own variable, subscripts (from ClassBody::subscripts) and sign; or a dot.
struct Element {
  uint32_t var = kNoIndex;
  bool negative = false;
  uint32_t first_subscript = 0;
  uint32_t n_subscripts = 0;

  [[nodiscard]] auto is_dot() const -> bool { return var == kNoIndex; }
};

// Variables: a cut or node with a clause. Node: a plain node. Open: a cut that gets its structure from its
// connection.
enum class LeafKind : uint8_t { Variables, Node, Open };

struct Leaf {
  LeafKind kind = LeafKind::Node;
  NameId name;
  Span span;
  std::vector<Element> across;
  std::vector<Element> through;
};

enum class CutNodeKind : uint8_t { Leaf, Tuple, Dot };

struct CutNode {
  CutNodeKind kind = CutNodeKind::Dot;
  bool has_dot = false;
  uint16_t depth = 0;
  // Of a Leaf its slot; of a Tuple first and count in Class::cut_members.
  uint32_t a = 0;
  uint32_t b = 0;
  uint32_t n_leaves = 1;
};

// A cut or node by name; of an indexed one as many nodes as elements, in a row.
struct NamedCut {
  NameId name;
  Span span;
  bool is_node = false;
  std::vector<int32_t> dims;
  uint32_t first_node = 0;
  uint32_t count = 1;
};

struct NamedPath {
  NameId name;
  Span span;
  uint32_t from = 0;
  uint32_t to = 0;
};

struct ClassEquation {
  ExprId lhs;
  ExprId rhs;
  OriginId origin;
  flat::DomainId domain;
};

// One side of an across equation or a term of a sum: a variable slot with subscripts and sign.
struct Term {
  uint32_t slot = 0;
  bool negative = false;
  uint32_t first_subscript = 0;
  uint32_t n_subscripts = 0;
};

// `left = right`: sums over ranges of Class::terms. An empty side is zero.
struct ConnectionEquation {
  uint32_t left_first = 0;
  uint32_t n_left = 0;
  uint32_t n_right = 0;
  OriginId origin;
};

struct ClassAssertion {
  ExprId condition;
  OriginId origin;
  flat::DomainId domain;
};

struct Class {
  DeclId decl;
  NameId name;
  std::vector<ClassSub> subs;
  std::vector<ClassVar> vars;
  std::vector<Leaf> leaves;
  std::vector<CutNode> cut_nodes;
  std::vector<uint32_t> cut_members;
  std::vector<NamedCut> cuts;
  std::vector<NamedPath> paths;
  std::unordered_map<NameId, uint32_t> sub_names;
  std::unordered_map<NameId, uint32_t> var_names;
  std::unordered_map<NameId, uint32_t> cut_names;
  std::unordered_map<NameId, uint32_t> path_names;
  uint32_t main_cut = kNoIndex;
  uint32_t main_path = kNoIndex;

  // Slots of the submodels come first; those of the class itself begin here.
  uint32_t own_vars = 0;
  uint32_t own_leaves = 0;
  uint32_t n_instances = 1;
  uint32_t depth = 1;

  std::vector<ClassEquation> equations;
  std::vector<Term> terms;
  std::vector<int32_t> subscripts;
  std::vector<ConnectionEquation> connections;
  std::vector<ClassAssertion> assertions;
  // Where the statements of this class connect cuts of submodels, by slot.
  std::unordered_map<uint32_t, Span> connected;
  // Slots of inputs and defaulted variables below that are mentioned in this class.
  std::vector<uint32_t> mentioned_below;
  // All nodes of equations, assertions and bindings, operands first.
  std::vector<ExprId> postorder;

  [[nodiscard]] auto n_slots() const -> uint32_t { return own_vars + static_cast<uint32_t>(vars.size()); }
  [[nodiscard]] auto n_leaf_slots() const -> uint32_t {
    return own_leaves + static_cast<uint32_t>(leaves.size());
  }
};

}  // namespace kerf::dymola
