// Waiting as code. Registers do not survive a wait, so what is needed behind it is worked out there.
//
// A condition is looked at where it stands: `top: if it holds, go on; else wait, and go back to top`. The
// engine lets the transaction come back to top after each event.
#include "lang/cosy/coder.h"

#include <algorithm>
#include <array>

namespace kerf::cosy {

namespace {

using expr::Kind;
using process::Service;

KERF_DIAG(CosySignalTwice, Error, "the signal `{}` stands here twice", std::string);
KERF_DIAG(CosyNoSignal, Error, "`{}` is no signal", std::string);
KERF_DIAG(CosyInstantPatience, Error, "a time comes for certain, so that WITHIN has no meaning behind it");
KERF_DIAG(CosyEntriesWanted, Error,
          "`{}` holds the transactions or copies of a process; a file of entries is needed here",
          std::string);
KERF_DIAG(CosyNotWatched, Error, "`{}` changes between events, where nobody looks at this condition{}",
          std::string, std::string_view);
KERF_DIAG(CosyWatchDraws, Error, "`{}` would be another number each time that the condition is looked at",
          std::string);
KERF_DIAG(CosyWatchCalls, Error, "`{}` cannot be called in a condition that is looked at again and again",
          std::string_view);

}  // namespace

void Coder::SetPatience(const Statement& statement, const Scope& scope) {
  if (!statement.patience.has_value()) return;
  const Value patience = NumberOf(statement.patience, scope);
  if (patience.is_good) Invoke(Service::SetPatience, 0, {patience});
}

void Coder::OnTimeout(const Statement& statement, const Scope& scope) {
  if (!statement.patience.has_value()) return;
  const Value timed_out = Invoke(Service::TimedOut, 0, {});
  const uint32_t past = Emit(Op::JumpUnless, 0, timed_out.reg);
  Body(statement.else_body, scope);
  Land(past);
}

void Coder::LookAgain(const Statement& statement, const Scope& scope, uint32_t top) {
  Invoke(Service::WaitCondition, 0, {});
  if (!statement.patience.has_value()) {
    Emit(Op::Jump, top);
    return;
  }
  const Value timed_out = Invoke(Service::TimedOut, 0, {});
  const uint32_t again = Emit(Op::JumpUnless, 0, timed_out.reg);
  Body(statement.else_body, scope);
  const uint32_t end = Emit(Op::Jump);
  Land(again);
  Emit(Op::Jump, top);
  Land(end);
}

// A number is an instant, a truth value a condition.
void Coder::WaitUntil(const Statement& statement, const Scope& scope) {
  if (!InProcess(statement)) return;
  SetPatience(statement, scope);
  const uint32_t top = Here();
  const Value value = Expression(statement.value, scope);
  if (!value.is_good || value.reg == process::kNone) return;
  if (value.kind != Kind::Boolean) {
    if (statement.patience.has_value()) emitter_.Emit(statement.span, CosyInstantPatience);
    Invoke(Service::AdvanceTo, 0, {value});
    return;
  }
  if (!CheckWatched(statement.value, scope)) return;
  const uint32_t wait = Emit(Op::JumpUnless, 0, value.reg);
  Invoke(Service::EndCondition, 0, {});
  const uint32_t done = Emit(Op::Jump);
  Land(wait);
  LookAgain(statement, scope, top);
  Land(done);
}

void Coder::WaitSignal(const Statement& statement, const Scope& scope) {
  if (!InProcess(statement)) return;
  std::vector<uint32_t> signals;
  const std::vector<NameId> names = statement.names.empty() ? std::vector{statement.name} : statement.names;
  for (const NameId name : names) {
    const Symbol* symbol = translator_.Resolve(scope, name, statement.span);
    if (symbol == nullptr) return;
    if (symbol->kind != SymbolKind::Signal) {
      emitter_.Emit(statement.span, CosyNoSignal, symbol->name);
      return;
    }
    if (std::ranges::find(signals, symbol->index) != signals.end())
      emitter_.Emit(statement.span, CosySignalTwice, symbol->name);
    signals.push_back(symbol->index);
  }
  SetPatience(statement, scope);
  if (statement.names.empty()) {
    Invoke(Service::WaitSignal, signals[0], {});
  } else {
    auto& lists = translator_.out().signal_lists;
    lists.push_back(std::move(signals));
    Invoke(Service::WaitSignals, static_cast<uint32_t>(lists.size() - 1), {Number(statement.is_all ? 1 : 0)});
  }
  OnTimeout(statement, scope);
}

auto Coder::EntryFile(const Statement& statement, const Scope& scope) -> const Symbol* {
  const Symbol* file = Object(statement, scope, SymbolKind::File, "file");
  if (file == nullptr) return nullptr;
  const process::Program& out = translator_.out();
  const auto is_its = [&](const auto& process) { return process.file == file->index; };
  if (!std::ranges::any_of(out.processes, is_its) && !std::ranges::any_of(out.copyables, is_its)) return file;
  emitter_.Emit(statement.span, CosyEntriesWanted, file->name);
  return nullptr;
}

// What WHERE does not say is 0: attributes at work have changed when there is room at last.
void Coder::Put(const Statement& statement, const Scope& scope) {
  const Symbol* file = EntryFile(statement, scope);
  if (file == nullptr || !InProcess(statement)) return;
  SetPatience(statement, scope);
  const uint32_t top = Here();
  const Value room = Invoke(Service::FileHasRoom, file->index, {});
  const uint32_t full = Emit(Op::JumpUnless, 0, room.reg);
  Invoke(Service::EndCondition, 0, {});
  Invoke(Service::Insert, file->index, Attributes(statement, scope, false));
  const uint32_t done = Emit(Op::Jump);
  Land(full);
  LookAgain(statement, scope, top);
  Land(done);
}

void Coder::Take(const Statement& statement, const Scope& scope) {
  const bool waits = statement.kind == StatementKind::Take;
  const Symbol* file = EntryFile(statement, scope);
  if (file == nullptr || (waits && !InProcess(statement))) return;
  SetPatience(statement, scope);
  const uint32_t top = Here();
  Invoke(Service::BeginScan, file->index, {});
  const uint32_t next = Here();
  const Value entry = Invoke(Service::NextEntry, file->index, {});
  const uint32_t none = Emit(Op::JumpUnless, 0, entry.reg);
  if (statement.condition.has_value()) {
    const Value fits = EntryCondition(statement, scope, file->index);
    if (!fits.is_good) return;
    const uint32_t found = Emit(Op::JumpUnless, 0, fits.reg);
    const uint32_t take = Emit(Op::Jump);
    Land(found);
    Emit(Op::Jump, next);
    Land(take);
  }
  Invoke(Service::TakeEntry, file->index, {});
  if (waits) Invoke(Service::EndCondition, 0, {});
  const uint32_t done = Emit(Op::Jump);
  Land(none);
  if (waits) {
    LookAgain(statement, scope, top);
  } else if (statement.else_body.empty()) {
    Invoke(Service::NoEntry, file->index, {});
  } else {
    Body(statement.else_body, scope);
  }
  Land(done);
}

auto Coder::EntryCondition(const Statement& statement, const Scope& scope, uint32_t file) -> Value {
  if (statement.kind == StatementKind::Take && !CheckWatched(statement.condition, scope))
    return {0, Kind::Boolean, false};
  const Scope* outer = std::exchange(around_when_, &scope);
  const Value fits = Truth(statement.condition, *translator_.EntryScope(file, scope));
  around_when_ = outer;
  return fits;
}

auto Coder::CheckWatched(NodeId root, const Scope& scope) -> bool {
  constexpr auto kChanging =
      std::to_array<std::string_view>({"meanq", "meanuse", "steplevel", "mean", "stddev"});
  for (uint32_t k = program_.nodes[root].first; k <= root.index; ++k) {
    const Node& node = program_.nodes[NodeId{k}];
    const std::string_view name = node.name.has_value() ? translator_.Lower(node.name) : "";
    if (node.kind == NodeKind::Call && translator_.FindRoutine(node.name) != nullptr) {
      emitter_.Emit(node.span, CosyWatchCalls, translator_.Written(node.name));
      return false;
    }
    const bool is_changing =
        (node.kind == NodeKind::Call && std::ranges::find(kChanging, name) != kChanging.end()) ||
        (node.kind == NodeKind::Name && scope.Find(node.name) == nullptr &&
         (name == "time" || name == "dtful"));
    if (is_changing) {
      emitter_.Emit(node.span, CosyNotWatched, std::string(translator_.Written(node.name)),
                    name == "time" ? "; WAIT UNTIL a time, or WITHIN" : "");
      return false;
    }
    const bool is_variable = node.kind == NodeKind::Name || node.kind == NodeKind::Element;
    const Symbol* symbol = is_variable ? scope.Find(node.name) : nullptr;
    if (symbol == nullptr) continue;
    if (symbol->kind == SymbolKind::Random) {
      emitter_.Emit(node.span, CosyWatchDraws, symbol->name);
      return false;
    }
    translator_.NoteWatched(*symbol, node.span);
  }
  return true;
}

}  // namespace kerf::cosy
