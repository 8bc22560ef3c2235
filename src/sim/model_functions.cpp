// Scalars into the arguments, scalars out of the results.
#include "sim/model_functions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace kerf::sim {

namespace {

using expr::Kind;
using flat::Value;

// Puts the next numbers into the leaves that are not given.
void Fill(Value& value, const std::vector<bool>& is_given, size_t& leaf, const double*& in) {
  if (value.kind == Kind::Function) return;
  if (value.is_array || value.kind == Kind::Record) {
    for (Value& element : value.MutableElements()) Fill(element, is_given, leaf, in);
    return;
  }
  if (is_given[leaf++]) return;
  const double number = *in++;
  if (value.kind == Kind::Real) {
    value.real = number;
  } else {
    value.integer = static_cast<int64_t>(std::llround(number));
  }
}

void Drain(const Value& value, double*& out, const double* end) {
  if (value.is_array || value.kind == Kind::Record) {
    for (const Value& element : value.elements()) Drain(element, out, end);
    return;
  }
  if (out == end) return;
  *out++ = value.kind == Kind::Text ? 0 : value.number();
}

}  // namespace

ModelFunctions::ModelFunctions(const dae::Dae& dae) : dae_(dae), interpreter_(*dae.world, no_vars_) {
  for (const dae::RunTimeFunction& function : dae.run_time_functions) entries_.push_back({this, &function});
}

auto ModelFunctions::Find(expr::FunctionId scalar) -> KerfFunction {
  for (Entry& entry : entries_) {
    if (entry.function->scalar != scalar) continue;
    const auto n_in = std::ranges::count(entry.function->is_given, false);
    return {Call, &entry, static_cast<uint32_t>(n_in), entry.function->n_outputs};
  }
  return {nullptr, nullptr, 0, 0};
}

void ModelFunctions::Call(void* context, const double* in, double* out) {
  const auto* entry = static_cast<const Entry*>(context);
  entry->owner->Run(*entry->function, in, out);
}

void ModelFunctions::Run(const dae::RunTimeFunction& function, const double* in, double* out) {
  std::vector<Value> arguments = function.arguments;
  size_t leaf = 0;
  for (Value& argument : arguments) Fill(argument, function.is_given, leaf, in);
  const auto results = interpreter_.Call(function.function, arguments);
  double* next = out;
  const double* end = out + function.n_outputs;
  for (std::string& message : interpreter_.TakeMessages()) {
    if (std::ranges::find(messages_, message) == messages_.end()) messages_.push_back(std::move(message));
  }
  if (!results) {
    error_ = interpreter_.error().text;
    failed_ = function.function;
    std::fill(out, out + function.n_outputs, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  for (const Value& result : *results) Drain(result, next, end);
}

auto ModelFunctions::failed_function() const -> std::string {
  return std::string(dae_.world->names[dae_.world->functions[failed_].name]);
}

auto ModelFunctions::TakeMessages() -> std::vector<std::string> { return std::exchange(messages_, {}); }

}  // namespace kerf::sim
