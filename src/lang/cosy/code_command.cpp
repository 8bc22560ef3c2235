// Statements that act on the discrete part.
#include "lang/cosy/coder.h"

#include <algorithm>

namespace kerf::cosy {

namespace {

using expr::Kind;
using process::Service;

KERF_DIAG(CosyWrongObject, Error, "`{}` is no {}", std::string, std::string_view);
KERF_DIAG(CosyUnknownAttribute, Error, "there is no attribute `{}`", std::string_view);
KERF_DIAG(CosyOutsideProcess, Error, "only a transaction can do this: it belongs into a DISCRETE PROCESS");
KERF_DIAG(CosyNotSampled, Error, "`{}` is neither a SAMPLE nor a DSTATE", std::string);
KERF_DIAG(CosyCopyOfItself, Error, "this has a meaning in a CONTINUOUS PROCESS alone");

auto ServiceOf(StatementKind kind) -> Service {
  switch (kind) {
    case StatementKind::Finish:    return Service::Finish;
    case StatementKind::Rerun:     return Service::Rerun;
    case StatementKind::Continue:  return Service::Continue;
    case StatementKind::CrossPlot: return Service::CrossPlot;
    case StatementKind::Save:      return Service::Save;
    default:                       return Service::ClearStatistics;
  }
}

}  // namespace

auto Coder::Object(const Statement& statement, const Scope& scope, SymbolKind kind, std::string_view what)
    -> const Symbol* {
  const Symbol* symbol = translator_.Resolve(scope, statement.name, statement.span);
  if (symbol == nullptr || symbol->kind == kind) return symbol;
  emitter_.Emit(statement.span, CosyWrongObject, symbol->name, what);
  return nullptr;
}

auto Coder::InProcess(Span span) -> bool {
  if (place_ == Place::Process) return true;
  emitter_.Emit(span, CosyOutsideProcess);
  return false;
}

void Coder::Command(const Statement& statement, const Scope& scope) {
  switch (statement.kind) {
    case StatementKind::Schedule:   return Schedule(statement, scope);
    case StatementKind::Insert:     return Insert(statement, scope);
    case StatementKind::Generate:   return Generate(statement, scope);
    case StatementKind::Seize:      return Resource(statement, scope, Service::Seize);
    case StatementKind::Release:    return Resource(statement, scope, Service::Release);
    case StatementKind::Preempt:    return Resource(statement, scope, Service::Preempt);
    case StatementKind::Create:
    case StatementKind::Suspend:
    case StatementKind::Resume:
    case StatementKind::Delete:     return Copy(statement, scope);
    case StatementKind::Open:
    case StatementKind::Close:
    case StatementKind::Gate:
    case StatementKind::SendSignal: return Gate(statement, scope);
    case StatementKind::WaitSignal: return WaitSignal(statement, scope);
    case StatementKind::WaitUntil:  return WaitUntil(statement, scope);
    case StatementKind::Take:       return Take(statement, scope);
    case StatementKind::Put:        return Put(statement, scope);
    case StatementKind::Terminate:  return Terminate(statement, scope);
    case StatementKind::Sample:     return Sample(statement, scope);
    case StatementKind::Cancel:
      if (const Symbol* event = Object(statement, scope, SymbolKind::TimeEvent, "event in time"))
        Invoke(Service::Cancel, event->index, {});
      return;
    case StatementKind::Remove:
      if (statement.condition.has_value()) return Take(statement, scope);
      if (const Symbol* file = Object(statement, scope, SymbolKind::File, "file"))
        Invoke(Service::Remove, file->index, {});
      return;
    case StatementKind::Advance:
    case StatementKind::Priority: {
      if (!InProcess(statement)) return;
      const Value value = NumberOf(statement.value, scope);
      if (value.is_good)
        Invoke(statement.kind == StatementKind::Advance ? Service::Advance : Service::SetPriority, 0,
               {value});
      return;
    }
    case StatementKind::StoreOn:
    case StatementKind::StoreOff:
      Invoke(Service::SetStoring, 0, {Number(statement.kind == StatementKind::StoreOn ? 1 : 0)});
      return;
    case StatementKind::ErrorExit: {
      const Value number = NumberOf(statement.value, scope);
      auto& texts = translator_.out().texts;
      texts.emplace_back(program_.names.lower[statement.text]);
      if (number.is_good) Invoke(Service::ErrorExit, static_cast<uint32_t>(texts.size() - 1), {number});
      return;
    }
    default: Invoke(ServiceOf(statement.kind), 0, {}); return;
  }
}

// The attributes of an entry: those at work (or 0), but for what WHERE says.
auto Coder::Attributes(const Statement& statement, const Scope& scope, bool from_work) -> std::vector<Value> {
  const process::Program& out = translator_.out();
  std::vector<Value> values;
  for (uint32_t k = 0; k < out.attributes.size(); ++k) {
    if (!from_work) {
      values.push_back(Number(0));
      continue;
    }
    const Value value{NewRegister(), Kind::Real, true};
    Emit(process::Op::Load, value.reg, out.first_attribute + k);
    values.push_back(value);
  }
  for (const Setting& setting : statement.settings) {
    const Symbol* symbol = translator_.FindAttribute(setting.name);
    if (symbol == nullptr) {
      emitter_.Emit(setting.span, CosyUnknownAttribute, translator_.Written(setting.name));
      continue;
    }
    const Value value = Expression(setting.value, scope);
    if (value.is_good) values[symbol->index - out.first_attribute] = value;
  }
  return values;
}

void Coder::Schedule(const Statement& statement, const Scope& scope) {
  const Symbol* event = Object(statement, scope, SymbolKind::TimeEvent, "event in time (TEVENT)");
  const Value time = NumberOf(statement.value, scope);
  if (event == nullptr || !time.is_good) return;
  std::vector<Value> arguments = Attributes(statement, scope);
  arguments.insert(arguments.begin(), time);
  Invoke(Service::Schedule, event->index, arguments);
}

void Coder::Insert(const Statement& statement, const Scope& scope) {
  const Symbol* file = Object(statement, scope, SymbolKind::File, "file");
  if (file != nullptr) Invoke(Service::Insert, file->index, Attributes(statement, scope));
}

void Coder::NewFields(const Statement& statement, const Scope& scope,
                      const std::vector<std::string>& fields) {
  for (const Setting& setting : statement.settings) {
    const auto is_it = [&](const std::string& field) {
      return base::LowerCase(field) == translator_.Lower(setting.name);
    };
    const auto found = std::ranges::find_if(fields, is_it);
    if (found == fields.end()) {
      emitter_.Emit(setting.span, CosyUnknownAttribute, translator_.Written(setting.name));
      continue;
    }
    const Value value = Expression(setting.value, scope);
    if (value.is_good) Invoke(Service::SetNewField, static_cast<uint32_t>(found - fields.begin()), {value});
  }
}

void Coder::Generate(const Statement& statement, const Scope& scope) {
  const Symbol* process = Object(statement, scope, SymbolKind::Process, "discrete process");
  const Value time = NumberOf(statement.value, scope);
  if (process == nullptr || !time.is_good) return;
  Value number = Invoke(Service::Generate, process->index, {time});
  number.kind = Kind::Integer;
  const Node& target = program_.nodes[statement.target];
  const Symbol* symbol = translator_.Resolve(scope, target.name, target.span);
  if (symbol != nullptr) StoreInto(*symbol, number, target.span);
  NewFields(statement, scope, translator_.out().processes[process->index].fields);
}

void Coder::Resource(const Statement& statement, const Scope& scope, Service service) {
  const Symbol* resource = Object(statement, scope, SymbolKind::Resource, "facility or storage");
  if (resource == nullptr || !InProcess(statement)) return;
  SetPatience(statement, scope);
  const Value units = statement.value.has_value() ? NumberOf(statement.value, scope) : Number(1);
  if (units.is_good) Invoke(service, resource->index, {units});
  OnTimeout(statement, scope);
}

// process[number], or file.key for the copy at work.
void Coder::Copy(const Statement& statement, const Scope& scope) {
  const Symbol* symbol = translator_.Resolve(scope, statement.name, statement.span);
  if (symbol == nullptr) return;
  if (statement.key.has_value()) {
    if (place_ != Place::Copy || statement.kind != StatementKind::Delete) {
      emitter_.Emit(statement.span, CosyCopyOfItself);
      return;
    }
    Invoke(Service::DeleteThisCopy, 0, {});
    return;
  }
  if (symbol->kind != SymbolKind::Copyable) {
    emitter_.Emit(statement.span, CosyWrongObject, symbol->name, "continuous process");
    return;
  }
  if (statement.kind == StatementKind::Create) {
    const Node& target = program_.nodes[statement.value];
    Value number = Invoke(Service::CreateCopy, symbol->index, {});
    number.kind = Kind::Integer;
    const Symbol* variable =
        target.kind == NodeKind::Name ? translator_.Resolve(scope, target.name, target.span) : nullptr;
    if (variable != nullptr) StoreInto(*variable, number, target.span);
    NewFields(statement, scope, translator_.out().copyables[symbol->index].fields);
    Invoke(Service::LaunchCopy, symbol->index, {});
    return;
  }
  const Value number = NumberOf(statement.value, scope);
  if (!number.is_good) return;
  const Service service = statement.kind == StatementKind::Suspend  ? Service::SuspendCopy
                          : statement.kind == StatementKind::Resume ? Service::ResumeCopy
                                                                    : Service::DeleteCopy;
  Invoke(service, symbol->index, {number});
}

void Coder::Gate(const Statement& statement, const Scope& scope) {
  const bool is_signal = statement.kind == StatementKind::SendSignal;
  const Symbol* symbol = Object(statement, scope, is_signal ? SymbolKind::Signal : SymbolKind::Gate,
                                is_signal ? "signal" : "gate");
  if (symbol == nullptr) return;
  switch (statement.kind) {
    case StatementKind::Open:       Invoke(Service::SetGate, symbol->index, {Number(1)}); return;
    case StatementKind::Close:      Invoke(Service::SetGate, symbol->index, {Number(0)}); return;
    case StatementKind::SendSignal: Invoke(Service::SendSignal, symbol->index, {}); return;
    default:                        break;
  }
  if (!InProcess(statement)) return;
  SetPatience(statement, scope);
  Invoke(Service::WaitGate, symbol->index, {});
  OnTimeout(statement, scope);
}

// The transaction at work ends by coming to the end of its routine.
void Coder::Terminate(const Statement& statement, const Scope& scope) {
  uint32_t process = process::kNone;
  if (statement.name.has_value()) {
    const Symbol* symbol = Object(statement, scope, SymbolKind::Process, "discrete process");
    if (symbol == nullptr) return;
    process = symbol->index;
  } else if (!InProcess(statement)) {
    return;
  }
  if (!statement.value.has_value()) {
    Emit(process::Op::End);
    return;
  }
  const Value number = NumberOf(statement.value, scope);
  if (number.is_good) Invoke(Service::Terminate, process, {number});
}

void Coder::Sample(const Statement& statement, const Scope& scope) {
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  // Of a copy: all are read before any is set.
  std::vector<std::pair<uint32_t, uint32_t>> fields;
  for (const NameId name : statement.names) {
    const Symbol* symbol = translator_.Resolve(scope, name, statement.span);
    if (symbol == nullptr) continue;
    if (symbol->next_cell == process::kNone) {
      emitter_.Emit(statement.span, CosyNotSampled, symbol->name);
      continue;
    }
    if (symbol->kind == SymbolKind::Field) {
      const uint32_t next = NewRegister();
      Emit(Op::LoadField, next, symbol->next_cell);
      fields.emplace_back(symbol->index, next);
      continue;
    }
    for (uint32_t k = 0; k < symbol->size; ++k) pairs.emplace_back(symbol->index + k, symbol->next_cell + k);
  }
  for (const auto& [field, next] : fields) Emit(Op::StoreField, field, next);
  if (pairs.empty()) return;
  auto& samples = translator_.out().samples;
  samples.push_back(std::move(pairs));
  Invoke(Service::Sample, static_cast<uint32_t>(samples.size() - 1), {});
}

}  // namespace kerf::cosy
