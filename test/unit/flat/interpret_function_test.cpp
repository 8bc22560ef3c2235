// Functions: statements, variables, outputs, recursion, function values, limits.
#include "fixture.h"

namespace kerf::flat {

namespace {

class FunctionTest : public InterpretTest {
 protected:
  const Type real = TypeOf(Kind::Real);
  const Type integer = TypeOf(Kind::Integer);
  const Type vector = TypeOf(Kind::Real, {-1});

  auto Relation(Op op, ExprId x, ExprId y) -> ExprId { return Make(op, Kind::Boolean, {x, y}); }
  auto Plus(ExprId x, ExprId y) -> ExprId { return pool.Typed(Op::Add, pool.type(x), {x, y}); }
  auto ElementOf(ExprId array, std::vector<ExprId> subscripts) -> ExprId {
    subscripts.insert(subscripts.begin(), array);
    return Make(Op::Subscript, pool.type(array).kind, subscripts);
  }
};

TEST_F(FunctionTest, LoopsBreakAndReturn) {
  const FunctionId f = NewFunction("f");
  const ExprId n = Variable(f, Role::Input, "n", integer);
  const ExprId y = Variable(f, Role::Output, "y", integer);
  const ExprId i = Iter(0, "i");
  Body(f).statements = {
      Assignment(y, Int(0)),
      For(i, Make(Op::Range, Kind::Integer, {Int(1), Int(1), n}, {-1}),
          {If(Relation(Op::Greater, i, Int(10)), {Plain(StatementKind::Break)}), Assignment(y, Plus(y, i))}),
      If(Relation(Op::Greater, y, Int(20)), {Plain(StatementKind::Return)}),
      While(Relation(Op::Less, y, Int(20)), {Assignment(y, Plus(y, Int(7)))}),
  };
  EXPECT_EQ(ShowCall(f, {Value::Integer(3)}), "20");
  EXPECT_EQ(ShowCall(f, {Value::Integer(4)}), "24");
  EXPECT_EQ(ShowCall(f, {Value::Integer(100)}), "55");
  EXPECT_EQ(Show(CallOf(f, integer, {Int(3)})), "20");
}

// output Real y[n] is declared before protected Integer n = size(x, 1).
TEST_F(FunctionTest, SizesMayReferToLaterVariables) {
  const FunctionId f = NewFunction("f");
  const ExprId x = Variable(f, Role::Input, "x", vector, {}, {ExprId{}});
  const ExprId n = pool.Local(2, integer);
  const ExprId y = Variable(f, Role::Output, "y", vector, {}, {n});
  Variable(f, Role::Protected, "n", integer, Make(Op::Size, Kind::Integer, {x, Int(1)}));
  const ExprId i = Iter(0, "i");
  const ExprId back = Plus(Make(Op::Sub, Kind::Integer, {n, i}), Int(1));
  Body(f).statements = {For(i, Make(Op::Range, Kind::Integer, {Int(1), Int(1), n}, {-1}),
                            {Assignment(ElementOf(y, {i}), ElementOf(x, {back}))})};
  EXPECT_EQ(ShowCall(f, {Value::RealVector(std::vector<double>{1, 2, 3})}), "{3, 2, 1}");
  EXPECT_EQ(ShowCall(f, {Value::RealVector({})}), "fill(0.0, 0)");
  EXPECT_EQ(ShowCall(f, {Value::IntegerVector(std::vector<int64_t>{4})}), "{4}");
}

TEST_F(FunctionTest, SizesAreChecked) {
  const FunctionId f = NewFunction("f");
  const ExprId x = Variable(f, Role::Input, "x", TypeOf(Kind::Real, {2}));
  const ExprId y = Variable(f, Role::Output, "y", TypeOf(Kind::Real, {3}));
  const ExprId z = Variable(f, Role::Output, "z", vector, {}, {ExprId{}});
  Body(f).statements = {Assignment(z, x), Assignment(y, x)};
  EXPECT_EQ(ShowCall(f, {Value::RealVector(std::vector<double>{1})}),
            "error: x has size [2] and cannot take a value of size [1]");
  EXPECT_EQ(ShowCall(f, {Value::RealVector(std::vector<double>{1, 2})}),
            "error: y has size [3] and cannot take a value of size [2]");
  Body(f).statements.pop_back();
  EXPECT_EQ(ShowCall(f, {Value::RealVector(std::vector<double>{1, 2})}), "{0, 0, 0}; {1, 2}");
}

TEST_F(FunctionTest, SlicesAreAssigned) {
  const FunctionId f = NewFunction("f");
  const Type matrix = TypeOf(Kind::Real, {2, 3});
  const ExprId a = Variable(f, Role::Output, "a", matrix);
  const ExprId all = pool.Colon();
  Body(f).statements = {
      Assignment(Make(Op::Subscript, Kind::Real, {a, Int(2), all}, {3}), Ints({1, 2, 3})),
      Assignment(Make(Op::Subscript, Kind::Real, {a, all, Ints({3, 1})}, {2, 2}), Matrix({{5, 6}, {7, 8}})),
      Assignment(ElementOf(a, {Int(1), Int(2)}), Num(9)),
  };
  EXPECT_EQ(ShowCall(f, {}), "{{6, 9, 5}, {8, 2, 7}}");
  Body(f).statements = {Assignment(Make(Op::Subscript, Kind::Real, {a, Int(2), all}, {3}), Ints({1, 2}))};
  EXPECT_EQ(ShowCall(f, {}), "error: elements of size [3] cannot take a value of size [2]");
  Body(f).statements = {Assignment(ElementOf(a, {Int(3), Int(1)}), Num(9))};
  EXPECT_EQ(ShowCall(f, {}), "error: subscript 3 of dimension 1 is outside 1:2");
}

// The same subscript twice: the last value stays. The right-hand side is evaluated first.
TEST_F(FunctionTest, SlicesAreAssignedInOrder) {
  const FunctionId f = NewFunction("f");
  const ExprId v = Variable(f, Role::Output, "v", TypeOf(Kind::Integer, {3}), Ints({1, 2, 3}));
  const auto slice = [&](const std::vector<int64_t>& at) {
    return Make(Op::Subscript, Kind::Integer, {v, Ints(at)}, {static_cast<int32_t>(at.size())});
  };
  Body(f).statements = {Assignment(slice({1, 2, 3}), slice({3, 1, 2})),
                        Assignment(slice({1, 1}), Ints({8, 9}))};
  EXPECT_EQ(ShowCall(f, {}), "{9, 1, 2}");
}

TEST_F(FunctionTest, FieldsAreAssigned) {
  world.records.push_back(
      {world.names.Intern("Complex"), {{world.names.Intern("re"), real}, {world.names.Intern("im"), real}}});
  const FunctionId f = NewFunction("f");
  const ExprId c = Variable(f, Role::Output, "c", TypeOf(Kind::Record, {2}, 0));
  const ExprId second = pool.Typed(Op::Subscript, TypeOf(Kind::Record), {c, Int(2)});
  Body(f).statements = {
      Assignment(Make(Op::Field, Kind::Real, {c, Int(1)}, {2}), Reals({5, 6})),
      Assignment(Make(Op::Field, Kind::Real, {second, Int(0)}), Int(3)),
  };
  EXPECT_EQ(ShowCall(f, {}), "{Complex(re = 0, im = 5), Complex(re = 3, im = 6)}");
}

TEST_F(FunctionTest, ConstructorsMakeRecords) {
  world.records.push_back(
      {world.names.Intern("Complex"), {{world.names.Intern("re"), real}, {world.names.Intern("im"), real}}});
  const FunctionId f = NewFunction("Complex");
  Variable(f, Role::Input, "re", real);
  Variable(f, Role::Input, "im", real, Num(0));
  Variable(f, Role::Output, "result", TypeOf(Kind::Record));
  Body(f).is_constructor = true;
  EXPECT_EQ(ShowCall(f, {Value::Integer(1)}), "Complex(re = 1, im = 0)");
}

TEST_F(FunctionTest, SeveralOutputs) {
  const FunctionId divide = NewFunction("divide");
  const ExprId x = Variable(divide, Role::Input, "x", integer);
  const ExprId y = Variable(divide, Role::Input, "y", integer, Int(10));
  const ExprId q = Variable(divide, Role::Output, "q", integer);
  const ExprId r = Variable(divide, Role::Output, "r", integer);
  Body(divide).statements = {Assignment(q, Make(Op::Quotient, Kind::Integer, {x, y})),
                             Assignment(r, Make(Op::Remainder, Kind::Integer, {x, y}))};
  EXPECT_EQ(ShowCall(divide, {Value::Integer(17), Value::Integer(5)}), "3; 2");
  EXPECT_EQ(ShowCall(divide, {Value::Integer(17)}), "1; 7");
  const ExprId call = CallOf(divide, integer, {Int(17), Int(5)});
  EXPECT_EQ(Show(Make(Op::Output, Kind::Integer, {call, Int(1)})), "2");
  const FunctionId f = NewFunction("f");
  const ExprId a = Variable(f, Role::Output, "a", real);
  Body(f).statements = {Assignment(Make(Op::Tuple, Kind::Real, {pool.Colon(), a}), call)};
  EXPECT_EQ(ShowCall(f, {}), "2");
}

TEST_F(FunctionTest, RecursionAndItsLimit) {
  const FunctionId f = NewFunction("sum");
  const ExprId n = Variable(f, Role::Input, "n", integer);
  const ExprId y = Variable(f, Role::Output, "y", integer);
  const ExprId less = Make(Op::Sub, Kind::Integer, {n, Int(1)});
  const ExprId deeper = Plus(n, CallOf(f, integer, {less}));
  Body(f).statements = {If(Relation(Op::Equal, n, Int(0)), {Assignment(y, Int(0))}, {Assignment(y, deeper)})};
  EXPECT_EQ(ShowCall(f, {Value::Integer(100)}), "5050");
  EXPECT_EQ(ShowCall(f, {Value::Integer(499)}), "124750");
  EXPECT_EQ(ShowCall(f, {Value::Integer(1'000'000)}),
            "error: calls are nested more than 500 deep, the last one of sum");
  EXPECT_EQ(ShowCall(f, {Value::Integer(4)}), "10");
}

TEST_F(FunctionTest, EndlessLoopsStop) {
  const FunctionId f = NewFunction("f");
  Body(f).statements = {While(pool.Boolean(true), {})};
  Interpreter limited(world, vars, {.max_steps = 1000});
  EXPECT_FALSE(limited.Call(f, {}));
  EXPECT_EQ(limited.error().text, "function `f` takes more than 1000 steps");
}

TEST_F(FunctionTest, AssertionsTellTheirMessage) {
  const FunctionId f = NewFunction("f");
  const ExprId n = Variable(f, Role::Input, "n", integer);
  world.enumerations.push_back(
      {world.names.Intern("AssertionLevel"), {world.names.Intern("warning"), world.names.Intern("error")}});
  const ExprId message = Make(Op::Concatenate, Kind::Text, {Str("n is "), Make(Op::ToText, Kind::Text, {n})});
  const ExprId holds = Relation(Op::Greater, n, Int(0));
  const OriginId origin = world.origins.Add({});
  Body(f).statements = {{StatementKind::Assert, {}, holds, message, {}, origin}};
  EXPECT_EQ(ShowCall(f, {Value::Integer(1)}), "");
  EXPECT_EQ(ShowCall(f, {Value::Integer(-1)}), "error: n is -1");
  EXPECT_EQ(interpreter.error().origin, origin);
  EXPECT_EQ(interpreter.error().function, f);
  Body(f).statements[0].target = pool.Literal(0, 1);
  EXPECT_EQ(ShowCall(f, {Value::Integer(-1)}), "");
  EXPECT_EQ(interpreter.TakeMessages(), std::vector<std::string>{"n is -1"});
  Body(f).statements = {{StatementKind::Terminate, {}, {}, Str("enough"), {}, {}}};
  EXPECT_EQ(ShowCall(f, {Value::Integer(1)}), "error: terminated: enough");
}

TEST_F(FunctionTest, LoopsOverEnumerationsAndArrays) {
  world.enumerations.push_back(
      {world.names.Intern("E"), {world.names.Intern("a"), world.names.Intern("b"), world.names.Intern("c")}});
  const FunctionId f = NewFunction("f");
  const ExprId s = Variable(f, Role::Output, "s", TypeOf(Kind::Text));
  const ExprId e = Iter(0, "e");
  const ExprId name = Make(Op::ToText, Kind::Text, {e});
  const ExprId range = Make(Op::Range, Kind::Enumeration, {pool.Literal(0, 1), pool.Literal(0, 3)}, {3});
  const Statement append = Assignment(s, Make(Op::Concatenate, Kind::Text, {s, name}));
  Body(f).statements = {
      For(e, range, {append}), For(e, Reals({1.5, 2}), {append}),
      For(e, Make(Op::Range, Kind::Boolean, {pool.Boolean(false), pool.Boolean(true)}, {2}), {append})};
  EXPECT_EQ(ShowCall(f, {}), "\"abc1.52falsetrue\"");
}

// g(u, k) = k*u as an argument with k bound.
TEST_F(FunctionTest, FunctionsAreArguments) {
  const FunctionId g = NewFunction("g");
  const ExprId u = Variable(g, Role::Input, "u", real);
  const ExprId k = Variable(g, Role::Input, "k", real);
  const ExprId gy = Variable(g, Role::Output, "y", real);
  Body(g).statements = {Assignment(gy, Make(Op::Mul, Kind::Real, {u, k}))};
  const FunctionId twice = NewFunction("twice");
  const Type function_type = TypeOf(Kind::Function);
  const ExprId h = Variable(twice, Role::Input, "h", function_type);
  const ExprId x = Variable(twice, Role::Input, "x", real);
  const ExprId y = Variable(twice, Role::Output, "y", real);
  const ExprId once = Make(Op::Call, Kind::Real, {h, x});
  Body(twice).statements = {Assignment(y, Make(Op::Call, Kind::Real, {h, once}))};
  const ExprId closure = pool.Typed(Op::Closure, function_type, {pool.Function(g), Num(3), Ints({1})});
  EXPECT_EQ(Show(CallOf(twice, real, {closure, Num(2)})), "18");
}

TEST_F(FunctionTest, FunctionsWithoutBodyAreUnknown) {
  const FunctionId f = world.FunctionNamed(world.names.Intern("table"));
  EXPECT_EQ(Show(CallOf(f, real, {Num(1)})), "unknown: function table has no definition");
}

// A variable's value may come from the same interpreter, in the middle of a call.
TEST_F(FunctionTest, VariablesMayAskTheInterpreter) {
  struct Binding : VarValues {
    Interpreter* interpreter = nullptr;
    ExprId binding;
    auto TryValue(VarId, Value& value) -> bool override {
      const auto result = interpreter->Evaluate(binding);
      if (result) value = *result;
      return result.has_value();
    }
  } bindings;
  Interpreter own(world, bindings);
  bindings.interpreter = &own;
  const FunctionId f = NewFunction("f");
  const ExprId x = Variable(f, Role::Input, "x", real);
  const ExprId y = Variable(f, Role::Output, "y", real);
  Body(f).statements = {Assignment(y, Make(Op::Add, Kind::Real, {x, pool.Var(VarId{uint32_t{0}})})),
                        Assignment(y, Make(Op::Mul, Kind::Real, {x, y}))};
  bindings.binding = Num(5);
  EXPECT_EQ(own.Evaluate(CallOf(f, real, {Num(2)})), Value::Real(14));
  bindings.binding = x;
  EXPECT_FALSE(own.Evaluate(CallOf(f, real, {Num(2)})));
  EXPECT_TRUE(own.error().is_unknown);
  bindings.binding = Make(Op::Div, Kind::Real, {Num(1), Num(0)});
  EXPECT_FALSE(own.Evaluate(CallOf(f, real, {Num(2)})));
  EXPECT_EQ(own.error().text, "division by zero in 1/0");
  EXPECT_FALSE(own.error().is_unknown);
}

TEST_F(FunctionTest, MillionsOfStatementsAreFew) {
  const FunctionId f = NewFunction("f");
  const ExprId y = Variable(f, Role::Output, "y", real);
  const ExprId v = Variable(f, Role::Protected, "v", TypeOf(Kind::Real, {10}));
  const ExprId i = Iter(0, "i");
  const ExprId at = Plus(Make(Op::Mod, Kind::Integer, {i, Int(10)}), Int(1));
  Body(f).statements = {For(i, Range(1, 500'000),
                            {Assignment(ElementOf(v, {at}), Plus(ElementOf(v, {at}), Num(1))),
                             Assignment(y, Plus(y, ElementOf(v, {Int(1)})))})};
  EXPECT_EQ(ShowCall(f, {}), "12499800000");
}

}  // namespace

}  // namespace kerf::flat
