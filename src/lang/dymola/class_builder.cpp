// The stages of building a class, and what is checked when it is complete.
#include "lang/dymola/class_builder.h"

#include <algorithm>

#include "expr/walk.h"

namespace kerf::dymola {

namespace {

KERF_DIAG(OutputUnused, Warning, "the output `{}` occurs in no equation of `{}`", std::string_view,
          std::string_view);

}  // namespace

ClassBuilder::ClassBuilder(Elaborator& elaborator, Class& cls)
    : elab_(elaborator),
      cls_(cls),
      ast_(elaborator.ast),
      pool_(elaborator.pool),
      emitter_(elaborator.emitter),
      decl_(elaborator.ast[cls.decl]),
      equations_(&cls.equations) {}

void ClassBuilder::Build() {
  DeclareSubmodels(decl_.body);
  DeclareAll(decl_.body);
  SetParameters();
  ElaborateBlock(decl_.body);
  EmitConnections();
  Finish();
}

void ClassBuilder::Finish() {
  CheckOutputs();
  // A terminal that is integrated here begins with its value, which cannot hold for good.
  for (const ClassVar& derivative : cls_.vars) {
    if (derivative.derivative_of == kNoIndex || !Is1991(elab_.program)) continue;
    ClassVar& var = cls_.vars[derivative.derivative_of];
    if (!var.start.has_value()) var.start = std::exchange(var.default_value, ExprId{});
  }
  std::vector<ExprId> roots;
  for (const ClassEquation& equation : cls_.equations) {
    roots.push_back(equation.lhs);
    roots.push_back(equation.rhs);
  }
  for (const ClassAssertion& assertion : cls_.assertions) roots.push_back(assertion.condition);
  for (const ClassVar& var : cls_.vars) {
    if (var.binding.has_value()) roots.push_back(var.binding);
    if (var.default_value.has_value()) roots.push_back(var.default_value);
    if (var.start.has_value()) roots.push_back(var.start);
  }
  for (const ClassSub& sub : cls_.subs) {
    for (const Override& value : sub.overrides) roots.push_back(value.value);
    for (const Override& value : sub.starts) roots.push_back(value.value);
  }
  cls_.postorder = expr::Walker(pool_).Postorder(roots);
  cls_.mentioned_below.assign(mentioned_.begin(), mentioned_.end());
  std::ranges::sort(cls_.mentioned_below);
}

// An output that is in no equation and no cut of this model cannot be given inside it.
void ClassBuilder::CheckOutputs() {
  for (const ClassVar& var : cls_.vars) {
    if (var.kind != VarKind::Output || var.is_used) continue;
    emitter_.Emit(var.span, OutputUnused, Text(var.name), Text(cls_.name));
  }
}

}  // namespace kerf::dymola
