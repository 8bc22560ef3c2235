// Expressions as Modelica text, with the brackets that the grammar asks for.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "expression.h"

namespace kerf::torture {

namespace {

// How tightly an expression holds together; an operand has to hold at least as the grammar says.
enum Tightness : int { kIf, kRange, kOr, kAnd, kNot, kRelation, kSum, kTerm, kPower, kPrimary };

auto LevelOf(const std::string& op) -> int {
  static const std::map<std::string, int> levels = {
      {"or", kOr},       {"and", kAnd},     {"<", kRelation},  {"<=", kRelation}, {">", kRelation},
      {">=", kRelation}, {"==", kRelation}, {"<>", kRelation}, {"+", kSum},       {"-", kSum},
      {".+", kSum},      {".-", kSum},      {"*", kTerm},      {"/", kTerm},      {".*", kTerm},
      {"./", kTerm},     {"^", kPower},     {".^", kPower}};
  return levels.at(op);
}

auto NumberText(const Val& value) -> std::string {
  if (value.sort == Sort::Integer) return fmt::format("{}", static_cast<long long>(value.number));
  std::string text = fmt::format("{}", value.number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

class TreePrinter {
 public:
  // The text, in brackets if it holds less tightly than `level`.
  auto Run(const Node& node, int level) -> std::string {
    const auto [text, own] = Print(node);
    return own < level ? "(" + text + ")" : text;
  }

 private:
  using Printed = std::pair<std::string, int>;

  auto List(const std::vector<Node>& parts, size_t from, size_t to, int level = kIf) -> std::string {
    std::vector<std::string> texts;
    for (size_t k = from; k < to; ++k) texts.push_back(Run(parts[k], level));
    return fmt::format("{}", fmt::join(texts, ", "));
  }

  auto Print(const Node& node) -> Printed {
    const size_t n = node.parts.size();
    switch (node.form) {
      case Form::Literal: {
        const bool is_negative = node.value.is_scalar() && node.value.number < 0;
        return {LiteralText(node.value), is_negative ? kSum : kPrimary};
      }
      case Form::Name:     return {node.op, kPrimary};
      case Form::Operator: return Operator(node);
      case Form::Call:     return {node.op + "(" + List(node.parts, 0, n) + ")", kPrimary};
      case Form::User:     return {node.op + "(" + Arguments(node) + ")", kPrimary};
      case Form::If:
        return {fmt::format("if {} then {} else {}", Run(node.parts[0], kIf), Run(node.parts[1], kIf),
                            Run(node.parts[2], kIf)),
                kIf};
      case Form::Array:     return {"{" + List(node.parts, 0, n) + "}", kPrimary};
      case Form::Rows:      return {Rows(node), kPrimary};
      case Form::Subscript: return {node.parts[0].op + "[" + List(node.parts, 1, n) + "]", kPrimary};
      case Form::End:       return {"end", kPrimary};
      case Form::Colon:     return {":", kPrimary};
      case Form::Range:     {
        std::string text = Run(node.parts[0], kOr);
        for (size_t k = 1; k < n; ++k) text += ":" + Run(node.parts[k], kOr);
        return {text, kRange};
      }
      case Form::Reduction: return {Reduction(node), kPrimary};
      case Form::ToText:    return {Conversion(node), kPrimary};
    }
    return {};
  }

  auto Operator(const Node& node) -> Printed {
    if (node.op == "not") return {"not " + Run(node.parts[0], kRelation), kNot};
    const int level = LevelOf(node.op);
    if (node.parts.size() == 1) return {node.op + Run(node.parts[0], kTerm), kSum};
    // A sign can only stand in front of the first term of a sum; relations and powers do not go on.
    const bool goes_on = level == kSum || level == kTerm || level == kAnd || level == kOr;
    const int left = goes_on ? level : level + 1;
    std::string first = Run(node.parts[0], left);
    return {fmt::format("{} {} {}", first, node.op, Run(node.parts[1], level + 1)), level};
  }

  auto Arguments(const Node& node) -> std::string {
    if (!node.options.empty())
      return fmt::format("function {}({} = {}), {}", node.names[0], node.names[1], Run(node.parts[0], kIf),
                         Run(node.parts[1], kIf));
    std::vector<std::string> texts;
    for (size_t k = 0; k < node.parts.size(); ++k) {
      const bool is_named = k < node.names.size() && !node.names[k].empty();
      texts.push_back((is_named ? node.names[k] + " = " : "") + Run(node.parts[k], kIf));
    }
    return fmt::format("{}", fmt::join(texts, ", "));
  }

  auto Rows(const Node& node) -> std::string {
    const auto n_columns = static_cast<size_t>(node.options[0]);
    std::vector<std::string> rows;
    for (size_t k = 0; k < node.parts.size(); k += n_columns)
      rows.push_back(List(node.parts, k, k + n_columns));
    return fmt::format("[{}]", fmt::join(rows, "; "));
  }

  auto Reduction(const Node& node) -> std::string {
    std::string text = Run(node.parts[0], kIf) + " for ";
    for (size_t k = 0; k < node.names.size(); ++k)
      text += fmt::format("{}{} in {}", k == 0 ? "" : ", ", node.names[k], Run(node.parts[k + 1], kIf));
    return node.op == "array" ? "{" + text + "}" : node.op + "(" + text + ")";
  }

  auto Conversion(const Node& node) -> std::string {
    std::string text = "String(" + Run(node.parts[0], kIf);
    if (!node.value.text.empty()) return text + fmt::format(", format = \"{}\")", node.value.text);
    if (node.options.empty()) return text + ")";
    // Only a Real has digits.
    if (node.op == "Real") text += fmt::format(", significantDigits = {}", node.options[0]);
    return text + fmt::format(", minimumLength = {}, leftJustified = {})", node.options[1],
                              node.options[2] != 0 ? "true" : "false");
  }
};

}  // namespace

auto LiteralText(const Val& value) -> std::string {
  if (!value.is_scalar()) {
    if (value.parts.empty()) {
      const char* zero = value.sort == Sort::Integer ? "0" : value.sort == Sort::Boolean ? "false" : "0.0";
      return fmt::format("fill({}, {})", zero, fmt::join(value.dims, ", "));
    }
    std::vector<std::string> rows;
    for (int k = 1; k <= value.dims[0]; ++k) rows.push_back(LiteralText(Subscripted(value, {IntegerVal(k)})));
    return fmt::format("{{{}}}", fmt::join(rows, ", "));
  }
  switch (value.sort) {
    case Sort::Boolean:     return value.number != 0 ? "true" : "false";
    case Sort::Text:        return "\"" + value.text + "\"";
    case Sort::Enumeration: return fmt::format("P.E.e{}", static_cast<int>(value.number));
    default:                return NumberText(value);
  }
}

auto TextOf(const Node& node) -> std::string { return TreePrinter().Run(node, kIf); }

}  // namespace kerf::torture
