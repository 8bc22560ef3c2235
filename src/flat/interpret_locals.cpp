// The variables of a function at the start of a call.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "flat/init_order.h"
#include "flat/interpret_machine.h"

namespace kerf::flat {

auto Machine::InitOrder(FunctionId function, const FunctionBody& body) -> const std::vector<uint32_t>& {
  if (init_orders_.size() <= function.index) init_orders_.resize(function.index + 1);
  std::unique_ptr<std::vector<uint32_t>>& order = init_orders_[function.index];
  const bool is_known = order != nullptr && order->size() == body.variables.size() - body.n_inputs;
  if (!is_known) order = std::make_unique<std::vector<uint32_t>>(InitialisationOrder(pool_, body));
  return *order;
}

auto Machine::InitInputs(const FunctionBody& body, size_t n_arguments) -> bool {
  // Defaults may call functions in their turn.
  const std::vector<uint32_t> open = std::exchange(open_inputs_, {});
  for (size_t k = 0; k < body.n_inputs; ++k) {
    const Local& local = body.variables[k];
    if (k >= n_arguments || std::ranges::count(open, k) > 0) {
      Value value;
      if (!local.binding.has_value()) {
        return Fail(fmt::format("input {} has no value", world_.names[local.name]));
      }
      if (!Eval(local.binding, value)) return false;
      if (k >= n_arguments) locals_.emplace_back();
      locals_[frame_.locals + k] = std::move(value);
    }
    Value& value = locals_[frame_.locals + k];
    if (value.kind != local.type.kind) ConvertKind(value, local.type.kind, local.type.detail);
  }
  // Sizes of an input may refer to inputs behind it.
  for (size_t k = 0; k < body.n_inputs; ++k) {
    const Local& local = body.variables[k];
    if (local.type.shape == expr::kScalar) continue;
    const Value value = locals_[frame_.locals + k];
    if (!CheckSize(local, value)) return false;
  }
  return true;
}

// Sizes of a variable at the start of a call: -1 for those that an assignment gives.
auto Machine::LocalDims(const Local& local, std::vector<int32_t>& dims) -> bool {
  const auto declared = pool_.shapes().dims(local.type.shape);
  dims.assign(declared.begin(), declared.end());
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] >= 0 || d >= local.sizes.size() || !local.sizes[d].has_value()) continue;
    int64_t size = 0;
    if (!EvalInteger(local.sizes[d], size)) return false;
    // A Boolean or enumeration never stands for a size here; a negative size is an error, not an empty array.
    if (!HasRoom({&size, 1})) return false;
    dims[d] = static_cast<int32_t>(size);
  }
  return true;
}

auto Machine::CheckSize(const Local& local, const Value& value) -> bool {
  std::vector<int32_t> dims;
  if (!LocalDims(local, dims)) return false;
  bool fits = dims.size() == value.dims().size();
  for (size_t d = 0; fits && d < dims.size(); ++d) fits = dims[d] < 0 || dims[d] == value.dims()[d];
  if (fits) return true;
  return Fail(fmt::format("{} has size {} and cannot take a value of size {}", world_.names[local.name],
                          DimsText(dims), DimsText(value.dims())));
}

auto Machine::InitLocal(const Local& local, Value& value) -> bool {
  if (local.binding.has_value()) {
    if (!Eval(local.binding, value)) return false;
    if (value.kind != local.type.kind) ConvertKind(value, local.type.kind, local.type.detail);
    return local.type.shape == expr::kScalar || CheckSize(local, value);
  }
  if (local.type.shape == expr::kScalar) {
    value = DefaultValue(local.type, world_);
    return true;
  }
  std::vector<int32_t> dims;
  if (!LocalDims(local, dims)) return false;
  for (int32_t& dim : dims) dim = std::max(dim, 0);
  const std::vector<int64_t> sizes(dims.begin(), dims.end());
  if (!HasRoom(sizes)) return false;
  value = Filled(DefaultValue({local.type.kind, expr::kScalar, local.type.detail}, world_), std::move(dims));
  return true;
}

// Each field takes the value of the variable of its name.
auto Machine::RunConstructor(const FunctionBody& body) -> bool {
  const Local& output = body.variables[body.n_inputs];
  if (output.binding.has_value()) return true;
  std::vector<Value> fields;
  for (const RecordField& field : world_.records[output.type.detail].fields) {
    const auto found = std::ranges::find_if(body.variables, [&](const Local& local) {
      return local.name == field.name && local.role != Role::Output;
    });
    if (found == body.variables.end()) {
      fields.push_back(DefaultValue(field.type, world_));
      continue;
    }
    fields.push_back(locals_[frame_.locals + static_cast<size_t>(found - body.variables.begin())]);
  }
  locals_[frame_.locals + body.n_inputs] = Value::Record(output.type.detail, std::move(fields));
  return true;
}

}  // namespace kerf::flat
