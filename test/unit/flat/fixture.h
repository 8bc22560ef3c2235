// What the tests of the interpreter share: a world, values of variables, and short ways to build functions.
#pragma once

#include <gtest/gtest.h>

#include <map>

#include "flat/function.h"
#include "flat/interpret.h"

namespace kerf::flat {

struct KnownVars : VarValues {
  std::map<uint32_t, Value> values;
  auto TryValue(VarId var, Value& value) -> bool override {
    const auto found = values.find(var.index);
    if (found == values.end()) return false;
    value = found->second;
    return true;
  }
};

class InterpretTest : public testing::Test {
 protected:
  using Kind = expr::Kind;
  using Op = expr::Op;
  using Type = expr::Type;

  auto TypeOf(Kind kind, std::vector<int32_t> dims = {}, uint16_t detail = 0) -> Type {
    return {kind, pool.shapes().Make(dims), detail};
  }
  auto Int(int64_t value) -> ExprId { return pool.Integer(value); }
  auto Num(double value) -> ExprId { return pool.Real(value); }
  auto Str(std::string_view text) -> ExprId { return pool.Text(world.names.Intern(text)); }
  auto Iter(uint32_t position, std::string_view name) -> ExprId {
    return pool.Iterator(position, world.names.Intern(name));
  }
  auto Make(Op op, Kind kind, std::vector<ExprId> operands, std::vector<int32_t> dims = {}) -> ExprId {
    return pool.Typed(op, TypeOf(kind, std::move(dims)), operands);
  }
  auto Ints(std::vector<int64_t> numbers) -> ExprId { return ToExpr(Value::IntegerVector(numbers), world); }
  auto Reals(std::vector<double> numbers) -> ExprId { return ToExpr(Value::RealVector(numbers), world); }
  auto Matrix(const std::vector<std::vector<double>>& rows) -> ExprId {
    std::vector<ExprId> parts;
    for (const auto& row : rows) parts.push_back(Reals(row));
    return pool.Make(Op::Array, parts);
  }
  auto Range(int64_t first, int64_t last) -> ExprId {
    return Make(Op::Range, Kind::Integer, {Int(first), Int(1), Int(last)}, {-1});
  }

  // The text of the value, or "error: …" or "unknown: …".
  auto Show(ExprId id) -> std::string {
    const auto value = interpreter.Evaluate(id);
    return value ? ValueText(*value, world) : ErrorText();
  }
  auto ErrorText() -> std::string {
    return (interpreter.error().is_unknown ? "unknown: " : "error: ") + interpreter.error().text;
  }
  auto ShowCall(FunctionId function, std::vector<Value> arguments) -> std::string {
    const auto outputs = interpreter.Call(function, arguments);
    if (!outputs) return ErrorText();
    std::string text;
    for (const Value& output : *outputs) text += (text.empty() ? "" : "; ") + ValueText(output, world);
    return text;
  }

  // A function whose variables are added with Variable, inputs first.
  auto NewFunction(std::string_view name) -> FunctionId {
    Function function{world.names.Intern(name), 0, static_cast<uint32_t>(world.bodies.size())};
    world.bodies.push_back(std::make_unique<FunctionBody>());
    world.bodies.back()->is_complete = true;
    return world.functions.Add(function);
  }
  auto Body(FunctionId function) -> FunctionBody& { return *world.bodies[world.functions[function].body]; }
  auto Variable(FunctionId function, Role role, std::string_view name, Type type, ExprId binding = {},
                std::vector<ExprId> sizes = {}) -> ExprId {
    FunctionBody& body = Body(function);
    body.n_inputs += role == Role::Input ? 1 : 0;
    body.n_outputs += role == Role::Output ? 1 : 0;
    Local local;
    local.name = world.names.Intern(name);
    local.type = type;
    local.sizes = std::move(sizes);
    local.role = role;
    local.binding = binding;
    body.variables.push_back(std::move(local));
    return pool.Local(static_cast<uint32_t>(body.variables.size() - 1), type);
  }
  static auto Assignment(ExprId target, ExprId value) -> Statement {
    return {StatementKind::Assignment, target, value, {}, {}, {}};
  }
  static auto Plain(StatementKind kind) -> Statement { return {kind, {}, {}, {}, {}, {}}; }
  static auto For(ExprId iterator, ExprId range, std::vector<Statement> body) -> Statement {
    return {StatementKind::For, iterator, range, {}, {{{}, std::move(body)}}, {}};
  }
  static auto While(ExprId condition, std::vector<Statement> body) -> Statement {
    return {StatementKind::While, {}, {}, {}, {{condition, std::move(body)}}, {}};
  }
  static auto If(ExprId condition, std::vector<Statement> yes, std::vector<Statement> no = {}) -> Statement {
    return {StatementKind::If, {}, {}, {}, {{condition, std::move(yes)}, {{}, std::move(no)}}, {}};
  }
  auto CallOf(FunctionId function, Type type, std::vector<ExprId> arguments) -> ExprId {
    arguments.insert(arguments.begin(), pool.Function(function));
    return pool.Typed(Op::Call, type, arguments);
  }

  World world;
  expr::Pool& pool = world.pool;
  KnownVars vars;
  Interpreter interpreter{world, vars};
};

}  // namespace kerf::flat
