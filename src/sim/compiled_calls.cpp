// Calls of machine code, and calls of the interpreter by machine code.
#include "sim/compiled_calls.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace kerf::sim {

namespace {

using codegen::LeafType;
using expr::Kind;
using flat::Value;

// Address space for arrays of one call [bytes]; the system gives memory only for what is used.
constexpr size_t kMemory = size_t{256} << 20;
// Of the stack [bytes].
constexpr ptrdiff_t kStack = ptrdiff_t{4} << 20;
// Turns of while-loops, as many as the interpreter has steps.
constexpr int64_t kBudget = 200'000'000;
// Optimised code is made after so many calls: a number, not a time, so that a run is the same every time.
constexpr uint64_t kOptimiseAfter = 20'000;
// After so many calls that only the interpreter could do it does all.
constexpr uint32_t kMaxGivenBack = 100;

}  // namespace

void WriteNumbers(const Value& value, double*& out, const double* end) {
  if (value.is_array || value.kind == Kind::Record) {
    for (const Value& element : value.elements()) WriteNumbers(element, out, end);
    return;
  }
  if (out == end) return;
  *out++ = value.kind == Kind::Text ? 0 : value.number();
}

CompiledCalls::~CompiledCalls() {
  if (memory_ != nullptr) munmap(memory_, kMemory);
}

void CompiledCalls::MakeMemory() {
  void* memory =
      mmap(nullptr, kMemory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  // Without memory functions that need it are interpreted.
  if (memory == MAP_FAILED) return;
  memory_ = static_cast<char*>(memory);
}

auto CompiledCalls::Compile(const std::vector<const flat::RunTimeFunction*>& functions,
                            FunctionTranslator translate) -> std::string {
  translate_ = translate;
  calls_.resize(functions.size());
  for (size_t k = 0; k < functions.size(); ++k) {
    if (functions[k] == nullptr) continue;
    auto call = MakeCall(*functions[k]);
    if (!call) {
      not_requested_.push_back(
          {functions[k]->function, false, "an argument is a function, or of another size than declared"});
      continue;
    }
    calls_[k] = std::move(*call);
    requests_.push_back({functions[k]->function, static_cast<uint32_t>(functions[k]->arguments.size())});
    calls_[k].request = requests_.size();
  }
  if (requests_.empty()) return {};
  MakeMemory();
  return Translate(false);
}

auto CompiledCalls::Reports() const -> std::vector<codegen::FunctionReport> {
  std::vector<codegen::FunctionReport> reports = not_requested_;
  if (compiled_ != nullptr)
    reports.insert(reports.end(), compiled_->reports().begin(), compiled_->reports().end());
  return reports;
}

auto CompiledCalls::Translate(bool is_optimised) -> std::string {
  codegen::CompileFunctionsResult result = translate_(world_, requests_, {is_optimised});
  if (!result.compiled) return result.error;
  compiled_ = std::move(result.compiled);
  for (Call& call : calls_) {
    if (call.request > 0 && call.n_given_back < kMaxGivenBack) call.code = compiled_->code(call.request - 1);
  }
  is_reported_.resize(compiled_->n_warnings(), 0);
  context_.is_reported = is_reported_.data();
  context_.interpret = Interpret;
  context_.owner = this;
  return {};
}

auto CompiledCalls::Run(size_t k, const double* in, double* out) -> Result {
  Call& call = calls_[k];
  if (call.code == nullptr) return Result::NotDone;
  if (call.recent.TryFind(in, out)) return Result::Done;
  // What translated once translates again; if not, the code that is there serves.
  if (++n_calls_ == kOptimiseAfter) Translate(true);
  const Result result = Compute(call, in, out);
  if (result == Result::Done) call.recent.Keep(in, out);
  return result;
}

auto CompiledCalls::Compute(Call& call, const double* in, double* out) -> Result {
  for (const Slot& slot : call.inputs) {
    const double number = *in++;
    *slot.word = slot.is_real ? std::bit_cast<int64_t>(number) : static_cast<int64_t>(std::llround(number));
  }
  context_.top = memory_;
  context_.end = memory_ == nullptr ? nullptr : memory_ + kMemory;
  context_.stack_limit = static_cast<const char*>(__builtin_frame_address(0)) - kStack;
  context_.budget = kBudget;
  context_.has_warned = 0;
  if (call.code(&context_, call.in.data(), call.out.data()) != 0) return Result::NotDone;
  const double* end = out + call.n_outputs;
  for (size_t n = 0; n < call.outputs.size() && out != end; ++n) {
    const Slot& slot = call.outputs[n];
    const bool is_text = slot.word == nullptr;
    *out++ = is_text ? 0 : slot.is_real ? std::bit_cast<double>(*slot.word) : static_cast<double>(*slot.word);
  }
  const int64_t* words = call.out.data();
  for (const expr::Type type : call.types) WriteNumbers(codegen::ReadWords(words, type, world_), out, end);
  return context_.has_warned != 0 ? Result::Warned : Result::Done;
}

void CompiledCalls::ForgetWarnings() {
  std::ranges::fill(is_reported_, uint8_t{0});
  // A result that is known says nothing.
  for (Call& call : calls_) call.recent.Clear();
  remembered_.Clear();
}

void CompiledCalls::NoteInterpreted(size_t k) {
  if (calls_[k].code != nullptr && ++calls_[k].n_given_back == kMaxGivenBack) calls_[k].code = nullptr;
}

auto CompiledCalls::Interpret(codegen::FunctionContext* context, uint32_t function, uint32_t n_arguments,
                              const int64_t* in, int64_t* out) -> int32_t {
  auto* self = static_cast<CompiledCalls*>(context->owner);
  const expr::FunctionId id{function};
  const flat::FunctionBody& body = *self->world_.bodies[self->world_.functions[id].body];
  std::vector<Value> arguments;
  for (uint32_t k = 0; k < n_arguments; ++k) {
    if (body.variables[k].type.kind == Kind::Function) return 1;
    arguments.push_back(codegen::ReadWords(in, body.variables[k].type, self->world_));
  }
  if (const auto* known = self->remembered_.Find(function, arguments))
    return self->WriteOutputs(body, *known, out) ? 0 : 1;
  auto results = self->interpreter_.Call(id, arguments);
  if (!results || !self->WriteOutputs(body, *results, out)) return 1;
  self->remembered_.Keep(function, body, std::move(arguments), std::move(*results));
  return 0;
}

// Arrays of known size go where the caller wants them, others into the memory of the call.
auto CompiledCalls::WriteOutputs(const flat::FunctionBody& body, const std::vector<Value>& results,
                                 int64_t* out) -> bool {
  std::vector<int64_t> words;
  codegen::WordMemory memory;
  std::vector<LeafType> leaves;
  for (uint32_t k = 0; k < body.n_outputs; ++k) {
    const expr::Type type = body.variables[body.n_inputs + k].type;
    if (!codegen::AppendWords(results[k], type, world_, words, memory)) return false;
    for (LeafType& leaf : codegen::LeavesOf(world_, type)) leaves.push_back(std::move(leaf));
  }
  size_t word = 0;
  size_t block = 0;
  for (const LeafType& leaf : leaves) {
    if (leaf.dims.empty()) {
      out[word] = words[word];
    } else {
      const auto& elements = memory[block++];
      const size_t bytes = elements.size() * sizeof(int64_t);
      for (size_t d = 0; d < leaf.dims.size(); ++d) {
        if (leaf.dims[d] >= 0 && leaf.dims[d] != words[word + 1 + d]) return false;
      }
      if (!codegen::IsFixed(leaf)) {
        if (static_cast<size_t>(context_.end - context_.top) < bytes) return false;
        out[word] = reinterpret_cast<int64_t>(context_.top);
        context_.top += bytes;
        std::copy_n(words.begin() + static_cast<ptrdiff_t>(word) + 1, leaf.dims.size(), out + word + 1);
      }
      std::memcpy(reinterpret_cast<void*>(out[word]), elements.data(), bytes);
    }
    word += codegen::WordsOf(leaf);
  }
  return true;
}

}  // namespace kerf::sim
