// Rules that a class must obey besides those without which it could not be instantiated: what a specialized
// class may contain, prefixes, base classes, redeclarations, inner and outer (chapters 4.4–4.7, 5.4, 6.4, 7,
// 11.2, 12.2 and 14 of the Modelica specification). A rule about the text of a class is checked once for the
// class, one about its context for each instance; a mistake in the text is reported once, however many
// instances have it.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "diag/consumers.h"
#include "lang/modelica/inst/class_rules_subtype.h"
#include "lang/modelica/inst/elaborate.h"

namespace kerf::modelica {

class ClassRules {
 public:
  explicit ClassRules(Elaborator& elaborator);

  // Checks all classes that the model uses: the instances that were made so far. To be called when the model
  // is complete; nothing more of it is instantiated.
  void CheckAll();

 private:
  void Check(Inst* inst);

  // class_rules_text.cpp: what a specialized class may contain.
  void CheckText(Inst* inst, Restriction restriction);
  void CheckVariable(Inst* inst, const ShapeElement& element, Restriction restriction);
  void CheckElement(const Shape& shape, const ShapeElement& element, Restriction restriction);
  void CheckSections(const Shape& shape, Restriction restriction);
  void CheckName(NodeRef node);
  void CheckEnumeration(NodeRef definition);

  // class_rules_statements.cpp
  void CheckStatements(const Shape& shape, Restriction restriction);
  void CheckInputsUnchanged(Inst* function);

  // class_rules_bases.cpp
  void CheckBases(ClassElem* elem, Inst* inst);
  void CheckBase(const Shape& shape, const ShapeBase& clause, ClassElem* base);
  void CheckAlone(const Shape& shape, const ShapeBase& clause, ClassElem* base, Inst* scope);
  void CheckBaseName(const ShapeBase& clause, Inst* inst);
  void CheckDuplicates(Inst* inst);
  void CheckInherited(Inst* inst);

  // class_rules_components.cpp
  void CheckComponent(Component* component, bool is_protected);
  void CheckPlace(Component* component);
  void CheckTypePrefixes(Component* component);
  void CheckElementPrefixes(Component* component, ClassElem* type, uint32_t flags);
  void CheckContainer(Component* component);
  void CheckBlockConnector(Component* connector);

  // class_rules_redeclare.cpp
  struct Decl {
    // The ComponentClause or ClassDef, and the scope it is written in.
    NodeRef clause;
    Inst* scope = nullptr;
    // Of an element of a class: which one.
    Inst* owner = nullptr;
    uint32_t element = 0;
  };
  auto DeclarationsOf(Inst* inst, uint32_t element) -> std::vector<Decl>;
  static void AddRedeclarations(const Mod& outer, std::vector<Decl>& chain);
  void CheckRedeclarations(Inst* inst, uint32_t element);
  void CheckClassExtends(Inst* inst, uint32_t element);
  void CheckReplaceable(const Decl& decl);
  void CheckRedeclaration(const Decl& old, const Decl& made, const Decl& constraint);
  void CheckVisibility(const Decl& old, const Decl& made);
  void CheckNewType(const Decl& made, const Decl& constraint);
  static auto NodeOf(const Decl& decl) -> NodeRef;
  auto TypeOf(const Decl& decl) -> ClassElem*;
  auto ConstraintOf(const Decl& decl) -> ClassElem*;

  // class_rules_outer.cpp
  void CheckOuter(Component* outer);

  // class_rules_operators.cpp
  void CheckConstructors(Inst* constructor);
  void CheckFlowOperators(Component* component);

  // False if this rule was reported at this place before.
  template <typename... Args>
  auto IsNew(NodeRef place, const diag::Spec<Args...>& spec) -> bool {
    return reported_.emplace(&place.tree(), place.index(), spec.code).second;
  }
  // Of the token that names a node.
  [[nodiscard]] auto NameSpan(NodeRef node) const -> diag::Span {
    return program_.SpanOf(node.tree(), node.node().token);
  }
  auto Lookup(NodeRef ref, Inst* scope) -> ClassElem*;

  Elaborator& elaborator_;
  Instances& instances_;
  Program& program_;
  flat::World& world_;
  // What the rules say; what is said while they look around is dropped.
  diag::CollectingConsumer said_;
  diag::Emitter emitter_;
  Subtypes subtypes_;
  std::set<std::pair<const Shape*, Restriction>> texts_;
  std::unordered_set<const Shape*> based_;
  // Pairs of declarations: the redeclaration and the redeclared.
  std::set<std::tuple<const Tree*, uint32_t, const Tree*, uint32_t>> redeclared_;
  std::set<std::tuple<const Tree*, uint32_t, std::string_view>> reported_;
};

// "model", "operator record" and so on.
auto KindText(Restriction restriction) -> std::string;
// What a class is in messages: "a block", "an operator".
auto KindWithArticle(Restriction restriction) -> std::string;
// The first of the prefixes among `flags`, as it is written.
auto PrefixText(uint32_t flags) -> std::string;

inline auto IsFunctionKind(Restriction restriction) -> bool {
  return restriction == Restriction::Function || restriction == Restriction::OperatorFunction;
}
inline auto IsRecordKind(Restriction restriction) -> bool {
  return restriction == Restriction::Record || restriction == Restriction::OperatorRecord;
}

}  // namespace kerf::modelica
