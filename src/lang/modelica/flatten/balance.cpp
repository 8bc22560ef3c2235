// Balance (section 4.8): as many equations as unknowns, for the whole model and, to find the culprit, for
// each of its parts. A part has its own variables and those of its connectors, except inputs; it gets its
// equations and bindings, one equation for each flow variable of its connectors from the connection outside,
// and one for each flow, stream or output of a connector that it connects inside.
#include <algorithm>

#include "lang/modelica/flatten/flattener.h"

namespace kerf::modelica {

namespace {

using expr::Kind;
using expr::Op;
using expr::Pool;
using flat::Statement;
using flat::StatementKind;

KERF_DIAG(Unbalanced, Error, "`{}` has {} unknowns and {} equations: {} equation{} too {}", std::string,
          int64_t, int64_t, int64_t, std::string, std::string);
KERF_NOTE(UnbalancedPart, "{} of class {} has {} equation{} too {}", std::string, std::string, int64_t,
          std::string, std::string);

auto Plural(int64_t n) -> std::string { return n == 1 ? "" : "s"; }

}  // namespace

auto Flattener::ScalarsOf(const Type& type) -> int64_t {
  int64_t n = world_.pool.shapes().count(type.shape);
  if (type.kind != Kind::Record) return n;
  int64_t fields = 0;
  for (const flat::RecordField& field : world_.records[type.detail].fields) fields += ScalarsOf(field.type);
  return n * fields;
}

// What a target of an equation or assignment counts.
auto Flattener::ScalarsOf(ExprId target) -> int64_t {
  if (world_.pool.op(target) != Op::Tuple) return ScalarsOf(world_.pool.type(target));
  int64_t n = 0;
  const std::vector<ExprId> parts(world_.pool.operands(target).begin(), world_.pool.operands(target).end());
  for (const ExprId part : parts)
    n += world_.pool.op(part) == Op::Colon ? 0 : ScalarsOf(world_.pool.type(part));
  return n;
}

auto Flattener::PointsOf(flat::DomainId domain) -> int64_t {
  int64_t n = 1;
  if (!domain.has_value()) return n;
  for (const flat::Iteration& loop : model_.domains[domain].iterations)
    n *= std::max<int64_t>(0, (loop.last - loop.first) / loop.step + 1);
  return n;
}

// Variables that a when-clause or an algorithm gives values to, each once.
void Flattener::CollectTargets(const Statement& statement, std::set<ExprId>& targets) {
  const bool gives = statement.kind == StatementKind::Equality || statement.kind == StatementKind::Assignment;
  if (gives && statement.target.has_value() && statement.target != Pool::kError) {
    std::vector<ExprId> stack = {statement.target};
    while (!stack.empty()) {
      ExprId at = stack.back();
      stack.pop_back();
      // An algorithm that assigns an element owns the whole array; equations own what they name.
      while (world_.pool.op(at) == Op::Subscript && statement.kind == StatementKind::Assignment)
        at = world_.pool.operand(at, 0);
      const Op op = world_.pool.op(at);
      if (op == Op::Tuple || op == Op::Record || op == Op::Array) {
        for (const ExprId part : world_.pool.operands(at)) stack.push_back(part);
      } else if (op == Op::Var || op == Op::Subscript) {
        targets.insert(at);
      }
    }
  }
  for (const flat::Branch& branch : statement.branches) {
    for (const Statement& inner : branch.body) CollectTargets(inner, targets);
  }
}

auto Flattener::EquationsOf(const flat::Clause& clause) -> int64_t {
  if (clause.statement.kind == StatementKind::If) {
    return clause.statement.branches.empty()
               ? 0
               : static_cast<int64_t>(CountEquations(clause.statement.branches[0].body)) *
                     PointsOf(clause.domain);
  }
  std::set<ExprId> targets;
  CollectTargets(clause.statement, targets);
  int64_t n = 0;
  for (const ExprId target : targets) n += ScalarsOf(world_.pool.type(target));
  return n * PointsOf(clause.domain);
}

void Flattener::CheckBalance() {
  int64_t n_unknowns = 0;
  int64_t n_equations = 0;
  std::map<PathId, int64_t> excess;
  const auto count = [&](PathId owner, int64_t n) {
    n_equations += n;
    excess[owner] += n;
  };
  for (const flat::EquationId id : model_.equations.ids()) {
    const flat::Equation& equation = model_.equations[id];
    if (equation.is_initial) continue;
    const int64_t n = ScalarsOf(equation.lhs) * PointsOf(equation.domain);
    const flat::MadeBy made_by =
        equation.origin.has_value() ? world_.origins[equation.origin].made_by : flat::MadeBy::Source;
    n_equations += n;
    if (made_by != flat::MadeBy::Connection && made_by != flat::MadeBy::Default) excess[equation.owner] += n;
  }
  for (const flat::Clause& clause : model_.clauses) {
    if (!clause.is_initial) count(clause.owner, EquationsOf(clause));
  }
  for (const flat::Algorithm& algorithm : model_.algorithms) {
    if (algorithm.is_initial) continue;
    std::set<ExprId> targets;
    for (const Statement& statement : algorithm.statements) CollectTargets(statement, targets);
    for (const ExprId target : targets) count(algorithm.owner, ScalarsOf(world_.pool.type(target)));
  }
  for (const VarId id : model_.vars.ids()) {
    const flat::Var& var = model_.vars[id];
    const bool is_known = var.variability == flat::Variability::Constant ||
                          var.variability == flat::Variability::Parameter || var.type.kind == Kind::Object;
    if (is_known || var.causality == flat::Causality::Input) continue;
    const int64_t n = ScalarsOf(var.type);
    n_unknowns += n;
    Component* component = elaborator_.ComponentOf(id);
    bool is_port = false;
    const PathId owner = PartOf(component, is_port);
    // An input of a part is given from outside; a flow is balanced by the connection outside.
    if (is_port && component->Has(kInput)) continue;
    if (is_port && component->Has(kFlow)) continue;
    excess[owner] -= n;
  }
  for (const ConnectionSets::Set& set : sets_.Sets()) {
    if (set.members.size() < 2) continue;
    for (const MemberId id : set.members) {
      const Member& member = sets_[id];
      if (!member.is_outside) continue;
      const bool counts = member.component->Has(kFlow | kStream | kOutput);
      if (!counts) continue;
      bool is_port = false;
      const auto type = elaborator_.TypeOf(member.component);
      if (!type) continue;
      excess[PartOf(member.component, is_port)] += member.subscripts.empty() ? ScalarsOf(*type) : 1;
    }
  }
  if (n_unknowns == n_equations) return;
  const int64_t difference = n_equations - n_unknowns;
  const NodeRef def = root_->shape->def;
  const int64_t amount = difference < 0 ? -difference : difference;
  auto builder = emitter_.Emit(program_.SpanOf(def.tree(), def.node().token), Unbalanced, options_.class_name,
                               n_unknowns, n_equations, amount, Plural(amount),
                               difference < 0 ? std::string("few") : std::string("many"));
  for (const Inst* inst : insts_) {
    if (inst->component == nullptr) continue;
    const auto at = excess.find(inst->component->path);
    if (at == excess.end() || at->second == 0 || (at->second < 0) != (difference < 0)) continue;
    if (inst->component->type == nullptr || instances_.IsConnector(inst->component->type)) continue;
    const int64_t n = at->second < 0 ? -at->second : at->second;
    const std::string name =
        inst == root_ ? "the model itself" : "`" + instances_.NameOf(inst->component) + "`";
    builder.Note(program_.SpanOf(inst->shape->def.tree(), inst->shape->def.node().token), UnbalancedPart,
                 name, program_.FullName(inst->shape->cls), n, Plural(n), at->second < 0 ? "few" : "many");
  }
}

// The part that a variable belongs to: the nearest component that is no record or connector. `is_port` if it
// belongs to a connector of that part.
auto Flattener::PartOf(Component* variable, bool& is_port) -> PathId {
  is_port = variable->builtin != nullptr && variable->builtin->is_connector && !variable->is_protected;
  Component* owner = variable->parent != nullptr ? Whole(variable->parent)->component : nullptr;
  while (owner != nullptr && owner->parent != nullptr && owner->type != nullptr) {
    const bool is_connector = instances_.IsConnector(owner->type);
    if (!is_connector && !instances_.IsRecord(owner->type)) break;
    is_port = is_port || (is_connector && !owner->is_protected);
    owner = Whole(owner->parent)->component;
  }
  return owner != nullptr ? owner->path : base::PathStore::kRoot;
}

}  // namespace kerf::modelica
