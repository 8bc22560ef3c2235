// The parts of a model, one after the other.
#include "flat/verify.h"

#include <fmt/format.h>

#include "flat/verify_expressions.h"

namespace kerf::flat {

namespace {

class ModelVerifier {
 public:
  explicit ModelVerifier(const Model& model)
      : model_(model), world_(*model.world), expressions_(model, breaches_) {}

  auto Run() -> std::vector<std::string> {
    for (const VarId id : model_.vars.ids()) Variable(id);
    for (const EquationId id : model_.equations.ids()) {
      const Equation& e = model_.equations[id];
      expressions_.Enter(fmt::format("equation {}", id.index), nullptr, e.domain);
      Path(e.owner);
      expressions_.Sides(e.lhs, e.rhs);
    }
    Assertions();
    Clauses();
    Functions();
    return std::move(breaches_);
  }

 private:
  void Path(PathId path) {
    if (path.has_value() && path.index >= world_.paths.size()) expressions_.Report("path out of range");
  }

  void Variable(VarId id) {
    const Var& var = model_.vars[id];
    expressions_.Enter(fmt::format("variable {}", id.index));
    if (!var.path.has_value()) expressions_.Report("no path");
    Path(var.path);
    expressions_.Type(var.type);
    expressions_.Optional(var.binding);
    if (var.derivative_of.has_value() && !model_.vars.Contains(var.derivative_of))
      expressions_.Report("the derivative of a variable out of range");
    if (!var.attributes.has_value()) return;
    if (!model_.attributes.Contains(var.attributes)) return expressions_.Report("attributes out of range");
    const Attributes& a = model_.attributes[var.attributes];
    for (const ExprId value : {a.start, a.fixed_value, a.min, a.max, a.nominal}) expressions_.Optional(value);
  }

  void Assertions() {
    for (size_t k = 0; k < model_.assertions.size(); ++k) {
      const Assertion& a = model_.assertions[k];
      expressions_.Enter(fmt::format("assertion {}", k), nullptr, a.domain);
      Path(a.owner);
      Statement statement;
      statement.kind = StatementKind::Assert;
      statement.value = a.condition;
      statement.message = a.message;
      expressions_.StatementTree(statement);
    }
  }

  void Clauses() {
    for (size_t k = 0; k < model_.clauses.size(); ++k) {
      const Clause& clause = model_.clauses[k];
      expressions_.Enter(fmt::format("clause {}", k), nullptr, clause.domain);
      Path(clause.owner);
      expressions_.StatementTree(clause.statement);
    }
    for (size_t k = 0; k < model_.algorithms.size(); ++k) {
      expressions_.Enter(fmt::format("algorithm {}", k));
      Path(model_.algorithms[k].owner);
      for (const Statement& statement : model_.algorithms[k].statements)
        expressions_.StatementTree(statement);
    }
  }

  void Functions() {
    expressions_.Enter("model");
    for (const FunctionId id : model_.functions) {
      if (!world_.functions.Contains(id)) expressions_.Report("function out of range");
    }
    for (const FunctionId id : world_.functions.ids()) {
      const uint32_t body = world_.functions[id].body;
      if (body == Function::kNoBody) continue;
      expressions_.Enter(fmt::format("function {}", world_.names[world_.functions[id].name]));
      if (body >= world_.bodies.size()) {
        expressions_.Report("body out of range");
      } else {
        Body(*world_.bodies[body], std::string(world_.names[world_.functions[id].name]));
      }
    }
  }

  void Body(const FunctionBody& body, const std::string& name) {
    expressions_.Enter("function " + name, &body);
    for (size_t k = 0; k < body.variables.size(); ++k) {
      const Local& local = body.variables[k];
      const bool is_output = k >= body.n_inputs && k < size_t{body.n_inputs} + body.n_outputs;
      const Role role = k < body.n_inputs ? Role::Input : is_output ? Role::Output : Role::Protected;
      if (local.role != role) expressions_.Report(fmt::format("local variable {} is out of order", k));
      expressions_.Type(local.type);
      for (const ExprId size : local.sizes) expressions_.Optional(size);
      expressions_.Optional(local.binding);
    }
    if (body.variables.size() < size_t{body.n_inputs} + body.n_outputs)
      expressions_.Report("fewer variables than inputs and outputs");
    for (const Statement& statement : body.statements) expressions_.StatementTree(statement);
    for (const InverseOf& inverse : body.inverses) expressions_.Expression(inverse.call);
    for (const DerivativeOf& derivative : body.derivatives) {
      if (!world_.functions.Contains(derivative.function)) expressions_.Report("derivative out of range");
    }
    if (!body.external) return;
    expressions_.Optional(body.external->result);
    for (const ExprId argument : body.external->arguments) expressions_.Expression(argument);
  }

  const Model& model_;
  const World& world_;
  std::vector<std::string> breaches_;
  ExpressionVerifier expressions_;
};

}  // namespace

auto Verify(const Model& model) -> std::vector<std::string> { return ModelVerifier(model).Run(); }

}  // namespace kerf::flat
