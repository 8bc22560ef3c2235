// Questions about queues and resources: ENTRYNBR and its like. Their argument is a name without a value.
#include <algorithm>
#include <array>

#include "lang/cosy/coder.h"

namespace kerf::cosy {

namespace {

using expr::Kind;
using process::QueueOf;
using process::Service;

KERF_DIAG(CosyQuestionAbout, Error, "`{}` asks for {}", std::string_view, std::string_view);

constexpr std::string_view kQueue =
    "a file, a process, a facility, a storage, a gate or a signal, whose queue is meant";
constexpr std::string_view kResource = "a facility or a storage";
constexpr std::string_view kSignal = "a signal";

struct AskedFor {
  std::string_view name;
  Service service;
  std::string_view about;
  Kind kind;
};

constexpr auto kQuestions = std::to_array<AskedFor>({
    {"entrynbr", Service::Length, kQueue, Kind::Integer},
    {"imaxq", Service::MaxLength, kQueue, Kind::Integer},
    {"meanq", Service::MeanLength, kQueue, Kind::Real},
    {"meanwait", Service::MeanWait, kQueue, Kind::Real},
    {"inuse", Service::InUse, kResource, Kind::Integer},
    {"freeunits", Service::FreeUnits, kResource, Kind::Integer},
    {"meanuse", Service::MeanUse, kResource, Kind::Real},
    {"gotsig", Service::HasGot, kSignal, Kind::Boolean},
});

struct Queue {
  QueueOf whose = QueueOf::File;
  uint32_t object = process::kNone;
};

// Of a process: its transactions or copies, with one entry for the process itself, as GASP-V counts.
auto FindQueue(const Symbol& symbol, const process::Program& out) -> Queue {
  switch (symbol.kind) {
    case SymbolKind::File:     return {QueueOf::File, symbol.index};
    case SymbolKind::Copyable: return {QueueOf::File, out.copyables[symbol.index].file};
    case SymbolKind::Process:  return {QueueOf::File, out.processes[symbol.index].file};
    case SymbolKind::Resource: return {QueueOf::Resource, symbol.index};
    case SymbolKind::Gate:     return {QueueOf::Gate, symbol.index};
    case SymbolKind::Signal:   return {QueueOf::Signal, symbol.index};
    default:                   return {};
  }
}

}  // namespace

auto Coder::IsQuestion(std::string_view name) -> bool {
  return std::ranges::find(kQuestions, name, &AskedFor::name) != kQuestions.end();
}

auto Coder::Question(const Node& node, const Scope& scope) -> Value {
  const AskedFor& asked = *std::ranges::find(kQuestions, translator_.Lower(node.name), &AskedFor::name);
  const Node& argument = program_.nodes[node.operands[0]];
  const bool is_name = argument.kind == NodeKind::Name;
  const Symbol* symbol = is_name ? translator_.Resolve(scope, argument.name, argument.span) : nullptr;
  if (is_name && symbol == nullptr) return {0, asked.kind, false};
  Value value{0, asked.kind, false};
  if (symbol != nullptr && asked.about == kQueue) {
    const Queue queue = FindQueue(*symbol, translator_.out());
    if (queue.object != process::kNone)
      value = Invoke(asked.service, queue.object, {Number(static_cast<double>(queue.whose))});
  } else if (symbol != nullptr) {
    const bool is_signal = asked.about == kSignal;
    if (is_signal && place_ != Place::Process) {
      (void)InProcess(node.span);
      return value;
    }
    if (symbol->kind == (is_signal ? SymbolKind::Signal : SymbolKind::Resource))
      value = Invoke(asked.service, symbol->index, {});
  }
  value.kind = asked.kind;
  if (!value.is_good)
    emitter_.Emit(argument.span, CosyQuestionAbout, translator_.Written(node.name), asked.about);
  return value;
}

}  // namespace kerf::cosy
