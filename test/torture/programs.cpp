// A random function `g` of all leaves that calls a random function `h` of scalars: called with constants,
// parameters and variables, and its statements as an algorithm.
#include "programs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "program.h"
#include "scene.h"

namespace kerf::torture {

namespace {

constexpr const char* kFixedFunctions = R"(  record R
    Real p;
    Integer n;
  end R;
  function make
    input Real x;
    input Integer n;
    output R r;
  algorithm
    r.p := 2*x;
    r.n := n + 1;
  end make;
  function pick
    input R r;
    output Real y;
  algorithm
    y := r.p - r.n;
  end pick;
  function rec
    input Real x;
    input Integer n;
    output Real y;
  algorithm
    if n <= 0 then
      y := x;
      return;
    end if;
    y := rec(x, n - 1)/2 + n;
  end rec;
  partial function F
    input Real x;
    output Real y;
  end F;
  function map
    input F f;
    input Real v[:];
    output Real y[size(v, 1)];
  algorithm
    for k in 1:size(v, 1) loop
      y[k] := f(v[k]);
    end for;
  end map;
)";

auto RecursionValue(double x, int n) -> double { return n <= 0 ? x : RecursionValue(x, n - 1) / 2 + n; }

// The functions above, and the random function `h` of x, n and c, by default x + 0.75.
class Callee {
 public:
  Program h;

  auto Call(const Node& node, const std::vector<Val>& arguments) const -> Val {
    if (node.op == "P.h" && !arguments[0].is_scalar()) return ForAll(arguments[0], arguments[1]);
    if (node.op == "P.map") return ForAll(arguments[1], arguments[0]);
    if (node.op == "P.h") return CallNamed(node.names, arguments);
    if (node.op == "P.make" || node.op == "P.R") return Record(node, arguments);
    Val result = RealVal(0);
    result.is_exact = false;
    if (node.op == "P.rec") result.number = RecursionValue(arguments[0].number, IndexOf(arguments[1]));
    if (node.op == "P.pick") result.number = arguments[0].parts[0].number - arguments[0].parts[1].number;
    return result;
  }

 private:
  static auto Record(const Node& node, const std::vector<Val>& arguments) -> Val {
    Val record;
    record.sort = Sort::Record;
    record.parts = {AsReal(arguments[1]), arguments[0]};
    if (node.op == "P.make")
      record.parts = {Apply("*", {RealVal(2), arguments[0]}), Apply("+", {arguments[1], IntegerVal(1)})};
    return record;
  }

  auto ForAll(const Val& v, const Val& n) const -> Val {
    std::vector<Val> parts;
    for (const Val& x : v.parts) parts.push_back(CallNamed({}, {x, n}));
    return ArrayVal(v.dims, std::move(parts), Sort::Real);
  }

  auto CallNamed(const std::vector<std::string>& names, const std::vector<Val>& arguments) const -> Val {
    Environment environment;
    const std::vector<std::string> positions = {"x", "n", "c"};
    for (size_t k = 0; k < arguments.size(); ++k) {
      const bool is_named = k < names.size() && !names[k].empty();
      environment.values[is_named ? names[k] : positions[k]] = arguments[k];
    }
    environment.values["x"] = AsReal(environment.values.at("x"));
    if (!environment.values.contains("c"))
      environment.values["c"] = Apply("+", {environment.values.at("x"), RealVal(0.75)});
    environment.values["c"] = AsReal(environment.values["c"]);
    environment.values["v"] = ArrayVal({1}, {environment.values["x"]}, Sort::Real);
    environment.literals = {"e1", "e2", "e3"};
    Execute(h, environment);
    return environment.values.at("y");
  }
};

struct Both {
  Scene scene;
  Program g;
  Callee callee;
};

auto RealVar(const std::string& name, double start) -> ProgramVar {
  return {{name, Sort::Real, {}}, RealVal(start)};
}
auto IntegerVar(const std::string& name, double start) -> ProgramVar {
  return {{name, Sort::Integer, {}}, IntegerVal(start)};
}

// Lets the result tell of all variables.
auto LastStep() -> Step {
  Step step;
  step.name = "y";
  const auto add = [](Node x, Node y) { return OperatorNode("+", {std::move(x), std::move(y)}); };
  const Node choice =
      FormNode(Form::If, {NameNode("o"), LiteralNode(IntegerVal(1)), LiteralNode(IntegerVal(0))});
  const Node product = OperatorNode("*", {LiteralNode(IntegerVal(3)), NameNode("r")});
  step.value =
      add(add(add(add(NameNode("y"), product), NameNode("m")), CallNode("sum", {NameNode("u")})), choice);
  return step;
}

auto RandomPrograms(Rng& rng) -> Both {
  Both made;
  made.scene = RandomScene(rng);
  std::vector<Environment> cases;
  for (int k = 0; k < 4; ++k) {
    Environment environment;
    environment.literals = {"e1", "e2", "e3"};
    environment.values["x"] = RealVal((static_cast<int>(rng.Below(25)) - 12) * 0.25);
    environment.values["n"] = IntegerVal(static_cast<int>(rng.Below(9)) - 3);
    environment.values["c"] = Apply("+", {environment.values["x"], RealVal(0.75)});
    environment.values["v"] = ArrayVal({1}, {environment.values["x"]}, Sort::Real);
    cases.push_back(environment);
  }
  made.callee.h = RandomProgram(rng, {{"x", Sort::Real, {}}, {"n", Sort::Integer, {}}, {"c", Sort::Real, {}}},
                                cases, {RealVar("y", 0.25), RealVar("r", 1.5), IntegerVar("m", 2)},
                                1 + static_cast<int>(rng.Below(4)), false);
  const Callee& callee = made.callee;
  std::vector<Environment> environments = made.scene.environments;
  for (Environment& environment : environments)
    environment.call = [callee](const Node& node, const std::vector<Val>& values) {
      return callee.Call(node, values);
    };
  made.scene.environments = environments;
  const std::vector<Val> ones(3, RealVal(0.5));
  made.g = RandomProgram(
      rng, made.scene.leaves, environments,
      {RealVar("y", -1.25),
       {{"t", Sort::Real, {3}}, ArrayVal({3}, ones, Sort::Real)},
       RealVar("r", 2),
       IntegerVar("m", 3),
       {{"o", Sort::Boolean, {}}, BooleanVal(true)},
       {{"u", Sort::Real, {3, 2}}, ArrayVal({3, 2}, std::vector<Val>(6, RealVal(0.25)), Sort::Real)}},
      2 + static_cast<int>(rng.Below(5)), true);
  made.g.steps.push_back(LastStep());
  return made;
}

auto VarsText(const Program& program, bool is_function) -> std::string {
  std::string text;
  for (size_t k = 0; k < program.vars.size(); ++k) {
    const ProgramVar& var = program.vars[k];
    const bool is_output = is_function && (var.leaf.name == "y" || var.leaf.name == "t");
    const std::string prefix = is_output ? "output " : is_function ? "protected " : "";
    std::string declared = DeclarationText(var.leaf.name, var.leaf.sort, var.leaf.dims);
    // A local array whose size an input tells.
    if (is_function && var.leaf.name == "u") declared = "Real u[size(v, 1), 2]";
    text += fmt::format("    {}{}{};\n", prefix, declared, is_function ? " = " + LiteralText(var.start) : "");
  }
  return text;
}

auto CallText(const Both& made, bool is_named) -> std::string {
  std::vector<std::string> arguments = NamesOf(made.scene);
  if (!is_named) return fmt::format("g({})", fmt::join(arguments, ", "));
  std::vector<std::string> named;
  for (size_t k = arguments.size(); k-- > 0;) named.push_back(arguments[k] + " = " + arguments[k]);
  return fmt::format("g({})", fmt::join(named, ", "));
}

auto PlaceText(const Both& made, const std::string& place) -> std::string {
  const std::string both = "    Real y;\n    Real t[3];\n";
  if (place == "constant" || place == "parameter" || place == "final parameter")
    return fmt::format("    {} Real y = {};\n{}", place, CallText(made, place == "parameter"),
                       FixedLeavesText(made.scene, place));
  if (place == "initial")
    return fmt::format(
        "    parameter Real y(fixed = false);\n    parameter Real t[3](each fixed = false);\n{}"
        "  initial algorithm\n    (y, t) := {};\n",
        FixedLeavesText(made.scene, "parameter"), CallText(made, false));
  if (place == "equation")
    return both + VariableLeavesText(made.scene) + fmt::format("    (y, t) = {};\n", CallText(made, false));
  if (place == "algorithm")
    return both + VariableLeavesText(made.scene) +
           fmt::format("  algorithm\n    (y, t) := {};\n", CallText(made, true));
  std::string starts;
  for (const ProgramVar& var : made.g.vars)
    starts += fmt::format("    {} := {};\n", var.leaf.name, LiteralText(var.start));
  return VarsText(made.g, false) + VariableLeavesText(made.scene) + "  algorithm\n" + starts +
         TextOf(made.g.steps, "    ");
}

class ProgramsKind : public Kind {
 public:
  [[nodiscard]] auto Name() const -> std::string override { return "programs"; }

  auto RunOne(Rng& rng) -> std::optional<Disagreement> override {
    Both made = RandomPrograms(rng);
    places_ = {"constant", "final parameter", "parameter", "initial", "equation", "algorithm"};
    const bool is_straight = !Occurs(made.g.steps, Doing::While) && !Occurs(made.g.steps, Doing::Break) &&
                             !Occurs(made.g.steps, Doing::Return);
    // Algorithms of models are left at their end only, and their loops have sizes that are known.
    if (is_straight) places_.emplace_back("body");
    if (Compare(made).empty()) return std::nullopt;
    return Smaller(std::move(made));
  }

 private:
  auto Smaller(Both made) -> Disagreement {
    places_ = Minimise<std::string>(places_, [&](const std::vector<std::string>& some) {
      places_ = some;
      return !Compare(made).empty();
    });
    SmallerSteps(made, made.g.steps);
    SmallerSteps(made, made.callee.h.steps);
    return {{{"programs.mo", TextOfModel(made)}}, Compare(made) + "kerf simulate programs.mo"};
  }

  void SmallerSteps(Both& made, std::vector<Step>& steps) {
    for (size_t k = steps.size(); k-- > 0;) {
      const std::vector<Step> old = steps;
      steps.erase(steps.begin() + static_cast<ptrdiff_t>(k));
      if (!Compare(made).empty()) continue;
      steps = old;
      for (auto& body : steps[k].bodies) SmallerSteps(made, body);
      const auto fails = [&] { return !Compare(made).empty(); };
      if (steps[k].doing == Doing::Assign) MinimiseNode(steps[k].value, made.scene.environments[0], fails);
      for (Node& condition : steps[k].conditions) MinimiseNode(condition, made.scene.environments[0], fails);
    }
  }

  auto TextOfModel(const Both& made) const -> std::string {
    std::string text = fmt::format("package P\n  type E = enumeration(e1, e2, e3);\n{}", kFixedFunctions);
    text += fmt::format(
        "  function h\n    input Real x;\n    input Integer n;\n    input Real c = x + 0.75;\n{}    "
        "protected Real v[1] = {{x}};\n  algorithm\n{}  end h;\n",
        VarsText(made.callee.h, true), TextOf(made.callee.h.steps, "    "));
    text += fmt::format("  function g\n{}{}  algorithm\n{}  end g;\n", InputsText(made.scene),
                        VarsText(made.g, true), TextOf(made.g.steps, "    "));
    std::string top = "model T\n";
    for (size_t k = 0; k < places_.size(); ++k) {
      text += fmt::format("  model M{0}\n{1}  end M{0};\n", k, PlaceText(made, places_[k]));
      top += fmt::format("  P.M{0} m{0};\n", k);
    }
    return text + "end P;\n" + top + "end T;\n";
  }

  auto Compare(Both& made) const -> std::string {
    const Callee callee = made.callee;
    std::map<std::string, Val> expected[2];
    try {
      for (size_t when = 0; when < 2; ++when) {
        for (size_t k = 0; k < places_.size(); ++k) {
          const bool is_fixed =
              places_[k].ends_with("parameter") || places_[k] == "constant" || places_[k] == "initial";
          Environment environment = made.scene.environments[is_fixed ? 0 : when];
          environment.call = [callee](const Node& node, const std::vector<Val>& values) {
            return callee.Call(node, values);
          };
          Execute(made.g, environment);
          expected[when][fmt::format("m{}.y", k)] = environment.values.at("y");
          if (!places_[k].ends_with("parameter") && places_[k] != "constant")
            expected[when][fmt::format("m{}.t", k)] = environment.values.at("t");
        }
      }
    } catch (const NoValue&) {
      return "";
    }
    return CompareRun({"programs.mo", TextOfModel(made)}, expected[0], expected[1]);
  }

  std::vector<std::string> places_;
};

}  // namespace

auto MakePrograms() -> std::unique_ptr<Kind> { return std::make_unique<ProgramsKind>(); }

}  // namespace kerf::torture
