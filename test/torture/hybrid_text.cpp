// Parts as Modelica, each in several ways.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hybrid_model.h"

namespace kerf::torture {

namespace {

// `#` is the prefix of the part, `@` the signal it follows, `$0` … `$7` are its numbers, `%` the stop.
auto Filled(const Part& part, const std::string& u, double stop, std::string_view text) -> std::string {
  std::string filled;
  for (size_t k = 0; k < text.size(); ++k) {
    switch (text[k]) {
      case '#': filled += fmt::format("p{}_", part.id); break;
      case '@': filled += u; break;
      case '%': filled += fmt::format("{}", stop); break;
      case '$': {
        const double value = part.p[static_cast<size_t>(text[++k] - '0')];
        filled += std::signbit(value) ? fmt::format("({})", value) : fmt::format("{}", value);
        break;
      }
      default: filled += text[k]; break;
    }
  }
  return filled;
}

struct Pattern {
  const char* declarations;
  const char* equations;
};

auto SourcePattern(const Part& part) -> Pattern {
  switch (part.kind) {
    case PartKind::Steps:
      if (part.form % 3 == 0)
        return {"  Real #u;\n", "  #u = if time < $0 then $2 elseif time < $1 then $3 else $4;\n"};
      if (part.form % 3 == 1)
        return {
            "  discrete Real #u(start = $2, fixed = true);\n",
            "  when time >= $0 then\n    #u = $3;\n  elsewhen time >= $1 then\n    #u = $4;\n  end when;\n"};
      return {"  Real #u;\n  Boolean #a, #b;\n",
              "  #a = time >= $0;\n  #b = not time < $1;\n  #u = if #b then $4 elseif #a then $3 else $2;\n"};
    case PartKind::Table:
      if (part.form % 2 == 0)
        return {"  Real #u;\n",
                "  #u = if time < $0 then $2 + time*($3 - $2)/$0 elseif time < $1 then "
                "$3 + (time - $0)*($4 - $3)/($1 - $0) else $4 + (time - $1)*($5 - $4)/(% + 1 - $1);\n"};
      return {
          "  parameter Real #t[4] = {0, $0, $1, % + 1}, #y[4] = {$2, $3, $4, $5};\n  Integer #k;\n"
          "  Real #u;\n",
          "  #k = if time < #t[2] then 1 elseif time < #t[3] then 2 else 3;\n"
          "  #u = #y[#k] + (time - #t[#k])*(#y[#k + 1] - #y[#k])/(#t[#k + 1] - #t[#k]);\n"};
    case PartKind::Clock:
      if (part.form % 3 == 0)
        return {
            "  discrete Real #u(start = 1, fixed = true);\n  Integer #n(start = 0, fixed = true);\n",
            "  when sample($0, $1) then\n    #u = $2*pre(#u) + $3;\n    #n = pre(#n) + 1;\n  end when;\n"};
      if (part.form % 3 == 1)
        return {
            "  discrete Real #u(start = 1, fixed = true);\n  Integer #n(start = 0, fixed = true);\n",
            "algorithm\n  when sample($0, $1) then\n    #u := $2*#u + $3;\n    #n := #n + 1;\n  end when;\n"
            "equation\n"};
      return {
          "  discrete Real #u(start = 1, fixed = true);\n  Integer #n(start = 0, fixed = true);\n"
          "  Boolean #s;\n",
          "  #s = sample($0, $1);\n  when #s then\n    #n = pre(#n) + 1;\n  end when;\n"
          "  when {#s} then\n    #u = $2*pre(#u) + $3;\n  end when;\n"};
    case PartKind::Clocks:
      if (part.form % 2 == 0)
        return {"  discrete Real #u(start = 0, fixed = true);\n  Integer #n(start = 0, fixed = true);\n",
                "  when sample($0, $1) then\n    #u = 0.5*pre(#u) + 1;\n    #n = pre(#n) + 1;\n"
                "  elsewhen sample($2, $3) then\n    #u = 0.5*pre(#u) - 1;\n    #n = pre(#n) + 1;\n  end "
                "when;\n"};
      return {"  discrete Real #u(start = 0, fixed = true);\n  Integer #n(start = 0, fixed = true);\n",
              "  when {sample($0, $1), sample($2, $3)} then\n    #u = 1 - pre(#u);\n    #n = pre(#n) + 1;\n"
              "  end when;\n"};
    case PartKind::Counter:
      if (part.form % 3 == 0)
        return {"  Integer #k, #n(start = 0, fixed = true);\n  Real #u;\n",
                "  #k = integer(time/$0);\n  when change(#k) then\n    #n = pre(#n) + 1;\n  end when;\n"
                "  #u = mod(#k, 3);\n"};
      if (part.form % 3 == 1)
        return {
            "  Integer #k(start = 0, fixed = true), #n(start = 0, fixed = true);\n"
            "  discrete Real #t(start = $0, fixed = true);\n  Real #u;\n",
            "  when time >= pre(#t) then\n    #t = pre(#t) + $0;\n    #k = pre(#k) + 1;\n  end when;\n"
            "  when #k > pre(#k) then\n    #n = pre(#n) + 1;\n  end when;\n  #u = mod(#k, 3);\n"};
      return {"  Integer #k, #n(start = 0, fixed = true);\n  Real #u;\n",
              "  #k = #n;\n  when integer(time/$0) > pre(#n) then\n    #n = pre(#n) + 1;\n  end when;\n"
              "  #u = mod(#n, 3);\n"};
    case PartKind::Ball:
      return {
          "  Real #h(start = $0, fixed = true), #v(start = 0, fixed = true), #u;\n"
          "  Integer #n(start = 0, fixed = true);\n",
          "  der(#h) = #v;\n  der(#v) = -$2;\n  when #h <= 0 then\n    reinit(#v, -$1*pre(#v));\n"
          "    #n = pre(#n) + 1;\n  end when;\n  #u = if mod(#n, 2) == 1 then 1 else 0;\n"};
    case PartKind::Throw:
      return {
          "  Real #x(start = 0, fixed = true), #v(start = $0, fixed = true), #l(start = 0, fixed = true), "
          "#u;\n"
          "  Integer #n(start = 0, fixed = true);\n",
          "  der(#x) = #v;\n  der(#v) = -$1;\n  #u = if #x > $0^2/(2*$1) - $2 then 1 else 0;\n"
          "  der(#l) = #u;\n  when #u > 0.5 then\n    #n = pre(#n) + 1;\n  end when;\n"};
    case PartKind::Sine:
      if (part.form % 2 == 0)
        return {
            "  Boolean #b;\n  Real #u, #l(start = 0, fixed = true);\n  Integer #n(start = 0, fixed = "
            "true);\n",
            "  #b = sin($0*time) > $1;\n  #u = if #b then 1 else 0;\n  der(#l) = #u;\n"
            "  when #b then\n    #n = pre(#n) + 1;\n  end when;\n"};
      return {
          "  Boolean #b;\n  Real #u, #l(start = 0, fixed = true), #x(start = 0, fixed = true), "
          "#y(start = 1, fixed = true);\n  Integer #n(start = 0, fixed = true);\n",
          "  der(#x) = $0*#y;\n  der(#y) = -$0*#x;\n  #b = #x > $1;\n  #u = if #b then 1 else 0;\n"
          "  der(#l) = #u;\n  when edge(#b) then\n    #n = pre(#n) + 1;\n  end when;\n"};
    case PartKind::Kink:
      if (part.form % 3 == 0)
        return {"  Real #x(start = 0, fixed = true), #u = 1;\n",
                "  der(#x) = noEvent(if #x > $0 then $2 else $1);\n"};
      if (part.form % 3 == 1)
        return {
            "  function #f\n    input Real a;\n    output Real b;\n  algorithm\n"
            "    b := if a > $0 then $2 else $1;\n  end #f;\n  Real #x(start = 0, fixed = true), #u = 1;\n",
            "  der(#x) = #f(#x);\n"};
      return {"  Real #x(start = 0, fixed = true), #u = 1;\n",
              "  der(#x) = $1 + $2*noEvent(max(#x - $0, 0));\n"};
    default:
      return {
          "  Integer #a(start = 0, fixed = true), #b(start = 0, fixed = true), #c(start = 0, fixed = true);\n"
          "  discrete Real #d(start = 0, fixed = true), #e(start = 0, fixed = true);\n"
          "  Integer #f(start = 0, fixed = true);\n  Real #u;\n",
          "  when time > 0 then\n    #a = pre(#a) + 1;\n  end when;\n"
          "  when time >= $0 then\n    #b = pre(#b) + 1;\n  end when;\n"
          "  when time >= % then\n    #c = pre(#c) + 1;\n  end when;\n"
          "  when initial() then\n    #d = 7;\n  end when;\n"
          "  when terminal() then\n    #e = time;\n  end when;\n"
          "  when time >= 0 then\n    #f = pre(#f) + 1;\n  end when;\n  #u = $1;\n"};
  }
}

auto LagPattern(uint32_t form) -> Pattern {
  constexpr const char* kDeclarations =
      "  Real #x(start = $1, fixed = true), #z(start = 0, fixed = true), #u;\n"
      "  Integer #n(start = 0, fixed = true), #m(start = 0, fixed = true);\n  Boolean #b;\n";
  if (form % 3 == 0)
    return {kDeclarations,
            "  $0*der(#x) = @ - #x;\n  der(#z) = noEvent(if #x > $2 then #x - $2 else 0);\n  #b = #x > $2;\n"
            "  #u = if #b then $3 else $4;\n  when #b then\n    #n = pre(#n) + 1;\n  end when;\n"
            "  when not #b then\n    #m = pre(#m) + 1;\n  end when;\n"};
  if (form % 3 == 1)
    return {kDeclarations,
            "  der(#x) = (@ - #x)/$0;\n  der(#z) = max(#x - $2, 0);\n  #b = #x > $2;\n"
            "  #u = if #x > $2 then $3 else $4;\n  when edge(#b) then\n    #n = pre(#n) + 1;\n  end when;\n"
            "  when change(#b) and not #b then\n    #m = pre(#m) + 1;\n  end when;\n"};
  return {kDeclarations,
          "  der(#x) = (@ - #x)/$0;\n  if #x > $2 then\n    der(#z) = #x - $2;\n  else\n    der(#z) = 0;\n"
          "  end if;\n  #b = not #x <= $2;\n  #u = if #b then $3 else $4;\n"
          "algorithm\n  when #x > $2 then\n    #n := #n + 1;\n  elsewhen #x < $2 then\n    #m := #m + 1;\n"
          "  end when;\nequation\n"};
}

auto FollowerPattern(const Part& part) -> Pattern {
  switch (part.kind) {
    case PartKind::Lag: return LagPattern(part.form);
    case PartKind::Relay:
      if (part.form % 3 == 0)
        return {
            "  Real #x(start = $5, fixed = true), #u;\n  Boolean #on(start = true, fixed = true);\n"
            "  Integer #n(start = 0, fixed = true);\n",
            "  der(#x) = (if #on then $2 else -$3) + $4*@;\n  when #x >= $1 then\n    #on = false;\n"
            "    #n = pre(#n) + 1;\n  elsewhen #x <= $0 then\n    #on = true;\n    #n = pre(#n) + 1;\n"
            "  end when;\n  #u = if #on then 1 else 0;\n"};
      if (part.form % 3 == 1)
        return {
            "  Real #x(start = $5, fixed = true), #u;\n  Boolean #on(start = true, fixed = true);\n"
            "  Integer #n(start = 0, fixed = true);\n",
            "  der(#x) = (if #on then $2 else -$3) + $4*@;\n"
            "  #on = #x < $0 or pre(#on) and #x < $1;\n  when change(#on) then\n    #n = pre(#n) + 1;\n"
            "  end when;\n  #u = if #on then 1 else 0;\n"};
      return {
          "  Real #x(start = $5, fixed = true), #u;\n  Boolean #on(start = true, fixed = true);\n"
          "  Integer #n(start = 0, fixed = true);\n",
          "  der(#x) = #u*$2 - (1 - #u)*$3 + $4*@;\n"
          "  #on = not #x > (if pre(#on) then $1 else $0);\n"
          "  when {#on, not #on} then\n    #n = pre(#n) + 1;\n  end when;\n"
          "  #u = if #on then 1 else 0;\n"};
    case PartKind::Reset:
      if (part.form % 2 == 0)
        return {"  Real #x(start = $1, fixed = true), #u;\n  Integer #n(start = 0, fixed = true);\n",
                "  der(#x) = $2 + $3*@;\n  when #x >= $0 then\n    reinit(#x, $1);\n    #n = pre(#n) + 1;\n"
                "  end when;\n  #u = mod(#n, 2);\n"};
      return {
          "  Real #x(start = $1, fixed = true), #u;\n  Integer #n(start = 0, fixed = true);\n"
          "  Boolean #b;\n",
          "  der(#x) = $2 + $3*@;\n  #b = #x > $0;\n  when #b then\n    reinit(#x, pre(#x) - ($0 - $1));\n"
          "  end when;\n  when edge(#b) then\n    #n = pre(#n) + 1;\n  end when;\n"
          "  #u = if mod(#n, 2) > 0 then 1 else 0;\n"};
    case PartKind::Floors:
      return {"  Real #x(start = 0.1*$0, fixed = true), #u;\n  Integer #k, #n(start = 0, fixed = true);\n",
              part.form % 2 == 0 ? "  der(#x) = $1 + $2*@;\n  #k = integer(#x/$0);\n  when change(#k) then\n"
                                   "    #n = pre(#n) + 1;\n  end when;\n  #u = mod(#k, 3);\n"
                                 : "  der(#x) = $1 + $2*@;\n  #k = #n;\n  when #x >= $0*(pre(#n) + 1) then\n"
                                   "    #n = pre(#n) + 1;\n  end when;\n  #u = mod(#k, 3);\n"};
    case PartKind::Delay:
      return {"  Real #u, #z(start = 0, fixed = true);\n", "  #u = delay(@, $0);\n  der(#z) = #u;\n"};
    case PartKind::Hold:
      return {"  discrete Real #u(start = 0, fixed = true);\n  Integer #n(start = 0, fixed = true);\n",
              part.form % 2 == 0
                  ? "  when sample($0, $1) then\n    #u = $2*pre(#u) + (1 - $2)*@;\n    #n = pre(#n) + 1;\n"
                    "  end when;\n"
                  : "algorithm\n  when sample($0, $1) then\n    #u := $2*pre(#u) + (1 - $2)*@;\n"
                    "    #n := pre(#n) + 1;\n  end when;\nequation\n"};
    default:
      return {
          "  Boolean #b1, #b2(start = false, fixed = true);\n"
          "  Integer #n1(start = 0, fixed = true), #n2(start = 0, fixed = true);\n  Real #u;\n",
          part.form % 2 == 0
              ? "  #b1 = @ > $0;\n  when #b1 then\n    #b2 = not pre(#b2);\n    #n1 = pre(#n1) + 1;\n"
                "  end when;\n  when {#b2, not #b1} then\n    #n2 = pre(#n2) + 1;\n  end when;\n"
                "  #u = if #b2 then 1 else 0;\n"
              : "  #b1 = not @ < $0;\n  when edge(#b1) then\n    #n1 = pre(#n1) + 1;\n  end when;\n"
                "  when #n1 > pre(#n1) then\n    #b2 = not pre(#b2);\n  end when;\n"
                "  when {#b2, not #b1} then\n    #n2 = pre(#n2) + 1;\n  end when;\n"
                "  #u = if #b2 then 1 else 0;\n"};
  }
}

}  // namespace

auto NameOf(const Part& part, const char* variable) -> std::string {
  return fmt::format("p{}_{}", part.id, variable);
}

auto TextOf(const Part& part, const std::string& u, double stop) -> PartText {
  const Pattern pattern = IsSource(part.kind) ? SourcePattern(part) : FollowerPattern(part);
  return {Filled(part, u, stop, pattern.declarations), Filled(part, u, stop, pattern.equations)};
}

auto TextOf(const HybridModel& model) -> std::string {
  std::string declarations;
  std::string equations;
  for (const Part& part : model.parts) {
    const auto input = std::ranges::find(model.parts, part.input, &Part::id);
    const PartText text = TextOf(part, input == model.parts.end() ? "1" : NameOf(*input, "u"), model.stop);
    declarations += text.declarations;
    equations += text.equations;
  }
  return "model Hybrid\n" + declarations + "equation\n" + equations + "end Hybrid;\n";
}

}  // namespace kerf::torture
