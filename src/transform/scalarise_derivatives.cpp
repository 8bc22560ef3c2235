// Derivatives of the functions that are called during the run, where the model gives them (annotation
// derivative, section 12.7 of the Modelica specification): first ones, and second ones by time.
#include <algorithm>

#include "transform/scalarise_model.h"

namespace kerf::transform {

namespace {

using expr::Kind;

auto Contains(const std::vector<uint32_t>& list, size_t position) -> bool {
  return std::ranges::find(list, static_cast<uint32_t>(position)) != list.end();
}

auto CountLeaves(const flat::Value& value) -> size_t { return value.is_array ? value.elements().size() : 1; }

void SetZero(flat::Value& value) {
  if (!value.is_array) {
    value.real = 0;
    return;
  }
  for (flat::Value& element : value.MutableElements()) element.real = 0;
}

}  // namespace

auto ModelScalariser::HasSameOutputs(const flat::FunctionBody& body, FunctionId derivative) -> bool {
  std::string error;
  if (!CanBeCalled(derivative, error)) return false;
  const flat::FunctionBody& other = *world_.bodies[world_.functions[derivative].body];
  if (other.n_outputs != body.n_outputs) return false;
  for (size_t k = 0; k < body.n_outputs; ++k) {
    if (body.variables[body.n_inputs + k].type.kind != Kind::Real) return false;
  }
  return true;
}

// The derivative has the inputs of the function and behind them the change of each Real one, except those
// that its annotation leaves out. Scalars that are literals stay so, with a change of zero.
auto ModelScalariser::TryFirstDerivative(const dae::RunTimeFunction& call, const flat::DerivativeOf& given,
                                         expr::FunctionDerivative& derivative, dae::RunTimeFunction& made)
    -> bool {
  const flat::FunctionBody& body = *world_.bodies[world_.functions[call.function].body];
  if (given.order != 1 || call.arguments.size() != body.n_inputs) return false;
  if (!HasSameOutputs(body, given.function)) return false;
  made = call;
  made.function = given.function;
  size_t leaf = 0;
  uint32_t passed = 0;
  for (size_t k = 0; k < call.arguments.size(); ++k) {
    flat::Value change = call.arguments[k];
    if (change.kind == Kind::Record || change.kind == Kind::Function) return false;
    const bool is_constant = Contains(given.zero_derivative, k);
    const bool is_changing = change.kind == Kind::Real && !is_constant && !Contains(given.no_derivative, k);
    for (size_t n = CountLeaves(change); n > 0; --n) {
      const bool is_given = call.is_given[leaf++];
      if (is_changing) made.is_given.push_back(is_given);
      if (is_given) continue;
      if (is_changing) derivative.changing.push_back(passed);
      if (is_constant) derivative.constant.push_back(passed);
      ++passed;
    }
    if (!is_changing) continue;
    SetZero(change);
    made.arguments.push_back(std::move(change));
  }
  return made.arguments.size() == world_.bodies[world_.functions[given.function].body]->n_inputs;
}

// f''(x, x', x'') as the derivative of f'(x, x'): it has the changes of what are changes already.
auto ModelScalariser::TrySecondDerivative(const dae::RunTimeFunction& first,
                                          const expr::FunctionDerivative& changes,
                                          const flat::DerivativeOf& given,
                                          expr::FunctionDerivative& derivative, dae::RunTimeFunction& made)
    -> bool {
  const flat::FunctionBody& body = *world_.bodies[world_.functions[first.function].body];
  const flat::FunctionBody& second = *world_.bodies[world_.functions[given.function].body];
  const size_t n_inputs = first.arguments.size();
  if (given.order != 2 || second.n_inputs <= n_inputs || !HasSameOutputs(body, given.function)) return false;
  made = first;
  made.function = given.function;
  // As many inputs as are new here were new in the first derivative, at its end.
  const size_t n_new = second.n_inputs - n_inputs;
  if (n_new > n_inputs) return false;
  size_t leaf = 0;
  for (size_t k = 0; k < n_inputs; ++k) {
    const size_t n_leaves = CountLeaves(first.arguments[k]);
    for (size_t n = 0; n < n_leaves && k >= n_inputs - n_new; ++n)
      made.is_given.push_back(first.is_given[leaf + n]);
    if (k >= n_inputs - n_new) made.arguments.push_back(first.arguments[k]);
    leaf += n_leaves;
  }
  const auto n_passed = static_cast<uint32_t>(std::ranges::count(first.is_given, false));
  const auto n_changes = static_cast<uint32_t>(changes.changing.size());
  for (uint32_t j = 0; j < n_changes; ++j) {
    const uint32_t change = n_passed - n_changes + j;
    derivative.changing.push_back(change);
    derivative.consistent.emplace_back(changes.changing[j], change);
  }
  return true;
}

void ModelScalariser::AddDerivative(const dae::RunTimeFunction& call) {
  const flat::FunctionBody& body = *world_.bodies[world_.functions[call.function].body];
  for (const flat::DerivativeOf& given : body.derivatives) {
    expr::FunctionDerivative derivative;
    dae::RunTimeFunction first;
    if (!TryFirstDerivative(call, given, derivative, first)) continue;
    AddRunTimeFunction(first);
    derivative.function = first.scalar;
    pool_.function_derivatives().Set(call.scalar, derivative);
    for (const flat::DerivativeOf& next : world_.bodies[world_.functions[given.function].body]->derivatives) {
      expr::FunctionDerivative of_first;
      dae::RunTimeFunction second;
      if (!TrySecondDerivative(first, derivative, next, of_first, second)) continue;
      AddRunTimeFunction(second);
      of_first.function = second.scalar;
      pool_.function_derivatives().Set(first.scalar, std::move(of_first));
      break;
    }
    return;
  }
}

}  // namespace kerf::transform
