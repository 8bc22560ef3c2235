// Equations, procedure calls and validity conditions.
#include "lang/dymola/class_builder.h"

namespace kerf::dymola {

namespace {

using expr::Op;
using expr::Pool;

KERF_DIAG(EquationSidesDiffer, Error, "the sides of the equation have the shapes {} and {}", std::string,
          std::string);
KERF_DIAG(NotInDynamicBranch, Error, "where the condition varies with time only equations may stand");

}  // namespace

void ClassBuilder::ElaborateBlock(BlockId block) {
  for (const Item& item : ast_[block]) ElaborateItem(item);
}

void ClassBuilder::ElaborateItem(const Item& item) {
  const bool is_plain = item.kind == ItemKind::Equation || item.kind == ItemKind::Choice;
  if (is_dynamic_ && !is_plain) {
    emitter_.Emit(item.span, NotInDynamicBranch);
    return;
  }
  switch (item.kind) {
    case ItemKind::Submodel:
    case ItemKind::Variables:
    case ItemKind::Cut:
    case ItemKind::Path:      break;
    case ItemKind::Equation:  ElaborateEquation(ast_.equations[item.index], item.span); break;
    case ItemKind::Connect:   ElaborateConnect(ast_.connects[item.index]); break;
    case ItemKind::For:       ElaborateLoop(ast_.loops[item.index]); break;
    case ItemKind::Choice:    ElaborateChoice(item.index, item.span); break;
    case ItemKind::Valid:     ElaborateValid(ast_.valids[item.index], item.span); break;
  }
}

void ClassBuilder::ElaborateEquation(const EquationItem& item, const Span& span) {
  if (!item.outputs.empty()) return ElaborateProcedure(item, span);
  const ExprId lhs = Evaluate(item.lhs, Use::Equation).expr;
  const ExprId rhs = Evaluate(item.rhs, Use::Equation).expr;
  const bool left_ok = IsNumeric(lhs, ast_[item.lhs.root].span);
  if (!IsNumeric(rhs, ast_[item.rhs.root].span) || !left_ok) return;
  const expr::ShapeId left = pool_.type(lhs).shape;
  const expr::ShapeId right = pool_.type(rhs).shape;
  if (left != right) {
    emitter_.Emit(span, EquationSidesDiffer, ShapeText(left), ShapeText(right));
    return;
  }
  AddEquation(lhs, rhs, span);
}

// The outputs as a tuple, the call as the right-hand side: its causality is fixed.
void ClassBuilder::ElaborateProcedure(const EquationItem& item, const Span& span) {
  std::vector<ExprId> outputs;
  bool ok = true;
  for (const Expr& output : item.outputs) {
    outputs.push_back(Evaluate(output, Use::Equation).expr);
    ok &= outputs.back() != Pool::kError;
  }
  EvaluateNodes(item.rhs.first, item.rhs.root, Use::Equation);
  const Node& call = ast_[item.rhs.root];
  std::vector<ExprId> arguments;
  for (uint32_t k = 0; k < call.c; ++k) {
    const uint32_t node = ast_.lists[call.b + k];
    arguments.push_back(ValueOf(node).expr);
    ok &= IsNumeric(arguments.back(), ast_.nodes[node].span);
  }
  if (!ok) return;
  const auto n_outputs = static_cast<uint32_t>(outputs.size());
  const expr::FunctionId function = elab_.FunctionOf(elab_.Name(NameId{call.a}), n_outputs);
  AddEquation(pool_.Make(Op::Tuple, outputs), pool_.Call(function, arguments), span);
}

void ClassBuilder::ElaborateValid(const Expr& condition, const Span& span) {
  const ExprId id = AsCondition(Evaluate(condition, Use::Equation).expr);
  if (id == Pool::kError) return;
  cls_.assertions.push_back({id, elab_.MakeOrigin(span, flat::MadeBy::Source), domain_});
}

void ClassBuilder::AddEquation(ExprId lhs, ExprId rhs, const Span& span) {
  equations_->push_back({lhs, rhs, elab_.MakeOrigin(span, flat::MadeBy::Source), domain_});
}

}  // namespace kerf::dymola
