// For tests: a small flat model that is put together by hand.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "flat/print.h"

namespace kerf::flat {

class PrintFixture : public testing::Test {
 protected:
  PrintFixture() { model.name = Name("M"); }

  auto Name(std::string_view text) -> NameId { return world.names.Intern(text); }
  // "a.b" is a path of two steps.
  auto Path(std::string_view text) -> PathId {
    PathId path = base::PathStore::kRoot;
    while (true) {
      const size_t dot = text.find('.');
      path = world.paths.Child(path, Name(text.substr(0, dot)));
      if (dot == std::string_view::npos) return path;
      text.remove_prefix(dot + 1);
    }
  }
  auto Shape(std::vector<int32_t> dims) -> expr::ShapeId { return pool.shapes().Make(dims); }
  auto AddVar(std::string_view path, expr::Type type = {}) -> VarId {
    Var var;
    var.path = Path(path);
    var.type = type;
    return model.vars.Add(var);
  }
  auto Use(VarId id) -> ExprId { return pool.Var(id, model.vars[id].type); }
  auto AttributesOf(VarId id) -> Attributes& {
    if (!model.vars[id].attributes.has_value()) model.vars[id].attributes = model.attributes.Add({});
    return model.attributes[model.vars[id].attributes];
  }
  void AddEquation(ExprId lhs, ExprId rhs, DomainId domain = {}, bool is_initial = false) {
    Equation equation;
    equation.lhs = lhs;
    equation.rhs = rhs;
    equation.domain = domain;
    equation.is_initial = is_initial;
    model.equations.Add(equation);
  }
  auto AddFunction(std::string_view name) -> FunctionBody& {
    const FunctionId id = world.FunctionNamed(Name(name));
    world.functions[id].body = static_cast<uint32_t>(world.bodies.size());
    world.bodies.push_back(std::make_unique<FunctionBody>());
    world.bodies.back()->is_complete = true;
    return *world.bodies.back();
  }
  auto AddLocal(FunctionBody& body, std::string_view name, Role role, expr::Type type = {}) -> ExprId {
    Local local;
    local.name = Name(name);
    local.type = type;
    local.role = role;
    body.variables.push_back(local);
    if (role == Role::Input) ++body.n_inputs;
    if (role == Role::Output) ++body.n_outputs;
    return pool.Local(static_cast<uint32_t>(body.variables.size() - 1), type);
  }
  auto Call(std::string_view name, std::vector<ExprId> arguments, expr::Type type = {}) -> ExprId {
    arguments.insert(arguments.begin(), pool.Function(world.FunctionNamed(Name(name))));
    return pool.Typed(expr::Op::Call, type, arguments);
  }
  static auto Make(StatementKind kind, ExprId target = {}, ExprId value = {}, ExprId message = {})
      -> Statement {
    Statement statement;
    statement.kind = kind;
    statement.target = target;
    statement.value = value;
    statement.message = message;
    return statement;
  }
  auto Text(std::string_view text) -> ExprId { return pool.Text(Name(text)); }
  auto Less(ExprId x, double bound) -> ExprId { return pool.Binary(expr::Op::Less, x, pool.Real(bound)); }

  Model model;
  World& world = *model.world;
  expr::Pool& pool = world.pool;
};

}  // namespace kerf::flat
