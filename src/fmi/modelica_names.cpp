// See modelica_names.h.
#include "fmi/modelica_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace kerf::fmi {

namespace {

constexpr auto kKeywords = std::to_array<std::string_view>(
    {"algorithm",   "and",          "annotation", "block",       "break",
     "class",       "connect",      "connector",  "constant",    "constrainedby",
     "der",         "discrete",     "each",       "else",        "elseif",
     "elsewhen",    "encapsulated", "end",        "enumeration", "equation",
     "expandable",  "extends",      "external",   "false",       "final",
     "flow",        "for",          "function",   "if",          "import",
     "impure",      "in",           "initial",    "inner",       "input",
     "loop",        "model",        "not",        "operator",    "or",
     "outer",       "output",       "package",    "parameter",   "partial",
     "protected",   "public",       "pure",       "record",      "redeclare",
     "replaceable", "return",       "stream",     "then",        "time",
     "true",        "type",         "when",       "while",       "within",
     "Real",        "Integer",      "Boolean",    "String",      "ExternalObject",
     "pre",         "edge",         "change",     "sample",      "terminate",
     "noEvent",     "integer",      "abs",        "reinit"});

auto IsPlain(std::string_view name) -> bool {
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) return false;
  const auto is_good = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return std::ranges::all_of(name, is_good) && std::ranges::count(kKeywords, name) == 0;
}

// The values of one level of nesting and below, from `next` on.
auto NestedFrom(const std::vector<std::string>& values, const std::vector<uint32_t>& sizes, size_t level,
                size_t& next) -> std::string {
  if (level == sizes.size()) return values[next++];
  std::string text;
  for (uint32_t k = 0; k < sizes[level]; ++k) {
    if (k > 0) text += ", ";
    text += NestedFrom(values, sizes, level + 1, next);
  }
  return "{" + text + "}";
}

}  // namespace

auto Quoted(std::string_view text) -> std::string {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\0' ? ' ' : c;
  }
  return quoted + "\"";
}

auto ElementsOf(const ImportedVariable& variable, const std::string& name) -> std::vector<std::string> {
  if (variable.sizes.empty()) return {name};
  std::vector<std::string> elements;
  std::vector<uint32_t> at(variable.sizes.size(), 1);
  for (uint32_t n = variable.count(); n > 0; --n) {
    elements.push_back(fmt::format("{}[{}]", name, fmt::join(at, ",")));
    for (size_t k = at.size(); k-- > 0;) {
      if (++at[k] <= variable.sizes[k]) break;
      at[k] = 1;
    }
  }
  return elements;
}

auto ModelicaName(std::string_view name) -> std::string {
  if (IsPlain(name)) return std::string(name);
  std::string quoted = "'";
  for (const char c : name) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return quoted + "'";
}

auto Nested(const std::vector<std::string>& values, const std::vector<uint32_t>& sizes) -> std::string {
  size_t next = 0;
  return NestedFrom(values, sizes, 0, next);
}

}  // namespace kerf::fmi
