// Symbolic evaluation of arrays, conditions and functions.
#include "transform/symbolic_machine.h"

#include <gtest/gtest.h>

namespace kerf::transform {
namespace {

using expr::Kind;
using expr::Op;

class NoValues : public flat::VarValues {
 public:
  auto TryValue(VarId, flat::Value&) -> bool override { return false; }
};

// Variable 0 is a vector of three whose scalars are the variables 10, 11 and 12; others are scalars.
class TestHost : public SymbolHost {
 public:
  explicit TestHost(expr::Pool& pool) : pool_(pool) {}
  auto VarSymbol(VarId var, Symbol& out, std::string&) -> bool override {
    if (var.index != 0) {
      out = LeafSymbol(pool_.Var(var));
      return true;
    }
    out = ArraySymbol({3}, {LeafSymbol(Scalar(0)), LeafSymbol(Scalar(1)), LeafSymbol(Scalar(2))});
    return true;
  }
  auto TimeDerivative(ExprId scalar) -> ExprId override { return pool_.Unary(Op::Der, scalar); }
  auto Previous(ExprId scalar) -> ExprId override {
    return pool_.Typed(Op::Pre, pool_.type(scalar), {scalar});
  }
  auto Tick(ExprId start, ExprId interval) -> ExprId override {
    return pool_.Typed(Op::Sample, {Kind::Boolean, expr::kScalar, 0}, {start, interval});
  }
  auto Delayed(ExprId value, ExprId) -> ExprId override { return value; }
  auto Homotopy(ExprId actual, ExprId) -> ExprId override { return actual; }
  auto OutputPlaceholder() -> ExprId override { return Scalar(9); }
  void TakeInverse(ExprId, ExprId, ExprId) override {}
  auto IsStart() -> ExprId override { return pool_.Boolean(false); }
  auto IsEnd() -> ExprId override { return pool_.Boolean(false); }
  auto Activation(std::span<const ExprId> conditions) -> ExprId override { return conditions[0]; }
  auto Effect(const flat::Statement&, ExprId, std::string&) -> bool override { return true; }
  auto RunTimeCall(FunctionId, std::span<const Symbol>, std::vector<Symbol>&, std::string& error)
      -> bool override {
    error = "no calls";
    ++n_calls;
    return false;
  }
  auto Scalar(uint32_t k) -> ExprId { return pool_.Var(VarId{10 + k}); }
  int n_calls = 0;

 private:
  expr::Pool& pool_;
};

class SymbolicMachineTest : public testing::Test {
 protected:
  auto Vector() -> ExprId {
    const std::vector<int32_t> dims = {3};
    return pool_.Var(VarId{0U}, {Kind::Real, pool_.shapes().Make(dims), 0});
  }
  auto Leaves(ExprId id) -> std::vector<ExprId> {
    Symbol symbol;
    std::vector<ExprId> leaves;
    if (machine_.Evaluate(id, symbol)) Flatten(symbol, leaves);
    return leaves;
  }

  flat::World world_;
  expr::Pool& pool_ = world_.pool;
  NoValues no_values_;
  flat::Interpreter interpreter_{world_, no_values_};
  TestHost host_{world_.pool};
  SymbolicMachine machine_{world_, interpreter_, host_};
};

TEST_F(SymbolicMachineTest, WorksElementByElement) {
  const auto leaves = Leaves(pool_.Mul(pool_.Real(2), Vector()));
  ASSERT_EQ(leaves.size(), 3U);
  EXPECT_EQ(leaves[1], pool_.Mul(pool_.Real(2), host_.Scalar(1)));
}

TEST_F(SymbolicMachineTest, LiteralConditionsDecideAndDeadBranchesMayBeWrong) {
  const ExprId outside = pool_.Make(Op::Subscript, {Vector(), pool_.Integer(7)});
  const ExprId inside = pool_.Make(Op::Subscript, {Vector(), pool_.Integer(3)});
  const ExprId condition = pool_.Binary(Op::Greater, pool_.Integer(1), pool_.Integer(2));
  EXPECT_EQ(Leaves(pool_.If(condition, outside, inside)), std::vector{host_.Scalar(2)});
  EXPECT_TRUE(Leaves(outside).empty());
  EXPECT_NE(machine_.error().text.find("outside"), std::string::npos);
}

TEST_F(SymbolicMachineTest, NoEventMarksRelationsOnly) {
  const ExprId x = pool_.Var(VarId{5U});
  const ExprId relation = pool_.Binary(Op::Greater, x, pool_.Real(1));
  const ExprId choice = pool_.If(relation, x, pool_.Real(1));
  EXPECT_EQ(Leaves(choice), std::vector{choice});
  const auto quiet = Leaves(pool_.Typed(Op::NoEvent, {}, {choice}));
  ASSERT_EQ(quiet.size(), 1U);
  EXPECT_EQ(pool_.op(quiet[0]), Op::If);
  EXPECT_EQ(pool_.op(pool_.operand(quiet[0], 0)), Op::NoEvent);
}

TEST_F(SymbolicMachineTest, InlinesFunctionsAndMergesBranches) {
  auto body = std::make_unique<flat::FunctionBody>();
  const ExprId u = pool_.Local(0, {});
  const ExprId y = pool_.Local(1, {});
  body->variables.resize(2);
  body->variables[0].role = flat::Role::Input;
  body->variables[1].role = flat::Role::Output;
  body->n_inputs = body->n_outputs = 1;
  const auto assign = [&](ExprId value) {
    flat::Statement statement;
    statement.kind = flat::StatementKind::Assignment;
    statement.target = y;
    statement.value = value;
    return statement;
  };
  flat::Statement choice;
  choice.kind = flat::StatementKind::If;
  choice.branches.push_back({pool_.Binary(Op::Less, u, pool_.Real(0)), {assign(pool_.Neg(u))}});
  body->statements = {assign(u), choice};
  body->is_complete = true;
  world_.bodies.push_back(std::move(body));
  const FunctionId function = world_.functions.Add({world_.names.Intern("f"), 1, 0});
  const ExprId x = pool_.Var(VarId{5U});
  const auto leaves = Leaves(pool_.Call(function, std::vector{x}));
  ASSERT_EQ(leaves.size(), 1U);
  EXPECT_EQ(pool_.op(leaves[0]), Op::If);
  EXPECT_EQ(pool_.operand(leaves[0], 1), pool_.Neg(x));
  EXPECT_EQ(pool_.operand(leaves[0], 2), x);
  EXPECT_EQ(host_.n_calls, 0);
  EXPECT_EQ(Leaves(pool_.Call(function, std::vector{pool_.Real(-3)})), std::vector{pool_.Real(3)});
}

}  // namespace
}  // namespace kerf::transform
