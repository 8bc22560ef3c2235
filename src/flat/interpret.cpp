// The interpreter's entry, limits and errors.
#include "flat/interpret.h"

#include <fmt/format.h>

#include "base/process_memory.h"
#include "base/stop_request.h"
#include "flat/interpret_machine.h"

namespace kerf::flat {

namespace {

// Of one array; some hundreds of megabytes.
constexpr uint64_t kMaxElements = 20'000'000;
constexpr uint64_t kStepsBetweenLooks = 1'000'000;
// What one evaluation may take: time [s], and memory in addition to what the program has [bytes].
constexpr double kMaxSeconds = 100;
constexpr uint64_t kMaxMemory = uint64_t{1} << 30;

}  // namespace

Interpreter::Interpreter(World& world, VarValues& vars, InterpreterLimits limits)
    : machine_(std::make_unique<Machine>(world, vars, limits)) {}
Interpreter::~Interpreter() = default;

auto Interpreter::Evaluate(ExprId id, std::span<const IteratorValue> iterators) -> std::optional<Value> {
  Value value;
  if (!machine_->EvaluateRoot(id, iterators, value)) return std::nullopt;
  return value;
}

auto Interpreter::Call(FunctionId function, std::span<const Value> arguments)
    -> std::optional<std::vector<Value>> {
  std::vector<Value> outputs;
  if (!machine_->CallRoot(function, arguments, outputs)) return std::nullopt;
  return outputs;
}

auto Interpreter::error() const -> const EvaluationError& { return machine_->error; }
auto Interpreter::TakeMessages() -> std::vector<std::string> { return std::exchange(machine_->messages, {}); }

// A root may be evaluated while another one asks for the value of a variable: it sees none of the other's
// variables and iterators, but shares its limits.
auto Machine::EvaluateRoot(ExprId id, std::span<const IteratorValue> iterators, Value& out) -> bool {
  return AsRoot([&] {
    iterators_.insert(iterators_.end(), iterators.begin(), iterators.end());
    return Eval(id, out);
  });
}

auto Machine::CallRoot(FunctionId function, std::span<const Value> arguments, std::vector<Value>& outputs)
    -> bool {
  return AsRoot([&] {
    locals_.insert(locals_.end(), arguments.begin(), arguments.end());
    return RunFunction(function, arguments.size(), outputs);
  });
}

template <typename Work>
auto Machine::AsRoot(Work work) -> bool {
  const Frame saved = frame_;
  const size_t n_chain = chain_.size();
  const uint32_t call_depth = call_depth_;
  if (root_depth_++ == 0) {
    steps_ = 0;
    start_ = {};
    next_look_ = std::min(kStepsBetweenLooks, limits_.max_steps + 1);
    stack_base_ = static_cast<const char*>(__builtin_frame_address(0));
  }
  frame_ = {nullptr, {}, locals_.size(), iterators_.size(), {}};
  const bool is_done = work();
  locals_.resize(frame_.locals);
  iterators_.resize(frame_.iterators);
  chain_.resize(n_chain);
  call_depth_ = call_depth;
  frame_ = saved;
  --root_depth_;
  return is_done;
}

auto Machine::Fail(std::string_view text) -> bool {
  ++n_failures_;
  error = {std::string(text), frame_.origin, false, {}, frame_.function};
  return false;
}

auto Machine::FailUnknown(std::string_view text, VarId var) -> bool {
  ++n_failures_;
  error = {std::string(text), frame_.origin, true, var, frame_.function};
  return false;
}

auto Machine::FailUnknownOp(expr::Op op) -> bool {
  return FailUnknown(fmt::format("{} has a value only during the simulation", expr::text_of(op)));
}

auto Machine::FailLimit() -> bool { return Fail("expressions or calls are nested too deeply"); }

auto Machine::LookAtLimits() -> bool {
  using Clock = std::chrono::steady_clock;
  const std::string what =
      frame_.function.has_value()
          ? fmt::format("function `{}`", world_.names[world_.functions[frame_.function].name])
          : std::string("the evaluation");
  if (steps_ > limits_.max_steps)
    return Fail(fmt::format("{} takes more than {} steps", what, limits_.max_steps));
  next_look_ = std::min(steps_ + kStepsBetweenLooks, limits_.max_steps + 1);
  if (base::StopRequest()) return Fail(fmt::format("{} was stopped", what));
  const auto now = Clock::now();
  const uint64_t memory = base::ResidentBytes();
  if (start_ == Clock::time_point{}) {
    start_ = now;
    memory_at_start_ = memory;
    return true;
  }
  if (memory > memory_at_start_ + kMaxMemory)
    return Fail(fmt::format("{} takes more than {} MB of memory", what, kMaxMemory >> 20));
  const double seconds = std::chrono::duration<double>(now - start_).count();
  if (seconds > kMaxSeconds) return Fail(fmt::format("{} takes more than {} seconds", what, kMaxSeconds));
  return true;
}

auto Machine::HasRoom(std::span<const int64_t> dims) -> bool {
  uint64_t count = 1;
  for (const int64_t dim : dims) {
    if (dim < 0) return Fail(fmt::format("an array cannot have size {}", dim));
    if (__builtin_mul_overflow(count, static_cast<uint64_t>(dim), &count) || count > kMaxElements) {
      return Fail(fmt::format("an array of size [{}] is too large", fmt::join(dims, ", ")));
    }
  }
  return Spend(count);
}

}  // namespace kerf::flat
