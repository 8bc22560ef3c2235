// What a program consists of, in the order in which its parts need each other.
#include <algorithm>

#include "emit/program_builder.h"
#include "emit/share_terms.h"

namespace kerf::emit {

namespace {

KERF_DIAG(NotTranslated, Error, "{} cannot be translated to another language", std::string);

auto SpanOf(const dae::Dae& dae, flat::OriginId origin) -> diag::Span {
  return origin.has_value() ? dae.world->origins[origin].span : diag::Span{};
}

}  // namespace

ProgramBuilder::ProgramBuilder(transform::Work& work, transform::PassContext& context,
                               const BuildOptions& options)
    : work_(work),
      context_(context),
      options_(options),
      pool_(work.dae.world->pool),
      walker_(pool_),
      rewriter_(pool_),
      symbol_of_var_(work.dae.vars.size()) {}

auto ProgramBuilder::RefuseMissing() -> bool {
  // check_structure has seen to it.
  KERF_CHECK(transform::HasStateForm(work_.structure));
  const uint32_t errors = context_.diag.n_errors();
  const dae::Dae& dae = work_.dae;
  for (const dae::StateSet& set : dae.state_sets) {
    context_.diag.Emit(SpanOf(dae, dae.vars[set.candidates[0]].origin), NotTranslated,
                       fmt::format("a choice of states during the run, among them `{}`,",
                                   dae::FullName(dae, set.candidates[0])));
  }
  for (const dae::Effect& effect : dae.effects) {
    context_.diag.Emit(SpanOf(dae, effect.origin), NotTranslated,
                       fmt::format("a call of `{}` for what it does",
                                   dae.world->names[dae.world->functions[effect.function].name]));
  }
  // Programs look for the end of the run at events, not when they have found where it begins.
  if (work_.initial) {
    for (const dae::Termination& termination : work_.initial->dae.terminations)
      context_.diag.Emit(SpanOf(dae, termination.origin), NotTranslated, "`terminate` at the start");
  }
  return context_.diag.n_errors() == errors;
}

auto ProgramBuilder::AddSymbol(SymbolKind kind, std::string name, VarId var, double start) -> SymbolId {
  return program_.symbols.Add({kind, std::move(name), var, start, false});
}

auto ProgramBuilder::Leaf(SymbolId symbol) -> ExprId { return pool_.Var(VarId{symbol.index}); }

auto ProgramBuilder::SymbolOfVar(const transform::Work& work, VarId var) -> SymbolId {
  SymbolId& symbol = symbol_of_var_[var.index];
  if (symbol.has_value()) return symbol;
  const dae::Var& v = work_.dae.vars[var];
  SymbolKind kind = SymbolKind::Variable;
  if (v.kind == dae::VarKind::Constant || v.kind == dae::VarKind::Parameter) kind = SymbolKind::Parameter;
  if (v.kind == dae::VarKind::Input && work_.known[var.index]) kind = SymbolKind::Input;
  symbol = AddSymbol(kind, dae::FullName(work_.dae, var), var,
                     work.simcode.start[work.simcode.slot_of_var[var.index]]);
  return symbol;
}

// Time, the states and their derivatives lead, so that programs can hand them over as vectors.
void ProgramBuilder::AddStates(const transform::Work& work, std::vector<SymbolId>& symbol_of_slot) {
  const simcode::SimCode& sim = work.simcode;
  for (uint32_t k = 0; k < sim.n_states; ++k) {
    const VarId var = sim.states[k];
    const SymbolId symbol =
        AddSymbol(SymbolKind::State, dae::FullName(work.dae, var), var, sim.start[sim.state_slot + k]);
    symbol_of_var_[var.index] = symbol;
    symbol_of_slot[sim.state_slot + k] = symbol;
    program_.states.push_back(symbol);
  }
  for (uint32_t k = 0; k < sim.n_states; ++k) {
    const VarId given = work.dae.vars[sim.states[k]].derivative;
    const VarId var = work.aliases.representative[given.index];
    // Where the derivative is a state itself, or shared with another state, this is a copy of it.
    const bool is_own = sim.slot_of_var[var.index] == sim.derivative_slot + k;
    const SymbolId symbol = AddSymbol(SymbolKind::Derivative, dae::FullName(work.dae, is_own ? var : given),
                                      is_own ? var : VarId{}, sim.start[sim.derivative_slot + k]);
    if (is_own) symbol_of_var_[var.index] = symbol;
    symbol_of_slot[sim.derivative_slot + k] = symbol;
    program_.derivatives.push_back(symbol);
  }
}

void ProgramBuilder::AddParameters() {
  for (const VarId id : work_.dae.vars.ids()) {
    const dae::Var& v = work_.dae.vars[id];
    const uint32_t slot = work_.simcode.slot_of_var[id.index];
    if (v.kind == dae::VarKind::Parameter && !v.is_internal && v.binding.has_value() &&
        work_.aliases.representative[id.index] == id && slot < work_.simcode.start.size())
      SymbolOfVar(work_, id);
  }
}

auto ProgramBuilder::Build() -> std::optional<Program> {
  if (!RefuseMissing()) return std::nullopt;
  program_.work = &work_;
  program_.name = std::string(work_.dae.world->names[work_.dae.name]);
  auto ordered = transform::OrderModel(work_, context_);
  if (!ordered) return std::nullopt;
  AddSymbol(SymbolKind::Time, "time");
  AddPart(work_, std::move(*ordered), program_.run, "");
  if (work_.initial) {
    transform::PassContext context = context_;
    context.options.problem = transform::Problem::Initial;
    auto initial = transform::OrderModel(*work_.initial, context);
    if (!initial) return std::nullopt;
    AddPart(*work_.initial, std::move(*initial), program_.start.emplace(), "start ");
    TakeGuesses();
    AddAfterStart();
  }
  if (options_.has_all_parameters) AddParameters();
  AddSettings();
  AddAliases();
  MarkShown();
  ShareTerms(program_);
  return std::move(program_);
}

auto HasEvents(const Part& part) -> bool {
  return !part.relations.empty() || !part.samplers.empty() || !part.previous.empty() ||
         !part.reinits.empty() || !part.terminations.empty();
}

auto FreeInputs(const dae::Dae& dae) -> std::vector<std::string> {
  std::vector<std::string> names;
  for (const VarId id : dae.vars.ids()) {
    const dae::Var& var = dae.vars[id];
    if (var.kind == dae::VarKind::Input && !var.binding.has_value()) names.push_back(dae::FullName(dae, id));
  }
  return names;
}

auto BuildProgram(transform::Work& work, transform::PassContext& context, const BuildOptions& options)
    -> std::optional<Program> {
  return ProgramBuilder(work, context, options).Build();
}

}  // namespace kerf::emit
