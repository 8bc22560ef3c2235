// The order of the work: names, rules, variables, equations, events, the end of the run.
#include "diag/consumers.h"
#include "lang/acsl/flattener.h"

namespace kerf::acsl {

namespace {

KERF_DIAG(AcslErrorLimit, Warning, "`{}` is no state: its limit of errors says nothing", std::string_view);
KERF_DIAG(
    AcslMinimumStep, Warning,
    "MINTERVAL is not used: steps are as small as the tolerance asks for; NSTEPS and MAXTERVAL set steps");

}  // namespace

Flattener::Flattener(Program& program, const FlattenOptions& options, diag::Emitter& emitter)
    : program_(program),
      options_(options),
      emitter_(emitter),
      errors_(emitter.n_errors()),
      pool_(model_.world->pool) {}

auto Flattener::Run() -> std::optional<flat::Model> {
  model_.listing = flat::Listing::Simplified;
  model_.name = model_.world->names.Intern(program_.names.Written(program_.name));
  ReadSettings();
  PlanSections();
  TellSections();
  CollectRules();
  CollectAssignments();
  DecideRoles();
  SortRules();
  if (Fail()) return std::nullopt;
  AddCommunicationInterval();
  for (const auto& symbol : symbols_) MakeVar(*symbol);
  AddInitialVars();
  AddTables();
  AddRoutines();
  EmitInitial();
  HoldAcrossSections();
  // The list does not grow here, but the names of hidden variables do.
  for (const Rule& rule : rules_) {
    EnterSection(rule.section);
    EmitRule(rule);
  }
  EnterSection(Rule::kNoSection);
  EmitEvents();
  FindEnd();
  CheckRunSettings();
  if (Fail()) return std::nullopt;
  NoteSectionRates();
  return std::move(model_);
}

void Flattener::ReadSettings() {
  CollectDeclarations();
  EvaluateInitial();
}

// What is said about errors and steps and does nothing.
void Flattener::CheckRunSettings() {
  for (const Setting& limit : program_.settings.error_limits) {
    const auto found = symbol_index_.find(limit.name);
    if (found == symbol_index_.end() || symbols_[found->second]->role != Role::State)
      emitter_.Emit(limit.span, AcslErrorLimit, program_.names.Written(limit.name));
  }
  std::optional<Setting> minimum = program_.settings.minterval;
  for (const Section& section : program_.sections) {
    if (!minimum) minimum = section.minterval;
  }
  if (minimum) emitter_.Emit(minimum->span, AcslMinimumStep);
}

// The interval is a parameter whether the program names it or not, if anything refers to it.
void Flattener::AddCommunicationInterval() {
  Symbol& symbol = SymbolOf(CommunicationName());
  if (symbol.role != Role::Unknown) return;
  symbol.role = Role::Parameter;
  constexpr double kDefault = 0.1;
  symbol.setting = kDefault;
  symbol.span = program_.span;
}

// What INITIAL assigns to a name that DERIVATIVE defines is seen in INITIAL alone.
void Flattener::AddInitialVars() {
  // The list grows.
  const size_t n = symbols_.size();
  for (size_t k = 0; k < n; ++k) {
    Symbol& symbol = *symbols_[k];
    const bool is_defined = symbol.role == Role::State || symbol.role == Role::Algebraic;
    if (!is_defined || symbol.n_in_initial == 0) continue;
    const std::string name = fmt::format("{}_initial", program_.names.Written(symbol.name));
    const NameId hidden = Hidden(name, symbol.span);
    SymbolOf(hidden).dims = symbol.dims;
    symbol.initial_var = AddVar(hidden, symbol.kind, flat::Variability::Parameter, symbol.span);
    SetStart(symbol.initial_var, Zero(symbol.kind), false);
  }
}

auto Flatten(Program& program, const FlattenOptions& options, diag::Emitter& emitter, FlattenNotes* notes)
    -> std::optional<flat::Model> {
  // Sections are gone through by what they do; people read from top to bottom.
  diag::ForwardingConsumer forward(emitter);
  diag::SortingConsumer sorted(forward);
  diag::Emitter own(sorted);
  Flattener flattener(program, options, own);
  auto model = flattener.Run();
  if (notes != nullptr) {
    notes->taken.assign(flattener.taken().begin(), flattener.taken().end());
    notes->sections = flattener.section_rates();
  }
  return model;
}

}  // namespace kerf::acsl
