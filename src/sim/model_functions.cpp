// Scalars into the arguments, scalars out of the results.
#include "sim/model_functions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/stop_request.h"
#include "expr/walk.h"
#include "flat/foreign.h"

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

// The same with values of any kind.
void FillValues(Value& value, const std::vector<bool>& is_given, size_t& leaf, std::vector<Value>& leaves,
                size_t& next) {
  if (value.kind == Kind::Function) return;
  if (value.is_array || value.kind == Kind::Record) {
    for (Value& element : value.MutableElements()) FillValues(element, is_given, leaf, leaves, next);
    return;
  }
  if (is_given[leaf++]) return;
  const Kind kind = value.kind;
  const uint16_t detail = value.detail;
  value = std::move(leaves[next++]);
  flat::ConvertKind(value, kind, detail);
}

}  // namespace

ModelFunctions::ModelFunctions(const model::CompiledModel& compiled)
    : library_(flat::LibraryOf(compiled)),
      interpreter_(*library_.world, present_),
      calls_(*library_.world, interpreter_) {
  for (const flat::RunTimeFunction& function : library_.functions)
    entries_.push_back({this, &function, entries_.size(), std::nullopt, {}});
  for (const flat::RunTimeDelay& delay : library_.delays)
    lines_.push_back(std::make_unique<runtime::DelayLine>(delay.is_discrete, delay.is_fixed));
}

auto ModelFunctions::fault() const -> const std::string& {
  const auto& foreign = library_.world->foreign;
  return fault_.empty() && foreign != nullptr ? foreign->fault() : fault_;
}

auto ModelFunctions::Compile(const std::vector<expr::FunctionId>& scalars, FunctionTranslator translate)
    -> std::string {
  std::vector<const flat::RunTimeFunction*> wanted;
  for (const Entry& entry : entries_) {
    const bool is_wanted = std::ranges::find(scalars, entry.function->scalar) != scalars.end();
    wanted.push_back(is_wanted ? entry.function : nullptr);
  }
  std::string error = calls_.Compile(wanted, translate);
  is_compiled_ = error.empty();
  return error;
}

auto ModelFunctions::DelayLines() const -> std::vector<runtime::DelayLine*> {
  std::vector<runtime::DelayLine*> lines;
  for (const auto& line : lines_) lines.push_back(line.get());
  return lines;
}

auto ModelFunctions::Find(expr::FunctionId scalar) -> KerfFunction {
  for (size_t k = 0; k < lines_.size(); ++k) {
    if (library_.delays[k].function == scalar) return {runtime::ReadDelayLine, lines_[k].get(), 2, 1};
  }
  for (Entry& entry : entries_) {
    if (entry.function->scalar != scalar) continue;
    const auto n_in = std::ranges::count(entry.function->is_given, false);
    return {Call, &entry, static_cast<uint32_t>(n_in), entry.function->n_outputs};
  }
  return {nullptr, nullptr, 0, 0};
}

void ModelFunctions::Call(void* context, const double* in, double* out) {
  auto* entry = static_cast<Entry*>(context);
  entry->owner->Run(*entry, in, out);
}

auto ModelFunctions::EffectsOf(const model::CompiledModel& compiled) -> std::vector<EffectCall> {
  std::vector<EffectCall> calls;
  for (const flat::RunTimeEffect& effect : flat::LibraryOf(compiled).effects) {
    effects_.push_back(std::make_unique<EffectEntry>(EffectEntry{this, &compiled, &effect}));
    calls.push_back({CallEffect, effects_.back().get()});
  }
  return calls;
}

auto ModelFunctions::CallEffect(void* context, const double* w) -> uint32_t {
  const auto* entry = static_cast<const EffectEntry*>(context);
  return entry->owner->RunEffect(*entry->compiled, *entry->effect, w) ? 1 : 0;
}

namespace {

// The time of the run stands in for `time`, of which the interpreter knows nothing.
auto AtTime(const flat::RunTimeEffect& effect, expr::Pool& pool, double time) -> flat::RunTimeEffect {
  flat::RunTimeEffect result = effect;
  expr::Walker walker(pool);
  for (expr::ExprId& leaf : result.leaves) {
    const auto nodes = walker.Postorder(leaf);
    if (std::ranges::none_of(nodes, [&](expr::ExprId id) { return pool.op(id) == expr::Op::Time; })) continue;
    expr::Rewriter rewriter(pool);
    leaf = rewriter.Rewrite(leaf, [&](expr::ExprId id) {
      return pool.op(id) == expr::Op::Time ? pool.Real(time) : expr::ExprId();
    });
  }
  return result;
}

}  // namespace

auto ModelFunctions::RunEffect(const model::CompiledModel& compiled, const flat::RunTimeEffect& effect,
                               const double* w) -> bool {
  present_ = PresentValues(compiled, w);
  const bool is_done = CallWithPresent(AtTime(effect, library_.world->pool, w[compiled.programs->time_slot]));
  present_ = {};
  for (std::string& message : interpreter_.TakeMessages()) messages_.push_back(std::move(message));
  if (is_done) return true;
  error_ = interpreter_.error().text;
  failed_ = effect.function;
  return false;
}

auto ModelFunctions::CallWithPresent(const flat::RunTimeEffect& effect) -> bool {
  std::vector<Value> leaves;
  for (const expr::ExprId leaf : effect.leaves) {
    auto value = interpreter_.Evaluate(leaf);
    if (!value) return false;
    leaves.push_back(std::move(*value));
  }
  std::vector<Value> arguments = effect.arguments;
  size_t leaf = 0;
  size_t next = 0;
  for (Value& argument : arguments) FillValues(argument, effect.is_given, leaf, leaves, next);
  return interpreter_.Call(effect.function, arguments).has_value();
}

void ModelFunctions::FillWithNan(const Entry& entry, double* out) {
  std::fill(out, out + entry.function->n_outputs, std::numeric_limits<double>::quiet_NaN());
}

auto ModelFunctions::IsRepeatable(Entry& entry) -> bool {
  if (entry.is_repeatable) return *entry.is_repeatable;
  flat::World& world = *library_.world;
  const uint32_t body = world.functions[entry.function->function].body;
  const bool is_outside = body != flat::Function::kNoBody && world.bodies[body]->external.has_value();
  entry.is_repeatable =
      is_outside && world.foreign != nullptr && world.foreign->IsRepeatable(world, entry.function->function);
  // As much memory as a small Jacobian.
  constexpr size_t kMaxNumbers = 1'000'000;
  const auto n_in = static_cast<size_t>(std::ranges::count(entry.function->is_given, false));
  if (*entry.is_repeatable)
    entry.recent = RecentResults::ForLongCalls(n_in, entry.function->n_outputs, kMaxNumbers);
  return *entry.is_repeatable;
}

void ModelFunctions::Run(Entry& entry, const double* in, double* out) {
  // A call that does not come to an end would be tried again and again with smaller steps.
  if (is_stopped_) return FillWithNan(entry, out);
  if (IsRepeatable(entry)) {
    if (entry.recent.TryFind(in, out)) return;
    const bool is_known = Interpret(*entry.function, in, out);
    is_stopped_ = !is_known && base::StopRequest();
    if (is_known) entry.recent.Keep(in, out);
    return;
  }
  if (!is_compiled_) {
    Interpret(*entry.function, in, out);
    return;
  }
  const CompiledCalls::Result result = calls_.Run(entry.number, in, out);
  if (result == CompiledCalls::Result::Done) return;
  const bool is_done = Interpret(*entry.function, in, out);
  is_stopped_ = !is_done && base::StopRequest();
  if (is_done && result == CompiledCalls::Result::NotDone) calls_.NoteInterpreted(entry.number);
}

auto ModelFunctions::Interpret(const flat::RunTimeFunction& function, const double* in, double* out) -> bool {
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
    return false;
  }
  for (const Value& result : *results) WriteNumbers(result, next, end);
  return true;
}

auto ModelFunctions::failed_function() const -> std::string {
  return std::string(library_.world->names[library_.world->functions[failed_].name]);
}

auto ModelFunctions::TakeMessages() -> std::vector<std::string> {
  calls_.ForgetWarnings();
  for (Entry& entry : entries_) entry.recent.Clear();
  for (std::string& message : interpreter_.TakeMessages()) {
    if (std::ranges::find(messages_, message) == messages_.end()) messages_.push_back(std::move(message));
  }
  return std::exchange(messages_, {});
}

}  // namespace kerf::sim
