// Statements that may stand in some places only: break, return, when (sections 8.3.5, 11.2); inputs of
// functions, which are never assigned (12.2).
#include "lang/modelica/inst/class_rules.h"

namespace kerf::modelica {

namespace {

KERF_DIAG(BreakOutsideLoop, Error, "`break` must stand in a for-loop or while-loop");
KERF_DIAG(ReturnOutsideFunction, Error, "`return` must stand in a function");
KERF_DIAG(WhenNotAllowed, Error, "a when-clause must not stand in {}", std::string);
KERF_NOTE(WhenAround, "which is here");
KERF_DIAG(InputAssigned, Error, "`{}` is an input of the function and cannot be assigned", std::string);
KERF_NOTE(InputDeclared, "it is declared here");

// A statement or equation and what it stands in.
struct Place {
  NodeRef node;
  bool is_in_loop = false;
  // The innermost clause around that no when-clause may stand in.
  NodeRef around;
};

auto ClauseText(NodeRef clause) -> std::string {
  switch (clause.kind()) {
    case NodeKind::WhenClause:  return "another when-clause";
    case NodeKind::IfClause:    return "an if-statement";
    case NodeKind::ForClause:   return "a for-loop";
    case NodeKind::WhileClause: return "a while-loop";
    default:                    return clause.Has(kInitial) ? "an initial section" : "a function";
  }
}

auto IsClause(NodeRef node) -> bool {
  return node.Is(NodeKind::IfClause) || node.Is(NodeKind::ForClause) || node.Is(NodeKind::WhileClause) ||
         node.Is(NodeKind::WhenClause);
}

// Calls visit(place) for all equations or statements of a section, with those inside of them.
template <typename Visit>
void ForEachStatement(NodeRef section, bool is_function, const Visit& visit) {
  const bool is_algorithm = section.Is(NodeKind::AlgorithmSection);
  std::vector<Place> stack = {{section, false, section.Has(kInitial) || is_function ? section : NodeRef{}}};
  while (!stack.empty()) {
    Place at = stack.back();
    stack.pop_back();
    visit(at);
    if (at.node.Is(NodeKind::ForClause) || at.node.Is(NodeKind::WhileClause)) at.is_in_loop = true;
    if (at.node.Is(NodeKind::WhenClause) || (is_algorithm && IsClause(at.node))) at.around = at.node;
    const bool is_list = at.node == section || at.node.Is(NodeKind::Block);
    for (const NodeRef child : at.node.children()) {
      if (is_list || child.Is(NodeKind::Branch) || child.Is(NodeKind::Block))
        stack.push_back({child, at.is_in_loop, at.around});
    }
  }
}

}  // namespace

void ClassRules::CheckStatements(const Shape& shape, Restriction restriction) {
  const bool is_function = IsFunctionKind(restriction);
  for (const NodeRef section : shape.sections) {
    ForEachStatement(section, is_function, [&](const Place& place) {
      const NodeRef node = place.node;
      if (node.Is(NodeKind::BreakClause) && !place.is_in_loop && IsNew(node, BreakOutsideLoop))
        emitter_.Emit(program_.SpanOf(node), BreakOutsideLoop);
      if (node.Is(NodeKind::ReturnClause) && !is_function && IsNew(node, ReturnOutsideFunction))
        emitter_.Emit(program_.SpanOf(node), ReturnOutsideFunction);
      if (!node.Is(NodeKind::WhenClause) || !place.around.has_value() || !IsNew(node, WhenNotAllowed)) return;
      emitter_.Emit(NameSpan(node), WhenNotAllowed, ClauseText(place.around))
          .Note(NameSpan(place.around), WhenAround);
    });
  }
}

void ClassRules::CheckInputsUnchanged(Inst* function) {
  const auto check = [&](NodeRef target) {
    if (!target.Is(NodeKind::Ref)) return;
    const Found found = instances_.FindInInst(Whole(function), program_.NameOf(target.child()));
    if (found.component == nullptr || !found.component->Has(kInput) || !IsNew(target, InputAssigned)) return;
    emitter_.Emit(program_.SpanOf(target), InputAssigned, std::string(target.child().token_text()))
        .Note(NameSpan(found.component->node), InputDeclared);
  };
  for (const NodeRef section : function->shape->sections) {
    if (!section.Is(NodeKind::AlgorithmSection)) continue;
    ForEachStatement(section, true, [&](const Place& place) {
      if (!place.node.Is(NodeKind::Assignment)) return;
      const NodeRef target = place.node.child();
      check(target);
      if (!target.Is(NodeKind::OutputList)) return;
      for (const NodeRef item : target.children()) check(item);
    });
  }
}

}  // namespace kerf::modelica
