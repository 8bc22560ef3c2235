// Processes: what they share with the program they are told by the call; their locals keep their values, and
// what belongs to a transaction or copy are the fields of its entry in the file.
#include <algorithm>

#include "lang/cosy/coder.h"
#include "lang/cosy/model_builder.h"
#include "lang/cosy/translator.h"

namespace kerf::cosy {

namespace {

KERF_DIAG(CosyProcessArguments, Error, "the process `{}` has {} parameters, and is called with {}",
          std::string_view, size_t, size_t);
KERF_DIAG(CosyProcessType, Error, "the parameter `{}` is {}, but `{}` is not", std::string_view,
          std::string_view, std::string);
KERF_DIAG(CosyProcessTwice, Error, "the process `{}` is called twice", std::string_view);
KERF_DIAG(CosyProcessNotDeclared, Error, "the process `{}` is not declared as a variable PROCESS",
          std::string_view);
KERF_DIAG(CosyCopyWithoutFile, Error, "a continuous process needs a file for its copies: PROCESS {} FILE = …",
          std::string_view);
KERF_DIAG(CosyExternalCount, Error, "`{}` is declared with {} = {}, but has {}", std::string_view,
          std::string_view, uint32_t, size_t);
KERF_DIAG(
    CosyLocalSampled, Error,
    "`{}` changes when it is sampled, which each copy does for itself: declare it in the record of the file",
    std::string_view);
KERF_DIAG(CosyEventOfCopy, Error, "`{}` is no event among the fields of the copies", std::string_view);

// The formal's record, if it is declared as a file inside of the process.
auto LocalFile(const Process& process, NameId name) -> const cosy::Variable* {
  for (const cosy::Variable& variable : process.declarations.variables) {
    if (variable.type == Tok::File && variable.name == name) return &variable;
  }
  return nullptr;
}

}  // namespace

// Formals mean what the call gives; locals and fields are the process's own.
auto Translator::ProcessScope(const Process& process, const Equation& call) -> Scope* {
  std::vector<Association> actuals = call.outputs;
  actuals.insert(actuals.end(), call.inputs.begin(), call.inputs.end());
  if (actuals.size() != process.formals.size()) {
    emitter_.Emit(call.span, CosyProcessArguments, Written(process.name), process.formals.size(),
                  actuals.size());
    return nullptr;
  }
  // Events and processes of the program are known inside; its variables only by parameters.
  Scope* scope = SharedScope(std::string(Written(process.name)) + ".", process.is_external);
  for (size_t k = 0; k < actuals.size(); ++k) {
    Symbol* actual = Resolve(*global_, actuals[k].actual, actuals[k].span);
    if (actual == nullptr) return nullptr;
    const cosy::Variable& formal = process.formals[k];
    const auto check = [&](Tok type, SymbolKind kind, std::string_view what) {
      if ((formal.type == type) != (actual->kind == kind))
        emitter_.Emit(actuals[k].span, CosyProcessType, Written(formal.name), what, actual->name);
    };
    check(Tok::File, SymbolKind::File, "a file");
    check(Tok::Random, SymbolKind::Random, "random");
    scope->symbols[formal.name] = actual;
  }
  return scope;
}

// The fields are those of the record that the process itself gives to its file, else that of the program's.
void Translator::DeclareFields(const Process& process, uint32_t own_file, Scope& scope,
                               std::vector<std::string>& names) {
  Declarations locals = process.declarations;
  const Record* record = nullptr;
  for (const Record& one : process.declarations.records) scope.records[one.name] = &one;
  for (const cosy::Variable& formal : process.formals) {
    if (formal.type != Tok::File) continue;
    const cosy::Variable* local = LocalFile(process, formal.name);
    const Symbol* file = scope.Find(formal.name);
    const bool is_own = own_file == process::kNone || (file != nullptr && file->index == own_file);
    if (local != nullptr && is_own) record = scope.FindRecord(local->record);
    // The file is the program's; its declaration inside says what its entries are.
    std::erase_if(locals.variables, [&](const cosy::Variable& one) {
      return one.type == Tok::File && one.name == formal.name;
    });
  }
  if (record == nullptr) {
    for (const cosy::Variable& variable : program_.declarations.variables) {
      if (variable.type != Tok::Process || variable.name != process.name) continue;
      for (const cosy::Variable& file : program_.declarations.variables) {
        if (file.type == Tok::File && file.name == variable.file) record = global_->FindRecord(file.record);
      }
    }
  }
  Declare(locals, scope);
  for (const cosy::Variable& local : locals.variables) {
    if (Symbol* symbol = scope.Find(local.name)) symbol->is_local = true;
    if (process.is_continuous && (local.type == Tok::Sample || local.type == Tok::DState))
      emitter_.Emit(local.span, CosyLocalSampled, Written(local.name));
  }
  if (record == nullptr) return;
  for (const cosy::Variable& field : record->fields) {
    Symbol symbol;
    symbol.kind = field.type == Tok::SEvent ? SymbolKind::StateEvent : SymbolKind::Field;
    symbol.type = field.type;
    symbol.span = field.span;
    symbol.name = Written(field.name);
    symbol.index = static_cast<uint32_t>(names.size());
    if (field.type == Tok::SEvent) {
      symbol.index = static_cast<uint32_t>(out_.events.size());
      out_.events.push_back({scope.prefix + symbol.name, process::kNone, field.span});
    }
    symbol.unit = field.unit;
    if (symbol.kind == SymbolKind::Field) DeclareRange(field, scope, symbol);
    names.emplace_back(Written(field.name));
    AddSymbol(scope, field.name, symbol);
  }
  // Behind the fields of the record: what the equations of sampled ones give.
  for (const cosy::Variable& field : record->fields) {
    if (!process.is_continuous || (field.type != Tok::Sample && field.type != Tok::DState)) continue;
    scope.Find(field.name)->next_cell = static_cast<uint32_t>(names.size());
    names.push_back(std::string(Written(field.name)) + "_next");
  }
}

void Translator::TranslateProcess(const Process& process, const Equation& call) {
  const Symbol* symbol = global_->Find(process.name);
  if (symbol == nullptr || symbol->kind != SymbolKind::Process) {
    emitter_.Emit(call.span, CosyProcessNotDeclared, Written(process.name));
    return;
  }
  if (out_.processes[symbol->index].routine != process::kNone) {
    emitter_.Emit(call.span, CosyProcessTwice, Written(process.name));
    return;
  }
  Scope* scope = ProcessScope(process, call);
  if (scope == nullptr) return;
  std::vector<std::string> fields;
  DeclareFields(process, out_.processes[symbol->index].file, *scope, fields);
  ShowAttributes(process, *scope);
  process::Process& out = out_.processes[symbol->index];
  const auto field = [&](std::string_view name) {
    for (uint32_t k = 0; k < fields.size(); ++k) {
      if (base::LowerCase(fields[k]) == name) return k;
    }
    return process::kNone;
  };
  out.fields = fields;
  out.number_field = field("transnbr");
  out.block_field = field("blocknbr");
  out.priority_field = field("priornbr");
  out.generated_field = field("gentim");
  out.mark_field = field("marktime");
  Coder coder(*this, out.name, Place::Process);
  coder.Statements(process.body, *scope);
  const uint32_t routine = coder.Finish();
  out_.processes[symbol->index].routine = routine;
  CheckExternal(process, {});
}

void Translator::CheckExternal(const Process& process, Inside inside) {
  const auto external = std::ranges::find(program_.externals, process.name, &External::name);
  if (external == program_.externals.end()) return;
  const auto check = [&](std::string_view what, NodeId declared, size_t actual) {
    const uint32_t count = declared.has_value() ? WholeConstant(declared, *global_, 0) : 0;
    if (count != actual)
      emitter_.Emit(external->span, CosyExternalCount, Written(process.name), what, count, actual);
  };
  check("STATES", external->states, inside.n_states);
  check("DSTATES", external->difference_states, inside.n_difference_states);
  check("HISTORY", external->histories, inside.n_histories);
}

void Translator::TranslateCopyables(const Gathered& gathered) {
  // Fields of all are known before any is translated, since copies may create copies of other processes.
  for (const PlacedEquation& placed : gathered.copies) {
    const Process* process = FindProcess(placed.equation->name);
    if (process != nullptr) TranslateCopyable(*process, *placed.equation);
  }
}

void Translator::TranslateCopyable(const Process& process, const Equation& call) {
  const uint32_t number = global_->Find(process.name)->index;
  if (out_.copyables[number].part != nullptr) {
    emitter_.Emit(call.span, CosyProcessTwice, Written(process.name));
    return;
  }
  if (out_.copyables[number].file == process::kNone) {
    emitter_.Emit(call.span, CosyCopyWithoutFile, Written(process.name));
    return;
  }
  Scope* scope = ProcessScope(process, call);
  if (scope == nullptr) return;
  std::vector<std::string> fields;
  DeclareFields(process, out_.copyables[number].file, *scope, fields);
  out_.copyables[number].fields = fields;
  // The first fields are those of the package: number, status, and where its states stand.
  if (!fields.empty()) out_.copyables[number].number_field = 0;
  if (fields.size() > 1) out_.copyables[number].status_field = 1;
  if (fields.size() > 2) out_.copyables[number].pointer_field = 2;
  Gathered inside;
  std::vector<Guard> guards;
  GatherParts(process.parts, *scope, guards, inside);
  for (const auto& [handler, handler_scope] : inside.handlers) {
    const Symbol* event = Resolve(*handler_scope, handler->name, handler->span);
    if (event == nullptr) continue;
    if (event->kind != SymbolKind::StateEvent) {
      emitter_.Emit(handler->span, CosyEventOfCopy, Written(handler->name));
      continue;
    }
    Coder coder(*this, out_.events[event->index].name, Place::Copy);
    coder.Statements(handler->body, *handler_scope);
    out_.events[event->index].routine = coder.Finish();
  }
  const auto routine_of = [&](const std::vector<PlacedStatements>& all, std::string_view part) {
    if (all.empty()) return process::kNone;
    Coder coder(*this, fmt::format("{} {}", out_.copyables[number].name, part), Place::Copy);
    for (const PlacedStatements& placed : all) coder.Statements(*placed.statements, *placed.scope);
    return coder.Finish();
  };
  const uint32_t initial = routine_of(inside.initial, "initial");
  const uint32_t terminal = routine_of(inside.terminal, "terminal");
  auto part = std::make_unique<process::Continuous>();
  ModelBuilder builder(*this, *part, &out_.copyables[number]);
  std::set<const Symbol*> fed;
  for (const cosy::Variable& formal : process.formals) {
    if (formal.is_output) fed.insert(scope->Find(formal.name));
  }
  fed_.insert(fed.begin(), fed.end());
  builder.SetFed(std::move(fed));
  builder.Build(inside);
  for (process::Condition& condition : part->conditions)
    condition.routine = out_.events[condition.routine].routine;
  CheckExternal(process, {builder.n_states(), builder.n_difference_states(), builder.n_histories()});
  out_.copyables[number].initial = initial;
  out_.copyables[number].terminal = terminal;
  out_.copyables[number].part = std::move(part);
}

}  // namespace kerf::cosy
