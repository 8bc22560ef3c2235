// From a name in the text to what it stands for, by the rules of the language and where the name stands:
// references, types, imports, modifiers, named arguments, iterators.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lsp/snapshot.h"

namespace kerf::lsp {

// What a name stands for; all are empty if nobody knows.
struct Target {
  modelica::Component* component = nullptr;
  modelica::ClassElem* cls = nullptr;
  // The declaration: a Component, ClassDef, EnumLiteral or ForIndex.
  modelica::NodeRef node;
  // Of an enumeration's literal: its type. Of an attribute, such as `start`: the predefined type.
  modelica::ClassElem* owner = nullptr;
  // The name of an attribute or of a built-in function.
  std::string attribute;
  std::string function;

  [[nodiscard]] auto has_value() const -> bool {
    return component != nullptr || cls != nullptr || node.has_value() || !attribute.empty() ||
           !function.empty();
  }
};

using NodePath = std::vector<modelica::NodeRef>;

class Resolver {
 public:
  explicit Resolver(Snapshot& snapshot)
      : snapshot_(snapshot), program_(snapshot.program()), instances_(snapshot.instances()) {}

  auto At(const modelica::Tree& tree, uint32_t token) -> Target;
  // The class in which names at the end of `path` are looked up.
  auto ScopeOf(const NodePath& path) -> modelica::Inst*;
  // A simple name, seen from `scope`.
  auto Look(std::string_view name, modelica::Inst* scope) -> Target;
  // The part of that name of a component, class or enumeration.
  auto Member(const Target& owner, std::string_view name) -> Target;
  // What is behind a component or class: an instance with elements, or null for a predefined type.
  auto InstOf(const Target& target) -> modelica::Inst*;
  auto TypeOf(const Target& target) -> modelica::ClassElem*;
  // The class at the root of that name.
  auto Top(std::string_view name) -> Target;

 private:
  auto OfPart(const NodePath& path) -> Target;
  auto OfRef(const NodePath& path, size_t ref, modelica::NodeRef last) -> Target;
  auto OfDeclaration(const NodePath& path) -> Target;
  auto OfArgument(const NodePath& path) -> Target;
  auto OfImport(modelica::NodeRef import, modelica::NodeRef last) -> Target;
  auto OfModifier(const NodePath& path, size_t modification) -> Target;
  auto OfClause(modelica::NodeRef clause, const NodePath& path) -> Target;
  auto FirstOf(modelica::NodeRef part, const NodePath& path) -> Target;
  auto Follow(Target target, modelica::NodeRef first, modelica::NodeRef last) -> Target;
  auto Iterator(std::string_view name, const NodePath& path) -> Target;
  auto FromFound(const modelica::Found& found) -> Target;
  auto Name(std::string_view text) -> base::NameId { return snapshot_.names().Intern(text); }

  Snapshot& snapshot_;
  modelica::Program& program_;
  modelica::Instances& instances_;
};

// The names of the attributes that a predefined type has.
auto AttributesOf(const modelica::BuiltinType& type) -> std::vector<std::string_view>;
// The parameters of a built-in function, separated by blanks; null if there is none of that name.
auto BuiltinParameters(std::string_view name) -> const char*;
auto BuiltinFunctions() -> std::vector<std::string_view>;

}  // namespace kerf::lsp
