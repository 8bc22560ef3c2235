// Subscripts, also those that are known only during the run: these choose among all elements.
#include <algorithm>

#include "flat/interpret_array.h"
#include "transform/symbolic_machine.h"

namespace kerf::transform {

using expr::Op;

namespace {

// Larger arrays are left to functions that are called during the run.
constexpr int32_t kMaxChoices = 256;

}  // namespace

// Whether there is a subscript that is known only during the run, and which is the first.
auto SymbolicMachine::VaryingSubscript(const Symbol& array, std::span<const Symbol> subscripts, size_t& which)
    -> bool {
  const auto found = std::ranges::find_if(subscripts, [&](const Symbol& subscript) {
    return IsLeaf(subscript) && !IsLiteral(pool_, subscript) && pool_.op(ExprOf(subscript)) != Op::Colon;
  });
  which = static_cast<size_t>(found - subscripts.begin());
  // A Real is no choice among elements: it may lie between them.
  if (is_as_written_ && found != subscripts.end() && pool_[ExprOf(*found)].kind == expr::Kind::Real)
    return false;
  return found != subscripts.end() && which < array.dims().size();
}

template <typename Choose>
auto SymbolicMachine::MergeChoices(ExprId subscript, int32_t size, Symbol& out, Choose choose) -> bool {
  if (size < 1 || size > kMaxChoices)
    return Fail("a subscript of so large an array must be known before the run");
  DemandWithin(subscript, size, "a subscript");
  if (!choose(size, out)) return false;
  for (int32_t k = size - 1; k >= 1; --k) {
    Symbol chosen;
    const Symbol others = out;
    const bool was_quiet = SetQuiet(true);
    // false is the first and true the second index.
    const ExprId is_it = pool_[subscript].kind == expr::Kind::Boolean
                             ? pool_.Unary(Op::Not, subscript)
                             : Relation(Op::Equal, subscript, pool_.Integer(k));
    SetQuiet(was_quiet);
    if (!choose(k, chosen) || !Merge(is_it, chosen, others, out)) return false;
  }
  return true;
}

auto SymbolicMachine::ApplySubscript(const Symbol& array, std::vector<Symbol> subscripts, Symbol& out)
    -> bool {
  if (!array.is_array) return Fail("a subscript of something that is no array");
  for (Symbol& subscript : subscripts) subscript = Folded(subscript);
  size_t which = 0;
  if (VaryingSubscript(array, subscripts, which)) {
    if (host_.VaryingElements(array, subscripts, out)) return true;
    // Such a subscript stands where it is never used; the demand tells if it is.
    if (array.dims()[which] == 0 && array.dims().size() == 1 && array.kind != expr::Kind::Record) {
      DemandWithin(ExprOf(subscripts[which]), 0, "a subscript");
      out = DefaultSymbol(world_, {array.kind, expr::kScalar, array.detail});
      return true;
    }
    return MergeChoices(ExprOf(subscripts[which]), array.dims()[which], out, [&](int32_t k, Symbol& chosen) {
      std::vector<Symbol> known = subscripts;
      known[which] = LeafSymbol(pool_.Integer(k));
      return ApplySubscript(array, std::move(known), chosen);
    });
  }
  std::vector<flat::Index> indices;
  flat::Selection selection;
  std::string text;
  if (!Subscripts(subscripts, indices)) return false;
  if (!flat::Select(array.dims(), indices, selection, text)) return Fail(text);
  out = flat::Gathered(array, selection);
  return true;
}

auto SymbolicMachine::AssignElements(Symbol& place, std::span<const Step> steps, const Symbol& value)
    -> bool {
  const std::vector<Symbol>& subscripts = steps[0].subscripts;
  size_t which = 0;
  if (VaryingSubscript(place, subscripts, which)) {
    const Symbol before = place;
    return MergeChoices(ExprOf(subscripts[which]), before.dims()[which], place,
                        [&](int32_t k, Symbol& changed) {
                          std::vector<Step> known(steps.begin(), steps.end());
                          known[0].subscripts[which] = LeafSymbol(pool_.Integer(k));
                          changed = before;
                          return AssignElements(changed, known, value);
                        });
  }
  std::vector<flat::Index> indices;
  flat::Selection selection;
  std::string text;
  if (!Subscripts(subscripts, indices)) return false;
  if (!flat::Select(place.dims(), indices, selection, text)) return Fail(text);
  if (selection.dims.empty())
    return AssignInto(place.MutableElements()[selection.offsets[0]], steps.subspan(1), value);
  return AssignEach(place, selection, steps.subspan(1), value);
}

}  // namespace kerf::transform
