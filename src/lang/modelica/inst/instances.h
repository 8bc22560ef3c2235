// Makes instances and finds names in them: chapters 5 (scoping), 6.4–7 (inheritance, modification,
// redeclaration) of the Modelica specification. Whatever needs the value of an expression is the
// elaborator's.
#pragma once

#include <deque>
#include <functional>
#include <string_view>
#include <unordered_map>

#include "lang/modelica/inst/inst.h"

namespace kerf::modelica {

class Instances {
 public:
  Instances(Program& program, flat::World& world, diag::Emitter& emitter);

  // The unnamed scope around all top-level classes.
  [[nodiscard]] auto root() -> Inst* { return root_; }
  // The class of a full name, or null.
  auto ClassNamed(std::string_view dotted_name) -> ClassElem*;
  auto ClassOf(ClassId id) -> ClassElem*;
  // Makes `elem` the model that is being flattened; its component has the root path.
  auto NewModel(ClassElem* elem) -> Inst*;

  // The class by itself; null after an error.
  auto Self(ClassElem* elem) -> Inst*;
  // A short class that says nothing of its own is the class it names.
  auto Deref(ClassElem* elem) -> ClassElem*;
  auto NewInst(ClassElem* elem, const Mod* mod, Component* component) -> Inst*;
  void EnsureBases(Inst* inst);
  // The element of that name, declared here or inherited.
  auto FindInInst(Inst* inst, NameId name) -> Found;
  // Where the first element of that name stands; no instance if there is none.
  auto Locate(Inst* inst, NameId name) -> std::pair<Inst*, uint32_t>;
  auto ComponentAt(Inst* inst, uint32_t element) -> Component*;
  auto ClassAt(Inst* inst, uint32_t element) -> ClassElem*;
  // The inherited element that an element `redeclare …` replaces; no instance if there is none.
  auto Redeclared(Inst* inst, uint32_t element) -> std::pair<Inst*, uint32_t>;
  // Calls visit(inst, element index) for all elements, bases where their clauses stand; redeclared ones once.
  void ForEachElement(Inst* inst, const std::function<void(Inst*, uint32_t)>& visit);
  // The same for components alone.
  void ForEachComponent(Inst* inst, const std::function<void(Component*)>& visit);
  auto AddExtra(Inst* connector, NameId name, const Component* like, std::vector<int32_t> dims) -> Component*;
  // visit(inst) for the bases, in order and depth first, and at last for the instance.
  void ForEachPart(Inst* inst, const std::function<void(Inst*)>& visit);

  auto Lookup(NameId name, Inst* scope) -> Found;
  // A composite name of a class; a mistake is reported if `report`. Only a callee may be a class of a
  // component.
  auto LookupClass(NodeRef ref, Inst* scope, bool report = true, bool for_call = false) -> ClassElem*;
  auto IsPackageLike(ClassElem* elem) -> bool;

  // Finds the type of a component and, if it is predefined, its prefixes and attributes. False after an
  // error.
  auto ResolveType(Component* component) -> bool;
  // By its declaration or by its type.
  auto IsConstant(Component* component) -> bool {
    return component->Has(kConstant) || (ResolveType(component) && component->Has(kConstant));
  }
  // The predefined type that a class comes down to, or null.
  auto Builtin(ClassElem* elem) -> const BuiltinType*;
  // The instance of a component that is no array; null if its type is predefined or unknown.
  auto InstOf(Component* component) -> Inst*;
  // The element of an array of components.
  auto NewElement(Component* array, const std::vector<int32_t>& index) -> Component*;
  // The inner component of an outer one; one is made if the model has none. Other components are themselves.
  auto Resolved(Component* component) -> Component*;
  auto InnerHalf(Component* component) -> Component*;
  [[nodiscard]] auto automatic_inners() const -> const std::vector<Component*>& { return automatic_inners_; }

  // The restriction after short classes and base classes: `model M = R` of a record R is what R is.
  auto IsRecord(ClassElem* elem) -> bool;
  auto IsConnector(ClassElem* elem) -> bool;
  auto IsExpandable(ClassElem* elem) -> bool;
  // The annotation entry of a class or its bases: annotation(a(b = …)) for {"a", "b"}; nothing if there is
  // none.
  static auto FindAnnotation(NodeRef annotation, std::initializer_list<std::string_view> path) -> NodeRef;

  // How many instances there may be, base classes included.
  void SetMaxParts(uint64_t n) { max_parts_ = n; }
  // False once there are too many instances, which is told with the name of what would be the next.
  auto HasRoom(const diag::Span& span, const std::string& name, uint64_t n_more = 1) -> bool;
  // All instances in the order they were made.
  [[nodiscard]] auto all() -> std::deque<Inst>& { return insts_; }
  // The class as declared there, before redeclarations from outside.
  auto OwnClass(Inst* inst, uint32_t element) -> ClassElem*;
  [[nodiscard]] auto program() -> Program& { return program_; }
  [[nodiscard]] auto mods() -> Mods& { return mods_; }
  [[nodiscard]] auto world() -> flat::World& { return world_; }
  [[nodiscard]] auto emitter() -> diag::Emitter& { return emitter_; }
  auto NewComponent() -> Component* { return &components_.emplace_back(); }
  // "a.b[2].c" of a component, or the class name of an instance without component.
  auto NameOf(const Component* component) const -> std::string;
  auto NameOf(const Inst* inst) const -> std::string;

 private:
  auto Predefine(std::string_view name, BuiltinKind kind, uint16_t detail) -> ClassElem*;
  auto FindImport(Inst* inst, NameId name) -> Found;
  auto FindGlobal(NodeRef ref) -> ClassElem*;
  auto FindTop(NameId name) -> Found;
  auto LookupPath(NodeRef first, Found found, bool report, NodeRef ref, bool for_call) -> ClassElem*;
  void CheckImport(const ShapeImport& import, const Found& found);
  auto NewElem(const Shape& shape, Inst* enclosing, const Mod* mod, NameId name, NodeRef place) -> ClassElem*;
  void SetDefaults(ClassElem* elem, const Mod* defaults);
  // Whether an instance of the class of this component would be one of endlessly many, which is told.
  auto IsEndless(const Component* component) -> bool;
  auto CycleText(const Component* component) -> std::string;
  auto NewBase(ClassElem* base, const Mod* mod, Inst* derived) -> Inst*;
  auto BaseMod(Inst* inst, ClassElem* base, NodeRef clause, Inst* scope) -> const Mod*;
  auto FindReplaced(Inst* inst, NameId name) -> ClassElem*;
  auto ConstrainingMod(Inst* inst, uint32_t element) -> const Mod*;
  auto InheritedMod(Inst* inst, uint32_t element) -> const Mod*;
  auto PrefixesOf(Inst* inst, uint32_t element) -> uint32_t;
  void TakeOver(Component* component, Inst* inst, uint32_t element);
  auto RedeclaredClass(Inst* inst, uint32_t element, const Mod& outer) -> ClassElem*;
  auto FindInner(Component* outer) -> Component*;
  auto FindInnerClass(Inst* inst, NameId name) -> ClassElem*;
  auto ComputeBuiltin(ClassElem* elem) -> std::optional<BuiltinType>;
  auto RestrictionOf(ClassElem* elem, uint32_t depth) -> NodeRef;
  void ReportMissing(NodeRef part, Inst* scope, NodeRef ref);
  void Declare(Component* component, const Mod* outer, Inst* inst, uint32_t element);
  void Redeclare(Component* component, const Mod* outer, Inst* inst, uint32_t element);

  Program& program_;
  flat::World& world_;
  diag::Emitter& emitter_;
  Shapes shapes_;
  Mods mods_;
  std::deque<Inst> insts_;
  uint64_t max_parts_ = 1'000'000;
  bool has_told_size_ = false;
  // A class that extends or contains itself has been told; no more bases or instances are made.
  bool is_recursive_ = false;
  std::deque<Component> components_;
  std::deque<ClassElem> elems_;
  std::deque<Shape> predefined_shapes_;
  std::unordered_map<NameId, ClassElem*> predefined_;
  std::unordered_map<ClassId, ClassElem*> top_classes_;
  Inst* root_ = nullptr;
  Inst* model_ = nullptr;
  std::vector<Component*> automatic_inners_;
};

}  // namespace kerf::modelica
