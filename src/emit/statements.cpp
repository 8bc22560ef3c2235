// One assignment, one line; loops by the forms of the target.
#include "emit/statements.h"

#include <algorithm>
#include <array>

#include "dae/print.h"
#include "emit/truth.h"
#include "expr/walk.h"

namespace kerf::emit {

namespace {

KERF_DIAG(TargetLacks, Error, "{} has no {}: {}", std::string, std::string, std::string);

// An equation that only the start has.
auto FirstOfStart(const Part& part) -> EqnId {
  for (const EqnId id : part.dae->equations.ids()) {
    if (part.dae->equations[id].is_initial) return id;
  }
  return {};
}

// What happens at instants, where no relation is to blame.
auto FirstAtEvents(const Part& part) -> EqnId {
  for (const EqnId id : part.dae->equations.ids()) {
    if (part.dae->equations[id].is_at_events) return id;
  }
  return {};
}

// The place of something that happens at instants and is no equation.
auto SpanOfEvent(const dae::Dae& dae) -> diag::Span {
  flat::OriginId origin;
  if (!dae.samplers.empty()) origin = dae.samplers[0].origin;
  if (!dae.terminations.empty()) origin = dae.terminations[0].origin;
  if (!dae.reinits.empty()) origin = dae.reinits[0].origin;
  return origin.has_value() ? dae.world->origins[origin].span : diag::Span{};
}

}  // namespace

StatementWriter::StatementWriter(Program& program, const Target& target, transform::PassContext& context)
    : program_(program),
      target_(target),
      context_(context),
      names_(MakeNames(program, target.names)),
      functions_(program, target),
      namer_(names_, functions_, *program.work->dae.world) {}

auto StatementWriter::Expressed(ExprId value) -> ExprId {
  return target_.rewrite == nullptr ? value : target_.rewrite(program_.work->dae.world->pool, value);
}

auto StatementWriter::Text(ExprId value) -> std::string {
  expr::Pool& pool = program_.work->dae.world->pool;
  value = Expressed(value);
  if (target_.has_typed_truth) value = WithTypedTruth(pool, value);
  return expr::PrintCode(pool, value, namer_, target_.dialect);
}

auto StatementWriter::Source(const Part& part, EqnId equation) const -> std::string {
  if (!equation.has_value()) return "";
  const std::string place = context_.buffers.Place(transform::SpanOf(*part.dae, equation));
  return fmt::format("{}: {}{}", transform::OwnerName(*part.dae, part.dae->equations[equation].owner),
                     dae::EquationText(*part.dae, equation),
                     place.empty() ? "" : fmt::format(" ({})", place));
}

void StatementWriter::Refuse(const diag::Span& span, const std::string& what, const std::string& where) {
  context_.diag.Emit(span, TargetLacks, std::string(target_.title), what, where);
}

void StatementWriter::Refuse(const Part& part, EqnId equation, const std::string& what) {
  const bool has_place = equation.has_value();
  Refuse(has_place ? transform::SpanOf(*part.dae, equation) : diag::Span{}, what,
         has_place ? transform::EquationText(*part.dae, equation) : program_.name);
}

void StatementWriter::CheckValue(const Part& part, ExprId value, EqnId equation) {
  const expr::Pool& pool = program_.work->dae.world->pool;
  const ExprId missing = expr::FindInexpressible(pool, Expressed(value), target_.dialect,
                                                 [&](expr::FunctionId f) { return functions_.Has(f); });
  if (!missing.has_value()) return;
  if (pool.op(missing) == expr::Op::Call) {
    const expr::FunctionId called = pool.function(pool.operand(missing, 0));
    const auto& delays = program_.run.delays;
    const bool is_delay = std::ranges::find(delays, called, &DelayedValue::function) != delays.end();
    if (is_delay) return Refuse(part, equation, "past for a delay to read");
    return Refuse(part, equation, "function " + functions_.Reason(called));
  }
  Refuse(part, equation, fmt::format("operator `{}`", expr::text_of(pool.op(missing))));
}

void StatementWriter::CheckPart(const Part& part) {
  for (const auto* list : {&part.once, &part.dynamic, &part.output}) {
    for (const Statement& statement : *list) {
      if (statement.loop == Statement::kNoLoop)
        CheckValue(part, statement.assignment.value, statement.assignment.equation);
    }
  }
  for (const Loop& loop : part.loops) {
    if (loop.unknowns.empty()) continue;
    const bool has_loop = loop.is_linear ? target_.has_linear_loops : target_.has_nonlinear_loops;
    if (!has_loop)
      Refuse(part, loop.equations[0],
             fmt::format("way to solve simultaneous {}linear equations", loop.is_linear ? "" : "non"));
    for (const auto* values : {&loop.matrix, &loop.right, &loop.residuals}) {
      for (const ExprId value : *values) {
        if (value.has_value()) CheckValue(part, value, loop.equations[0]);
      }
    }
    for (const Assignment& inner : loop.inner) CheckValue(part, inner.value, inner.equation);
  }
  if (target_.has_events || !HasEvents(part)) return;
  const EqnId equation = part.relations.empty() ? FirstAtEvents(part) : part.relations[0].equation;
  if (equation.has_value()) return Refuse(part, equation, "events");
  const auto& reinits = part.dae->reinits;
  Refuse(SpanOfEvent(*part.dae), "events",
         reinits.empty() ? program_.name
                         : fmt::format("reinit of `{}`", dae::FullName(*part.dae, reinits[0].state)));
}

auto StatementWriter::Check() -> bool {
  const uint32_t errors = context_.diag.n_errors();
  CheckPart(program_.run);
  if (program_.start && target_.has_start) CheckPart(*program_.start);
  if (program_.start && !target_.has_start && context_.diag.n_errors() == errors)
    Refuse(*program_.start, FirstOfStart(*program_.start), "equations of the start");
  for (const Assignment& setting : program_.settings) CheckValue(program_.run, setting.value, {});
  return context_.diag.n_errors() == errors;
}

auto StatementWriter::CrossReference() -> std::string {
  Lines lines(target_.layout);
  for (const SymbolId id : program_.symbols.ids()) {
    const Symbol& symbol = program_.symbols[id];
    const bool is_new = symbol.var.has_value() && symbol.name != name(id);
    if (is_new) lines.Comment(fmt::format("{}: {}", name(id), symbol.name));
  }
  for (const Alias& alias : program_.aliases)
    lines.Comment(fmt::format("{} is {}", alias.name, name(alias.symbol)));
  return lines.Take();
}

auto StatementWriter::Values(std::string_view form) -> std::string {
  std::vector<bool> is_set(program_.symbols.size(), false);
  for (const Assignment& setting : program_.settings) is_set[setting.target.index] = true;
  Lines lines(target_.layout);
  for (const SymbolId id : program_.symbols.ids()) {
    const Symbol& symbol = program_.symbols[id];
    const bool has_value = symbol.kind == SymbolKind::State || symbol.kind == SymbolKind::Parameter;
    if (has_value && !is_set[id.index])
      lines.Statement(FillForm(form, name(id), expr::CodeNumber(symbol.start, target_.dialect)));
  }
  return lines.Take();
}

void StatementWriter::WriteAssignment(Lines& lines, const Part* part, const Assignment& assignment) {
  const std::string source = part == nullptr ? "" : Source(*part, assignment.equation);
  if (!source.empty()) lines.Comment(source);
  lines.Statement(FillForm(target_.forms.assignment, name(assignment.target), Text(assignment.value)));
  stored_.push_back(assignment.target);
}

void StatementWriter::Load(Lines& lines, std::span<const SymbolId> symbols) {
  if (target_.forms.load.empty()) return;
  for (const SymbolId id : symbols)
    lines.Statement(FillForm(target_.forms.load, id.index + target_.forms.first_number, name(id)));
}

void StatementWriter::Store(Lines& lines, std::span<const SymbolId> symbols) {
  if (target_.forms.store.empty()) return;
  std::vector<SymbolId> sorted(symbols.begin(), symbols.end());
  std::ranges::sort(sorted);
  const auto rest = std::ranges::unique(sorted);
  sorted.erase(rest.begin(), rest.end());
  for (const SymbolId id : sorted)
    lines.Statement(FillForm(target_.forms.store, id.index + target_.forms.first_number, name(id)));
}

// Also what is set is taken out first: it may be set at events only.
void StatementWriter::LoadUsed(Lines& lines, const Part& part, std::span<const Statement> statements) {
  stored_.clear();
  if (target_.forms.load.empty()) return;
  const expr::Pool& pool = program_.work->dae.world->pool;
  std::vector<ExprId> values;
  std::vector<bool> is_used(program_.symbols.size(), false);
  const auto add = [&](const Assignment& assignment) {
    is_used[assignment.target.index] = true;
    values.push_back(assignment.value);
  };
  for (const Statement& statement : statements) {
    if (statement.loop == Statement::kNoLoop) {
      add(statement.assignment);
      continue;
    }
    const Loop& loop = part.loops[statement.loop];
    for (const SymbolId unknown : loop.unknowns) is_used[unknown.index] = true;
    for (const Assignment& inner : loop.inner) is_used[inner.target.index] = true;
    for (const auto* list : {&loop.matrix, &loop.right}) {
      for (const ExprId value : *list) {
        if (value.has_value()) values.push_back(value);
      }
    }
  }
  expr::Walker walker(pool);
  for (const ExprId id : walker.Postorder(values)) {
    if (pool.op(id) == expr::Op::Var) is_used[pool.var(id).index] = true;
  }
  std::vector<SymbolId> used;
  for (const SymbolId id : program_.symbols.ids()) {
    if (is_used[id.index]) used.push_back(id);
  }
  Load(lines, used);
}

// The iteration works on w itself.
void StatementWriter::WriteNewton(Lines& lines, const Loop& loop, uint32_t number) {
  Store(lines, stored_);
  lines.Statement(FillForm(target_.forms.newton, number + target_.forms.first_number));
  Load(lines, loop.unknowns);
  for (const Assignment& inner : loop.inner) Load(lines, std::array{inner.target});
}

void StatementWriter::WriteLoop(Lines& lines, const Part& part, const Loop& loop, uint32_t number) {
  const Forms& forms = target_.forms;
  for (const EqnId equation : loop.equations) lines.Comment(Source(part, equation));
  if (!loop.is_linear) return WriteNewton(lines, loop, number);
  const auto n = static_cast<uint32_t>(loop.unknowns.size());
  lines.Statement(FillForm(forms.matrix_clear, n));
  for (uint32_t k = 0; k < n * n; ++k) {
    if (loop.matrix[k].has_value())
      lines.Statement(FillForm(forms.matrix_entry, k + forms.first_number, Text(loop.matrix[k])));
  }
  for (uint32_t k = 0; k < n; ++k)
    lines.Statement(FillForm(forms.right_entry, k + forms.first_number, Text(loop.right[k])));
  lines.Statement(FillForm(forms.matrix_solve, n));
  for (uint32_t k = 0; k < n; ++k)
    lines.Statement(FillForm(forms.unknown, k + forms.first_number, name(loop.unknowns[k])));
  stored_.insert(stored_.end(), loop.unknowns.begin(), loop.unknowns.end());
}

void StatementWriter::Write(Lines& lines, const Part& part, std::span<const Statement> statements,
                            uint32_t first_loop) {
  LoadUsed(lines, part, statements);
  bool is_at_events = false;
  const auto switch_to = [&](bool wanted) {
    if (wanted == is_at_events) return;
    is_at_events = wanted;
    if (!wanted) lines.Close();
    lines.Raw(fmt::format("{}{}", target_.layout.indent,
                          wanted ? target_.forms.event_begin : target_.forms.event_end));
    if (wanted) lines.Open();
  };
  for (const Statement& statement : statements) {
    switch_to(statement.is_at_events);
    if (statement.loop == Statement::kNoLoop) {
      WriteAssignment(lines, &part, statement.assignment);
    } else {
      WriteLoop(lines, part, part.loops[statement.loop], first_loop + statement.loop);
    }
  }
  switch_to(false);
  Store(lines, stored_);
}

void StatementWriter::Write(Lines& lines, std::span<const Assignment> assignments) {
  std::vector<Statement> statements;
  for (const Assignment& assignment : assignments)
    statements.push_back({{assignment.target, assignment.value, {}}});
  Write(lines, program_.run, statements, 0);
}

void StatementWriter::WriteResiduals(Lines& lines, const Part& part, const Loop& loop) {
  std::vector<Statement> statements;
  for (const Assignment& inner : loop.inner) statements.push_back({inner});
  for (const ExprId residual : loop.residuals) statements.push_back({{loop.unknowns[0], residual, {}}});
  LoadUsed(lines, part, statements);
  for (const Assignment& inner : loop.inner) WriteAssignment(lines, &part, inner);
  Store(lines, stored_);
  for (uint32_t k = 0; k < loop.residuals.size(); ++k) {
    lines.Statement(
        FillForm(target_.forms.residual, k + target_.forms.first_number, Text(loop.residuals[k])));
  }
}

}  // namespace kerf::emit
