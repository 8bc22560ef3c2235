// Reading the declarations of a class from its tree.
#include "lang/modelica/inst/shape.h"

#include <algorithm>

namespace kerf::modelica {

namespace {

KERF_DIAG(ElementTwice, Error, "`{}` is declared twice in this class", std::string);
KERF_NOTE(ElementFirst, "the first declaration is here");

}  // namespace

auto Shapes::Of(ClassId cls) -> const Shape& {
  if (cls.index >= shapes_.size()) shapes_.resize(std::max<size_t>(cls.index + 1, shapes_.size() * 2));
  auto& slot = shapes_[cls.index];
  if (!slot) {
    slot = std::make_unique<Shape>();
    Shape& shape = *slot;
    shape.cls = cls;
    // May add classes, but never moves a shape.
    shape.def = program_.Definition(cls);
    if (shape.def.has_value()) Build(shape);
    return shape;
  }
  return *slot;
}

void Shapes::Build(Shape& shape) {
  const NodeRef def = shape.def;
  shape.restriction = def.restriction();
  for (const NodeRef part : def.children()) {
    switch (part.kind()) {
      case NodeKind::ShortClass:
        shape.is_short = true;
        shape.bases.push_back({part, 0, false});
        break;
      case NodeKind::Enumeration:      shape.is_enumeration = true; break;
      case NodeKind::ElementList:      AddElements(shape, part); break;
      case NodeKind::EquationSection:
      case NodeKind::AlgorithmSection: shape.sections.push_back(part); break;
      case NodeKind::External:         shape.external = part; break;
      case NodeKind::Annotation:       shape.annotation = part; break;
      case NodeKind::Description:      shape.description = part; break;
      default:                         break;
    }
  }
  if (shape.restriction == Restriction::Package) AddFiles(shape);
}

// Classes of a package that lie in files of their own; their texts are read when they are used.
void Shapes::AddFiles(Shape& shape) {
  for (const ClassId child : program_.Children(shape.cls)) {
    const NameId name = program_[child].name;
    if (shape.by_name.contains(name)) continue;
    shape.by_name.emplace(name, static_cast<uint32_t>(shape.elements.size()));
    shape.elements.push_back({name, {}, {}, false, false, child});
  }
}

void Shapes::AddElement(Shape& shape, ShapeElement element) {
  const auto [at, is_new] =
      shape.by_name.try_emplace(element.name, static_cast<uint32_t>(shape.elements.size()));
  if (!is_new) {
    emitter_
        .Emit(program_.SpanOf(element.node.tree(), element.node.node().token), ElementTwice,
              std::string(element.node.token_text()))
        .Note(program_.SpanOf(shape.elements[at->second].node), ElementFirst);
    return;
  }
  shape.has_inner = shape.has_inner || element.clause.Has(kInner);
  shape.has_redeclare_elements = shape.has_redeclare_elements || element.clause.Has(kRedeclare) ||
                                 (!element.is_component && element.node.Has(kClassExtends));
  shape.elements.push_back(element);
}

void Shapes::AddElements(Shape& shape, NodeRef list) {
  const bool is_protected = list.Has(kProtected);
  for (const NodeRef element : list.children()) {
    switch (element.kind()) {
      case NodeKind::Import: AddImport(shape, element); break;
      case NodeKind::Extends:
        shape.bases.push_back({element, static_cast<uint32_t>(shape.elements.size()), is_protected});
        break;
      case NodeKind::ClassDef: {
        const ClassId cls = program_.ClassOf(element, shape.cls);
        AddElement(shape, {program_.NameOf(element), element, element, false, is_protected, cls});
        break;
      }
      case NodeKind::ComponentClause:
        for (const NodeRef component : element.children()) {
          if (!component.Is(NodeKind::Component)) continue;
          AddElement(shape, {program_.NameOf(component), element, component, true, is_protected, {}});
        }
        break;
      default: break;
    }
  }
}

void Shapes::AddImport(Shape& shape, NodeRef import) {
  const NodeRef path = import.Find(NodeKind::Ref);
  if (!path.has_value()) return;
  const auto kind = static_cast<ImportKind>(import.node().op);
  NodeRef last;
  for (const NodeRef part : path.children()) last = part;
  switch (kind) {
    case ImportKind::Qualified: shape.imports.push_back({kind, program_.NameOf(last), path, {}}); return;
    case ImportKind::Renamed:   shape.imports.push_back({kind, program_.NameOf(import), path, {}}); return;
    case ImportKind::Star:      shape.imports.push_back({kind, {}, path, {}}); return;
    case ImportKind::List:
      for (const NodeRef part : import.children()) {
        if (!part.Is(NodeKind::Part)) continue;
        const NameId name = program_.NameOf(part);
        shape.imports.push_back({kind, name, path, name});
      }
      return;
  }
}

}  // namespace kerf::modelica
