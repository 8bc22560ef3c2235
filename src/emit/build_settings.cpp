// What is set before the run: parameters that depend on others, start values, the outcome of the start.
#include <algorithm>

#include "emit/program_builder.h"

namespace kerf::emit {

namespace {

// Whether an expression of the DAE reads variables, and nothing but constants and parameters; no calls.
auto IsOfParameters(expr::Walker& walker, const dae::Dae& dae, ExprId root) -> bool {
  const expr::Pool& pool = dae.world->pool;
  bool reads = false;
  for (const ExprId id : walker.Postorder(root)) {
    const expr::Op op = pool.op(id);
    if (op == expr::Op::Call || op == expr::Op::Time || expr::group_of(op) == expr::Group::Typed)
      return false;
    if (op != expr::Op::Var) continue;
    const dae::VarKind kind = dae.vars[pool.var(id)].kind;
    if (kind != dae::VarKind::Parameter && kind != dae::VarKind::Constant) return false;
    reads = true;
  }
  return reads;
}

auto IsGiven(const dae::Dae& dae, const std::vector<transform::GivenValue>& values) -> std::vector<bool> {
  std::vector<bool> is_given(dae.vars.size(), false);
  for (const transform::GivenValue& value : values) {
    for (const VarId var : dae::FindVars(dae, value.name)) is_given[var.index] = true;
  }
  return is_given;
}

// A variable of the model that has values during the run.
auto IsOfTheRun(const dae::Var& var) -> bool {
  const bool is_fixed = var.kind == dae::VarKind::Constant || var.kind == dae::VarKind::Parameter;
  return !var.is_internal && !is_fixed && var.kind != dae::VarKind::Event;
}

}  // namespace

// Bindings are followed with a stack: a parameter is set after those it depends on.
void ProgramBuilder::AddSettings() {
  const dae::Dae& dae = work_.dae;
  const std::vector<bool> is_given = IsGiven(dae, context_.options.values);
  const std::vector<bool> has_start = IsGiven(dae, context_.options.starts);
  rewriter_.Forget();
  const auto translated = [&](ExprId value) {
    return rewriter_.Rewrite(value, [&](ExprId id) -> ExprId {
      if (pool_.op(id) != expr::Op::Var) return {};
      const VarId shown = work_.aliases.representative[pool_.var(id).index];
      return pool_.Var(VarId{SymbolOfVar(work_, shown).index}, pool_.type(id));
    });
  };
  std::vector<bool> is_visited(dae.vars.size(), false);
  std::vector<bool> is_set(dae.vars.size(), false);
  const auto set = [&](VarId root) {
    std::vector<VarId> stack = {root};
    while (!stack.empty()) {
      const VarId var = stack.back();
      const ExprId binding = dae.vars[var].binding;
      const bool is_computed = !is_set[var.index] && !is_given[var.index] && binding.has_value() &&
                               !dae.vars[var].is_free && IsOfParameters(walker_, dae, binding);
      if (is_computed && !is_visited[var.index]) {
        is_visited[var.index] = true;
        for (const ExprId id : walker_.Postorder(binding)) {
          if (pool_.op(id) == expr::Op::Var)
            stack.push_back(work_.aliases.representative[pool_.var(id).index]);
        }
        continue;
      }
      stack.pop_back();
      if (is_computed) program_.settings.push_back({SymbolOfVar(work_, var), translated(binding), {}});
      is_set[var.index] = true;
    }
  };
  // Symbols are added while their bindings are followed.
  for (uint32_t k = 0; k < program_.symbols.size(); ++k) {
    const Symbol symbol = program_.symbols[SymbolId{k}];
    if (symbol.kind == SymbolKind::Parameter && symbol.var.has_value()) set(symbol.var);
  }
  if (work_.initial) return;
  for (const SymbolId state : program_.states) {
    const VarId var = program_.symbols[state].var;
    const ExprId start = dae.vars[var].start;
    if (has_start[var.index] || is_given[var.index] || !start.has_value() ||
        !IsOfParameters(walker_, dae, start))
      continue;
    for (const ExprId id : std::vector<ExprId>(walker_.Postorder(start))) {
      if (pool_.op(id) == expr::Op::Var) set(work_.aliases.representative[pool_.var(id).index]);
    }
    program_.settings.push_back({state, translated(start), {}});
  }
}

// Where the problem of the start iterates, a program begins with the same guesses as Kerf's own run.
void ProgramBuilder::TakeGuesses() {
  const transform::Work& initial = *work_.initial;
  for (const SymbolId id : program_.symbols.ids()) {
    const VarId var = program_.symbols[id].var;
    if (!var.has_value() || initial.known[var.index]) continue;
    const VarId shown = initial.aliases.representative[var.index];
    program_.symbols[id].start = initial.simcode.start[initial.simcode.slot_of_var[shown.index]];
  }
}

// Variables of the start have the same symbols, but others of several equal ones may stand for all. What was
// before the run is what the start has left.
void ProgramBuilder::AddAfterStart() {
  const transform::Work& initial = *work_.initial;
  for (const bool is_before : {false, true}) {
    for (uint32_t k = 0; k < program_.symbols.size(); ++k) {
      const VarId var = program_.symbols[SymbolId{k}].var;
      if (!var.has_value() || work_.aliases.representative[var.index] != var) continue;
      const dae::Var& v = work_.dae.vars[var];
      const bool is_fixed = v.kind == dae::VarKind::Constant || v.kind == dae::VarKind::Input ||
                            (v.kind == dae::VarKind::Parameter && !v.is_free);
      if (is_fixed || v.pre_of.has_value() != is_before) continue;
      const VarId now = is_before ? v.pre_of : var;
      const SymbolId from = symbol_of_var_[initial.aliases.representative[now.index].index];
      if (from.has_value() && from.index != k) program_.after_start.push_back({SymbolId{k}, Leaf(from), {}});
    }
  }
}

void ProgramBuilder::AddAliases() {
  for (const VarId id : work_.dae.vars.ids()) {
    const VarId shown = work_.aliases.representative[id.index];
    if (shown == id || !symbol_of_var_[shown.index].has_value() || work_.dae.vars[id].is_internal) continue;
    program_.aliases.push_back(
        {dae::FullName(work_.dae, id), symbol_of_var_[shown.index], id, IsOfTheRun(work_.dae.vars[id])});
  }
}

void ProgramBuilder::MarkShown() {
  for (const SymbolId id : program_.symbols.ids()) {
    Symbol& symbol = program_.symbols[id];
    symbol.is_shown = symbol.var.has_value() && IsOfTheRun(work_.dae.vars[symbol.var]) &&
                      work_.aliases.representative[symbol.var.index] == symbol.var;
  }
}

}  // namespace kerf::emit
