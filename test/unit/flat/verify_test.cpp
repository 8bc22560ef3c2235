// Sound models pass; each breach of the rules is named.
#include "flat/verify.h"

#include "print_fixture.h"

namespace kerf::flat {
namespace {

using expr::Kind;
using expr::Op;

using VerifyTest = PrintFixture;
using Texts = std::vector<std::string>;

TEST_F(VerifyTest, ASoundModel) {
  const ExprId x = Use(AddVar("x", {Kind::Real, Shape({3}), 0}));
  Domain domain;
  domain.iterations = {{Name("i"), 1, 3, 1}};
  const ExprId i = pool.Iterator(0, Name("i"));
  const ExprId k = pool.Iterator(1, Name("k"));
  const ExprId sum = pool.Typed(Op::SumOf, {}, {pool.Make(Op::Subscript, {x, k}), k, x});
  AddEquation(pool.Make(Op::Subscript, {x, i}), sum, model.domains.Add(domain));
  FunctionBody& body = AddFunction("f");
  const ExprId u = AddLocal(body, "u", Role::Input);
  const ExprId y = AddLocal(body, "y", Role::Output);
  Statement loop = Make(StatementKind::For, k, x);
  loop.branches = {{{}, {Make(StatementKind::Assignment, y, pool.Typed(Op::Add, {}, {u, k}))}}};
  body.statements = {loop};
  EXPECT_EQ(Verify(model), Texts{});
}

TEST_F(VerifyTest, IdsOutOfRange) {
  AddEquation(pool.Var(VarId{7U}), pool.Real(1));
  AddEquation(pool.Typed(Op::Call, {}, {pool.Function(FunctionId{9U})}), pool.Real(1), DomainId{3U});
  AddEquation(pool.Literal(2, 1), pool.Literal(2, 1));
  const Texts expected = {"equation 0: variable 7 is out of range", "equation 1: domain 3 is out of range",
                          "equation 1: function 9 is out of range", "equation 2: type 2 is out of range",
                          "equation 2: type 2 is out of range"};
  EXPECT_EQ(Verify(model), expected);
}

TEST_F(VerifyTest, SidesOfDifferentTypes) {
  model.listing = Listing::Simplified;
  const ExprId x = Use(AddVar("x"));
  AddEquation(x, pool.Integer(1));
  AddEquation(x, Use(AddVar("v", {Kind::Real, Shape({3}), 0})));
  const ExprId open = Use(AddVar("w", {Kind::Real, Shape({expr::kUnknownSize}), 0}));
  AddEquation(Use(VarId{1U}), open);
  const Texts expected = {"equation 0: the two sides have different types",
                          "equation 1: the two sides have different types"};
  EXPECT_EQ(Verify(model), expected);
  // A language of Reals alone writes numbers as it likes.
  model.listing = Listing::AsWritten;
  EXPECT_EQ(Verify(model), Texts{expected[1]});
}

TEST_F(VerifyTest, ErrorsAndMissingExpressions) {
  AddEquation(expr::Pool::kError, pool.Real(1));
  AddEquation({}, pool.Real(1));
  const Texts expected = {"equation 0: Error expression", "equation 1: no expression"};
  EXPECT_EQ(Verify(model), expected);
}

TEST_F(VerifyTest, IteratorsAndLocalsOutsideOfTheirScope) {
  const ExprId k = pool.Typed(Op::ToReal, {}, {pool.Iterator(0, Name("k"))});
  AddEquation(k, pool.Real(1));
  AddEquation(pool.Local(0, {}), pool.Real(1));
  FunctionBody& body = AddFunction("f");
  const ExprId y = AddLocal(body, "y", Role::Output);
  Statement loop = Make(StatementKind::For, pool.Iterator(0, Name("k")), pool.Real(1));
  loop.branches = {{{}, {Make(StatementKind::Assignment, y, k)}}};
  body.statements = {loop, Make(StatementKind::Assignment, y, k),
                     Make(StatementKind::Assignment, y, pool.Local(5, {}))};
  const Texts expected = {
      "equation 0: iterator k is not bound", "equation 1: local variable outside of a function",
      "function f: iterator k is not bound", "function f: local variable 5 is out of range"};
  EXPECT_EQ(Verify(model), expected);
}

TEST_F(VerifyTest, ConditionsMustBeBoolean) {
  const ExprId x = Use(AddVar("x"));
  Clause clause;
  clause.statement = Make(StatementKind::If);
  clause.statement.branches = {{x, {}}, {{}, {}}};
  model.clauses.push_back(clause);
  clause.statement = Make(StatementKind::When);
  clause.statement.branches = {{Less(x, 1), {}}, {{}, {}}};
  model.clauses.push_back(clause);
  Assertion assertion;
  assertion.condition = x;
  model.assertions.push_back(assertion);
  const Texts expected = {"assertion 0: the condition is not Boolean",
                          "clause 0: the condition is not Boolean", "clause 1: no expression"};
  EXPECT_EQ(Verify(model), expected);
}

TEST_F(VerifyTest, VariablesOfFunctionsInOrder) {
  FunctionBody& body = AddFunction("f");
  AddLocal(body, "y", Role::Output);
  AddLocal(body, "u", Role::Input);
  const Texts expected = {"function f: local variable 0 is out of order",
                          "function f: local variable 1 is out of order"};
  EXPECT_EQ(Verify(model), expected);
}

TEST_F(VerifyTest, TuplesTakeNoMoreThanThereIs) {
  const ExprId x = Use(AddVar("x"));
  AddEquation(pool.Typed(Op::Tuple, {}, {x, x}), Call("f", {}));
  EXPECT_EQ(Verify(model), Texts{"equation 0: more variables than outputs"});
}

}  // namespace
}  // namespace kerf::flat
