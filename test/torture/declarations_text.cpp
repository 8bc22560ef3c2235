// The Modelica text of random declarations.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "declarations_model.h"

namespace kerf::torture {

namespace {

auto TermText(const Term& term) -> std::string {
  return term.factor == 0 ? fmt::format("{}", term.constant)
                          : fmt::format("{} + {}*{}", term.constant, term.factor, term.name);
}

auto ArgumentText(const Argument& argument) -> std::string {
  const std::string value = TermText(argument.value);
  // The vector `v` of every element of an array is one value.
  const std::string whole =
      argument.second ? fmt::format("{{{}, {}}}", value, TermText(*argument.second)) : value;
  return fmt::format("{}{} = {}", argument.is_each ? "each " : "", argument.name, whole);
}

auto ListText(const std::vector<Argument>& arguments) -> std::string {
  std::vector<std::string> texts;
  for (const Argument& argument : arguments) texts.push_back(ArgumentText(argument));
  return fmt::format("{}", fmt::join(texts, ", "));
}

// "(k0 = 1)", or nothing.
auto InBrackets(const std::vector<Argument>& arguments) -> std::string {
  return arguments.empty() ? "" : "(" + ListText(arguments) + ")";
}

auto ConstraintText(const Saying& said, const std::string& prefix) -> std::string {
  if (!said.constrains) return "";
  return fmt::format(" constrainedby {}{}{}", prefix, said.constraint, InBrackets(said.constraint_arguments));
}

constexpr const char* kFunctions[] = {"f", "g"};

auto ReplaceableText(const Saying& said) -> std::string {
  switch (said.what) {
    case What::Class:
      return fmt::format("replaceable model MM = L{}{}{}", said.cls, InBrackets(said.arguments),
                         ConstraintText(said, "L"));
    case What::Component:
      return fmt::format("replaceable L{} c{}{}", said.cls, InBrackets(said.arguments),
                         ConstraintText(said, "L"));
    default:
      return fmt::format("replaceable function FF = {}{}{}", kFunctions[said.cls], InBrackets(said.arguments),
                         said.constrains ? fmt::format(" constrainedby {}{}", kFunctions[said.constraint],
                                                       InBrackets(said.constraint_arguments))
                                         : "");
  }
}

auto RecordText(int cls, const std::vector<Argument>& arguments) -> std::string {
  return fmt::format("P.R{}({})", cls, ListText(arguments));
}

// What stands behind the name of a record: " = R0(a = 1)" or "(a = 1)".
auto RecordSaying(const Declarations& model, const Saying& said) -> std::string {
  const Saying* first = Find(model, said.what, 0);
  const int cls = first != nullptr ? first->cls : 0;
  if (said.what == What::Nested) {
    std::vector<std::string> parts;
    if (said.is_whole || said.is_inner_whole) {
      parts.push_back("n = " + RecordText(1, said.arguments));
    } else if (!said.arguments.empty()) {
      parts.push_back("n" + InBrackets(said.arguments));
    }
    for (const Argument& argument : said.other_arguments) parts.push_back(ArgumentText(argument));
    if (said.is_whole) return fmt::format(" = P.S({})", fmt::join(parts, ", "));
    return parts.empty() ? "" : fmt::format("({})", fmt::join(parts, ", "));
  }
  if (!said.is_whole) return InBrackets(said.arguments);
  if (said.what == What::Record) return " = " + RecordText(cls, said.arguments);
  return fmt::format(" = {{{}, {}}}", RecordText(cls, said.arguments), RecordText(cls, said.other_arguments));
}

auto NameOf(What what) -> std::string {
  switch (what) {
    case What::Class:     return "MM";
    case What::Used:      return "m";
    case What::Component: return "c";
    case What::Plain:     return "q";
    case What::Array:     return "qa";
    case What::Record:    return "r";
    case What::Nested:    return "s";
    case What::Records:   return "ra";
    case What::Function:  return "FF";
    default:              return "p";
  }
}

auto IsReplaceable(What what) -> bool {
  return what == What::Class || what == What::Component || what == What::Function;
}

// An argument of an extends clause or of the instance.
auto ModifierText(const Declarations& model, const Saying& said) -> std::string {
  if (said.redeclares) {
    std::string text = ReplaceableText(said);
    // The instance is written outside of the package.
    if (said.level < model.n_holders) return "redeclare " + text;
    for (const char* name : {" L", "= f", "= g", "by f", "by g"}) {
      const std::string from = name;
      const std::string to = from.substr(0, from.size() - 1) + "P." + from.back();
      for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    }
    return "redeclare " + text;
  }
  if (said.what == What::Number) return ListText(said.arguments);
  const bool is_record = said.what == What::Record || said.what == What::Nested || said.what == What::Records;
  return NameOf(said.what) + (is_record ? RecordSaying(model, said) : InBrackets(said.arguments));
}

auto HolderText(const Declarations& model) -> std::string {
  const auto said = [&](What what) {
    const Saying* found = Find(model, what, 0);
    Saying nothing;
    nothing.what = what;
    return found != nullptr ? *found : nothing;
  };
  const Saying number = said(What::Number);
  std::string text = fmt::format("  model H0\n    parameter Real p = {};\n",
                                 number.arguments.empty() ? "1" : TermText(number.arguments[0].value));
  for (const What what : {What::Class, What::Component, What::Function})
    text += "    " + ReplaceableText(said(what)) + ";\n";
  text += fmt::format("    MM m{};\n", InBrackets(said(What::Used).arguments));
  text += fmt::format("    L{} q{};\n", said(What::Plain).cls, InBrackets(said(What::Plain).arguments));
  text += fmt::format("    L{} qa[2]{};\n", said(What::Array).cls, InBrackets(said(What::Array).arguments));
  text += fmt::format("    parameter R{} r{};\n", said(What::Record).cls,
                      RecordSaying(model, said(What::Record)));
  text += fmt::format("    parameter S s{};\n", RecordSaying(model, said(What::Nested)));
  text += fmt::format("    parameter R{} ra[2]{};\n", said(What::Records).cls,
                      RecordSaying(model, said(What::Records)));
  text +=
      "    parameter Real y1 = FF(1);\n    parameter Real y2 = FF(1, 2);\n    parameter Real y3 = FF(1, b = "
      "4);\n";
  return text + "  end H0;\n";
}

auto FixedText(const Declarations& model) -> std::string {
  const auto base = [&](What what) {
    const Saying* said = Find(model, what, 0);
    return said != nullptr ? InBrackets(said->arguments) : "";
  };
  const auto function = [](const char* name, int a, const char* value) {
    return fmt::format(
        "  function {0}\n    input Real x;\n    input Real a = {1};\n    input Real b = 31 + 2*a;\n"
        "    output Real y;\n  algorithm\n    y := {2}x + 10*a + 100*b;\n  end {0};\n",
        name, a, value);
  };
  return fmt::format(
             "  model L0\n    parameter Real k0 = 10;\n    parameter Real k1 = 11 + 2*k0;\n"
             "    parameter Real v[2] = {{12, 13}};\n  end L0;\n"
             "  model L1\n    extends L0{};\n    parameter Real k2 = 14;\n  end L1;\n"
             "  model L2\n    extends L1{};\n    parameter Real k3 = 15 + 3*k0;\n  end L2;\n"
             "  record R0\n    parameter Real a = 20;\n    parameter Real b = 21 + 2*a;\n  end R0;\n"
             "  record R1\n    extends R0{};\n    parameter Real d = 22;\n  end R1;\n"
             "  record S\n    R1 n;\n    parameter Real x = 23;\n  end S;\n",
             base(What::Leaf1), base(What::Leaf2), base(What::Record1)) +
         function("f", 30, "") + function("g", 32, "5 + ");
}

}  // namespace

auto TextOf(const Declarations& model) -> std::string {
  std::string text = "package P\n" + FixedText(model) + HolderText(model);
  std::string instance;
  for (int level = 1; level <= model.n_holders; ++level) {
    std::vector<std::string> modifiers;
    std::string elements;
    for (const What what : kAllWhats) {
      const Saying* said = Find(model, what, level);
      if (said == nullptr) continue;
      if (said->redeclares && said->is_element && IsReplaceable(what)) {
        elements += "    " + ModifierText(model, *said) + ";\n";
      } else {
        modifiers.push_back(ModifierText(model, *said));
      }
    }
    const std::string list = modifiers.empty() ? "" : fmt::format("({})", fmt::join(modifiers, ", "));
    if (level == model.n_holders) {
      instance = list;
    } else {
      text += fmt::format("  model H{}\n    extends H{}{};\n{}  end H{};\n", level, level - 1, list, elements,
                          level);
    }
  }
  return text +
         fmt::format("end P;\nmodel T\n  parameter Real t = 3;\n  P.H{} h{};\n  Real z = time;\nend T;\n",
                     model.n_holders - 1, instance);
}

}  // namespace kerf::torture
