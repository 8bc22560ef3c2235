// Programs in every language show what Kerf shows. A language whose tool is not installed is skipped.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "outside_models.h"
#include "run_program.h"

namespace kerf::targets_test {
namespace {

struct Case {
  std::string name;
  // Text of a Modelica model, or a file of the folder examples.
  std::string text;
  std::string file;
  double stop = 1;
  std::vector<std::string> options;
};

const char* const kBall = R"(
model Ball
  parameter Real e = 0.8, g = 9.81;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
  when h <= 0 then
    reinit(v, -e*pre(v));
    n = pre(n) + 1;
  end when;
end Ball;
)";

// A linear process with a limited discrete PI controller; an algebraic loop between events.
const char* const kController = R"(
model Sampled
  parameter Real Ts = 0.1, K = 2, Ti = 0.5;
  Real x(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true), i(start = 0, fixed = true);
  Real r = if time < 0.25 then 0 else 1;
  Real s;
equation
  s = u + 0.1*s^3;
  der(x) = -x + s;
  when sample(0, Ts) then
    i = pre(i) + Ts/Ti*(r - x);
    u = max(-0.9, min(0.9, K*(r - x) + i));
  end when;
end Sampled;
)";

// 50 cells with four equations each, a bridge of resistors (a linear loop of five) and a diode (a nonlinear
// loop).
const char* const kNetwork = R"(
model Network
  parameter Integer n = 50;
  parameter Real R = 1, C = 0.1, G = 1/R;
  Real v[n](each start = 0, each fixed = true), i[n + 1], p[n], g[n];
  Real a, b, ia, ib, im, d;
equation
  i[1] = (sin(time) - v[1])*G;
  for k in 2:n loop
    i[k] = (v[k - 1] - v[k])*G*(1 + 0.1*tanh(v[k]));
  end for;
  i[n + 1] = if v[3] > 0.05 then d else 0;
  d = 1e-3*(exp(20*(0.1 + v[n] - 0.3*d)) - 1);
  for k in 1:n loop
    C*der(v[k]) = i[k] - i[k + 1];
    p[k] = v[k]*i[k];
    g[k] = if time > 0.5 and noEvent(v[k] > 0.01) then p[k]^2 else -p[k];
  end for;
  ia = (v[1] - a)/1 - a/2;
  ib = (v[1] - b)/3 - b/4;
  im = (a - b)/5;
  ia = im;
  ib + im = 0;
end Network;
)";

// Equations of the start, a parameter that they give, and time events of several kinds.
const char* const kStart = R"(
model Start
  parameter Real tau(fixed = false, start = 1);
  Real x, y(start = 1), z(start = 0, fixed = true);
  Boolean on = sin(6*time) > 0.3;
  Integer k = integer(3*time);
initial equation
  der(x) = 0;
  y^2 = 2;
  tau = 1 + y^2;
equation
  tau*der(x) = 1 - x + (if on then 0.5 else 0);
  der(y) = -y + mod(time, 0.4);
  der(z) = k*sign(x - 1.1) + abs(y);
  assert(x < 100, "x is too large");
  when x > 1.2 then
    terminate("far enough");
  end when;
end Start;
)";

// Functions with arrays and records: search in a table, polynomial, iteration with a matrix, records as
// results and in arrays, a function that calls itself.
const char* const kArrays = R"(
model Arrays
  record Pair
    Real a;
    Real b;
  end Pair;
  function lookup "linear interpolation by a search in the table"
    input Real x;
    input Real xs[:];
    input Real ys[size(xs, 1)];
    output Real y;
  protected
    Integer k = 1;
  algorithm
    while k < size(xs, 1) - 1 and xs[k + 1] < x loop
      k := k + 1;
    end while;
    y := ys[k] + (x - xs[k])*(ys[k + 1] - ys[k])/(xs[k + 1] - xs[k]);
  end lookup;
  function horner
    input Real c[:];
    input Real x;
    output Real y = 0;
  algorithm
    for i in size(c, 1):-1:1 loop
      y := y*x + c[i];
      if y > 1e6 then
        break;
      end if;
    end for;
  end horner;
  function iterate "power method: a while loop with matrix and vector"
    input Real A[:, :];
    input Real v0[size(A, 1)];
    output Real v[size(A, 1)] = v0;
    output Integer n = 0;
  protected
    Real old = 0;
    Real now = 1;
  algorithm
    while abs(now - old) > 1e-12 and n < 50 loop
      old := now;
      v := A*v;
      now := sqrt(v*v);
      v := v/now;
      n := n + 1;
    end while;
  end iterate;
  function newton
    input Real x;
    input Real p[2];
    output Pair r;
  protected
    Real y = 1;
    Integer k = 0;
  algorithm
    while abs(y*y - x) > 1e-12 loop
      y := 0.5*(y + x/y);
      k := k + 1;
      assert(k < 100, "no root");
    end while;
    r := Pair(y*p[1], y - p[2]);
  end newton;
  function factorial
    input Integer n;
    output Real y;
  algorithm
    y := if n <= 1 then 1 else n*factorial(n - 1);
  end factorial;
  function swap
    input Pair u[:];
    input Real limit;
    output Pair z[size(u, 1)];
  protected
    Integer i = 1;
  algorithm
    z := u;
    while i <= size(u, 1) loop
      if z[i].a > limit then
        z[i].a := z[i].b;
        z[i].b := u[i].a;
      end if;
      i := i + 1;
    end while;
  end swap;
  function cosine
    input Real x;
    output Real y = 1;
  protected
    Real term = 1;
    Integer k = 0;
  algorithm
    while abs(term) > 1e-17 loop
      k := k + 2;
      term := -term*x*x/(k*(k - 1));
      y := y + term;
    end while;
  end cosine;
  parameter Real c[4] = {1, -0.5, 0.25, 0.1};
  Real x(start = 1, fixed = true);
  Real y(start = 0, fixed = true);
  Real t, h, n1, f, cs;
  Real v[3];
  Integer n;
  Pair r;
  Pair s[2];
equation
  der(x) = -x + t;
  der(y) = cs - 0.1*y;
  t = lookup(time, {0, 1, 2.5, 4, 6}, {0, 2, 1, 3, 0.5});
  h = horner(c, x);
  (v, n) = iterate({{2, 1, 0}, {1, 3, x}, {0, x, 1 + time}}, {1, 0, 0});
  n1 = n;
  r = newton(1 + x*x, {2, y});
  f = factorial(integer(3 + time));
  cs = cosine(time);
  s = swap({Pair(x, y), Pair(y, time)}, 0.7);
end Arrays;
)";

// Functions as arguments, sorting, elimination with slices of a matrix, products, and a parameter that a
// function gives.
const char* const kMatrices = R"(
model Matrices
  partial function pf
    input Real x;
    output Real y;
  end pf;
  function cub
    extends pf;
  algorithm
    y := x^3 - 2;
    while y > 100 loop y := y/2; end while;
  end cub;
  function bisect
    input pf f;
    input Real a;
    input Real b;
    output Real m;
  protected
    Real lo = a, hi = b;
  algorithm
    while hi - lo > 1e-10 loop
      m := (lo + hi)/2;
      if f(m)*f(lo) <= 0 then hi := m; else lo := m; end if;
    end while;
  end bisect;
  function sortv
    input Real x[:];
    output Real y[size(x, 1)] = x;
    output Integer idx[size(x, 1)] = {i for i in 1:size(x, 1)};
  protected
    Boolean swapped = true;
    Real h;
    Integer k;
  algorithm
    while swapped loop
      swapped := false;
      for i in 1:size(x, 1) - 1 loop
        if y[i] > y[i + 1] then
          h := y[i]; y[i] := y[i + 1]; y[i + 1] := h;
          k := idx[i]; idx[i] := idx[i + 1]; idx[i + 1] := k;
          swapped := true;
        end if;
      end for;
    end while;
  end sortv;
  function gauss
    input Real A[:, size(A, 1)];
    input Real b[size(A, 1)];
    output Real x[size(A, 1)];
  protected
    Real M[size(A, 1), size(A, 1) + 1] = [A, b];
    Integer n = size(A, 1);
    Integer p;
    Real row[size(A, 1) + 1];
  algorithm
    for k in 1:n loop
      p := k;
      for i in k + 1:n loop
        if abs(M[i, k]) > abs(M[p, k]) then p := i; end if;
      end for;
      row := M[p, :];
      M[p, :] := M[k, :];
      M[k, :] := row;
      for i in k + 1:n loop
        M[i, k:n + 1] := M[i, k:n + 1] - M[i, k]/M[k, k]*M[k, k:n + 1];
      end for;
    end for;
    for k in n:-1:1 loop
      x[k] := (M[k, n + 1] - M[k, k + 1:n]*x[k + 1:n])/M[k, k];
    end for;
  end gauss;
  function rot
    input Real w[3];
    input Integer n;
    output Real R[3, 3] = identity(3);
  protected
    Integer k = 0;
  algorithm
    while k < n loop
      R := R + transpose(R)*skew(w)/10 - outerProduct(w, cross(w, {1, 0, 0}))*sum(R);
      k := k + 1;
    end while;
  end rot;
  parameter Real q = 3;
  parameter Real p = bisect(function cub(), 0, q);
  Real x(start = 0.3, fixed = true);
  Real s[4], g[3], R[3, 3], b;
  Integer i[4];
  discrete Real d(start = 0, fixed = true);
equation
  der(x) = p - x + 0.1*g[1];
  (s, i) = sortv({x, 0.5, 1 - x, sin(3*time)});
  g = gauss({{2, x, 1}, {x, 3, time}, {1, 0, 4}}, {1, x, 2});
  R = rot({x, 0.1, time}/5, integer(2 + time));
  b = bisect(function cub(), 0, 2 + x);
  when sample(0, 0.25) then
    d = bisect(function cub(), 0, 1.5 + pre(d)/10);
  end when;
end Matrices;
)";

// Delays of a state, of something that jumps, of a sampled value, and one that varies.
const char* const kLate = R"(
model Late
  parameter Real T = 0.3;
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), z, u, s, v;
  discrete Real k(start = 0, fixed = true);
  Boolean b = time > 0.7;
equation
  der(x) = -2*delay(x, T) + (if b then 1 else 0);
  u = if sin(5*time) > 0.2 then 1 else 0;
  z = delay(u, 0.25);
  der(y) = z - y;
  s = delay(k, 0.15);
  v = delay(sin(3*time), 0.1 + 0.05*time, 1);
  when sample(0, 0.2) then
    k = pre(k) + x;
  end when;
end Late;
)";

// Each of these has two solutions; the start values tell which one is meant.
constexpr const char* kGuesses = R"(
model Guesses
  parameter Real p(fixed = false, start = 3);
  parameter Real q(fixed = false, start = -3);
  Real x(start = -2);
  Real y(start = 2, fixed = true);
  Real z(start = -1);
initial equation
  p^2 = 9;
  q^2 = 16 + y;
  x^2 = 4 + p;
equation
  der(x) = -p*x + q;
  der(y) = -y + z;
  z^2 + sin(z) = 4 + y;
end Guesses;
)";

// Conditions that come true and false again between two results, in a model without states and in one whose
// steps are long.
const char* const kNarrow = R"(
model Narrow
  Real y = sin(3*time), x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  der(x) = cos(time);
  when y > 0.99 then
    n = pre(n) + 1;
  end when;
  when x > 0.999 then
    m = pre(m) + 1;
  end when;
end Narrow;
)";
const char* const kNarrowAlgebra = R"(
model NarrowAlgebra
  Real y = sin(3*time);
  Integer n(start = 0, fixed = true);
equation
  when y > 0.99 then
    n = pre(n) + 1;
  end when;
end NarrowAlgebra;
)";

// Parameters that only the start determines.
const char* const kFree = R"(
model Free
  parameter Real a(fixed = false, start = 1);
  parameter Real b = 2*a + 1;
  Real x, y;
initial equation
  der(x) = 0;
  x^3 + x = 10;
  y = b;
equation
  der(x) = a - x + 0.5*sin(time);
  der(y) = -y*b + x;
end Free;
)";

// integer() of something delayed that stays the same for a while, and a variable that equals a value before
// an event.
const char* const kPulses = R"(
model Pulses
  discrete Integer n(start = 1, fixed = true);
  Integer last;
  Real r, k;
equation
  when sample(0, 0.1) then
    n = if pre(n) < 5 then pre(n) + 2 else 1;
  end when;
  last = pre(n);
  r = last;
  k = integer(delay(r, 0.03));
end Pulses;
)";

// A long expression that repeats a call of several results.
const char* const kRepeated = R"(
model Repeated
  function f
    input Real x;
    output Real y[3];
  algorithm
    for i in 1:3 loop
      y[i] := sin(i*x);
      while y[i] > 0.5 loop
        y[i] := y[i] - 0.1;
      end while;
    end for;
  end f;
  Real x(start = 0.1, fixed = true), y;
equation
  der(x) = 1 - x;
  y = sum((sum(f(x)) + i)*(f(x)*f(x) + i*x) for i in 1:12);
end Repeated;
)";

// What happens at the start, just after it, at the stop and in the event that ends the run.
const char* const kEnds = R"(
model Ends
  Real x(start = 0, fixed = true);
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true), n(start = 0, fixed = true);
  discrete Real d(start = 0, fixed = true), e(start = 0, fixed = true);
equation
  der(x) = if time > 0 then 1 else 2;
  when time > 0 then
    a = pre(a) + 1;
  end when;
  when time >= 0 then
    b = pre(b) + 1;
  end when;
  when time >= 1 then
    c = pre(c) + 1;
  end when;
  when sample(0, 0.25) then
    n = pre(n) + 1;
  end when;
  when initial() then
    d = 7;
  end when;
  when terminal() then
    e = x + n;
  end when;
end Ends;
)";

// Conditions that change there and back within a step, with few intervals between results; a relay, an
// integrator that is set back, and a chain of when-clauses.
auto HybridText(int variant) -> std::string {
  const double width[] = {2e-3, 8e-3, 2.5e-2};
  const double limit[] = {0.3, 0.45, 0.7};
  const double period[] = {0.1, 0.125, 0.23};
  const auto k = static_cast<size_t>(variant);
  return fmt::format(R"(
model Hybrid
  Real x(start = 0, fixed = true), v(start = 3, fixed = true), l(start = 0, fixed = true);
  Real y(start = 0, fixed = true), z(start = 0.1, fixed = true);
  Boolean on(start = true, fixed = true), b(start = false, fixed = true), s;
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true), k(start = 0, fixed = true), j;
  discrete Real d(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -6;
  der(l) = if x > 0.75 - {0} then 1 else 0;
  when x > 0.75 - {0} then
    n = pre(n) + 1;
  end when;
  der(y) = if on then 2.3 else -1.7;
  when y >= {1} then
    on = false;
  elsewhen y <= -0.1 then
    on = true;
  end when;
  der(z) = 1 + 0.3*d;
  when z >= {1} then
    reinit(z, 0.05);
    m = pre(m) + 1;
  end when;
  s = sin(25*time) > 0.9;
  when edge(s) then
    b = not pre(b);
  end when;
  when {{b, not s}} then
    k = pre(k) + 1;
  end when;
  when {{sample(0, {2}), sample(0.05, 0.31)}} then
    d = 0.5*pre(d) + (if on then 1 else -1);
  end when;
  j = integer(7*y);
end Hybrid;
)",
                     width[k], limit[k], period[k]);
}

// A state whose typical size is far from 1, beside others.
const char* const kNominal = R"(
model Nominal
  Real q(start = 1e-9, fixed = true, nominal = 1e-9), p(start = 0, fixed = true, nominal = 1e-9), u(start = 0, fixed = true);
equation
  der(q) = p;
  der(p) = -900*q;
  der(u) = 1e9*q - u;
end Nominal;
)";

// Conditions that exclude each other: to let all of them follow at once leads in a circle.
const char* const kChoice = R"(
model Choice
  Real x(start = 0, fixed = true), q, z1, z2;
  Integer n(start = 0, fixed = true);
equation
  der(x) = (if z1 > 0 then 1 else 0) + (if z2 > 0 then 3 else 0);
  q = if time < 0.3 then -1 elseif time < 0.6 then 0.5 else -0.5 + 0.9*sin(6*time);
  z1 = q - (if z2 > 0 then 1 else 0);
  z2 = q + 0.1 - (if z1 > 0 then 1 else 0);
  when time > 0.6 then
    n = 1;
  end when;
end Choice;
)";

// Functions with loops and more than one output, called during the run.
const char* const kFunctions = R"(
model Fn
  function root
    input Real u;
    output Real y;
    output Integer n;
  protected
    Real last;
  algorithm
    y := 1;
    n := 0;
    last := 0;
    while abs(y - last) > 1e-12*y loop
      last := y;
      y := (y + u/y)/2;
      n := n + 1;
      if n > 50 then
        break;
      end if;
    end while;
  end root;
  function failing
    input String text;
  algorithm
    assert(false, text);
  end failing;
  function poly
    input Real u;
    input Integer m;
    output Real y;
  algorithm
    y := 0;
    for k in m:-1:1 loop
      y := y + root(u^2 + k)/k;
      if y > 10 then
        return;
      elseif y < -1000 then
        failing("too small: " + String(y));
      elseif y < -5 then
        y := -5;
      else
        y := y + 0;
      end if;
    end for;
  end poly;
  parameter Integer m = 4;
  Real x(start = 1, fixed = true), a, b;
  Integer n;
equation
  (a, n) = root(2 + x);
  b = poly(x, m);
  der(x) = -a*x + 0.1*b;
end Fn;
)";

void Compare(const Case& example, const Tool& tool) {
  if (!IsThere(tool)) GTEST_SKIP() << tool.program << " is not installed";
  constexpr int kIntervals = 50;
  Workplace workplace;
  std::string file = std::string(KERF_SOURCE_DIR) + "/examples/" + example.file;
  if (example.file.empty()) {
    file = workplace.Path("model.mo");
    std::ofstream(file) << example.text;
  }
  std::vector<std::string> arguments = {file,
                                        "--tolerance",
                                        "1e-8",
                                        "--intervals",
                                        std::to_string(kIntervals),
                                        "--stop",
                                        std::to_string(example.stop)};
  arguments.insert(arguments.end(), example.options.begin(), example.options.end());
  std::vector<std::string> simulate = arguments;
  simulate.insert(simulate.begin(), "simulate");
  const std::string result = workplace.Path("kerf.csv");
  simulate.insert(simulate.end(), {"--output", result, "--trust", workplace.Path("")});
  ASSERT_EQ(Workplace::Kerf(simulate), "");
  Table actual;
  ASSERT_EQ(workplace.Run(tool, arguments, actual), "");
  const Table expected = ReadTable(result);
  EXPECT_EQ(Differences(expected, actual, example.stop, kIntervals, 5e-5), "");
  // Two rows at the end only if there is an event.
  EXPECT_EQ(std::ranges::count(actual.columns.at("time"), example.stop),
            std::ranges::count(expected.columns.at("time"), example.stop));
}

class Targets : public testing::TestWithParam<size_t> {
 protected:
  [[nodiscard]] static auto tool() -> const Tool& { return Tools()[GetParam()]; }
};

TEST_P(Targets, BouncingBall) { Compare({"ball", kBall, "", 2, {}}, tool()); }
TEST_P(Targets, SampledController) { Compare({"controller", kController, "", 2, {}}, tool()); }
TEST_P(Targets, TwoHundredEquations) { Compare({"network", kNetwork, "", 1, {}}, tool()); }
TEST_P(Targets, ProblemOfTheStart) { Compare({"start", kStart, "", 1, {}}, tool()); }
TEST_P(Targets, Functions) { Compare({"functions", kFunctions, "", 1, {}}, tool()); }
TEST_P(Targets, FunctionsOfArrays) { Compare({"arrays", kArrays, "", 5, {}}, tool()); }
TEST_P(Targets, FunctionsOfMatrices) { Compare({"matrices", kMatrices, "", 1, {}}, tool()); }
TEST_P(Targets, Delays) { Compare({"late", kLate, "", 1, {}}, tool()); }
TEST_P(Targets, Tables) { Compare({"tables", kTables, "", 1, {}}, tool()); }
TEST_P(Targets, FreeParameters) { Compare({"free", kFree, "", 1, {}}, tool()); }
TEST_P(Targets, Guesses) { Compare({"guesses", kGuesses, "", 1, {}}, tool()); }
TEST_P(Targets, Narrow) { Compare({"narrow", kNarrow, "", 8, {}}, tool()); }
TEST_P(Targets, NarrowAlgebra) { Compare({"narrow_algebra", kNarrowAlgebra, "", 8, {}}, tool()); }
TEST_P(Targets, Pulses) { Compare({"pulses", kPulses, "", 1, {}}, tool()); }
TEST_P(Targets, RepeatedCalls) { Compare({"repeated", kRepeated, "", 1, {}}, tool()); }
TEST_P(Targets, NominalValues) { Compare({"nominal", kNominal, "", 1, {}}, tool()); }
TEST_P(Targets, Exclusion) { Compare({"choice", kChoice, "", 1, {}}, tool()); }
TEST_P(Targets, StartAndEnd) { Compare({"ends", kEnds, "", 1, {}}, tool()); }
TEST_P(Targets, Hybrid) { Compare({"hybrid", HybridText(0), "", 1, {}}, tool()); }
TEST_P(Targets, DymolaBounce) {
  Compare({"bounce", "", "bounce.dym", 2, {"--init", "Ball.x=1", "--init", "Ball.v=0"}}, tool());
}
TEST_P(Targets, DymolaThermostat) {
  Compare({"thermostat", "", "thermostat.dym", 1500, {"--init", "Room.T=15", "--init", "s=1"}}, tool());
}
TEST_P(Targets, DymolaTanks) {
  Compare({"tanks", "", "tanks.dym", 1000, {"--init", "T1.h=0.01", "--init", "T2.h=0.01"}}, tool());
}

// What is asked at an event, at the start, of a function in an equation and of a subscript ends the program.
TEST_P(Targets, AssertionsEndIt) {
  if (!IsThere(tool())) GTEST_SKIP() << tool().program << " is not installed";
  const std::pair<const char*, const char*> models[] = {
      {"when x > 0.5 then assert(x < 0.2, \"too far\"); end when;", "too far"},
      {"when initial() then assert(x > 0.2, \"bad start\"); end when;", "bad start"},
      {"y = square(x);", "square of so much"},
      {"y = a[integer(4*x) + 1];", "a subscript is outside"},
  };
  for (const auto& [equation, message] : models) {
    Workplace workplace;
    std::ofstream(workplace.Path("m.mo")) << R"(
model M
  function square
    input Real u;
    output Real v;
  algorithm
    assert(u < 0.5, "square of so much");
    v := u*u;
  end square;
  parameter Real a[3] = {1, 2, 3};
  Real x(start = 0, fixed = true);
)" << (std::string_view(equation).starts_with("y") ? "  Real y;\n" : "")
                                          << "equation\n  der(x) = 1;\n  " << equation << "\nend M;\n";
    Table table;
    const std::string said = workplace.Run(tool(), {workplace.Path("m.mo"), "--stop", "1"}, table);
    EXPECT_NE(said.find(message), std::string::npos) << equation << ": " << said;
  }
}

// Names, descriptions and messages that try to leave the comment or text they stand in.
auto HostileModel(const std::string& mark) -> std::string {
  const std::vector<std::string> fragments = {
      "*/ int evil; /*",
      "*/ system(\"touch " + mark + "\"); /*",
      "a\"b",
      "back\\\\",
      std::string(2, '?') + "/",
      "%{",
      "@model@",
      "@common@",
      "x\\'; system(\\'touch " + mark + "\\'); y=\\'",
      "end",
      "!",
      "$ END",
      "&",
      "{0}",
      "//",
      "é",
      "\xFF\xFE",
      "\xC3",
      "=1+2",
      "+x",
      "a;@b",
      "a long one, and, and, and, and, and, and, and, and, and, and, and, and, and, and, system(\\'touch " +
          mark + "\\')"};
  const std::string title =
      "'Evil */ system(\"touch " + mark +
      "\"); /* , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , , system(1)'";
  std::string names = "  Real plain(start = 1, fixed = true);\n";
  std::string equations = "  der(plain) = -plain;\n";
  for (const std::string& fragment : fragments) {
    names += "  Real '" + fragment + "'(start = 1, fixed = true) \"*/ text\";\n";
    equations += "  der('" + fragment + "') = -'" + fragment + "';\n";
  }
  return "model " + title + "\n  function " + title +
         "\n    input Real x;\n    output Real y;\n  algorithm\n"
         "    assert(x < 9, \"so */ \\\"much\\\" 'x' ?"
         "?/ \\\\ \\n line\");\n    y := 0;\n    while y < x "
         "loop\n      y := y + 1;\n"
         "    end while;\n  end " +
         title + ";\n" + names + "  Real last = " + title +
         "('a\"b');\nequation\n"
         "  assert(time < 9, \"end */ \\\"x\\\" 'y' \\\\\");\n" +
         equations + "end " + title + ";\n";
}

TEST_P(Targets, HostileTexts) {
  if (!IsThere(tool())) GTEST_SKIP() << tool().program << " is not installed";
  Workplace workplace;
  std::ofstream(workplace.Path("m.mo")) << HostileModel(workplace.Path("mark"));
  Table table;
  ASSERT_EQ(workplace.Run(tool(), {workplace.Path("m.mo"), "--stop", "1"}, table), "");
  EXPECT_FALSE(std::filesystem::exists(workplace.Path("mark")));
  ASSERT_TRUE(table.columns.contains("plain"));
  EXPECT_NEAR(table.columns["plain"].back(), std::exp(-1.0), 1e-4);
}

TEST(Hybrid, VariantsInC) {
  for (const int variant : {1, 2}) Compare({"hybrid", HybridText(variant), "", 1, {}}, Tools().front());
}
TEST(Hybrid, OnCvode) {
  const Tool tool = {
      "c", "c", "gcc",
      "gcc -std=c99 -Wall -Wextra -Werror -O1 -I/usr/include/suitesparse SOURCE -o EXE -lsundials_cvode "
      "-lsundials_sunlinsolklu -lsundials_sunmatrixsparse -lsundials_nvecserial -lklu -lm && "
      "EXE > RESULT"};
  if (!IsThere(tool) || !std::filesystem::exists("/usr/include/suitesparse/klu.h"))
    GTEST_SKIP() << "gcc or KLU is not installed";
  for (const std::string& text : {std::string(kBall), std::string(kEnds), HybridText(1), HybridText(2)})
    Compare({"cvode", text, "", 1, {"--solver", "cvode"}}, tool);
}
TEST(Outside, ObjectsInC) { Compare({"objects", kObjects, "", 1, {}}, Tools().front()); }
TEST(Outside, FunctionsInC) { Compare({"outside", kOutside, "", 1, {}}, Tools().front()); }

// The numbers of the scheme itself, which differ from the solution in the third digit (Xu 2005, with pi to
// nine digits): C_v = -8.62925 and C_i = 4.35829 at the end.
TEST(PerState, GivesTheNumbersOfTheScheme) {
  const Tool& octave = Tools().back();
  if (!IsThere(octave)) GTEST_SKIP() << octave.program << " is not installed";
  Workplace workplace;
  std::ofstream(workplace.Path("circuit.mo")) << R"(
model Circuit
  parameter Real pi = 3.14159265, R1 = 1, R2 = 1, C = 1, VA = 110, f = 1;
  Real v(start = 0, fixed = true), i, u;
equation
  u = VA*sin(2*pi*f*time);
  u = R1*i + R2*i + v;
  C*der(v) = i;
end Circuit;
)";
  Table table;
  ASSERT_EQ(workplace.Run(octave, {workplace.Path("circuit.mo"), "--per-state", "--stop", "10"}, table), "");
  EXPECT_NEAR(table.columns.at("v").back(), -8.62925, 5e-5);
  EXPECT_NEAR(table.columns.at("i").back(), 4.35829, 5e-5);
}

// The result of a caller that uses a function.
TEST(Function, OctaveIntegratesIt) {
  const Tool octave = {"octave", "m", "octave-cli",
                       "octave-cli --norc --eval \"cd(fileparts('SOURCE')); "
                       "[t, x] = ode45(@program, [0, 1], program(0), odeset('RelTol', 1e-8)); "
                       "printf('time,x\\n%.15g,%.15g\\n', t(end), x(end));\" > RESULT"};
  if (!IsThere(octave)) GTEST_SKIP() << octave.program << " is not installed";
  Workplace workplace;
  std::ofstream(workplace.Path("decay.mo")) << R"(
model program
  parameter Real k = 2;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x;
end program;
)";
  Table table;
  ASSERT_EQ(workplace.Run(octave, {workplace.Path("decay.mo"), "--form", "function"}, table), "");
  EXPECT_NEAR(table.columns.at("x").at(0), std::exp(-2.0), 1e-7);
}

INSTANTIATE_TEST_SUITE_P(All, Targets, testing::Range(size_t{0}, Tools().size()),
                         [](const auto& parameter) { return Tools()[parameter.param].target; });

}  // namespace
}  // namespace kerf::targets_test
