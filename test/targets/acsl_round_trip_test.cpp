// Models translated to ACSL and read back give the trajectories of the model itself.
#include <algorithm>
#include <cctype>
#include <fstream>

#include <gtest/gtest.h>

#include "run_program.h"

namespace kerf::targets_test {
namespace {

struct RoundTrip {
  std::string name;
  std::string text;
  double stop = 1;
  // How many of the program's variables are variables of the model: the others are its own.
  size_t n_shared = 0;
};

const std::vector<RoundTrip>& Cases() {
  static const std::vector<RoundTrip> kCases = {
      {"ball", R"(
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
)",
       2, 3},
      // A start at rest, and a parameter that it determines: a linear system for the start values.
      {"steady", R"(
model Steady
  parameter Real k = 2, R = 3, C = 0.5, m = 1.5, u0 = 1;
  parameter Real g(fixed = false);
  Real x, y, z(start = 0.2, fixed = true), v, u;
initial equation
  der(x) = 0;
  der(y) = der(z);
  g = x + y;
equation
  u = if time < 1 then u0 else 2*u0;
  C*der(x) = (u - x)/R - v;
  v = k*(x - y);
  m*der(y) = v - y + z;
  der(z) = -z + 0.1*g;
end Steady;
)",
       3, 5},
      // A discrete PI controller, a shift register, and an equation for IMPL between events.
      {"controller", R"(
model Loop
  parameter Real Ts = 0.1, K = 2, Ti = 0.5;
  Real x(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true), i(start = 0, fixed = true);
  discrete Real d1(start = 0, fixed = true), d2(start = 0, fixed = true);
  Real r = if time < 0.25 then 0 else 1;
  Real s(start = 0);
equation
  s = u + 0.1*s^3;
  der(x) = -x + s;
  when sample(0, Ts) then
    i = pre(i) + Ts/Ti*(r - x);
    u = max(-0.9, min(0.9, K*(r - x) + i));
    d1 = x;
    d2 = pre(d1);
  end when;
end Loop;
)",
       2, 7},
      // Two unknowns that need each other, neither of them linear.
      {"implicit", R"(
model Implicit
  Real x(start = 1, fixed = true), a(start = 1), b(start = 0.5), c;
equation
  exp(a) + b^3 = 3 + x;
  b + 0.1*b^3 + 0.2*sin(a) = 0.5;
  c = a*b;
  der(x) = -c;
end Implicit;
)",
       2, 3},
      // Hysteresis, a clock with an offset, elsewhen at the same instant as when, and the start.
      {"hysteresis", R"(
model Heater
  Real h(start = 15, fixed = true), y = 2*h;
  Boolean on(start = true, fixed = true);
  discrete Real last(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), k(start = 0, fixed = true);
equation
  on = y < 38 or pre(on) and y < 42;
  der(h) = -0.1*(h - 10) + (if on then 2 else 0);
  when on then
    last = time;
  elsewhen initial() then
    last = -3;
  end when;
  when sample(0.05, 0.5) then
    n = if pre(n) > 3 then 0 else pre(n) + 1;
  end when;
  when sample(0, 0.5) then
    k = pre(k) + 1;
  elsewhen time >= 2.5 then
    k = 100;
  elsewhen time >= 3.25 then
    k = 200;
  end when;
end Heater;
)",
       20, 6},
      // A linear loop of 24 equations, a derivative that other equations read, and whole numbers that divide.
      {"ladder", R"(
model Ladder
  parameter Integer n = 12;
  parameter Real R = 2, G = 0.3;
  Real x(start = 1, fixed = true), v[n], i[n], w, q;
equation
  i[1] = (sin(time) + x - v[1])/R;
  for k in 2:n loop
    i[k] = (v[k - 1] - v[k])/R;
  end for;
  for k in 1:n - 1 loop
    i[k] = i[k + 1] + G*v[k];
  end for;
  i[n] = G*v[n] + 0.1*v[1];
  der(x) = -x + v[n] + 1/3;
  w = 0.5*der(x) + v[2];
  q = floor(3*x) + sign(w) + n/8;
end Ladder;
)",
       2, 27},
      // Conditions on what sections have set, in an algorithm.
      {"modes", R"(
model Modes
  Real x(start = 1, fixed = true), y(start = 2);
  Integer mode(start = 1, fixed = true);
equation
  der(x) = if mode == 1 then -x elseif mode == 2 then 1 else 0.5*y;
  y*y = x + 3;
algorithm
  when x < 0.5 and mode == 1 then
    mode := 2;
  elsewhen x > 0.8 and mode == 2 then
    mode := 3;
  elsewhen time > 2.5 then
    mode := 1;
  end when;
end Modes;
)",
       4, 3},
      {"delayed", R"(
model Delayed
  parameter Real a = 0.25, b = 2;
  Real x(start = 1, fixed = true), y = b*x + 1, z;
equation
  z = delay(y, a) - delay(x, 0.1);
  der(x) = -0.5*z;
end Delayed;
)",
       2, 3},
      {"terminated", R"(
model Ended
  Real x(start = 0, fixed = true);
  discrete Real p(start = 0, fixed = true), q(start = 1, fixed = true);
equation
  der(x) = 1 + 0.1*p;
  when {x > 0.3, x > 0.7} then
    p = pre(q);
    q = pre(p) + x;
    reinit(x, x + 0.05);
  end when;
  when x > 0.95 then
    terminate("far enough");
  end when;
end Ended;
)",
       0.8, 3},
      // Functions with loops: several results, returns, leaving a loop, choices between calls, at events.
      {"functions", R"(
model G1
  function stat
    input Real v[:]; output Real m; output Real s; output Integer k;
  protected Real best;
  algorithm
    m := 0; s := 0; k := 0; best := -1e30;
    for i in 1:size(v,1) loop
      m := m + v[i]/size(v,1);
      if v[i] > best then best := v[i]; k := i; end if;
    end for;
    for i in 1:size(v,1) loop s := s + (v[i]-m)^2; end for;
    s := sqrt(s/size(v,1));
  end stat;
  function find
    input Real x; input Real tab[:]; output Real y;
  protected Integer i;
  algorithm
    if x <= tab[1] then y := -1; return; end if;
    i := 1;
    while i < size(tab,1) loop
      if tab[i+1] > x then y := i + (x - tab[i])/(tab[i+1]-tab[i]); return; end if;
      i := i + 1;
    end while;
    y := size(tab,1);
  end find;
  function brk
    input Real x; output Real y;
  protected Real t;
  algorithm
    y := 1; t := 1;
    for i in 1:50 loop
      t := t*x/i; y := y + t;
      if abs(t) < 1e-12 then break; end if;
    end for;
  end brk;
  function isin
    input Real x; input Integer n; output Boolean b;
  protected Integer k;
  algorithm
    b := false; k := 0;
    while k < n and not b loop
      k := k + 1;
      b := abs(x - k) < 0.25;
    end while;
  end isin;
  Real x(start=0.3, fixed=true), y(start=0), m, s, f, e, w;
  Integer kk(start=0,fixed=true);
  Boolean b;
  Integer n(start=0, fixed=true);
  discrete Real h(start=brk(0.5), fixed=true);
  parameter Real p = brk(1.0);
equation
  der(x) = 1 - 0.1*x*brk(-x);
  (m, s, ) = stat({x, sin(3*time), cos(2*time), p});
  f = find(x, {0.1, 0.5, 1.0, 2.0, 4.0});
  e = brk(x);
  b = isin(n, 4);
  w = if x > 1 then find(x, {1, 1.1, 1.3, 9}) else brk(-10*x);
  y = brk(-y) + 0.1*x;
  when sample(0, 0.25) then
    h = find(pre(h) + x, {1,2,3,4.5});
    n = pre(n) + 1; ( , , kk) = stat({x,h,n});
  end when;
end G1;
)",
       3, 10},
      // Arrays of records with numbers of all kinds, calls inside functions, in start values and conditions.
      {"records", R"(
model G2
  record Cell Real v; Integer n; Boolean on; end Cell;
  function step
    input Real x; input Integer m; output Cell c[3];
  protected Integer j;
  algorithm
    for i in 1:3 loop c[i].v := x/i; c[i].n := i; c[i].on := x > i; end for;
    j := 1;
    while j < m loop
      if c[integer(mod(j,3))+1].on then
        c[integer(mod(j,3))+1].v := c[integer(mod(j,3))+1].v*0.5;
        c[integer(mod(j,3))+1].on := false;
      else
        c[integer(mod(j,3))+1].n := c[integer(mod(j,3))+1].n + j;
      end if;
      j := j + 1;
    end while;
  end step;
  function total
    input Real x; input Integer m; output Real y; output Real z;
  protected Cell c[3];
  algorithm
    c := step(x, m);
    y := 0; z := 0;
    for i in 1:3 loop
      y := y + c[i].v*c[i].n;
      if c[i].on then z := z + c[i].n/2; end if;
    end for;
  end total;
  function bisect
    input Real c; output Real x; 
  protected Real a; Real b; Integer n;
  algorithm
    a := 0; b := 10; n := 0;
    while b - a > 1e-12 loop
      n := n + 1;
      x := (a + b)/2;
      if x*x*x + x > c then b := x; else a := x; end if;
      assert(n < 100, "too many");
    end while;
  end bisect;
  Real x(start=bisect(2.0), fixed=true), y, z, q;
  Integer n(start=5, fixed=true);
  discrete Real last(start=0,fixed=true);
equation
  (y, z) = total(x, n);
  der(x) = bisect(3 + sin(time)) - 0.2*x;
  q = y + z;
  when bisect(x) > 1.0 then
    n = pre(n) + 2;
    last = bisect(time + 1);
  end when;
end G2;
)",
       3, 6},
      // A start that has to be searched for, with a parameter that it determines.
      {"searched", R"(
model H1 "nonlinear start"
  parameter Real k(fixed=false, start=1), k2 = 2*k;
  Real x(start=0.5), v(start=0.2), T(start=300), w;
initial equation
  der(x) = 0;
  der(T) = 0;
  v = 0.1;
  x^2 + k = 3;
equation
  der(x) = v + exp(-x) - k*x^3 + 0.01*w;
  der(v) = -v*x - k2*v^3;
  der(T) = 1000*(x + 1) - 1e-9*T^4 - 3*T;
  w = T/300 + sin(x);
end H1;
)",
       3, 3},
      {"varying", R"(
model D1
  Real x(start=1, fixed=true), y, tau;
equation
  tau = 0.3 + 0.2*sin(2*time);
  y = delay(x, tau, 1);
  der(x) = -y;
end D1;
)",
       3, 3},
      // Delays beside calls, and numbers below 0 behind operators.
      {"past", R"(
model B7 "delays varying of functions, events by time"
  function f
    input Real x; output Real y;
  algorithm
    y := x;
    while y > 1 loop y := y - 1; end while;
  end f;
  Real x(start=0.4, fixed=true), y, w;
  parameter Real T = 0.3;
  discrete Real T2(start=0.2, fixed=true);
equation
  y = delay(x + 1, T2, 1.0);
  w = f(2*y) + delay(x, T);
  der(x) = 0.5*w - x;
  when time >= 1 then T2 = 0.5; elsewhen time >= 2 then T2 = 0.1; end when;
end B7;
)",
       3, 4},
      {"signs", R"(
model B3 "hysteresis, reinit, terminate, elsewhen"
  function sgnpow
    input Real x; input Integer n; output Real y;
  protected Integer k;
  algorithm
    y := 1; k := n;
    while k > 0 loop y := y*x; k := k - 1; end while;
    if x < 0 and rem(n,2) == 0 then y := -y; end if;
  end sgnpow;
  Real x(start=1, fixed=true), v(start=0, fixed=true);
  Boolean heat(start=false, fixed=true);
  Integer hits(start=0, fixed=true), n(start=2, fixed=true);
equation
  der(x) = v;
  der(v) = -sgnpow(x, n) - 0.05*v + (if heat then 0.4 else 0);
  heat = x < -0.3 or pre(heat) and x < 0.3;
  when x > 0.8 then
    hits = pre(hits) + 1;
    reinit(v, -0.5*sgnpow(v, 2));
  elsewhen v < -0.9 then
    hits = pre(hits) + 10;
  end when;
  when hits > 15 then
    n = 3;
  end when;
end B3;
)",
       3, 5},
  };
  return kCases;
}

// Names without what ACSL has no letters for, in small letters.
auto Plain(const Table& table) -> Table {
  Table plain;
  for (const auto& [name, values] : table.columns) {
    std::string key;
    for (const unsigned char c : name) {
      if (std::isalnum(c) != 0) key += static_cast<char>(std::tolower(c));
    }
    plain.columns[key] = values;
  }
  return plain;
}

class AcslRoundTrip : public testing::TestWithParam<size_t> {
 protected:
  static void Compare(const std::vector<std::string>& layout) {
    const RoundTrip& example = Cases()[GetParam()];
    constexpr int kIntervals = 40;
    Workplace workplace;
    const std::string file = workplace.Path("model.mo");
    std::ofstream(file) << example.text;
    const std::vector<std::string> run = {"--stop", std::to_string(example.stop), "--intervals",
                                          std::to_string(kIntervals)};
    std::vector<std::string> simulate = {"simulate", file,       "--tolerance",
                                         "1e-9",     "--output", workplace.Path("model.csv")};
    simulate.insert(simulate.end(), run.begin(), run.end());
    ASSERT_EQ(Workplace::Kerf(simulate), "");
    std::vector<std::string> translate = {"translate", file, "--to", "acsl", "-o", workplace.Path("p.csl")};
    translate.insert(translate.end(), run.begin(), run.end());
    translate.insert(translate.end(), layout.begin(), layout.end());
    ASSERT_EQ(Workplace::Kerf(translate), "");
    ASSERT_EQ(Workplace::Kerf({"simulate", workplace.Path("p.csl"), "--tolerance", "1e-9", "--output",
                               workplace.Path("program.csv")}),
              "");
    const Table wanted = Plain(ReadTable(workplace.Path("model.csv")));
    Table actual = Plain(ReadTable(workplace.Path("program.csv")));
    std::erase_if(actual.columns, [&](const auto& column) { return !wanted.columns.contains(column.first); });
    // Time and derivatives are shared as well.
    EXPECT_GE(actual.columns.size(), example.n_shared + 1);
    EXPECT_EQ(Differences(wanted, actual, example.stop, kIntervals, 2e-6), "");
  }
};

TEST_P(AcslRoundTrip, Plain) { Compare({}); }
TEST_P(AcslRoundTrip, Procedural) { Compare({"--procedural"}); }

// Loops whose factors vanish at the start, constraints whose states a choice at the start serves for, and the
// tolerance that the model asks for.
TEST(AcslPublished, SliderCrank) {
  constexpr double kStop = 0.02;
  constexpr int kIntervals = 20;
  Workplace workplace;
  const std::string file = KERF_SOURCE_DIR "/examples/problems/SliderCrank.mo";
  const std::vector<std::string> run = {file, "--stop", std::to_string(kStop), "--intervals",
                                        std::to_string(kIntervals)};
  std::vector<std::string> simulate = {"simulate", "--output", workplace.Path("model.csv")};
  simulate.insert(simulate.end(), run.begin(), run.end());
  ASSERT_EQ(Workplace::Kerf(simulate), "");
  std::vector<std::string> translate = {"translate", "--to", "acsl", "-o", workplace.Path("p.csl")};
  translate.insert(translate.end(), run.begin(), run.end());
  ASSERT_EQ(Workplace::Kerf(translate), "");
  ASSERT_EQ(Workplace::Kerf({"simulate", workplace.Path("p.csl"), "--output", workplace.Path("program.csv")}),
            "");
  const Table wanted = Plain(ReadTable(workplace.Path("model.csv")));
  Table actual = Plain(ReadTable(workplace.Path("program.csv")));
  // The accelerations of the stiff rod have fewer digits.
  const auto is_compared = [](const std::string& name) {
    return name == "time" || name == "phi2" || name == "x3" || name == "q1" || name == "q4" ||
           name == "vq1" || name == "v2";
  };
  std::erase_if(actual.columns, [&](const auto& column) { return !is_compared(column.first); });
  EXPECT_EQ(actual.columns.size(), 7U);
  EXPECT_EQ(Differences(wanted, actual, kStop, kIntervals, 1e-5), "");
}

INSTANTIATE_TEST_SUITE_P(All, AcslRoundTrip, testing::Range(size_t{0}, Cases().size()),
                         [](const auto& parameter) { return Cases()[parameter.param].name; });

}  // namespace
}  // namespace kerf::targets_test
