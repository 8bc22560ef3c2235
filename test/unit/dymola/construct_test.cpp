// Each construct of the language, checked by the flat equations it gives.
#include <gtest/gtest.h>

#include "flat_text.h"

namespace kerf::dymola {
namespace {

// The equations without their owners, or the messages.
auto Equations(const std::string& text, const FlattenOptions& options = {}) -> std::string {
  const auto read = ReadText(text, "", options);
  if (!read->model) return read->messages();
  return EquationsText(*read->model);
}

auto Body(const std::string& body) -> std::string { return Equations("model top\n" + body + "\nend\n"); }

auto FindVar(const flat::Model& model, const std::string& name) -> const flat::Var* {
  for (const expr::VarId id : model.vars.ids()) {
    if (model.world->paths.Render(model.vars[id].path, base::PathStore::kRoot, "::", ".") == name)
      return &model.vars[id];
  }
  return nullptr;
}

TEST(Expression, ThesisReading) {
  EXPECT_EQ(Body("local a b c\na = -b*c + c"), "top: a = c - b*c\n");
  EXPECT_EQ(Body("local a b c\na = b**c**2"), "top: a = b**c**2\n");
  EXPECT_EQ(Body("local a b c\na/b/c = (a - b) - (c - a)"), "top: a/b/c = a - b - (c - a)\n");
  EXPECT_EQ(Body("local a\na = 3.50E-9*time"), "top: a = 3.50E-9*time\n");
  EXPECT_EQ(Body("local a b\na = if b then 1 else 2"), "top: a = if b then 1 else 2\n");
  EXPECT_EQ(Body("local a b\nif a > b then a else b = 3"), "top: if a > b then a else b = 3\n");
  EXPECT_EQ(Body("local a b\na = if b > 1 and not (a = 2 or b <> 3) then 1 else if b < 0 then 2 else 3"),
            "top: a = if b > 1 and not (a = 2 or b <> 3) then 1 else if b < 0 then 2 else 3\n");
}

TEST(Expression, PowersGroupToTheLeft) {
  const auto read = ReadText("model top\nlocal a b c\na = a**b**c\nend\n");
  ASSERT_TRUE(read->model);
  const expr::Pool& pool = read->model->world->pool;
  const expr::ExprId power = read->model->equations[flat::EquationId{0U}].rhs;
  EXPECT_EQ(pool.op(pool.operand(power, 0)), expr::Op::Pow);
  EXPECT_EQ(pool.op(pool.operand(power, 1)), expr::Op::Var);
}

TEST(Expression, Functions) {
  EXPECT_EQ(Body("local a b\na = max(b, 1, 2) + arctan2(a, b) + entier(b)"),
            "top: a = max(max(b,1),2) + arctan2(a,b) + entier(b)\n");
  EXPECT_EQ(Body("local a b\na = log(b) + derate(b) + F(a, b)"), "top: a = ln(b) + derate(b) + F(a,b)\n");
}

TEST(Derivative, PrimeAndDerAreTheSame) {
  EXPECT_EQ(Body("local x y z\nx' = y\ny = der(x) + derx\nz = x''+der2(x)"),
            "top: derx = y\ntop: y = derx + derx\ntop: z = der2x + der2x\n");
  const auto read = ReadText("model top\nlocal x y\nder(x) = y\ny' = der(derx)\nend\n");
  ASSERT_TRUE(read->model) << read->messages();
  EXPECT_EQ(VarsText(*read->model), "x\ny\nderx\ndery\nder2x\n");
}

TEST(Procedure, OutputsAreATuple) {
  const auto read = ReadText("model top\ninput u\nlocal y1 y2\ny1, y2 = P(u, 2*u)\nend\n");
  ASSERT_TRUE(read->model) << read->messages();
  const flat::Model& model = *read->model;
  const flat::Equation& equation = model.equations[flat::EquationId{0U}];
  EXPECT_EQ(model.world->pool.op(equation.lhs), expr::Op::Tuple);
  EXPECT_EQ(model.world->pool.op(equation.rhs), expr::Op::Call);
  const auto function = model.world->pool.function(model.world->pool.operand(equation.rhs, 0));
  EXPECT_EQ(model.world->functions[function].n_outputs, 2U);
}

TEST(Variables, KindsAndBindings) {
  const auto read = ReadText(R"(
model type T
  parameter R=5 S=2*R
  constant g=-9.81
  input u
  output y
  y = u + R
end
model top
  parameter k=3
  input a b
  output c
  submodel (T) t1(k) t2(S=k+1) t3
  t1.u = a
  t2.u = b
  c = t1.y
end
)");
  ASSERT_TRUE(read->model) << read->messages();
  const flat::Model& model = *read->model;
  const auto binding = [&](const std::string& name) {
    return ExprText(model, FindVar(model, name)->binding);
  };
  EXPECT_EQ(binding("t1.R"), "k");
  EXPECT_EQ(binding("t1.S"), "2*t1.R");
  EXPECT_EQ(binding("t2.S"), "k + 1");
  EXPECT_EQ(binding("t3.R"), "5");
  EXPECT_EQ(binding("t3.g"), "-9.81");
  EXPECT_EQ(FindVar(model, "t3.g")->variability, flat::Variability::Constant);
  EXPECT_EQ(FindVar(model, "t3.R")->variability, flat::Variability::Parameter);
  EXPECT_EQ(FindVar(model, "a")->causality, flat::Causality::Input);
  EXPECT_EQ(FindVar(model, "c")->causality, flat::Causality::Output);
  EXPECT_EQ(FindVar(model, "t1.u")->causality, flat::Causality::Local);
  EXPECT_EQ(FindVar(model, "t3.u")->causality, flat::Causality::Input);
  EXPECT_EQ(FindVar(model, "t1.y")->causality, flat::Causality::Local);
}

TEST(Variables, EarlierDeclarationKeepsItsKindInACut) {
  const auto read = ReadText("model top\nparameter W\ncut A (W, H)\nlocal H\nH = W\nend\n");
  ASSERT_TRUE(read->model) << read->messages();
  EXPECT_EQ(read->model->vars.size(), 2U);
  EXPECT_EQ(FindVar(*read->model, "W")->variability, flat::Variability::Parameter);
}

constexpr const char* kDefault = R"(
model type T
  main cut N (n / i)
  input s
  default n=0, i=0, s=1
  local x
  x = n + s
end
)";

TEST(Variables, DefaultsHoldWhereNothingElseDoes) {
  EXPECT_EQ(
      Equations(std::string(kDefault) + "model top\nsubmodel (T) a b c\nconnect a at b\nc.s = 4\nend\n"),
      "a: x = n + s\na: s = 1\nb: x = n + s\nb: s = 1\nc: x = n + s\nc: n = 0\nc: i = 0\n"
      "top: c.s = 4\ntop: b.n = a.n\ntop: a.i + b.i = 0\n");
  const auto read = ReadText(std::string(kDefault) + "model top\nsubmodel (T) a\nend\n");
  ASSERT_TRUE(read->model) << read->messages();
  const flat::Equation& equation = read->model->equations[flat::EquationId{1U}];
  EXPECT_EQ(read->model->world->origins[equation.origin].made_by, flat::MadeBy::Default);
  EXPECT_EQ(FindVar(*read->model, "a.s")->causality, flat::Causality::Local);
}

TEST(Variables, InternalAndExternal) {
  EXPECT_EQ(Equations(R"(
model type Inner
  external g
  local x
  x = g
end
model type Middle
  submodel (Inner) i
end
model top
  internal g
  submodel (Middle) m
  g = 9.81
end
)"),
            "m::i: x = top.g\ntop: g = 9.81\n");
}

TEST(Arrays, Families) {
  const auto read = ReadText(
      "model top\nstructure parameter n=4\nlocal x[n] y[n,n]\nfor i:=1 to n-1 do begin\n x[i]' = x[i+1] - i\n"
      "for j:=2 step 2 to n do y[i,j] = x[i]\nend\nend\n");
  ASSERT_TRUE(read->model) << read->messages();
  const flat::Model& model = *read->model;
  EXPECT_EQ(EquationsText(model), "top: derx[i] = x[i + 1] - i\ntop: y[i,j] = x[i]\n");
  const flat::Domain& domain = model.domains[model.equations[flat::EquationId{1U}].domain];
  ASSERT_EQ(domain.iterations.size(), 2U);
  EXPECT_EQ(domain.iterations[0].last, 3);
  EXPECT_EQ(domain.iterations[1].first, 2);
  EXPECT_EQ(domain.iterations[1].step, 2);
  EXPECT_EQ(model.world->pool.shapes().count(FindVar(model, "y")->type.shape), 16U);
  EXPECT_EQ(FindVar(model, "derx")->type.shape, FindVar(model, "x")->type.shape);
}

TEST(Arrays, LinearAlgebra) {
  EXPECT_EQ(Body("parameter A[2,2]=[1, 2; 3, 4] b[2]=[5, 6]\nlocal x[2] s\nx' = A*x + b*s\ns = sum(x) + "
                 "x*b\nx = transpose(A)*b"),
            "top: derx = A*x + b*s\ntop: s = sum(x) + x*b\ntop: x = transpose(A)*b\n");
  EXPECT_EQ(Body("local x[2] A[2,3]\nx = A[:,2]"), "top: x = A[:,2]\n");
}

TEST(Arrays, IndexedCuts) {
  EXPECT_EQ(Equations(R"(
model type lever
  structure parameter n=3
  local v
  cut hole[n] (x, v / F)
  main cut all [hole[1] hole[n]]
end
model top
  submodel (lever) a b(n=2)
  connect a:hole[3] at b:hole[1]
end
)"),
            "top: b.x[1] = a.x[3]\ntop: b.v = a.v\ntop: a.F[3] + b.F[1] = 0\n");
}

TEST(Arrays, ArraysInCuts) {
  EXPECT_EQ(Equations("model type T\nlocal r[3] f[3]\nmain cut c (r / f)\nend\nmodel top\nsubmodel (T) a "
                      "b\nconnect a at b\nend\n"),
            "top: b.r = a.r\ntop: a.f + b.f = [0,0,0]\n");
}

// Ex. 3.20, with the loop to n-1.
constexpr const char* kExchanger = R"(
model type part
  path hot <(h1) - (h2)>
  path cold <(c1) - (c2)>
end
model type exchanger
  structure parameter n
  submodel (part) section[n]
  path hot <section[1]:hotin - section[n]:hotout>
  for i:=1 to n-1 do begin
    connect (hot) section[i] to section[i+1]
    connect (cold) section[i+1] to section[i]
  end
end
)";

TEST(Structure, HeatExchangerEx320) {
  std::string text = kExchanger;
  text.replace(text.find("<section[1]:hotin - section[n]:hotout>"), 38, "section[1]..hot");
  EXPECT_EQ(Equations(text + "model top\nsubmodel (exchanger) e(n=3)\nend\n"),
            "e: section[2].h1 = section[1].h2\ne: section[1].c1 = section[2].c2\n"
            "e: section[3].h1 = section[2].h2\ne: section[2].c1 = section[3].c2\n");
}

TEST(Structure, ParametersPassDownAndFromOptions) {
  const std::string text =
      "model type T\nstructure parameter n=1\nlocal x[n]\nfor i:=1 to n do x[i] = n\nend\n"
      "model top\nstructure parameter m=2\nsubmodel (T) a(n=m+1) b\nend\n";
  const auto sizes = [&](const FlattenOptions& options) {
    const auto read = ReadText(text, "", options);
    if (!read->model) return read->messages();
    const auto size = [&](const char* name) {
      return read->model->world->pool.shapes().count(FindVar(*read->model, name)->type.shape);
    };
    return fmt::format("{} {}", size("a.x"), size("b.x"));
  };
  EXPECT_EQ(sizes({}), "3 1");
  FlattenOptions options;
  options.structure = {{"m", 9}};
  EXPECT_EQ(sizes(options), "10 1");
}

TEST(Structure, ConditionalDeclarationsAndEquations) {
  const std::string text = R"(
model type T
  structure parameter n=1
  terminal u
  if n > 1 then begin
    local a
    a = u
  end else begin
    local b c
    b = u
    c = 2*u
  end
  case n of begin
    1: u = 1
    2, 3: begin
      u = 2
    end
    else u = 3
  end
end
model top
  submodel (T) t1 t2(n=2) t7(n=7)
end
)";
  EXPECT_EQ(Equations(text),
            "t1: b = u\nt1: c = 2*u\nt1: u = 1\nt2: a = u\nt2: u = 2\nt7: a = u\nt7: u = 3\n");
}

TEST(Structure, TimeVaryingConditionsPairEquations) {
  EXPECT_EQ(Body("local a b x\nif time > 1 then begin\na = x\nb = 2\nend else if x > 0 then begin\na = 3\nb "
                 "= 4\nend else begin\n2*a = 5\nb = x\nend"),
            "top: if time > 1 then a else if x > 0 then a else 2*a = if time > 1 then x else if x > 0 then 3 "
            "else 5\n"
            "top: b = if time > 1 then 2 else if x > 0 then 4 else x\n");
  EXPECT_EQ(Body("local a\nif time > 1 then a = 1 else a = 2"), "top: a = if time > 1 then 1 else 2\n");
}

TEST(Structure, LoopsWithConditionsUnroll) {
  EXPECT_EQ(Body("local x[3]\nfor i:=1 to 3 do if i = 2 then x[i] = 0 else x[i] = i"),
            "top: x[1] = 1\ntop: x[2] = 0\ntop: x[3] = 3\n");
  EXPECT_EQ(Body("local x[3,3]\nfor i:=1 to 3 do for j:=1 to i do x[i,j] = 1").substr(0, 20),
            "top: x[1,j] = 1\ntop:");
}

TEST(Valid, BecomesAnAssertion) {
  const auto read = ReadText("model top\nlocal x\nx = time\nvalid x < 3 and x' > 0\nend\n");
  ASSERT_TRUE(read->model) << read->messages();
  ASSERT_EQ(read->model->assertions.size(), 1U);
  EXPECT_EQ(ExprText(*read->model, read->model->assertions[0].condition), "x < 3 and derx > 0");
}

TEST(Models, TreeOfEx31) {
  const auto read = ReadText(R"(model S1
model type M
local x
x = 1
end
submodel (M) S2
model S3
submodel (M) S5
model S6
local x
x = 6
end
end
model S4
local x
x = 4
end
end
)");
  ASSERT_TRUE(read->model) << read->messages();
  EXPECT_EQ(VarsText(*read->model), "S2.x\nS3::S5.x\nS3::S6.x\nS4.x\n");
}

TEST(Models, NameSelectsAModelOrAType) {
  const std::string text =
      "model type T\nlocal x\nx = 1\nend\nmodel A\nlocal y\ny = 1\nend\nmodel B\nlocal z\nz = 1\nend\n";
  EXPECT_EQ(VarsText(*ReadText(text)->model), "z\n");
  EXPECT_EQ(VarsText(*ReadText(text, "A")->model), "y\n");
  EXPECT_EQ(VarsText(*ReadText(text, "T")->model), "x\n");
  EXPECT_EQ(ReadText(text, "a")->kinds(), "unknown-model");
  EXPECT_EQ(ReadText("model type T\nend\n")->kinds(), "no-model");
}

TEST(Models, LocalTypesHideGlobalOnes) {
  EXPECT_EQ(Equations("model type T\nlocal x\nx = 1\nend\nmodel top\nsubmodel (T) a\nmodel type T\nlocal "
                      "y\ny = 2\nend\nsubmodel (T) b\nend\n"),
            "a: x = 1\nb: y = 2\n");
}

TEST(Models, NameSpacesAreSeparate) {
  EXPECT_EQ(Equations("model type T\ncut C (a) T (b)\npath C <C - T>\nparameter C=1\na = C\nend\nmodel "
                      "top\nsubmodel (T) C\ncut C (c)\nlocal C\nC = C.a\nend\n"),
            "C: a = C\ntop: C = C.a\n");
}

}  // namespace
}  // namespace kerf::dymola
