// Sections that run at points in time: INITIAL, DISCRETE, DYNAMIC, TERMINAL.
#include <algorithm>
#include <set>

#include "expr/walk.h"
#include "flat/print_expressions.h"
#include "lang/acsl/flattener.h"

namespace kerf::acsl {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;
using flat::Variability;
using FlatKind = flat::StatementKind;

KERF_DIAG(AcslNoSection, Error, "there is no DISCRETE section `{}`", std::string_view);
KERF_DIAG(AcslNeverRuns, Warning,
          "the DISCRETE section `{}` never runs: it has no INTERVAL, and nothing schedules it",
          std::string_view);

constexpr expr::Type kBoolean{Kind::Boolean, expr::kScalar, 0};

}  // namespace

auto Flattener::CommunicationName() -> NameId {
  const auto& setting = program_.settings.cinterval;
  return setting ? setting->name : Text("cint");
}

// True at the communication points.
auto Flattener::Communication() -> ExprId {
  Symbol& symbol = SymbolOf(CommunicationName());
  const double begin = program_.settings.variable ? program_.settings.variable->value : 0;
  return pool_.Typed(Op::Sample, kBoolean, {pool_.Real(begin), Ref(symbol.var)});
}

// An array of conditions makes the clause active when any of them becomes true.
auto Flattener::WhenOf(const std::vector<ExprId>& conditions, std::vector<flat::Statement> body, Span span)
    -> flat::Statement {
  flat::Statement when;
  when.kind = FlatKind::When;
  when.origin = OriginAt(span);
  ExprId condition = conditions[0];
  if (conditions.size() > 1) {
    const std::vector<int32_t> dims = {static_cast<int32_t>(conditions.size())};
    condition = pool_.Typed(Op::Array, {Kind::Boolean, pool_.shapes().Make(dims), 0}, conditions);
  }
  when.branches.push_back({condition, std::move(body)});
  return when;
}

// The first `n` assignments whose values nobody reads, because the next thing that happens to the name is
// another assignment, go.
void Flattener::DropUnread(std::vector<flat::Statement>& statements, size_t n) {
  enum class First : uint8_t { Assigned, Read };
  std::unordered_map<uint32_t, First> first;
  expr::Walker walker(pool_);
  for (size_t k = n; k < statements.size(); ++k) {
    const flat::Statement& statement = statements[k];
    const bool is_plain = statement.kind == FlatKind::Assignment && pool_.op(statement.target) == Op::Var;
    const ExprId target = is_plain ? statement.target : ExprId{};
    std::vector<ExprId> roots;
    const auto visit = [&](ExprId id) {
      if (id != target) roots.push_back(id);
    };
    flat::VisitExpressions(statement, visit);
    for (const ExprId id : walker.Postorder(roots)) {
      if (pool_.op(id) == Op::Var) first.emplace(pool_.var(id).index, First::Read);
    }
    if (is_plain) first.emplace(pool_.var(target).index, First::Assigned);
  }
  const auto is_unread = [&](const flat::Statement& statement) {
    if (statement.kind != FlatKind::Assignment || pool_.op(statement.target) != Op::Var) return false;
    const auto found = first.find(pool_.var(statement.target).index);
    return found != first.end() && found->second == First::Assigned;
  };
  const auto end = statements.begin() + static_cast<ptrdiff_t>(n);
  statements.erase(std::remove_if(statements.begin(), end, is_unread), end);
}

// INITIAL: names that are constants by now have their value as binding; the rest is an algorithm.
void Flattener::EmitInitial() {
  place_ = SectionKind::Initial;
  flat::Algorithm algorithm;
  algorithm.owner = base::PathStore::kRoot;
  algorithm.is_initial = true;
  for (const auto& symbol : symbols_) {
    const VarId var = symbol->initial_var.has_value() ? symbol->initial_var : symbol->var;
    const bool is_computed = symbol->n_in_initial > 0 && symbol->role != Role::Parameter && var.has_value();
    if (!is_computed || !symbol->dims.empty()) continue;
    // What a branch of INITIAL leaves out keeps the declared value.
    const ExprId value = ConstantValue(*symbol);
    algorithm.statements.push_back(
        Assign(Ref(var), value.has_value() ? value : Zero(symbol->kind), symbol->span));
  }
  const size_t n_values = algorithm.statements.size();
  for (const Section& section : program_.sections) {
    if (section.kind != SectionKind::Initial) continue;
    algorithm.origin = OriginAt(section.span);
    for (const Statement& statement : StructureJumps(section.statements)) {
      if (statement.kind == StatementKind::Assign && SymbolOf(statement.targets[0].name).setting) continue;
      const bool is_binding = statement.kind == StatementKind::Assign &&
                              SymbolOf(statement.targets[0].name).role == Role::Parameter;
      if (is_binding) {
        const VarId var = SymbolOf(statement.targets[0].name).var;
        const ExprId value = LowerReal(statement.value);
        if (value != Pool::kError && var.has_value()) model_.vars[var].binding = value;
      } else {
        LowerStatement(statement, algorithm.statements);
      }
    }
  }
  DropUnread(algorithm.statements, n_values);
  // Draws in INITIAL begin from the first seed.
  if (seed_.has_value()) algorithm.statements.insert(algorithm.statements.begin(), FirstSeed());
  if (!algorithm.statements.empty()) model_.algorithms.push_back(std::move(algorithm));
}

// At a time that is known before the run, which may be its start: `time >= at` would not become true there.
auto Flattener::Once(ExprId at) -> ExprId {
  return pool_.Typed(Op::Sample, kBoolean, {at, pool_.Real(kNever)});
}

auto Flattener::AtVar(const Statement& statement) -> ExprId {
  const auto found = at_vars_.find(statement.serial);
  if (found != at_vars_.end()) return found->second;
  const std::string name = fmt::format("{}_at", program_.names.Written(statement.name));
  // Scheduled from INITIAL, the time stays as it is.
  const Variability variability =
      place_ == SectionKind::Initial ? Variability::Parameter : Variability::Discrete;
  const ExprId var = HiddenVar(name, Kind::Real, variability, pool_.Real(kNever), statement.span);
  return at_vars_[statement.serial] = var;
}

// What makes sections run, from all over the program.
void Flattener::EmitSchedules(const std::vector<Statement>& body) {
  for (const Statement& statement : body) {
    EmitSchedules(statement.body);
    EmitSchedules(statement.else_body);
    if (statement.kind != StatementKind::Schedule) continue;
    const auto has_name = [&](const Section& section) {
      return section.kind == SectionKind::Discrete && section.name == statement.name;
    };
    if (std::ranges::none_of(program_.sections, has_name)) {
      emitter_.Emit(statement.span, AcslNoSection, program_.names.Written(statement.name));
      continue;
    }
    std::vector<ExprId>& conditions = schedules_[statement.name];
    if (statement.how == Tok::At && place_ != SectionKind::Derivative) {
      const ExprId at = AtVar(statement);
      const bool is_fixed = place_ == SectionKind::Initial;
      conditions.push_back(is_fixed ? Once(at)
                                    : pool_.Binary(Op::GreaterEqual, pool_.Time(),
                                                   pool_.Typed(Op::Pre, pool_.type(at), {at})));
      continue;
    }
    const ExprId value = LowerReal(statement.value);
    if (value == Pool::kError) continue;
    const ExprId zero = pool_.Real(0);
    if (statement.how == Tok::At)
      conditions.push_back(IsSetBefore(value) ? Once(value)
                                              : pool_.Binary(Op::GreaterEqual, pool_.Time(), value));
    if (statement.how == Tok::CrossUp) conditions.push_back(pool_.Binary(Op::Greater, value, zero));
    if (statement.how == Tok::CrossDown) conditions.push_back(pool_.Binary(Op::Less, value, zero));
    if (statement.how == Tok::CrossAny) {
      conditions.push_back(pool_.Binary(Op::Greater, value, zero));
      conditions.push_back(pool_.Binary(Op::Less, value, zero));
    }
  }
}

auto Flattener::ConditionsOf(const Section& section) -> std::vector<ExprId> {
  std::vector<ExprId> conditions;
  if (const auto found = schedules_.find(section.name); found != schedules_.end()) conditions = found->second;
  if (section.interval.name.has_value()) {
    const ExprId interval = Ref(SymbolOf(section.interval.name).var);
    const double begin = program_.settings.variable ? program_.settings.variable->value : 0;
    conditions.push_back(pool_.Typed(Op::Sample, kBoolean, {pool_.Real(begin), interval}));
  }
  return conditions;
}

void Flattener::EmitEvents() {
  for (const Section& section : program_.sections) {
    place_ = section.kind;
    EmitSchedules(section.statements);
  }
  FindSectionLoops();
  for (const Section& section : program_.sections) {
    place_ = section.kind;
    if (section.kind == SectionKind::Discrete) EmitDiscrete(section);
    if (section.kind == SectionKind::Dynamic && !section.statements.empty()) EmitDynamic(section);
    if (section.kind == SectionKind::Terminal) EmitTerminal(section);
  }
  EmitReinits();
  SettleSeed();
  if (events_.empty()) return;
  flat::Algorithm algorithm;
  algorithm.owner = base::PathStore::kRoot;
  algorithm.origin = OriginAt(program_.span);
  algorithm.statements = std::move(events_);
  model_.algorithms.push_back(std::move(algorithm));
}

void Flattener::EmitDiscrete(const Section& section) {
  std::vector<ExprId> conditions = ConditionsOf(section);
  if (conditions.empty()) {
    conditions.push_back(pool_.Boolean(false));
    const std::string_view name = section.name.has_value() ? program_.names.Written(section.name) : "";
    emitter_.Emit(section.span, AcslNeverRuns, name);
  }
  RunSectionOnce(section, section.statements, std::move(conditions));
}

void Flattener::RunSectionOnce(const Section& section, const std::vector<Statement>& statements,
                               std::vector<ExprId> conditions) {
  std::vector<flat::Statement> noted;
  std::vector<flat::Statement> done;
  const bool is_later =
      NoteReads(section, noted, done) || (section.kind == SectionKind::Discrete && IsUndoneBy(section));
  if (is_later) conditions = {Fired(section, conditions, noted, done)};
  RunSection(statements, conditions, section.span);
  std::vector<flat::Statement>& body = events_.back().branches[0].body;
  body.insert(body.begin(), done.begin(), done.end());
}

// Whether a crossing that the section waits for depends at once on what the section assigns, so that the
// section would undo its own condition while it runs.
auto Flattener::IsUndoneBy(const Section& section) -> bool {
  std::vector<NameId> names;
  for (const Section& place : program_.sections) {
    for (const Statement& statement : place.statements) {
      const bool is_its = statement.kind == StatementKind::Schedule && statement.name == section.name &&
                          statement.how != Tok::At;
      std::vector<NodeId> used;
      if (is_its) CollectNames(statement.value, used);
      for (const NodeId id : used) names.push_back(program_.nodes[id].name);
    }
  }
  std::vector<Target> assigned;
  AddAssigned(section.statements, assigned);
  std::set<NameId> seen;
  while (!names.empty()) {
    const NameId name = names.back();
    names.pop_back();
    if (!seen.insert(name).second) continue;
    const auto found = symbol_index_.find(name);
    const bool is_discrete = found != symbol_index_.end() && symbols_[found->second]->role == Role::Discrete;
    if (is_discrete && std::ranges::count(assigned, name, &Target::name) > 0) return true;
    for (const Rule& rule : rules_) {
      if (std::ranges::count(rule.targets, name, &Target::name) == 0) continue;
      for (const NodeId id : NeedsOf(rule)) {
        const auto hoisted = hoisted_.find(id);
        names.push_back(hoisted == hoisted_.end() ? program_.nodes[id].name : hoisted->second);
      }
    }
  }
  return false;
}

// The crossing is noted first, and the section runs in the next pass of the same event, when the crossing is
// a thing of the past.
auto Flattener::Fired(const Section& section, const std::vector<ExprId>& conditions,
                      std::vector<flat::Statement> noted, std::vector<flat::Statement>& done) -> ExprId {
  const std::string name(section.name.has_value()                ? program_.names.Written(section.name)
                         : section.kind == SectionKind::Terminal ? "terminal"
                                                                 : "dynamic");
  const ExprId one = pool_.Integer(1);
  const auto count = [&](std::string_view suffix) {
    return HiddenVar(fmt::format("{}_{}", name, suffix), Kind::Integer, Variability::Discrete,
                     pool_.Integer(0), section.span);
  };
  const ExprId due = count("due");
  const ExprId ran = count("done");
  noted.insert(noted.begin(), Assign(due, pool_.Add(due, one), section.span));
  events_.push_back(WhenOf(conditions, std::move(noted), section.span));
  const auto before = [&](ExprId var) { return pool_.Typed(Op::Pre, pool_.type(var), {var}); };
  done.push_back(Assign(ran, before(due), section.span));
  return pool_.Typed(Op::Greater, kBoolean, {before(due), before(ran)});
}

void Flattener::EmitDynamic(const Section& section) {
  std::vector<Statement> statements;
  for (const Statement& statement : section.statements) {
    if (statement.kind == StatementKind::Terminate) {
      EmitEnd(statement);
    } else if (!continuous_.contains(statement.serial)) {
      statements.push_back(statement);
    }
  }
  if (!statements.empty()) RunSectionOnce(section, statements, {Communication()});
}

// When the run ends, whatever ended it.
void Flattener::EmitTerminal(const Section& section) {
  RunSectionOnce(section, section.statements, {pool_.Typed(Op::Terminal, kBoolean, {})});
}

// The body of a section as a clause. States that it sets begin with their present values.
void Flattener::RunSection(const std::vector<Statement>& statements, const std::vector<ExprId>& conditions,
                           Span span) {
  std::vector<flat::Statement> body;
  std::vector<Target> targets;
  AddAssigned(statements, targets);
  for (const Target& target : targets) {
    Symbol& symbol = SymbolOf(target.name);
    if (symbol.role != Role::State || !symbol.var.has_value()) continue;
    if (!symbol.set_var.has_value()) {
      const std::string name = fmt::format("{}_set", program_.names.Written(target.name));
      const NameId hidden = Hidden(name, target.span);
      SymbolOf(hidden).dims = symbol.dims;
      symbol.set_var = AddVar(hidden, Kind::Real, Variability::Discrete, target.span);
      SetStart(symbol.set_var, pool_.Real(0), true);
    }
    body.push_back(Assign(Ref(symbol.set_var), Ref(symbol.var), target.span));
    auto& all = reinits_[symbol.var.index];
    all.insert(all.end(), conditions.begin(), conditions.end());
    reinit_values_[symbol.var.index] = symbol.set_var;
  }
  LowerBody(statements, body);
  overrides_.clear();
  events_.push_back(WhenOf(conditions, std::move(body), span));
}

void Flattener::EmitReinits() {
  for (const auto& [index, conditions] : reinits_) {
    const VarId state{index};
    const Span span = model_.world->origins[model_.vars[state].origin].span;
    flat::Statement reinit;
    reinit.kind = FlatKind::Reinit;
    reinit.target = Ref(state);
    reinit.value = Ref(reinit_values_[index]);
    reinit.origin = OriginAt(span);
    flat::Clause clause;
    clause.owner = base::PathStore::kRoot;
    clause.statement = WhenOf(conditions, {reinit}, span);
    model_.clauses.push_back(std::move(clause));
  }
}

}  // namespace kerf::acsl
