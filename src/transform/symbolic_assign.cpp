// Assignments to variables, elements, slices and fields.
#include <algorithm>
#include <numeric>

#include "flat/interpret_array.h"
#include "transform/symbolic_machine.h"

namespace kerf::transform {

using expr::Kind;
using expr::Op;

// The value is a copy: it may be part of what is assigned to.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
auto SymbolicMachine::Assign(ExprId target, Symbol value) -> bool {
  if (pool_.op(target) == Op::Record && pool_[target].shape == expr::kScalar) {
    const size_t count = pool_.operands(target).size();
    if (value.kind != Kind::Record || value.is_array || value.elements().size() != count)
      return Fail("a record and something else do not fit in an assignment");
    for (size_t k = 0; k < count; ++k) {
      if (!Assign(pool_.operand(target, k), value.elements()[k])) return false;
    }
    return true;
  }
  std::vector<Step> steps;
  for (; pool_.op(target) != Op::Local && pool_.op(target) != Op::Var; target = pool_.operand(target, 0)) {
    Step& step = steps.emplace_back();
    if (pool_.op(target) == Op::Field) {
      step.field = static_cast<uint32_t>(pool_.integer(pool_.operand(target, 1)));
      continue;
    }
    if (pool_.op(target) != Op::Subscript) return Fail("only variables can be assigned to");
    const size_t count = pool_.operands(target).size();
    for (size_t k = 1; k < count; ++k) {
      if (!Evaluate(pool_.operand(target, k), step.subscripts.emplace_back())) return false;
    }
  }
  std::ranges::reverse(steps);
  if (pool_.op(target) == Op::Local) {
    if (frame_.body == nullptr) return Fail("a variable of a function outside of it");
    return AssignInto(frame_.locals[pool_.position(target)], steps, value);
  }
  const auto found =
      frame_.vars == nullptr ? decltype(frame_.vars->end()){} : frame_.vars->find(pool_.var(target));
  if (frame_.vars == nullptr || found == frame_.vars->end()) return Fail("an assignment to another variable");
  return AssignInto(found->second, steps, value);
}

auto SymbolicMachine::AssignInto(Symbol& place, std::span<const Step> steps, const Symbol& value) -> bool {
  if (steps.empty()) {
    if (IsLeaf(place) != IsLeaf(value) || place.is_array != value.is_array)
      return Fail("a scalar and an array do not fit in an assignment");
    place = value;
    return true;
  }
  const Step& step = steps[0];
  if (step.field && place.kind != Kind::Record) return Fail("a field of something that is no record");
  if (step.field && !place.is_array)
    return AssignInto(place.MutableElements()[*step.field], steps.subspan(1), value);
  flat::Selection selection;
  if (step.field) {
    selection.dims.assign(place.dims().begin(), place.dims().end());
    selection.offsets.resize(place.elements().size());
    std::iota(selection.offsets.begin(), selection.offsets.end(), 0U);
    return AssignEach(place, selection, steps, value);
  }
  if (!place.is_array) return Fail("a subscript of something that is no array");
  return AssignElements(place, steps, value);
}

// Each of the selected elements takes its part of the value.
auto SymbolicMachine::AssignEach(Symbol& place, const flat::Selection& selection, std::span<const Step> steps,
                                 const Symbol& value) -> bool {
  const size_t rank = selection.dims.size();
  const auto sizes = value.dims();
  if (sizes.size() < rank || !std::ranges::equal(sizes.first(rank), selection.dims))
    return Fail("elements cannot take a value of another size");
  std::vector<Symbol>& elements = place.MutableElements();
  for (size_t k = 0; k < selection.offsets.size(); ++k) {
    if (!AssignInto(elements[selection.offsets[k]], steps, flat::LeadingElement(value, rank, k)))
      return false;
  }
  return true;
}

}  // namespace kerf::transform
