// See merge.h. Ids of the part's stores move by the sizes that the other model's stores have.
#include "flat/merge.h"

#include <unordered_map>

#include "base/check.h"
#include "expr/walk.h"

namespace kerf::flat {

namespace {

void Resize(Model& model) {
  Clocking& clocking = model.clocking;
  clocking.of_var.resize(model.vars.size(), Clocking::kUnclocked);
  clocking.of_equation.resize(model.equations.size(), Clocking::kUnclocked);
  clocking.of_clause.resize(model.clauses.size(), Clocking::kUnclocked);
  clocking.of_algorithm.resize(model.algorithms.size(), Clocking::kUnclocked);
}

class Merger {
 public:
  Merger(NameId name, const Model& part, Model& into)
      : part_(part),
        into_(into),
        world_(*into.world),
        rewriter_(into.world->pool),
        first_var_(into.vars.size()),
        first_domain_(into.domains.size()),
        first_attributes_(into.attributes.size()) {
    moved_.emplace(base::PathStore::kRoot.index, world_.paths.Child(base::PathStore::kRoot, name));
  }

  void Run() {
    if (part_.listing == Listing::Simplified) into_.listing = Listing::Simplified;
    AddClocks();
    for (const DomainId id : part_.domains.ids()) into_.domains.Add(part_.domains[id]);
    AddVars();
    AddEquations();
    for (ConnectionSet set : part_.connection_sets) {
      for (PathId& member : set.members) member = Moved(member);
      into_.connection_sets.push_back(std::move(set));
    }
    into_.functions.insert(into_.functions.end(), part_.functions.begin(), part_.functions.end());
  }

 private:
  // Paths are as deep as instances are nested, so the steps up are counted, not called.
  auto Moved(PathId path) -> PathId {
    std::vector<PathId> steps;
    while (!moved_.contains(path.index)) {
      steps.push_back(path);
      path = world_.paths[path].parent;
    }
    PathId to = moved_.at(path.index);
    for (size_t k = steps.size(); k-- > 0;) {
      const auto subscripts = world_.paths.subscripts(steps[k]);
      const std::vector<int32_t> copy(subscripts.begin(), subscripts.end());
      to = world_.paths.Child(to, world_.paths[steps[k]].name, copy);
      moved_.emplace(steps[k].index, to);
    }
    return to;
  }

  auto Moved(ExprId expression) -> ExprId {
    if (!expression.has_value() || first_var_ == 0) return expression;
    expr::Pool& pool = world_.pool;
    return rewriter_.Rewrite(expression, [&](ExprId id) {
      if (pool.op(id) != expr::Op::Var) return ExprId{};
      return pool.Var(Moved(pool.var(id)), pool.type(id));
    });
  }

  [[nodiscard]] auto Moved(VarId var) const -> VarId {
    return var.has_value() ? VarId{var.index + first_var_} : var;
  }
  [[nodiscard]] auto Moved(DomainId domain) const -> DomainId {
    return domain.has_value() ? DomainId{domain.index + first_domain_} : domain;
  }

  void AddVars() {
    for (const AttributesId id : part_.attributes.ids()) {
      Attributes attributes = part_.attributes[id];
      for (ExprId* value : {&attributes.start, &attributes.min, &attributes.max, &attributes.nominal,
                            &attributes.fixed_value})
        *value = Moved(*value);
      into_.attributes.Add(attributes);
    }
    for (const VarId id : part_.vars.ids()) {
      Var var = part_.vars[id];
      var.path = Moved(var.path);
      var.binding = Moved(var.binding);
      var.derivative_of = Moved(var.derivative_of);
      if (var.attributes.has_value()) var.attributes = AttributesId{var.attributes.index + first_attributes_};
      into_.vars.Add(var);
    }
  }

  void AddEquations() {
    for (const EquationId id : part_.equations.ids()) {
      Equation equation = part_.equations[id];
      equation.lhs = Moved(equation.lhs);
      equation.rhs = Moved(equation.rhs);
      equation.owner = Moved(equation.owner);
      equation.domain = Moved(equation.domain);
      into_.equations.Add(equation);
    }
    for (Assertion assertion : part_.assertions) {
      assertion.condition = Moved(assertion.condition);
      assertion.message = Moved(assertion.message);
      assertion.owner = Moved(assertion.owner);
      assertion.domain = Moved(assertion.domain);
      into_.assertions.push_back(assertion);
    }
    for (Clause clause : part_.clauses) {
      Move(clause.statement);
      clause.owner = Moved(clause.owner);
      clause.domain = Moved(clause.domain);
      into_.clauses.push_back(std::move(clause));
    }
    for (Algorithm algorithm : part_.algorithms) {
      for (Statement& statement : algorithm.statements) Move(statement);
      algorithm.owner = Moved(algorithm.owner);
      into_.algorithms.push_back(std::move(algorithm));
    }
  }

  // With all that stands inside of it.
  void Move(Statement& outermost) {
    std::vector<Statement*> pending = {&outermost};
    while (!pending.empty()) {
      Statement& statement = *pending.back();
      pending.pop_back();
      for (ExprId* value : {&statement.target, &statement.value, &statement.message}) *value = Moved(*value);
      for (Branch& branch : statement.branches) {
        branch.condition = Moved(branch.condition);
        for (Statement& inner : branch.body) pending.push_back(&inner);
      }
    }
  }

  [[nodiscard]] auto HasClocks() const -> bool {
    return !into_.clocking.partitions.empty() || !part_.clocking.partitions.empty();
  }

  // What was there before has its partitions noted before anything is added.
  void AddClocks() {
    if (!HasClocks()) return;
    Resize(into_);
    const Clocking& from = part_.clocking;
    Clocking& to = into_.clocking;
    const auto first = static_cast<uint32_t>(to.partitions.size());
    const auto append = [&](const std::vector<uint32_t>& some, size_t n, std::vector<uint32_t>& all) {
      for (size_t k = 0; k < n; ++k) {
        const bool is_clocked = k < some.size() && some[k] != Clocking::kUnclocked;
        all.push_back(is_clocked ? some[k] + first : Clocking::kUnclocked);
      }
    };
    append(from.of_var, part_.vars.size(), to.of_var);
    append(from.of_equation, part_.equations.size(), to.of_equation);
    append(from.of_clause, part_.clauses.size(), to.of_clause);
    append(from.of_algorithm, part_.algorithms.size(), to.of_algorithm);
    for (ClockPartition partition : from.partitions) {
      partition.base += to.n_bases;
      partition.clock = Moved(partition.clock);
      partition.solver_method = Moved(partition.solver_method);
      to.partitions.push_back(partition);
    }
    to.n_bases += from.n_bases;
  }

  const Model& part_;
  Model& into_;
  World& world_;
  expr::Rewriter rewriter_;
  uint32_t first_var_;
  uint32_t first_domain_;
  uint32_t first_attributes_;
  // Where each path of the part has gone to.
  std::unordered_map<uint32_t, PathId> moved_;
};

}  // namespace

void FillClocking(Model& model) {
  if (!model.clocking.partitions.empty()) Resize(model);
}

void MergeUnder(NameId name, const Model& part, Model& into) {
  KERF_CHECK(part.world == into.world);
  Merger(name, part, into).Run();
}

}  // namespace kerf::flat
