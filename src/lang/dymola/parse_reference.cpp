// References: `x`, `x[i]`, `A::B[2].x`, and in connections `M:c`, `M::N..p`.
#include "lang/dymola/parser.h"

#include <algorithm>

namespace kerf::dymola {

namespace {

KERF_DIAG(UseDoubleColon, Error, "submodels of submodels are joined by `::`, as in `A::B.x`");

}  // namespace

void Parser::ParseSteps(uint32_t& first, uint32_t& count, bool in_connection) {
  std::vector<Step> steps = {ParseStep(Joint::None)};
  while (true) {
    const Span here = SpanOf(Peek());
    const Joint joint = TryJoint(in_connection);
    if (joint == Joint::None) break;
    if (!At(Tok::Word)) {
      Fail(joint == Joint::Submodel ? "the name of a submodel" : "a name");
      break;
    }
    const bool after_last = steps.back().joint != Joint::None && steps.back().joint != Joint::Submodel;
    if (after_last) emitter_.Emit(here, UseDoubleColon);
    if (after_last) steps.back().joint = Joint::Submodel;
    steps.push_back(ParseStep(joint));
  }
  // A subscript on a submodel ties the statement to one element.
  for (size_t k = 0; k + 1 < steps.size(); ++k) n_structural_ += steps[k].has_subscripts ? 1 : 0;
  first = static_cast<uint32_t>(ast_.steps.size());
  count = static_cast<uint32_t>(steps.size());
  ast_.steps.insert(ast_.steps.end(), steps.begin(), steps.end());
}

auto Parser::TryJoint(bool in_connection) -> Joint {
  if (Accept(Tok::ColonColon)) return Joint::Submodel;
  if (in_connection) {
    if (Accept(Tok::Colon)) return Joint::Cut;
    if (Accept(Tok::DotDot)) return Joint::Path;
    return Joint::None;
  }
  return Accept(Tok::Dot) ? Joint::Variable : Joint::None;
}

auto Parser::ParseStep(Joint joint) -> Step {
  Step step;
  step.joint = joint;
  step.span = SpanOf(Peek());
  step.name = Take().name;
  // In a list of declared values a blank before `[` begins an array of its own.
  if (!At(Tok::LeftBracket) || (in_list_ && Peek().space_before)) return step;
  if (in_cut_tuple_ && AtNestedTuple()) return step;
  Take();
  step.has_subscripts = true;
  step.first_node = NextNode();
  std::vector<uint32_t> roots;
  const bool outer = std::exchange(in_index_, true);
  const bool outer_tuple = std::exchange(in_cut_tuple_, false);
  const Deeper deeper(*this);
  if (IsTooDeep()) return step;
  do roots.push_back(At(Tok::Colon) ? ColonNode() : Arithmetic());
  while (Accept(Tok::Comma));
  in_index_ = outer;
  in_cut_tuple_ = outer_tuple;
  Expect(Tok::RightBracket, "after the subscripts");
  step.first = static_cast<uint32_t>(ast_.lists.size());
  step.count = static_cast<uint32_t>(roots.size());
  ast_.lists.insert(ast_.lists.end(), roots.begin(), roots.end());
  step.span = SpanFrom(step.span);
  return step;
}

auto Parser::ColonNode() -> uint32_t {
  Node node;
  node.kind = NodeKind::Colon;
  node.span = SpanOf(Take());
  return Add(node);
}

auto Parser::ParseReference() -> uint32_t {
  Node node;
  node.kind = NodeKind::Reference;
  node.span = SpanOf(Peek());
  ParseSteps(node.b, node.c, false);
  node.span = SpanFrom(node.span);
  const bool is_loop_name = node.c == 1 && std::ranges::count(loop_names_, ast_.steps[node.b].name) > 0;
  if (in_loop_head_ && is_loop_name) ++n_structural_;
  return Primes(Add(node));
}

}  // namespace kerf::dymola
