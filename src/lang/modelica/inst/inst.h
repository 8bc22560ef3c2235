// Instances: a class in a context. Everything is made when first asked for. An Inst is a class with the
// modifiers that hold for it and the instance it lies in; a base class of it is an Inst of its own whose
// `derived` points back, so that names in the text of the base are looked up where the base was written while
// its elements belong to the whole. A Component is one declared component (an array of components until it is
// taken apart); a ClassElem is a class as an element, with its redeclaration in force.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "expr/types.h"
#include "flat/value.h"
#include "flat/world.h"
#include "lang/modelica/inst/mod.h"
#include "lang/modelica/inst/shape.h"

namespace kerf::modelica {

using base::PathId;
using expr::ExprId;
using expr::VarId;
using flat::FunctionId;

struct Component;
struct ClassElem;

// How far a lazy property has got; InProgress met again is a cycle.
enum class Progress : uint8_t { NotYet, InProgress, Done, Failed };

struct Element {
  Component* component = nullptr;
  // With redeclarations in force, and as the class itself declares it.
  ClassElem* cls = nullptr;
  ClassElem* own_cls = nullptr;
};

struct Inst {
  const Shape* shape = nullptr;
  // Where names that are not found here are looked up: the instance of the lexically enclosing class.
  Inst* enclosing = nullptr;
  // The class that inherits from this one, if this is a base.
  Inst* derived = nullptr;
  // The component whose class this is; null for packages, functions and so on.
  Component* component = nullptr;
  ClassElem* elem = nullptr;
  const Mod* mod = nullptr;
  Progress bases_progress = Progress::NotYet;
  std::vector<Inst*> bases;
  std::vector<Element> elements;
  // Components that connections add to an expandable connector.
  std::vector<Component*> extras;
  // Components that a base must not have (`break`).
  std::vector<NameId> removed;
  std::vector<NodeRef> removed_connections;
  uint32_t depth = 0;
};

enum class BuiltinKind : uint8_t { Real, Integer, Boolean, String, Enumeration, Clock, Object };

// A subscript list of a declaration and the scope it is written in.
struct Subscripts {
  NodeRef node;
  Inst* scope = nullptr;
};

// A type that comes down to a predefined one.
struct BuiltinType {
  BuiltinKind kind = BuiltinKind::Real;
  uint16_t detail = 0;
  // Attributes from the types on the way, outermost first.
  const Mod* attributes = nullptr;
  std::vector<Subscripts> dims;
  uint32_t flags = 0;
  bool is_connector = false;
};

struct ClassElem {
  const Shape* shape = nullptr;
  Inst* enclosing = nullptr;
  const Mod* mod = nullptr;
  // What is said below the modifiers of a short class: by constraining clauses and by what it replaces.
  const Mod* defaults = nullptr;
  // Of `redeclare … extends`: the class that it extends.
  ClassElem* replaced = nullptr;
  // A predefined type.
  bool is_predefined = false;
  Progress builtin_progress = Progress::NotYet;
  std::optional<BuiltinType> builtin;
  // The class by itself, for what is looked up inside it.
  Inst* self = nullptr;
  Progress function_progress = Progress::NotYet;
  FunctionId function;
  NameId name;
  NodeRef place;
};

struct Component {
  NameId name;
  // The class in which it is declared, a base perhaps.
  Inst* parent = nullptr;
  NodeRef clause;
  NodeRef node;
  // Prefixes of the declaration and its type, and those that it takes over from the record or connector
  // around it.
  uint32_t flags = 0;
  bool is_protected = false;
  // Where the type's name is written.
  Inst* type_scope = nullptr;
  // The declarations whose sizes and condition hold: those of a redeclared component unless the redeclaration
  // gives others.
  NodeRef size_clause;
  NodeRef size_node;
  Inst* size_scope = nullptr;
  NodeRef condition;
  Inst* condition_scope = nullptr;
  const Mod* mod = nullptr;
  ClassElem* type = nullptr;
  const BuiltinType* builtin = nullptr;
  Progress type_progress = Progress::NotYet;

  Progress presence_progress = Progress::NotYet;
  bool is_present = true;

  Progress dims_progress = Progress::NotYet;
  std::vector<int32_t> dims;
  // What each dimension is indexed by: Integer, or an enumeration or Boolean that gives its size.
  std::vector<expr::Type> dim_types;
  // Of a function's variable: sizes that are known only when it is called.
  bool has_open_dims = false;
  // In an expandable connector: its size follows from the connections.
  bool is_growing = false;
  // Of an element of an array: which one, and the array.
  std::vector<int32_t> index;
  Component* array = nullptr;
  Progress elements_progress = Progress::NotYet;
  std::vector<Component*> elements;

  PathId path;
  VarId var;
  Inst* inst = nullptr;
  // The inner component that an outer one stands for.
  Progress outer_progress = Progress::NotYet;
  Component* inner = nullptr;
  // Of an `inner outer` component: what components below see.
  Component* inner_half = nullptr;
  // Position among the variables of the function that is being made.
  uint32_t local = kNoLocal;
  static constexpr uint32_t kNoLocal = 0xFFFF'FFFF;

  Progress binding_progress = Progress::NotYet;
  ExprId binding;
  // The value as an expression, once it was asked for.
  ExprId literal;
  Progress value_progress = Progress::NotYet;
  std::unique_ptr<flat::Value> value;
  // Evaluated because structure depends on it.
  bool is_structural = false;
  // Of a component of an expandable connector: some connection names it.
  bool is_used = false;

  [[nodiscard]] auto Has(uint32_t wanted) const -> bool { return (flags & wanted) != 0; }
};

// What a name stands for: at most one of the two.
struct Found {
  Component* component = nullptr;
  ClassElem* cls = nullptr;
  // Declared or inherited as protected.
  bool is_protected = false;
  // Of a simple name: the scope in which it was found, unless it came by an import.
  Inst* where = nullptr;

  [[nodiscard]] auto has_value() const -> bool { return component != nullptr || cls != nullptr; }
};

// The whole instance that a base belongs to.
inline auto Whole(Inst* inst) -> Inst* {
  while (inst->derived != nullptr) inst = inst->derived;
  return inst;
}

}  // namespace kerf::modelica
