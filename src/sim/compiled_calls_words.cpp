// The words of calls. Where each number stands is found once, by sending numbered values through the same
// conversion.
#include <algorithm>
#include <bit>

#include "sim/compiled_calls.h"

namespace kerf::sim {

namespace {

using codegen::LeafType;
using expr::Kind;
using flat::Value;

// Numbers the leaves in the order of the ABI. Texts keep their value.
void Tag(Value& value, int64_t& next) {
  if (value.is_array || value.kind == Kind::Record) {
    for (Value& element : value.MutableElements()) Tag(element, next);
    return;
  }
  if (value.kind == Kind::Real) value.real = static_cast<double>(next);
  if (value.kind != Kind::Real && value.kind != Kind::Text) value.integer = next;
  ++next;
}

}  // namespace

auto CompiledCalls::MakeCall(const flat::RunTimeFunction& function) -> std::optional<Call> {
  const uint32_t number = world_.functions[function.function].body;
  if (number == flat::Function::kNoBody) return std::nullopt;
  const flat::FunctionBody& body = *world_.bodies[number];
  Call call;
  call.n_outputs = function.n_outputs;
  if (function.arguments.size() > body.n_inputs) return std::nullopt;
  if (!MapInputs(function, body, call) || !MapOutputs(body, call)) return std::nullopt;
  call.recent = RecentResults(call.inputs.size(), call.n_outputs);
  return call;
}

// Words of values whose leaves are numbers 0, 1, …, and where each of them is; a text is nowhere.
auto CompiledCalls::TagWords(std::vector<Value> values, const std::vector<expr::Type>& types,
                             std::vector<int64_t>& words, codegen::WordMemory& memory)
    -> std::optional<std::vector<Slot>> {
  int64_t n_leaves = 0;
  for (size_t k = 0; k < values.size(); ++k) {
    flat::ConvertKind(values[k], types[k].kind, types[k].detail);
    Tag(values[k], n_leaves);
    if (!codegen::AppendWords(values[k], types[k], world_, words, memory)) return std::nullopt;
  }
  std::vector<Slot> slots(static_cast<size_t>(n_leaves));
  size_t word = 0;
  size_t block = 0;
  for (const expr::Type type : types) {
    for (const LeafType& leaf : codegen::LeavesOf(world_, type)) {
      const bool is_array = !leaf.dims.empty();
      const bool is_real = leaf.kind == Kind::Real;
      size_t count = 1;
      for (size_t d = 0; d < leaf.dims.size(); ++d) {
        const int64_t size = words[word + 1 + d];
        if (leaf.dims[d] >= 0 && leaf.dims[d] != size) return std::nullopt;
        count *= static_cast<size_t>(size);
      }
      int64_t* place = is_array ? memory[block++].data() : &words[word];
      word += codegen::WordsOf(leaf);
      for (size_t k = 0; k < count && leaf.kind != Kind::Text; ++k) {
        const auto tag = is_real ? static_cast<int64_t>(std::bit_cast<double>(place[k])) : place[k];
        slots[static_cast<size_t>(tag)] = {place + k, is_real};
      }
    }
  }
  return slots;
}

auto CompiledCalls::MapInputs(const flat::RunTimeFunction& function, const flat::FunctionBody& body,
                              Call& call) -> bool {
  std::vector<expr::Type> types;
  for (size_t k = 0; k < function.arguments.size(); ++k) types.push_back(body.variables[k].type);
  const auto slots = TagWords(function.arguments, types, call.in, call.memory);
  if (!slots || slots->size() != function.is_given.size()) return false;
  // The values that are given, in a second list of words of the same form.
  std::vector<int64_t> words;
  codegen::WordMemory memory;
  for (size_t k = 0; k < types.size(); ++k) {
    Value value = function.arguments[k];
    flat::ConvertKind(value, types[k].kind, types[k].detail);
    if (!codegen::AppendWords(value, types[k], world_, words, memory)) return false;
  }
  size_t word = 0;
  for (const expr::Type type : types) {
    for (const LeafType& leaf : codegen::LeavesOf(world_, type)) {
      if (leaf.dims.empty()) call.in[word] = words[word];
      word += codegen::WordsOf(leaf);
    }
  }
  for (size_t k = 0; k < memory.size(); ++k) std::ranges::copy(memory[k], call.memory[k].begin());
  for (size_t k = 0; k < slots->size(); ++k) {
    if (function.is_given[k]) continue;
    if ((*slots)[k].word == nullptr) return false;
    call.inputs.push_back((*slots)[k]);
  }
  return true;
}

auto CompiledCalls::MapOutputs(const flat::FunctionBody& body, Call& call) -> bool {
  bool is_fixed = true;
  std::vector<Value> defaults;
  for (uint32_t k = 0; k < body.n_outputs; ++k) {
    call.types.push_back(body.variables[body.n_inputs + k].type);
    defaults.push_back(flat::DefaultValue(call.types.back(), world_));
    is_fixed = is_fixed && codegen::IsFixed(codegen::LeavesOf(world_, call.types.back()));
  }
  codegen::WordMemory memory;
  auto slots = TagWords(std::move(defaults), call.types, call.out, memory);
  if (!slots) return false;
  for (auto& block : memory) call.memory.push_back(std::move(block));
  if (!is_fixed) return true;
  call.outputs = std::move(*slots);
  call.types.clear();
  return true;
}

}  // namespace kerf::sim
