// The order of the work: names, statistics, the system and its processes, experiments, outputs.
#include "lang/cosy/coder.h"
#include "lang/cosy/model_builder.h"
#include "lang/cosy/translator.h"

#include "diag/consumers.h"

namespace kerf::cosy {

namespace {

KERF_DIAG(CosyNoHandler, Error, "nothing says what happens at the event `{}`", std::string);
KERF_DIAG(CosyNotAnEvent, Error, "`{}` is not declared as an event", std::string);
KERF_DIAG(CosyHandlerTwice, Error, "what happens at `{}` is said twice", std::string);
KERF_DIAG(CosyNotAProcess, Error, "`{}` is no discrete process", std::string_view);
KERF_DIAG(CosyNoSimulation, Error, "a frame needs one SIMULATE, and this one has {}", size_t);
KERF_DIAG(CosyLateSetting, Warning, "this stands behind SIMULATE and has no effect on its run");

KERF_DIAG(CosyAssignComputed, Error, "`{}` is given by {}, so it cannot be set here", std::string,
          std::string_view);

auto CountSimulations(const std::vector<FrameItem>& items) -> size_t {
  size_t n = 0;
  for (const FrameItem& item : items) {
    if (item.kind == FrameKind::Simulate) ++n;
    n += CountSimulations(item.items);
  }
  return n;
}

// What is done behind a run is too late for it.
void WarnOfLateSettings(const std::vector<FrameItem>& items, diag::Emitter& emitter) {
  bool has_run = false;
  for (const FrameItem& item : items) {
    WarnOfLateSettings(item.items, emitter);
    const bool is_setting = item.kind != FrameKind::Simulate && item.kind != FrameKind::Minimize &&
                            item.kind != FrameKind::Statement;
    if (is_setting && has_run) emitter.Emit(item.span, CosyLateSetting);
    has_run = has_run || item.kind == FrameKind::Simulate;
  }
}

}  // namespace

auto Translator::Run() -> std::optional<process::Program> {
  out_.name = Written(program_.name);
  if (!CheckSubscripts()) return std::nullopt;
  global_ = NewScope(nullptr, "");
  Declare(program_.declarations, *global_);
  DeclareStandard();
  DeclareRoutines();
  DeclareSubmodels();
  // Attributes of entries: those whose names nothing else has.
  out_.first_attribute = out_.n_cells;
  for (const NameId name : attribute_names_) {
    Symbol symbol;
    symbol.kind = SymbolKind::Attribute;
    symbol.span = program_.span;
    symbol.index = out_.n_cells++;
    out_.attributes.emplace_back(Written(name));
    if (!global_->symbols.contains(name)) {
      attributes_.emplace(name, AddSymbol(*global_, name, symbol));
      continue;
    }
    symbol.name = Written(name);
    attributes_.emplace(name, &symbols_.emplace_back(std::move(symbol)));
  }
  DeclareStatistics();
  TranslateSystem();
  TranslateFrames();
  CheckAssigned();
  CheckWatched();
  TranslateOutputs();
  if (HasFailed()) return std::nullopt;
  out_.assignments = unit_model_.Take();
  return std::move(out_);
}

// The number of differential equations could be set by programs of 1979; here it follows from the equations.
void Translator::DeclareStandard() {
  const NameId name = program_.names.Intern("NNEQD");
  if (global_->symbols.contains(name)) return;
  Symbol symbol;
  symbol.type = Tok::Integer;
  symbol.span = program_.span;
  symbol.name = "NNEQD";
  symbol.index = out_.n_cells++;
  AddSymbol(*global_, name, symbol);
}

void Translator::TranslateSystem() {
  Gathered gathered;
  std::vector<Guard> guards;
  GatherParts(program_.system, *global_, guards, gathered);
  if (HasFailed()) return;
  TranslateProcesses();
  TranslateCopyables(gathered);
  TranslateHandlers(gathered);
  if (!gathered.initial.empty()) out_.initial = StatementsRoutine("initial", gathered.initial);
  if (!gathered.terminal.empty()) out_.terminal = StatementsRoutine("terminal", gathered.terminal);
  TranslateCommunications(gathered);
  const bool has_equations =
      !gathered.equations.empty() || !gathered.conditions.empty() || !gathered.fields.empty();
  if (!has_equations && submodels_ == nullptr && fed_.empty()) return;
  out_.system = std::make_unique<process::Continuous>();
  if (submodels_ != nullptr) out_.system->model = std::move(*submodels_);
  ModelBuilder builder(*this, *out_.system, nullptr);
  builder.SetFed(fed_);
  builder.Build(gathered);
  for (process::Condition& condition : out_.system->conditions)
    condition.routine = out_.events[condition.routine].routine;
  if (gathered.cases.empty()) return;
  Coder check(*this, "check cases", Place::Event);
  check.CheckCases(gathered.cases);
  out_.system->check = check.Finish();
}

// What equations give they give all the time: what statements put there would be lost.
void Translator::CheckAssigned() {
  for (const auto& [symbol, span] : assigned_) {
    if (computed_.contains(symbol))
      emitter_.Emit(span, CosyAssignComputed, symbol->name, fed_.contains(symbol) ? "copies" : "an equation");
  }
}

auto Translator::StatementsRoutine(std::string name, const std::vector<PlacedStatements>& all) -> uint32_t {
  const Place place = name == "initial" ? Place::Initial : Place::Terminal;
  Coder coder(*this, std::move(name), place);
  for (const PlacedStatements& placed : all) coder.Statements(*placed.statements, *placed.scope);
  return coder.Finish();
}

void Translator::TranslateHandlers(const Gathered& gathered) {
  for (const auto& [handler, scope] : gathered.handlers) {
    const Symbol* event = Resolve(*scope, handler->name, handler->span);
    if (event == nullptr) continue;
    if (event->kind != SymbolKind::TimeEvent && event->kind != SymbolKind::StateEvent) {
      emitter_.Emit(handler->span, CosyNotAnEvent, event->name);
      continue;
    }
    if (out_.events[event->index].routine != process::kNone) {
      emitter_.Emit(handler->span, CosyHandlerTwice, event->name);
      continue;
    }
    Coder coder(*this, event->name, Place::Event);
    coder.Statements(handler->body, *scope);
    out_.events[event->index].routine = coder.Finish();
  }
  for (const process::Event& event : out_.events) {
    if (event.routine == process::kNone) emitter_.Emit(event.span, CosyNoHandler, event.name);
  }
}

void Translator::TranslateCommunications(const Gathered& gathered) {
  for (const PlacedEquation& placed : gathered.communications) {
    Coder coder(*this, std::string(Written(placed.equation->name)), Place::Communication);
    coder.Statements(placed.equation->statements, *placed.scope);
    out_.communication.push_back(coder.Finish());
  }
}

void Translator::TranslateProcesses() {
  for (const Equation& call : program_.system.processes) {
    const Process* process = FindProcess(call.name);
    if (process == nullptr || process->is_continuous) {
      emitter_.Emit(call.span, CosyNotAProcess, Written(call.name));
      continue;
    }
    TranslateProcess(*process, call);
  }
}

void Translator::TranslateFrames() {
  for (const Frame& frame : program_.frames) {
    const size_t n = CountSimulations(frame.items);
    if (n != 1) emitter_.Emit(frame.span, CosyNoSimulation, n);
    WarnOfLateSettings(frame.items, emitter_);
    Coder coder(*this, fmt::format("frame {}", out_.frames.size() + 1), Place::Experiment);
    coder.FrameItems(frame.items, *global_);
    out_.frames.push_back(coder.Finish());
  }
}

auto Translate(Program& program, std::unique_ptr<flat::Model> submodels, uint32_t max_size,
               diag::Emitter& emitter) -> std::optional<process::Program> {
  // Parts are gone through by what they do; people read from top to bottom.
  diag::ForwardingConsumer forward(emitter);
  diag::SortingConsumer sorted(forward);
  diag::Emitter own(sorted);
  return Translator(program, std::move(submodels), max_size, own).Run();
}

}  // namespace kerf::cosy
