// Equations, clauses, algorithms and assertions of a model as scalar equations.
#include <algorithm>
#include <map>

#include "transform/scalarise_model.h"

namespace kerf::transform {

namespace {

using expr::Kind;
using expr::Op;
using flat::StatementKind;

KERF_DIAG(NotSimulatedYet, Error, "{} needs {}, which cannot be simulated yet", std::string, std::string);
KERF_DIAG(ParameterSays, Note, "while parameters were computed, a function said: {}", std::string);
KERF_DIAG(CannotExpand, Error, "this cannot be brought into scalar form: {}", std::string);
KERF_NOTE(InFamily, "with {}", std::string);

// The base of a target of an assignment.
auto TargetVar(const expr::Pool& pool, ExprId target) -> VarId {
  while (pool.op(target) == Op::Subscript || pool.op(target) == Op::Field) target = pool.operand(target, 0);
  return pool.op(target) == Op::Var ? pool.var(target) : VarId{};
}

// Whether that is a call of a function that is known by its name alone.
auto IsNamedCall(const expr::Pool& pool, const flat::World& world, ExprId id) -> bool {
  if (pool.op(id) != Op::Call || pool.op(pool.operand(id, 0)) != Op::Function) return false;
  return world.functions[pool.function(pool.operand(id, 0))].body == flat::Function::kNoBody;
}

// A variable that an algorithm assigns, and whether it does so in when-clauses only.
using Targets = std::map<VarId, bool>;

void AddTarget(const expr::Pool& pool, ExprId target, bool is_in_when, Targets& targets) {
  std::vector<ExprId> parts = {target};
  while (!parts.empty()) {
    const ExprId part = parts.back();
    parts.pop_back();
    if (pool.op(part) == Op::Tuple || pool.op(part) == Op::Record) {
      for (const ExprId inner : pool.operands(part)) parts.push_back(inner);
      continue;
    }
    const VarId var = TargetVar(pool, part);
    if (!var.has_value()) continue;
    const auto [at, is_new] = targets.emplace(var, is_in_when);
    if (!is_new) at->second = at->second && is_in_when;
  }
}

void CollectTargets(const expr::Pool& pool, const std::vector<flat::Statement>& statements, bool is_in_when,
                    Targets& targets) {
  for (const flat::Statement& statement : statements) {
    if (statement.kind == StatementKind::Assignment) AddTarget(pool, statement.target, is_in_when, targets);
    const bool is_when = is_in_when || statement.kind == StatementKind::When;
    for (const flat::Branch& branch : statement.branches) CollectTargets(pool, branch.body, is_when, targets);
  }
}

}  // namespace

ModelScalariser::ModelScalariser(Work& work, PassContext& context)
    : flat_(work.flat),
      dae_(work.dae),
      evaluated_(work.evaluated_parameters),
      world_(*work.flat.world),
      pool_(work.flat.world->pool),
      context_(context),
      values_(work.flat),
      machine_(world_, values_.interpreter(), *this),
      walker_(pool_),
      actual_(pool_),
      differentiator_(pool_) {}

void ModelScalariser::Run() {
  dae_.world = flat_.world;
  dae_.name = flat_.name;
  dae_.listing = flat_.listing;
  dae_.has_clocks = !flat_.clocking.partitions.empty();
  is_as_written_ = flat_.listing == flat::Listing::AsWritten;
  machine_.SetAsWritten(is_as_written_);
  AddVars();
  TakeOverrides();
  MakeObjects();
  SetBindings();
  for (const flat::EquationId id : flat_.equations.ids()) AddEquation(id);
  for (size_t k = 0; k < flat_.clauses.size(); ++k) {
    const bool was_quiet = EnterPartition(flat_.clocking.of_clause, k);
    AddClause(flat_.clauses[k]);
    machine_.SetQuiet(was_quiet);
  }
  for (size_t k = 0; k < flat_.algorithms.size(); ++k) {
    const bool was_quiet = EnterPartition(flat_.clocking.of_algorithm, k);
    AddAlgorithm(flat_.algorithms[k]);
    machine_.SetQuiet(was_quiet);
  }
  is_clocked_ = false;
  for (const flat::Assertion& assertion : flat_.assertions) {
    ForEachPoint(assertion.domain, [&] {
      const Source source{assertion.owner, assertion.origin, {}, assertion.is_initial};
      AddAssertion({assertion.condition, assertion.message, !assertion.is_warning, assertion.origin,
                    assertion.is_located},
                   {}, source);
      WatchDemands(source);
      return true;
    });
  }
  WatchRanges();
  DecideJumps();
  ResolveHomotopies();
  NoteEvaluated();
  std::set<std::string> said;
  for (const std::string& message : values_.interpreter().TakeMessages()) {
    if (said.insert(message).second) context_.diag.Emit({}, ParameterSays, message);
  }
}

void ModelScalariser::Report(flat::OriginId origin) {
  is_failed_ = true;
  const diag::Span span = SpanOf(origin);
  const SymbolicError& error = machine_.error();
  if (error.text.empty()) return;
  if (!error.is_not_yet) {
    auto builder = context_.diag.Emit(span, CannotExpand, error.text);
    if (!point_text_.empty()) builder.Note({}, InFamily, point_text_);
  } else if (not_yet_.insert(error.text).second) {
    context_.diag.Emit(span, NotSimulatedYet, std::string(world_.names[flat_.name]), error.text);
  }
}

auto ModelScalariser::Pair(const Symbol& lhs, const Symbol& rhs, std::vector<Sides>& sides) -> bool {
  std::vector<ExprId> left;
  std::vector<ExprId> right;
  Flatten(lhs, left);
  Flatten(rhs, right);
  if (left.size() != right.size())
    return machine_.Refuse(fmt::format("the sides have {} and {} elements", left.size(), right.size()));
  for (size_t k = 0; k < left.size(); ++k) {
    if (left[k] == expr::Pool::kError || right[k] == expr::Pool::kError)
      return machine_.Refuse("an operator does not fit its operands");
    const bool is_text = pool_[left[k]].kind == Kind::Text;
    const bool is_same = left[k] == right[k] && IsLiteral(pool_, left[k]) && !is_as_written_;
    if (!is_text && !is_same) sides.push_back({left[k], right[k]});
  }
  return true;
}

auto ModelScalariser::Expand(ExprId lhs, ExprId rhs, std::vector<Sides>& sides) -> bool {
  if (pool_.op(lhs) != Op::Tuple) {
    Symbol left;
    Symbol right;
    return machine_.Evaluate(lhs, left) && machine_.Evaluate(rhs, right) && Pair(left, right, sides);
  }
  std::vector<Symbol> outputs;
  if (!machine_.EvaluateOutputs(rhs, outputs)) return false;
  if (IsNamedCall(pool_, world_, rhs)) return ExpandNamed(lhs, ExprOf(outputs[0]), sides);
  const size_t count = pool_.operands(lhs).size();
  if (count > outputs.size()) return machine_.Refuse("more targets than the function has outputs");
  for (size_t k = 0; k < count; ++k) {
    const ExprId part = pool_.operand(lhs, k);
    // An output that is not wanted.
    if (pool_.op(part) == Op::Colon) continue;
    Symbol left;
    if (!machine_.Evaluate(part, left) || !Pair(left, outputs[k], sides)) return false;
  }
  return true;
}

// The outputs of a function that is known by its name alone stay together on the left side.
auto ModelScalariser::ExpandNamed(ExprId lhs, ExprId call, std::vector<Sides>& sides) -> bool {
  std::vector<ExprId> parts;
  const size_t count = pool_.operands(lhs).size();
  for (size_t k = 0; k < count; ++k) {
    Symbol part;
    if (!machine_.Evaluate(pool_.operand(lhs, k), part)) return false;
    Flatten(part, parts);
  }
  sides.push_back({pool_.Make(Op::Tuple, parts), call});
  return true;
}

void ModelScalariser::Add(const std::vector<Sides>& sides, const Source& source) {
  for (const Sides& s : sides) {
    dae::Equation equation{s.lhs,        s.rhs, source.owner, source.origin, dae::Equation::kNoOutput,
                           source.family};
    equation.is_initial = source.is_initial;
    equation.is_at_events = source.is_at_events;
    const size_t n_outputs = pool_.op(s.lhs) == Op::Tuple ? pool_.operands(s.lhs).size() : 0;
    for (uint32_t k = 0; k < n_outputs; ++k) {
      equation.output = k;
      dae_.equations.Add(equation);
    }
    if (n_outputs > 0) continue;
    const EqnId id = dae_.equations.Add(equation);
    AddInverses(id, s.rhs, s.lhs);
    AddInverses(id, s.lhs, s.rhs);
    if (!source.is_initial) WatchInteger(s, source);
  }
}

void ModelScalariser::AddEquation(flat::EquationId id) {
  const flat::Equation& equation = flat_.equations[id];
  origin_ = equation.origin;
  const bool was_quiet = EnterPartition(flat_.clocking.of_equation, id.index);
  ForEachPoint(equation.domain, [&] {
    std::vector<Sides> sides;
    machine_.ResetBudget();
    if (!Expand(equation.lhs, equation.rhs, sides)) {
      Report(equation.origin);
      return false;
    }
    const Source source{equation.owner, equation.origin, id, equation.is_initial};
    const uint32_t first_equation = dae_.equations.size();
    Add(sides, source);
    WatchDemands(source);
    const bool is_alone = is_clocked_ && dae_.equations.size() == first_equation + 1;
    if (is_alone) {
      NoteMentioned(equation);
      GroupEquations(first_equation);
    }
    return true;
  });
  machine_.SetQuiet(was_quiet);
}

auto ModelScalariser::Condition(ExprId condition, ExprId& out) -> bool {
  Symbol symbol;
  if (!machine_.Evaluate(condition, symbol)) return false;
  if (!IsLeaf(symbol)) return machine_.Refuse("a condition must be a scalar");
  out = ExprOf(symbol);
  return true;
}

void ModelScalariser::AddClause(const flat::Clause& clause) {
  ForEachPoint(clause.domain, [&] {
    std::vector<Sides> sides;
    const Source source{clause.owner, clause.statement.origin, {}, clause.is_initial};
    machine_.ResetBudget();
    const bool is_done = ExpandStatement(clause.statement, {}, source, sides);
    machine_.SetActive({});
    if (!is_done) {
      Report(clause.statement.origin);
      return false;
    }
    Add(sides, source);
    WatchDemands(source);
    return true;
  });
}

// `condition` holds where the statement counts; without value: always.
auto ModelScalariser::ExpandStatement(const flat::Statement& statement, ExprId condition,
                                      const Source& source, std::vector<Sides>& sides) -> bool {
  machine_.SetActive(condition);
  switch (statement.kind) {
    case StatementKind::Equality:
    case StatementKind::Assignment: return Expand(statement.target, statement.value, sides);
    case StatementKind::If:         return ExpandIf(statement, 0, condition, source, sides);
    case StatementKind::Assert:     AddAssertion(DemandOf(statement), condition, source); return true;
    case StatementKind::Call:       return ExpandCall(statement, condition, source);
    case StatementKind::When:       return ExpandWhen(statement, source);
    case StatementKind::Reinit:     return ExpandReinit(statement, condition, source);
    case StatementKind::Terminate:  return ExpandTerminate(statement, condition, source);
    case StatementKind::For:
      return machine_.ForEachIteration(
          statement, [&] { return ExpandBody(statement.branches[0].body, condition, source, sides); });
    case StatementKind::While:
    case StatementKind::Break:
    case StatementKind::Return: break;
  }
  return machine_.Refuse("a statement of algorithms among equations");
}

auto ModelScalariser::ExpandBody(const std::vector<flat::Statement>& body, ExprId condition,
                                 const Source& source, std::vector<Sides>& sides) -> bool {
  return std::ranges::all_of(body, [&](const flat::Statement& statement) {
    return ExpandStatement(statement, condition, source, sides);
  });
}

// Puts what gives the same variable in both branches at the same place: the others keep their order.
void ModelScalariser::PairByLeftSides(const std::vector<Sides>& yes, std::vector<Sides>& no) {
  std::unordered_map<ExprId, size_t> place;
  for (size_t k = 0; k < no.size(); ++k) place.emplace(no[k].lhs, k);
  std::vector<bool> is_taken(no.size(), false);
  std::vector<size_t> partner(yes.size(), SIZE_MAX);
  for (size_t k = 0; k < yes.size(); ++k) {
    const auto found = place.find(yes[k].lhs);
    if (found == place.end() || is_taken[found->second]) continue;
    partner[k] = found->second;
    is_taken[found->second] = true;
  }
  std::vector<Sides> ordered;
  size_t next = 0;
  for (size_t k = 0; k < yes.size(); ++k) {
    while (partner[k] == SIZE_MAX && is_taken[next]) ++next;
    ordered.push_back(no[partner[k] == SIZE_MAX ? next++ : partner[k]]);
  }
  no = std::move(ordered);
}

// Branches of equally many equations become equations between differences.
auto ModelScalariser::ExpandIf(const flat::Statement& statement, size_t first, ExprId condition,
                               const Source& source, std::vector<Sides>& sides) -> bool {
  if (first == statement.branches.size()) return true;
  const flat::Branch& branch = statement.branches[first];
  if (!branch.condition.has_value()) return ExpandBody(branch.body, condition, source, sides);
  ExprId c;
  machine_.SetActive(condition);
  if (!Condition(branch.condition, c)) return false;
  if (pool_.op(c) == Op::Boolean) {
    return pool_.boolean(c) ? ExpandBody(branch.body, condition, source, sides)
                            : ExpandIf(statement, first + 1, condition, source, sides);
  }
  const auto both = [&](ExprId more) {
    return condition.has_value() ? pool_.Binary(Op::And, condition, more) : more;
  };
  std::vector<Sides> yes;
  std::vector<Sides> no;
  if (!ExpandBody(branch.body, both(c), source, yes)) return false;
  if (!ExpandIf(statement, first + 1, both(pool_.Unary(Op::Not, c)), source, no)) return false;
  if (yes.size() != no.size()) {
    return machine_.Refuse(
        fmt::format("branches of an if-equation with {} and {} equations", yes.size(), no.size()));
  }
  PairByLeftSides(yes, no);
  for (size_t k = 0; k < yes.size(); ++k) {
    if (yes[k].lhs == no[k].lhs) {
      sides.push_back({yes[k].lhs, pool_.If(c, yes[k].rhs, no[k].rhs)});
      continue;
    }
    const ExprId difference = pool_.If(c, pool_.Sub(yes[k].lhs, yes[k].rhs), pool_.Sub(no[k].lhs, no[k].rhs));
    sides.push_back({difference, pool_.Real(0)});
  }
  return true;
}

// What a variable of an algorithm is before it is assigned: as it was, if it changes at events only, and
// otherwise its start value.
auto ModelScalariser::ValueBefore(VarId var, bool is_sampled) -> Symbol {
  const Symbol start = DefaultSymbol(world_, flat_.vars[var].type);
  if (!HasScalars(flat_.vars[var])) return start;
  uint32_t k = scalar_of_[var.index].index;
  return MapLeaves(start, [&](ExprId leaf) {
    const VarId scalar{k++};
    const ExprId scalar_leaf = dae::VarLeaf(dae_, scalar);
    if (is_sampled && !is_clocked_) MarkSampled(scalar_leaf);
    if (is_clocked_) return pool_.Typed(Op::Previous, pool_.type(scalar_leaf), {scalar_leaf});
    if (dae_.vars[scalar].is_discrete) return Previous(scalar_leaf);
    const ExprId given = dae_.vars[scalar].start;
    return given.has_value() ? given : leaf;
  });
}

void ModelScalariser::AddAlgorithm(const flat::Algorithm& algorithm) {
  Targets targets;
  CollectTargets(pool_, algorithm.statements, false, targets);
  const uint32_t first_equation = dae_.equations.size();
  std::unordered_map<VarId, Symbol> vars;
  for (const auto& [var, is_sampled] : targets) vars.emplace(var, ValueBefore(var, is_sampled));
  machine_.ResetBudget();
  is_start_only_ = algorithm.is_initial;
  owner_ = algorithm.owner;
  const bool is_done = machine_.RunAlgorithm(algorithm.statements, vars);
  is_start_only_ = false;
  owner_ = base::PathStore::kRoot;
  if (!is_done) return Report(algorithm.origin);
  WatchDemands({algorithm.owner, algorithm.origin, {}, algorithm.is_initial});
  for (const auto& [var, is_sampled] : targets) {
    std::vector<Sides> sides;
    Symbol left;
    std::string text;
    if (!HasScalars(flat_.vars[var]) || !VarSymbol(var, left, text)) continue;
    if (!Pair(left, vars.at(var), sides)) return Report(algorithm.origin);
    Add(sides, {algorithm.owner, algorithm.origin, {}, algorithm.is_initial, is_sampled && !is_clocked_});
  }
  if (is_clocked_) GroupEquations(first_equation);
}

// Calls body() for each point of the domain, until it gives false.
template <typename Body>
void ModelScalariser::ForEachPoint(flat::DomainId domain, Body body) {
  if (!domain.has_value()) {
    body();
    return;
  }
  const std::vector<flat::Iteration>& iterations = flat_.domains[domain].iterations;
  std::vector<int32_t> indices;
  for (const flat::Iteration& iteration : iterations) {
    if (iteration.step > 0 ? iteration.first > iteration.last : iteration.first < iteration.last) return;
    indices.push_back(iteration.first);
  }
  for (bool more = true; more;) {
    std::vector<flat::IteratorValue> point;
    point_text_.clear();
    for (uint32_t d = 0; d < indices.size(); ++d) {
      point.push_back({d, iterations[d].name, LeafSymbol(pool_.Integer(indices[d]))});
      point_text_ +=
          fmt::format("{}{} = {}", d == 0 ? "" : ", ", world_.names[iterations[d].name], indices[d]);
    }
    machine_.SetIterators(std::move(point));
    if (!body()) break;
    more = false;
    for (size_t d = indices.size(); d-- > 0 && !more;) {
      indices[d] += iterations[d].step;
      more = iterations[d].step > 0 ? indices[d] <= iterations[d].last : indices[d] >= iterations[d].last;
      if (!more) indices[d] = iterations[d].first;
    }
  }
  machine_.SetIterators({});
  point_text_.clear();
}

}  // namespace kerf::transform
