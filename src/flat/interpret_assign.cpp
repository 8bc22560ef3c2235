// Assignments to variables, elements, slices and fields. Value and subscripts are evaluated before anything
// changes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "flat/interpret_array.h"
#include "flat/interpret_machine.h"

namespace kerf::flat {

using expr::Kind;
using expr::Op;

auto Machine::Assign(ExprId target, Value& value) -> bool {
  const Op op = pool_.op(target);
  if (op == Op::Local) return AssignLocal(pool_.position(target), value);
  if (op == Op::Subscript && IsElement(target)) return AssignElement(target, value);
  std::vector<TargetStep> steps;
  size_t position = 0;
  if (!TargetSteps(target, steps, position)) return false;
  return AssignInto(locals_[frame_.locals + position], steps, value);
}

auto Machine::AssignLocal(size_t position, Value& value) -> bool {
  const Local& local = frame_.body->variables[position];
  if (local.type.kind != value.kind) ConvertKind(value, local.type.kind, local.type.detail);
  Value& place = locals_[frame_.locals + position];
  const auto declared = pool_.shapes().dims(local.type.shape);
  bool fits = declared.size() == value.dims().size();
  for (size_t d = 0; fits && d < declared.size(); ++d) {
    const bool is_open = declared[d] < 0 && (local.sizes.empty() || !local.sizes[d].has_value());
    fits = is_open || place.dims()[d] == value.dims()[d];
  }
  if (!fits) {
    return Fail(fmt::format("{} has size {} and cannot take a value of size {}", world_.names[local.name],
                            DimsText(place.dims()), DimsText(value.dims())));
  }
  place = std::move(value);
  return true;
}

auto Machine::AssignElement(ExprId target, Value& value) -> bool {
  std::array<int64_t, kMaxQuickRank> subscripts{};
  const size_t n = pool_.operands(target).size() - 1;
  if (!EvalSubscripts(target, std::span(subscripts).first(n))) return false;
  Value& array = locals_[frame_.locals + pool_.position(pool_.operand(target, 0))];
  if (value.is_array || array.dims().size() != n) return Fail("an element cannot take an array");
  size_t offset = 0;
  std::string text;
  if (!SelectOne(array.dims(), subscripts, offset, text)) return Fail(text);
  if (array.kind != value.kind) ConvertKind(value, array.kind, array.detail);
  array.MutableElements()[offset] = std::move(value);
  return true;
}

// The steps from a variable to the target, the variable's first.
auto Machine::TargetSteps(ExprId target, std::vector<TargetStep>& steps, size_t& position) -> bool {
  for (; pool_.op(target) != Op::Local; target = pool_.operand(target, 0)) {
    TargetStep step;
    if (pool_.op(target) == Op::Field) {
      step.field = static_cast<uint32_t>(pool_.integer(pool_.operand(target, 1)));
    } else if (pool_.op(target) == Op::Subscript) {
      step.subscripts.resize(pool_.operands(target).size() - 1);
      for (size_t k = 0; k < step.subscripts.size(); ++k) {
        if (!EvalIndex(pool_.operand(target, k + 1), step.subscripts[k])) return false;
      }
    } else {
      return Fail("only variables of the function can be assigned to");
    }
    steps.push_back(std::move(step));
  }
  if (frame_.body == nullptr) return Fail("an assignment outside of a function");
  std::ranges::reverse(steps);
  position = pool_.position(target);
  return true;
}

auto Machine::AssignInto(Value& place, std::span<const TargetStep> steps, Value& value) -> bool {
  if (steps.empty()) {
    if (place.is_array != value.is_array) return Fail("a scalar and an array do not fit in an assignment");
    if (place.kind != value.kind) ConvertKind(value, place.kind, place.detail);
    place = std::move(value);
    return true;
  }
  const TargetStep& step = steps[0];
  if (step.field && place.kind != Kind::Record) return Fail("a field of something that is no record");
  if (step.field && !place.is_array) {
    return AssignInto(place.MutableElements()[*step.field], steps.subspan(1), value);
  }
  Selection selection;
  if (step.field) {
    selection.dims.assign(place.dims().begin(), place.dims().end());
    selection.offsets.resize(place.elements().size());
    std::iota(selection.offsets.begin(), selection.offsets.end(), 0U);
    return AssignEach(place, selection, steps, value);
  }
  std::string text;
  if (!Select(place.dims(), step.subscripts, selection, text)) return Fail(text);
  if (selection.dims.empty()) {
    return AssignInto(place.MutableElements()[selection.offsets[0]], steps.subspan(1), value);
  }
  return AssignEach(place, selection, steps.subspan(1), value);
}

// Each of the selected elements takes its part of the value.
auto Machine::AssignEach(Value& place, const Selection& selection, std::span<const TargetStep> steps,
                         const Value& value) -> bool {
  const size_t rank = selection.dims.size();
  const auto sizes = value.dims();
  if (sizes.size() < rank || !std::ranges::equal(sizes.first(rank), selection.dims)) {
    return Fail(fmt::format("elements of size {} cannot take a value of size {}", DimsText(selection.dims),
                            DimsText(sizes)));
  }
  if (!Spend(selection.offsets.size())) return false;
  std::vector<Value>& elements = place.MutableElements();
  for (size_t k = 0; k < selection.offsets.size(); ++k) {
    Value part = LeadingElement(value, rank, k);
    if (!AssignInto(elements[selection.offsets[k]], steps, part)) return false;
  }
  return true;
}

}  // namespace kerf::flat
