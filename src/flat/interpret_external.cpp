// Calls of functions outside.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "expr/functions.h"
#include "flat/external_c.h"
#include "flat/foreign.h"
#include "flat/interpret_machine.h"
#include "flat/interpret_scalar.h"

namespace kerf::flat {

using expr::Op;

namespace {

// Elementary functions by the names of Modelica and C, which agree except for two.
auto TryElementary(std::string_view name, size_t n_arguments) -> std::optional<Op> {
  if (name == "fabs") return Op::Abs;
  if (name == "pow") return Op::Pow;
  if (name == "fmod") return Op::Remainder;
  const auto op = expr::TryFunctionOp(name);
  if (!op || static_cast<size_t>(expr::arity_of(*op)) != n_arguments) return std::nullopt;
  return op;
}

// Answers other than the files that texts name.
constexpr auto kOther =
    std::to_array<std::string_view>({"ModelicaInternal_getenv", "ModelicaInternal_getTime",
                                     "ModelicaInternal_getpid", "getenv", "time", "rand"});

void NoteTexts(const Value& value, const World& world) {
  if (value.is_array || value.kind == expr::Kind::Record) {
    for (const Value& element : value.elements()) NoteTexts(element, world);
    return;
  }
  constexpr size_t kLongest = 4096;
  if (value.kind != expr::Kind::Text || value.block == nullptr) return;
  const std::string& text = value.block->text;
  if (!text.empty() && text.size() < kLongest) world.trace->Note(world.FileOfUri(text));
}

// A text may be the name of a file. A function that is impure may depend on anything, but those that are
// known depend on files.
void NoteCall(const FunctionBody& body, const NativeCall& call, bool is_foreign, const World& world) {
  if (world.trace == nullptr) return;
  for (const Value& argument : call.arguments) NoteTexts(argument, world);
  const bool is_known = !is_foreign || body.external->name.starts_with("Modelica");
  const bool is_other = std::ranges::find(kOther, body.external->name) != kOther.end();
  if (is_other || (body.is_impure && !is_known)) world.trace->NoteOther();
}

}  // namespace

// Arguments that are outputs or protected variables are passed by reference.
auto Machine::RunExternal(const FunctionBody& body) -> bool {
  const ExternalCall& external = *body.external;
  const NativeFunction native = FindNative(external.name, external.arguments.size());
  const auto elementary = TryElementary(external.name, external.arguments.size());
  const bool is_foreign = native == nullptr && !elementary;
  if (is_foreign && world_.foreign == nullptr) {
    return FailUnknown(
        fmt::format("the external function {} cannot be called at compile time", external.name));
  }
  NativeCall call;
  call.world = &world_;
  call.arguments.resize(external.arguments.size());
  for (size_t k = 0; k < call.arguments.size(); ++k) {
    if (!Eval(external.arguments[k], call.arguments[k])) return false;
  }
  NoteCall(body, call, is_foreign, world_);
  if (elementary) {
    call.result = call.arguments[0];
    const bool is_done = call.arguments.size() == 1
                             ? ApplyUnary(*elementary, 0, world_, call.result, call.error)
                             : ApplyBinary(*elementary, call.result, call.arguments[1], call.error);
    if (!is_done) return Fail(call.error);
  } else if (is_foreign ? !CallForeign(body, call) : !native(call)) {
    return call.is_unknown ? FailUnknown(call.error) : Fail(call.error);
  }
  for (std::string& message : call.messages) messages.push_back(std::move(message));
  for (size_t k = 0; k < call.arguments.size(); ++k) {
    const ExprId id = external.arguments[k];
    if (pool_.op(id) != Op::Local || body.variables[pool_.position(id)].role == Role::Input) continue;
    if (!Assign(id, call.arguments[k])) return false;
  }
  return !external.result.has_value() || Assign(external.result, call.result);
}

auto Machine::CallForeign(const FunctionBody& body, NativeCall& call) -> bool {
  const ExprId result = body.external->result;
  if (result.has_value()) {
    const expr::Node& node = pool_[result];
    call.result = DefaultValue({node.kind, node.shape, node.detail}, world_);
  }
  const bool is_done = world_.foreign->Call(world_, frame_.function, call);
  // What it said before it failed is worth knowing, too.
  if (!is_done) messages.insert(messages.end(), call.messages.begin(), call.messages.end());
  return is_done;
}

}  // namespace kerf::flat
