// Models of all kinds that a compiled model has tables for, as text, for tests of what becomes of them.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace kerf::compile {

struct ModelSource {
  std::string name;
  // ".mo" or ".dym".
  std::string ending;
  std::string text;
  double stop = 1;

  // How gtest shows it.
  friend void PrintTo(const ModelSource& source, std::ostream* out) { *out << source.name; }
};

// A chain of pendulums, which stands upright at first but for a little, with as many states that the model
// insists on: of five they are watched, and the run ends where they do not serve.
inline auto ChainText(int n) -> std::string {
  std::string variables;
  std::string start;
  std::string equations;
  for (int k = 1; k <= n; ++k) {
    const std::string i = std::to_string(k);
    const std::string before = std::to_string(k - 1);
    const std::string after = std::to_string(k + 1);
    const std::string dx = k > 1 ? "(x" + i + " - x" + before + ")" : "x1";
    const std::string dy = k > 1 ? "(y" + i + " - y" + before + ")" : "y1";
    const auto pull = [&](const std::string& z) {
      return k < n ? " + f" + after + "*(" + z + after + " - " + z + i + ")" : "";
    };
    variables += "  Real x" + i + "(start = " + std::to_string(0.6 * k) +
                 ", stateSelect = StateSelect.always), y" + i + "(start = " + std::to_string(0.8 * k) +
                 ");\n  Real vx" + i + "(stateSelect = StateSelect.always), vy" + i + ", f" + i + ";\n";
    start += "  x" + i + " = " + std::to_string(0.6 * k) + ";\n  vx" + i + " = 0;\n";
    equations += "  der(x" + i + ") = vx" + i + ";\n  der(y" + i + ") = vy" + i + ";\n  der(vx" + i +
                 ") = -f" + i + "*" + dx + pull("x") + ";\n  der(vy" + i + ") = -f" + i + "*" + dy +
                 pull("y") + " - 9.81;\n  " + dx + "^2 + " + dy + "^2 = 1;\n";
  }
  return "model Chain\n" + variables + "initial equation\n" + start + "equation\n" + equations +
         "end Chain;\n";
}

inline auto ModelSources() -> std::vector<ModelSource> {
  return {
      {"rc", ".dym",
       "model rc\n  input u\n  local i v\n  parameter R=2 C=1\n  u = R*i + v\n  C*v' = i\nend\n", 1},
      {"ball", ".mo",
       "model Ball\n  parameter Real e = 0.8;\n  Real h(start = 1, fixed = true);\n  Real v(fixed = true);\n"
       "  discrete Integer n(start = 0, fixed = true);\nequation\n  der(h) = v;\n  der(v) = -9.81;\n"
       "  when h < 0 then\n    reinit(v, -e*pre(v));\n    n = pre(n) + 1;\n  end when;\n"
       "  assert(h > -1, \"far below\");\nend Ball;\n",
       2},
      {"loop", ".mo",
       "model Loop\n  parameter Real a(unit = \"m\", min = 0) = 2 \"a length\";\n  Real x(start = 1, fixed = "
       "true), y(start = 1), z[2];\nequation\n  der(x) = -y;\n  y^3 + y = a*x;\n  z[1] + z[2] = x;\n"
       "  z[1] - 3*z[2] = sin(time);\nend Loop;\n",
       2},
      {"start", ".mo",
       "model Start\n  Real x(start = 2), w;\n  parameter Real p(fixed = false, start = 1);\ninitial "
       "equation\n"
       "  der(x) = 0;\n  p*p*p + p = 10;\nequation\n  der(x) = p*w - x;\n  w = homotopy(exp(-x), 1 - x);\n"
       "end Start;\n",
       1},
      {"delay", ".mo",
       "model Delays\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -delay(x, 0.5);\nend "
       "Delays;\n",
       2},
      {"clock", ".mo",
       "model Clocked\n  discrete Real s(start = 0, fixed = true);\n  Real x(start = 0, fixed = true);\n"
       "equation\n  when sample(0.1, 0.3) then\n    s = pre(s) + 1;\n  end when;\n  der(x) = if x < 0.5 then "
       "s "
       "else -s;\n  when x > 10 then\n    terminate(\"done\");\n  end when;\nend Clocked;\n",
       2},
      {"pendulum", ".mo",
       "model Pendulum\n  Real x(start = 1, fixed = true), y(start = 0), vx, vy(start = 0, fixed = true), "
       "F;\n"
       "equation\n  der(x) = vx;\n  der(y) = vy;\n  der(vx) = -F*x;\n  der(vy) = -F*y - 9.81;\n"
       "  x^2 + y^2 = 1;\nend Pendulum;\n",
       2},
      {"chain", ".mo", ChainText(5), 1},
      {"hidden", ".mo",
       "model Hidden\n  Real x(start = 1, fixed = true);\nprotected\n  Real a[2](each fixed = true), y;\n"
       "equation\n  der(x) = -x;\n  der(a) = {1, 2}*x;\n  y = a[1] + x;\nend Hidden;\n",
       1},
      // Fails during the run, so that messages are told.
      {"fails", ".mo",
       "model Fails\n  Real x(start = 1, fixed = true), y;\nequation\n  der(x) = -2;\n  y = sqrt(x);\n"
       "  assert(y >= 0 or true, \"never\");\nend Fails;\n",
       1},
      {"asserts", ".mo",
       "model Asserts\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -2;\n"
       "  assert(x > 0.25, \"too small\", AssertionLevel.warning);\n  assert(x > 0, \"x ends\");\nend "
       "Asserts;\n",
       1},
  };
}

// Models that call functions or put texts together during the run.
inline auto FunctionSources() -> std::vector<ModelSource> {
  const std::string record =
      "  record R\n    Real a[2];\n    Integer n;\n  end R;\n"
      "  function make\n    input Real x;\n    output R r;\n  algorithm\n    r.a := {x, 2*x};\n"
      "    r.n := if x > 0.5 then 3 else 2;\n  end make;\n"
      "  function f\n    input Real x;\n    input Real table[:, 2];\n    output Real y = 0;\n  protected\n"
      "    R r;\n    Integer k = 1;\n  algorithm\n    r := make(x);\n    for i in 1:r.n loop\n"
      "      y := y + sum(r.a)*i/10;\n    end for;\n    while k <= size(table, 1) loop\n"
      "      y := y + table[k, 2]*cos(table[k, 1]*x);\n      k := k + 1;\n    end while;\n"
      "    assert(x > 0.2, \"f is below with \" + String(x, significantDigits=3), AssertionLevel.warning);\n"
      "  end f;\n";
  return {
      {"called", ".mo",
       "model Called\n" + record +
           "  parameter Real t[3, 2] = [0, 0.1; 1, 0.2; 2, 0.3];\n  Real x(start = 1, fixed = true);\n"
           "equation\n  der(x) = -f(x, t);\nend Called;\n",
       3},
      {"told", ".mo",
       "model Told\n  Real x(start = 1, fixed = true);\n  Integer n(start = 0, fixed = true);\nequation\n"
       "  der(x) = -2;\n  when x < 0.6 then\n    n = 7;\n  end when;\n"
       "  assert(x > 0.5, \"x is \" + String(x > 0) + \" and n = \" + String(n), AssertionLevel.warning);\n"
       "  assert(x > 0, \"x ends, n = \" + String(n));\nend Told;\n",
       1},
      {"solved", ".mo",
       "model Solved\n" + record +
           "  Real x(start = 0.9), y(start = 1);\ninitial equation\n  f(x, [0, 1; 1, 2]) = 2.5;\nequation\n"
           "  der(x) = -y;\n  f(y, {{1, 0.5}}) = x;\nend Solved;\n",
       0.5},
      {"passed", ".mo",
       "model Passed\n  partial function P\n    input Real x;\n    output Real y;\n  end P;\n"
       "  function cubic\n    extends P;\n    input Real a;\n  algorithm\n    y := a*x*x*x + x;\n  end "
       "cubic;\n"
       "  function mean\n    input P f;\n    input Real x;\n    output Real y = 0;\n  algorithm\n"
       "    for i in 1:4 loop\n      y := y + f(x*i/4)/4;\n    end for;\n  end mean;\n"
       "  Real x(start = 1, fixed = true);\nequation\n  der(x) = -mean(function cubic(a = 2), x);\nend "
       "Passed;\n",
       2},
  };
}

}  // namespace kerf::compile
