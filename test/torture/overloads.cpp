// Values and texts of expressions of the operator record Q.
#include "overloads.h"

#include <fmt/format.h>

#include <map>

#include "scene.h"

namespace kerf::torture {

namespace {

constexpr const char* kOperatorRecord = R"(  operator record Q
    Real a;
    Real b;
    encapsulated operator 'constructor'
      import P.Q;
      function fromReal
        input Real a;
        input Real b = 0.25;
        output Q q(a = a, b = b);
      algorithm
      end fromReal;
      function fromSwitch
        input Boolean up;
        input Real s;
        output Q q(a = if up then s else -s, b = 1);
      algorithm
      end fromSwitch;
    end 'constructor';
    encapsulated operator function '0'
      import P.Q;
      output Q q = Q(0, 0);
    algorithm
    end '0';
    encapsulated operator '-'
      import P.Q;
      function negate
        input Q x;
        output Q q = Q(-x.a, 1 - x.b);
      algorithm
      end negate;
      function subtract
        input Q x;
        input Q y;
        output Q q = Q(x.a - y.a, x.b - 2*y.b);
      algorithm
      end subtract;
    end '-';
    encapsulated operator function '+'
      import P.Q;
      input Q x;
      input Q y;
      output Q q;
    algorithm
      q := Q(x.a + y.a, x.b + y.b);
    end '+';
    encapsulated operator '*'
      import P.Q;
      function multiply
        input Q x;
        input Q y;
        output Q q;
      algorithm
        q.a := x.a*y.a;
        q.b := x.a*y.b + x.b;
      end multiply;
@    end '*';
    encapsulated operator function '/'
      import P.Q;
      input Q x;
      input Q y;
      output Q q;
    algorithm
      q := Q(b = x.b - 0.5*y.b, a = x.a + 2*y.a);
    end '/';
    encapsulated operator function '^'
      import P.Q;
      input Q x;
      input Integer n;
      output Q q;
    algorithm
      q := Q(x.a*n, x.b + n);
    end '^';
    encapsulated operator function '<'
      import P.Q;
      input Q x;
      input Q y;
      output Boolean is_less = x.a + x.b < y.a + y.b - 0.0625;
    algorithm
    end '<';
  end Q;
)";

constexpr const char* kScale = R"(      function scale
        input Q x;
        input Real s;
        output Q q = Q(x.a*s, x.b*s + 0.5);
      algorithm
      end scale;
)";

auto Plus(Pair x, Pair y) -> Pair { return {x.a + y.a, x.b + y.b}; }
auto Minus(Pair x, Pair y) -> Pair { return {x.a - y.a, x.b - 2 * y.b}; }
auto Times(Pair x, Pair y) -> Pair { return {x.a * y.a, x.a * y.b + x.b}; }

auto ValueOf(const OverloadNode& node, const Overloads& all, int when) -> Pair {
  std::vector<Pair> x;
  for (const OverloadNode& part : node.parts) x.push_back(ValueOf(part, all, when));
  const Pair own = node.value;
  if (node.op == "x") return all.leaves[when][static_cast<size_t>(node.number)];
  if (node.op == "real") return {own.a, 0.25};
  if (node.op == "call") return own;
  if (node.op == "switch") return {own.b > 0 ? own.a : -own.a, 1};
  if (node.op == "+") return Plus(x[0], x[1]);
  if (node.op == "-") return Minus(x[0], x[1]);
  if (node.op == "*") return Times(x[0], x[1]);
  if (node.op == "/") return {x[0].a + 2 * x[1].a, x[0].b - 0.5 * x[1].b};
  if (node.op == "scale" && all.has_scale) return {x[0].a * own.a, x[0].b * own.a + 0.5};
  if (node.op == "scale") return Times(x[0], {own.a, 0.25});
  if (node.op == "^") return {x[0].a * node.number, x[0].b + node.number};
  if (node.op == "negate") return {-x[0].a, 1 - x[0].b};
  if (node.op == "least") return x[0].a + x[0].b < x[1].a + x[1].b - 0.0625 ? x[0] : x[1];
  if (node.op == "sum") return Plus(Plus(x[0], x[1]), x[2]);
  return Plus(Times(x[0], x[2]), Times(x[1], x[3]));
}

auto TextOfNode(const OverloadNode& node) -> std::string {
  std::vector<std::string> x;
  for (const OverloadNode& part : node.parts) x.push_back(TextOfNode(part));
  const Pair own = node.value;
  if (node.op == "x") return fmt::format("x{}", node.number + 1);
  if (node.op == "real") return fmt::format("({:.4f})", own.a);
  if (node.op == "call") return fmt::format("P.Q({}, {})", own.a, own.b);
  if (node.op == "switch") return fmt::format("P.Q({}, {})", own.b > 0, own.a);
  if (node.op == "scale") return fmt::format("({}*({:.4f}))", x[0], own.a);
  if (node.op == "^") return fmt::format("({})^{}", x[0], node.number);
  if (node.op == "negate") return fmt::format("(-{})", x[0]);
  if (node.op == "least") return fmt::format("(if {0} < {1} then {0} else {1})", x[0], x[1]);
  if (node.op == "sum") return fmt::format("sum({{{}, {}, {}}})", x[0], x[1], x[2]);
  if (node.op == "dot") return fmt::format("({{{}, {}}}*{{{}, {}}})", x[0], x[1], x[2], x[3]);
  return fmt::format("({} {} {})", x[0], node.op, x[1]);
}

class OverloadMaker {
 public:
  explicit OverloadMaker(Rng& rng) : rng_(rng) {}

  auto Run() -> Overloads {
    Overloads all;
    for (int k = 0; k < 3; ++k) {
      all.leaves[0].push_back(Random());
      all.leaves[1].push_back(Random());
    }
    all.has_scale = rng_.Chance(0.5);
    for (int k = 0; k < 2; ++k) all.expressions.push_back(Make(1 + static_cast<int>(rng_.Below(4))));
    return all;
  }

 private:
  auto Number() -> double { return 0.25 * rng_.Below(17) - 2; }
  auto Random() -> Pair {
    const double a = Number();
    return {a, Number()};
  }

  auto Make(int depth) -> OverloadNode {
    if (depth == 0) return Leaf();
    static const char* const kOps[] = {"+", "-",   "*",   "/",      "+", "-",      "*",     "/", "scale",
                                       "^", "sum", "dot", "negate", "*", "switch", "least", "-", "call"};
    OverloadNode node;
    node.op = kOps[rng_.Below(std::size(kOps))];
    node.value = Random();
    node.number = static_cast<int>(rng_.Below(4));
    for (int k = 0; k < PartsOf(node.op); ++k) node.parts.push_back(Make(depth - 1));
    // A Real on one side of an operator becomes a Q; on the right of * there is a function of its own.
    if (node.parts.size() == 2 && node.op != "least" && rng_.Chance(0.2))
      node.parts[node.op == "*" ? 0 : rng_.Below(2)] = {"real", {}, 0, Random()};
    return node;
  }

  static auto PartsOf(const std::string& op) -> int {
    if (op == "dot") return 4;
    if (op == "sum") return 3;
    if (op == "call" || op == "switch") return 0;
    return op == "scale" || op == "^" || op == "negate" ? 1 : 2;
  }

  auto Leaf() -> OverloadNode { return {"x", {}, static_cast<int>(rng_.Below(3)), {}}; }

  Rng& rng_;
};

auto LeavesText(const Overloads& all, bool varies, const std::string& prefix) -> std::string {
  std::string text;
  for (size_t k = 0; k < 3; ++k) {
    const auto [a, b] = all.leaves[0][k];
    const auto [c, d] = all.leaves[1][k];
    text += varies ? fmt::format(
                         "    Q x{}(a = if time < 0.5 then {} else {}, b = if time < 0.5 then {} else {});\n",
                         k + 1, a, c, b, d)
                   : fmt::format("    {}Q x{} = P.Q({}, {});\n", prefix, k + 1, a, b);
  }
  return text;
}

constexpr const char* kOverloadPlaces[] = {"constant", "parameter", "binding",
                                           "equation", "algorithm", "function"};

auto PlaceTextOf(const Overloads& all, const std::string& place, size_t number) -> std::string {
  const bool is_fixed = number < 2;
  std::string text =
      fmt::format("  model M{}\n{}", number, LeavesText(all, !is_fixed, is_fixed ? place + " " : ""));
  std::string rest;
  for (size_t k = 0; k < all.expressions.size(); ++k) {
    const std::string value =
        place == "function" ? fmt::format("P.f{}(x1, x2, x3)", k) : TextOfNode(all.expressions[k]);
    const bool is_bound = is_fixed || place == "binding";
    text += fmt::format("    {}Q y{}{};\n", is_fixed ? place + " " : "", k, is_bound ? " = " + value : "");
    if (!is_bound)
      rest += fmt::format("  {}\n    y{} {} {};\n", place == "algorithm" ? place : "equation", k,
                          place == "algorithm" ? ":=" : "=", value);
  }
  return text + fmt::format("    Q w[2] = {{y0, y1}} - {{y1, y0}};\n{}  end M{};\n", rest, number);
}

}  // namespace

auto RandomOverloads(Rng& rng) -> Overloads { return OverloadMaker(rng).Run(); }

auto TextOf(const Overloads& all) -> std::string {
  std::string text = kOperatorRecord;
  text.replace(text.find('@'), 2, all.has_scale ? kScale : "");
  for (size_t k = 0; k < all.expressions.size(); ++k)
    text += fmt::format(
        "  function f{0}\n    input Q x1;\n    input Q x2;\n    input Q x3;\n    output Q y;\n  algorithm\n  "
        "  y := "
        "{1};\n  end f{0};\n",
        k, TextOfNode(all.expressions[k]));
  std::string top = "model T\n";
  for (size_t k = 0; k < std::size(kOverloadPlaces); ++k) {
    text += PlaceTextOf(all, kOverloadPlaces[k], k);
    top += fmt::format("  P.M{0} m{0};\n", k);
  }
  return "package P\n" + text + "end P;\n" + top + "end T;\n";
}

auto ProblemOf(const Overloads& all) -> std::string {
  std::map<std::string, Val> expected[2];
  const auto expect = [&](int when, const std::string& name, Pair value) {
    expected[when][name + ".a"] = RealVal(value.a);
    expected[when][name + ".b"] = RealVal(value.b);
  };
  for (size_t place = 0; place < std::size(kOverloadPlaces); ++place) {
    for (int when = 0; when < 2; ++when) {
      const int leaves = place < 2 ? 0 : when;
      std::vector<Pair> y;
      for (size_t k = 0; k < all.expressions.size(); ++k) {
        y.push_back(ValueOf(all.expressions[k], all, leaves));
        expect(when, fmt::format("m{}.y{}", place, k), y.back());
      }
      expect(when, fmt::format("m{}.w[1]", place), Minus(y[0], y[1]));
      expect(when, fmt::format("m{}.w[2]", place), Minus(y[1], y[0]));
    }
  }
  return CompareRun({"expressions.mo", TextOf(all)}, expected[0], expected[1]);
}

}  // namespace kerf::torture
