// Modifiers: what a declaration, an extends clause or a user of a class says about its elements. A modifier
// is immutable and keeps each expression with the scope in which it is written; merging lays an outer one
// over an inner one by name.
#pragma once

#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lang/modelica/library/program.h"

namespace kerf::modelica {

struct Inst;

// From the value of a whole to that of a part: an element of an array (index from 1) or a field of a record.
struct ValueStep {
  int32_t index = 0;
  NameId field;
};

struct Mod {
  // The value, if there is one.
  NodeRef expr;
  Inst* scope = nullptr;
  std::vector<ValueStep> steps;
  // `= break`: no value.
  bool is_break = false;
  bool is_each = false;
  bool is_final = false;
  // The value is the field of a whole record's value.
  bool is_part = false;
  // The value is said of a part below a value of the whole, which wins. Attributes of predefined types are no
  // parts: for them the mark says nothing.
  bool is_covered = false;
  // The argument or declaration that says so.
  NodeRef place;
  // The ClassDef or ComponentClause of a redeclaration, written in `redeclare_scope`. One that is an element
  // of a derived class names that class's element instead, so that both are one and the same.
  NodeRef redeclare;
  Inst* redeclare_scope = nullptr;
  Inst* redeclare_owner = nullptr;
  uint32_t redeclare_element = 0;
  // Redeclarations that this one replaces, outermost first.
  std::vector<const Mod*> earlier;
  // Of a redeclaration: what was said of the element before. The modifiers of the redeclaration itself come
  // between that and what stands here, which is said from outside.
  const Mod* under = nullptr;
  // Of the field of a whole record's value: what holds if the value has no such field.
  const Mod* otherwise = nullptr;
  std::vector<std::pair<NameId, const Mod*>> children;

  [[nodiscard]] auto Child(NameId name) const -> const Mod* {
    for (const auto& [child_name, child] : children) {
      if (child_name == name) return child;
    }
    return nullptr;
  }
  [[nodiscard]] auto has_value() const -> bool { return expr.has_value(); }
  [[nodiscard]] auto is_redeclaration() const -> bool {
    return redeclare.has_value() || redeclare_owner != nullptr;
  }
};

class Mods {
 public:
  Mods(Program& program, diag::Emitter& emitter) : program_(program), emitter_(emitter) {}

  // From a Modification node of a declaration, or nothing if it says nothing.
  auto FromModification(NodeRef modification, Inst* scope, NodeRef place) -> const Mod*;
  // From a ClassModification node.
  auto FromClassModification(NodeRef modification, Inst* scope) -> const Mod*;
  // What `outer` says wins; null stands for a modifier that says nothing.
  auto Merge(const Mod* outer, const Mod* inner) -> const Mod* { return Merge(outer, inner, true); }
  // Lays what is said of a component over the attributes of its predefined type.
  auto MergeAttributes(const Mod* outer, const Mod* type) -> const Mod* { return Merge(outer, type, false); }
  // What holds for element `index` of an array: arrays are taken apart except where `each` stands.
  auto ForElement(const Mod* mod, const std::vector<int32_t>& index) -> const Mod*;
  // The modifier of a record's field: what is said of it, or else the field of the whole's value.
  auto ForField(const Mod* record, NameId field) -> const Mod*;
  // Without value, redeclaration and flags: only what is said of the elements.
  auto OnlyChildren(const Mod* mod) -> const Mod*;
  auto WithoutRedeclare(const Mod* mod) -> const Mod*;
  // What a declaration that replaces another takes over from what was said of that one (section 7.3.2): the
  // modifiers of constraining clauses and those of the element, but not of redeclarations in between.
  auto TakenOver(const Mod* under) -> const Mod*;
  // The same for a redeclaration, with its own constraining clause.
  auto BelowRedeclaration(const Mod& mod) -> const Mod*;
  auto New(Mod mod) -> Mod* { return &mods_.emplace_back(std::move(mod)); }
  // A changed copy of `original`, which may be null.
  auto NewFrom(Mod mod, const Mod* original) -> Mod*;

  // Remember from now on what each modifier was made of: for explanations, which are asked for rarely.
  void KeepHistory() { keeps_history_ = true; }
  // The modifiers of the text that `mod` was made of, those that win first. Needs the history.
  [[nodiscard]] auto Sources(const Mod* mod) const -> std::vector<const Mod*>;

 private:
  // `outer` was laid over `inner`; of a copy only `outer` is there.
  struct Parts {
    const Mod* outer = nullptr;
    const Mod* inner = nullptr;
  };
  // With `covers`, a value of the outer one wins over what the inner one says of parts.
  auto Merge(const Mod* outer, const Mod* inner, bool covers) -> const Mod*;
  auto MergeRedeclaration(const Mod* outer, const Mod* inner) -> const Mod*;
  auto Covered(const Mod* mod) -> const Mod*;
  void RefusePart(const Mod& record, const Mod& child);
  void AddArgument(Mod& mod, NodeRef argument, Inst* scope);
  void AddOwnValue(Mod& mod, NodeRef argument, Inst* scope);
  void AddChild(Mod& mod, NameId name, const Mod* child, NodeRef place);

  // Parts of records that were refused.
  std::vector<NodeRef> refused_;
  Program& program_;
  diag::Emitter& emitter_;
  std::deque<Mod> mods_;
  bool keeps_history_ = false;
  std::unordered_map<const Mod*, Parts> history_;
};

}  // namespace kerf::modelica
