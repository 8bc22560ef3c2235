// Values that a run sets by itself against the same values in a compilation: two ways to one trajectory.
#include <cmath>

#include "models.h"

namespace kerf::api_test {

namespace {

struct Subject {
  const char* name;
  std::string text;
  kerf_language language = KERF_MODELICA;
  double stop = 1;
  std::string model = {};
};

// Start values, chains of parameters, relations, ticks, equations of the start, branches, sizes, choices of
// states, functions: everything that a value may have gone into.
auto Subjects() -> std::vector<Subject> {
  std::vector<Subject> all = {{"ball", kBall}, {"rc", kRc}, {"function", kWithFunction}};
  all.push_back({"chain", R"(model Chain
  parameter Real a = 2;
  parameter Real b = 3*a - 1;
  parameter Real c = if b > 4 then b else -b;
  final parameter Real d = a + c;
  parameter Real e[3] = {a, b, c};
  parameter Integer n = 2;
  parameter Boolean is_fast = true;
  parameter Real x0 = d/10;
  constant Real g = 9.81;
  Real x(start = x0, fixed = true);
  Real y(start = sum(e), fixed = true);
  Real z[n](each start = b, each fixed = true);
protected
  parameter Real k = a*b;
equation
  der(x) = -d*x + (if is_fast then k else 1);
  der(y) = g*time - e*e*y;
  der(z) = {-i*z[i]*a for i in 1:n};
end Chain;
)"});
  all.push_back({"start", R"(model Start
  parameter Real p = 1.5;
  parameter Real q(fixed = false, start = 2);
  parameter Real w = q + p;
  Real x;
  Real y(start = p);
  discrete Real count(start = p, fixed = true);
initial equation
  x + y = 3*p;
  x*x = q*p;
  q = 2*p;
equation
  der(x) = -w*x;
  der(y) = x - p*y;
  when sample(p/10, p/5) then
    count = pre(count) + p;
  end when;
end Start;
)"});
  all.push_back({"relay", R"(model Relay
  parameter Real high = 0.8;
  parameter Real low = 0.2;
  parameter Real rate = 4;
  parameter Real level0 = 0.5;
  Boolean on(start = level0 < high, fixed = true);
  Real x(start = level0, fixed = true);
  Real s;
equation
  on = not (x > high) and (pre(on) or x < low);
  der(x) = if on then rate else -rate;
  s = max(x, high) + (if level0 > 0.6 then 1 else 0);
end Relay;
)"});
  all.push_back({"loop", R"(model Loop
  parameter Real R1 = 1;
  parameter Real R2 = 2;
  parameter Real L = 0.1;
  parameter Real nominal_current = 2;
  Real i1(start = R1);
  Real i2;
  Real v(nominal = nominal_current);
  Real j(start = 0.1, fixed = true);
equation
  v = R1*i1 + 0.1*i1^3;
  v = R2*i2;
  i1 + i2 = 3*sin(time) + j;
  L*der(j) = v - j;
end Loop;
)"});
  all.push_back({"pendulum", R"(model Pendulum
  parameter Real L = 1;
  parameter Real m = 2;
  parameter Real phi0 = 0.5;
  Real x(start = L*sin(phi0), fixed = true);
  Real y(start = -L*cos(phi0));
  Real vx(start = 0, fixed = true);
  Real vy;
  Real f;
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -x/L*f;
  m*der(vy) = -y/L*f - m*9.81;
  x^2 + y^2 = L^2;
end Pendulum;
)"});
  all.push_back({"inherited", R"(package P
  partial model Base
    parameter Real k = 1;
    replaceable parameter Real gain = 2*k;
    Real x(start = gain, fixed = true);
  end Base;
  record Data
    Real a = 1;
    Real b = 2*a;
  end Data;
  model Part
    extends Base;
    parameter Data data;
    parameter Real t[:] = {k, data.b};
  equation
    der(x) = -sum(t)*x + size(t, 1);
  end Part;
  model Whole
    parameter Real K = 0.7;
    parameter Real unused = K;
    Part one(k = K, data(a = 3));
    Part two(k = 2*K, t = {1, K, 3});
    parameter Boolean has_third = K > 0.5;
    Part three if has_third;
  end Whole;
end P;
)",
                 KERF_MODELICA, 1, "P.Whole"});
  all.push_back({"tied", R"(model Tied
  parameter Real K = 0.5;
  parameter Real R = 1;
  Real u;
  Real w;
  Real x(start = 1, fixed = true);
equation
  u = K*w + x;
  w = u - 0.25*x;
  R*der(x) = -u;
end Tied;
)"});
  all.push_back({"dymola", R"(model type part
  parameter R=2 C=0.5
  local u
  input i
  C*u' = i - u/R
end

model whole
  submodel (part) a(R=3), b
  parameter gain=2
  a.i = gain
  b.i = a.u*gain
end
)",
                 KERF_DYMOLA});
  return all;
}

auto Near(double a, double b, double scale) -> bool {
  return std::abs(a - b) <= 1e-9 * scale || (std::isnan(a) && std::isnan(b));
}

// Compares what a run with the value gives with what a model that is compiled for it gives. Whether both ran.
auto Compare(const Subject& subject, const Model& model, const std::string& parameter, double value) -> bool {
  SCOPED_TRACE(std::string(subject.name) + ": " + parameter + " = " + std::to_string(value));
  const Session session;
  Result tuned;
  Result compiled;
  const std::string setting = parameter + "=" + std::to_string(value);
  const auto failure_of = [&](const auto& run) {
    try {
      run();
      return std::string();
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  const std::string tuned_failure = failure_of([&] {
    tuned = model.Simulate({.stop = subject.stop, .values = {{parameter, std::stod(std::to_string(value))}}});
  });
  const std::string compiled_failure = failure_of([&] {
    compiled = session.LoadText(subject.text, subject.language, {.model = subject.model, .values = {setting}})
                   .Simulate({.stop = subject.stop});
  });
  // After a failure the run compiles for its values, so there is as much to tell.
  EXPECT_EQ(tuned_failure.empty(), compiled_failure.empty()) << tuned_failure << compiled_failure;
  if (!tuned || !compiled) return false;
  EXPECT_EQ(tuned.n_points(), compiled.n_points());
  for (size_t k = 0; k < compiled.n_signals(); ++k) {
    const std::string name(compiled.name(k));
    if (!tuned.Has(name)) {
      ADD_FAILURE() << name << " is missing";
      continue;
    }
    double scale = 1;
    for (const double one : compiled.values(k)) scale = std::max(scale, std::abs(one));
    EXPECT_TRUE(Near(tuned[name].back(), compiled.values(k).back(), scale))
        << name << ": " << tuned[name].back() << " and " << compiled.values(k).back();
    EXPECT_TRUE(Near(tuned[name].front(), compiled.values(k).front(), scale)) << name << " at the start";
  }
  return true;
}

TEST(ApiTuned, EveryParameterGivesWhatACompilationGives) {
  const Session session;
  int n_tunable = 0;
  for (const Subject& subject : Subjects()) {
    const Model model = session.LoadText(subject.text, subject.language, {.model = subject.model});
    for (uint32_t k = 0; k < model.n_variables(); ++k) {
      const kerf_variable variable = model.variable(k);
      if (variable.kind != KERF_PARAMETER || variable.is_final || variable.is_protected) continue;
      n_tunable += variable.is_structural ? 0 : 1;
      if (variable.type == KERF_BOOLEAN) {
        Compare(subject, model, variable.name, variable.start == 0 ? 1 : 0);
      } else if (variable.type == KERF_INTEGER) {
        Compare(subject, model, variable.name, variable.start + 1);
      } else {
        // Another size, the other sign, none, and one that makes the equations of `tied` depend on each
        // other.
        for (const double value :
             {1.5 * variable.start + 0.25, 0.9 * variable.start, -variable.start, 0.0, 1.0})
          Compare(subject, model, variable.name, value);
      }
    }
  }
  // Most of them need no compilation.
  EXPECT_GT(n_tunable, 25);
}

TEST(ApiTuned, WhatTheCompilerHasLookedAtIsStructural) {
  const Session session;
  const auto is_structural = [&](const std::string& text, const std::string& name) {
    const Model model = session.LoadText(text, KERF_MODELICA);
    return model.variable(model.Find(name)).is_structural;
  };
  const std::string text = R"(model M
  parameter Real free = 1;
  parameter Real sizes = 2;
  parameter Integer n = integer(sizes);
  parameter Real branch = 1;
  parameter Boolean is_high = branch > 0.5;
  parameter Real called = 2;
  parameter Real from_call = f(called);
  parameter Real evaluated = 1 annotation(Evaluate = true);
  parameter Real below = evaluated;
  parameter Real magnitude = 3;
  function f
    input Real x;
    output Real y;
  algorithm
    y := 0;
    while y < x loop
      y := y + 1;
    end while;
  end f;
  Real x[n](each start = free, each fixed = true, each nominal = magnitude);
equation
  der(x) = fill(if is_high then -from_call else -below, n);
end M;
)";
  for (const char* name : {"sizes", "branch", "called", "evaluated", "magnitude"})
    EXPECT_TRUE(is_structural(text, name)) << name;
  for (const char* name : {"free", "from_call", "below"}) EXPECT_FALSE(is_structural(text, name)) << name;
}

// The start of a state without equations of the start.
TEST(ApiTuned, StartValuesAreSetToo) {
  const char* text = R"(model M
  parameter Real a = 1;
  Real x(start = 1);
  Real y(start = 2);
equation
  der(x) = -a*x;
  der(y) = x;
end M;
)";
  const Session session;
  const Model model = session.LoadText(text, KERF_MODELICA);
  for (const double start : {0.5, -3.0, 0.0}) {
    const Result result = model.Simulate({.stop = 1, .tolerance = 1e-9, .values = {{"x", start}, {"a", 2}}});
    EXPECT_NEAR(result["x"].back(), start * std::exp(-2.0), 1e-7);
    EXPECT_NEAR(result["y"].back(), 2 + start * (1 - std::exp(-2.0)) / 2, 1e-7);
  }
}

TEST(ApiTuned, ChangesDuringARunFollow) {
  const Session session;
  const Model model = session.LoadText(kRc, KERF_MODELICA);
  kerf::Run run(model, {.stop = 4, .tolerance = 1e-10, .values = {{"u", 1}}});
  run.StepTo(1);
  const double y1 = 1 - std::exp(-1.0);
  EXPECT_NEAR(run.Get(model.Find("y")), y1, 1e-7);
  run.Set(model.Find("R"), 4);
  run.StepTo(2);
  EXPECT_NEAR(run.Get(model.Find("y")), 1 + (y1 - 1) * std::exp(-0.5), 1e-7);
  EXPECT_EQ(run.Get(model.Find("T")), 2);
}

}  // namespace

}  // namespace kerf::api_test
