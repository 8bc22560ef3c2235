// Statements without Return do what those with it do: both are run by a small interpreter.
#include "emit/structure_returns.h"

#include <map>

#include <gtest/gtest.h>

#include "expr/evaluate.h"

namespace kerf::emit {
namespace {

using expr::ExprId;
using expr::Op;
using Kind = ScalarStatement::Kind;
using Statements = std::vector<ScalarStatement>;

enum class Flow : uint8_t { On, Break, Return };

class Machine {
 public:
  explicit Machine(expr::Pool& pool) : pool_(pool) {}

  auto Run(const Statements& statements) -> Flow {
    for (const ScalarStatement& statement : statements) {
      const Flow flow = Do(statement);
      if (flow != Flow::On) return flow;
    }
    return Flow::On;
  }

  std::map<uint32_t, double> values;

 private:
  auto Value(ExprId id) -> double {
    expr::Evaluator evaluator(pool_);
    return evaluator
        .TryEvaluate(id, [&](ExprId leaf) -> std::optional<double> { return values[pool_.position(leaf)]; })
        .value();
  }

  auto Do(const ScalarStatement& statement) -> Flow {
    switch (statement.kind) {
      case Kind::Assignment:
        values[pool_.position(statement.target)] = Value(statement.value);
        return Flow::On;
      case Kind::Break:  return Flow::Break;
      case Kind::Return: return Flow::Return;
      case Kind::If:
        for (const ScalarBranch& branch : statement.branches) {
          if (!branch.condition.has_value() || Value(branch.condition) != 0) return Run(branch.body);
        }
        return Flow::On;
      case Kind::While:
        while (Value(statement.branches[0].condition) != 0) {
          const Flow flow = Run(statement.branches[0].body);
          if (flow == Flow::Break) break;
          if (flow == Flow::Return) return flow;
        }
        return Flow::On;
      default: return Flow::On;
    }
  }

  expr::Pool& pool_;
};

class StructureReturns : public testing::Test {
 protected:
  auto Local(uint32_t position) -> ExprId {
    return pool_.Local(position, {expr::Kind::Real, expr::kScalar, 0});
  }
  auto Is(uint32_t position, double limit) -> ExprId {
    return pool_.Binary(Op::Less, Local(position), pool_.Real(limit));
  }
  auto Put(uint32_t position, double value) -> ScalarStatement {
    return AssignmentOf(Local(position), pool_.Real(value));
  }
  auto Add(uint32_t position, double value) -> ScalarStatement {
    return AssignmentOf(Local(position), pool_.Add(Local(position), pool_.Real(value)));
  }
  static auto If(ExprId condition, Statements then, Statements otherwise = {}) -> ScalarStatement {
    ScalarStatement choice = StatementOf(Kind::If);
    choice.branches.push_back({condition, std::move(then)});
    if (!otherwise.empty()) choice.branches.push_back({{}, std::move(otherwise)});
    return choice;
  }
  static auto While(ExprId condition, Statements body) -> ScalarStatement {
    ScalarStatement loop = StatementOf(Kind::While);
    loop.branches.push_back({condition, std::move(body)});
    return loop;
  }
  static auto Return() -> ScalarStatement { return StatementOf(Kind::Return); }

  // Input is variable 0, the result variable 1.
  void Compare(const Statements& statements, bool needs_mark) {
    bool has_mark = false;
    const Statements made = WithoutReturns(pool_, statements, [&] {
      has_mark = true;
      return Local(9);
    });
    EXPECT_EQ(has_mark, needs_mark);
    for (double input = 0; input < 8; ++input) {
      Machine wanted(pool_);
      Machine actual(pool_);
      wanted.values[0] = actual.values[0] = input;
      wanted.Run(statements);
      EXPECT_EQ(actual.Run(made), Flow::On);
      EXPECT_EQ(actual.values[1], wanted.values[1]) << input;
    }
  }

  expr::Pool pool_;
};

TEST_F(StructureReturns, WhatFollowsAChoiceGoesIntoItsOtherBranch) {
  Compare({Put(1, 1), If(Is(0, 2), {Put(1, 2), Return()}), Add(1, 10),
           If(Is(0, 4), {Add(1, 3)}, {Add(1, 100), Return()}), Add(1, 1000), Return()},
          false);
}

TEST_F(StructureReturns, AMarkSaysWhatWouldBeSaidTwice) {
  Compare(
      {Put(1, 1),
       If(Is(0, 4), {If(Is(0, 1), {Return()}), Add(1, 2)}, {If(Is(0, 6), {Add(1, 5), Return()}), Add(1, 7)}),
       Add(1, 50), Return()},
      true);
}

TEST_F(StructureReturns, LoopsInsideLoopsAreLeft) {
  Compare(
      {Put(1, 0), Put(2, 0),
       While(Is(2, 5), {Add(2, 1), Put(3, 0),
                        While(Is(3, 5), {Add(3, 1), Add(1, 1),
                                         If(pool_.Binary(Op::Less, Local(0), pool_.Mul(Local(2), Local(3))),
                                            {Add(1, 100), Return()}),
                                         If(pool_.Binary(Op::Greater, Local(3), pool_.Real(3)),
                                            {StatementOf(Kind::Break)})}),
                        Add(1, 10)}),
       Put(1, -1), Return()},
      true);
}

}  // namespace
}  // namespace kerf::emit
