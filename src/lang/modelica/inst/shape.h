// What the text of a class declares, found once for all its uses: elements, base classes, imports and
// sections, without inheritance and without context.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "lang/modelica/library/program.h"

namespace kerf::modelica {

struct ShapeElement {
  NameId name;
  // The ComponentClause of a component; the ClassDef of a class.
  NodeRef clause;
  // The Component, or the ClassDef again.
  NodeRef node;
  bool is_component = false;
  bool is_protected = false;
  ClassId cls;
};

struct ShapeBase {
  // The Extends node, or the ShortClass.
  NodeRef node;
  // Elements [0, before) stand above the clause.
  uint32_t before = 0;
  bool is_protected = false;
};

struct ShapeImport {
  ImportKind kind = ImportKind::Qualified;
  // The name it brings, except for Star.
  NameId name;
  NodeRef path;
  // Of a list: the name after the path.
  NameId member;
};

struct Shape {
  ClassId cls;
  NodeRef def;
  Restriction restriction = Restriction::Class;
  bool is_short = false;
  bool is_enumeration = false;
  bool has_inner = false;
  bool has_redeclare_elements = false;
  std::vector<ShapeElement> elements;
  std::vector<ShapeBase> bases;
  std::vector<ShapeImport> imports;
  // EquationSection and AlgorithmSection nodes in order.
  std::vector<NodeRef> sections;
  NodeRef external;
  NodeRef annotation;
  NodeRef description;
  std::unordered_map<NameId, uint32_t> by_name;

  [[nodiscard]] auto Find(NameId name) const -> const ShapeElement* {
    const auto at = by_name.find(name);
    return at == by_name.end() ? nullptr : &elements[at->second];
  }
};

class Shapes {
 public:
  Shapes(Program& program, diag::Emitter& emitter) : program_(program), emitter_(emitter) {}

  auto Of(ClassId cls) -> const Shape&;

 private:
  void Build(Shape& shape);
  void AddElements(Shape& shape, NodeRef list);
  void AddFiles(Shape& shape);
  void AddImport(Shape& shape, NodeRef import);
  void AddElement(Shape& shape, ShapeElement element);

  Program& program_;
  diag::Emitter& emitter_;
  std::vector<std::unique_ptr<Shape>> shapes_;
};

}  // namespace kerf::modelica
