// See given_value.h.
#include "flat/given_value.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/number_text.h"

namespace kerf::flat {

namespace {

using expr::Kind;

auto IsTruth(std::string_view text) -> bool { return text == "true" || text == "false"; }

auto IsWhole(double number) -> bool {
  return number == std::floor(number) && std::abs(number) <= std::numeric_limits<int32_t>::max();
}

// `green`, `Color.green` and `Library.Color.green` are the same literal.
auto TryOrdinal(std::string_view text, const Enumeration& enumeration, const World& world)
    -> std::optional<int64_t> {
  const size_t dot = text.rfind('.');
  const std::string_view literal = dot == std::string_view::npos ? text : text.substr(dot + 1);
  const std::string_view name = world.names[enumeration.name];
  if (dot != std::string_view::npos) {
    const std::string_view prefix = text.substr(0, dot);
    const bool is_end = name.ends_with(prefix) &&
                        (name.size() == prefix.size() || name[name.size() - prefix.size() - 1] == '.');
    if (!is_end) return std::nullopt;
  }
  for (size_t k = 0; k < enumeration.literals.size(); ++k) {
    if (world.names[enumeration.literals[k]] == literal) return static_cast<int64_t>(k + 1);
  }
  return std::nullopt;
}

auto TryEnumeration(std::string_view text, double number, uint16_t detail, const World& world)
    -> std::optional<Value> {
  const Enumeration& enumeration = world.enumerations[detail];
  if (const auto ordinal = TryOrdinal(text, enumeration, world)) return Value::Enumeration(detail, *ordinal);
  const auto n = static_cast<double>(enumeration.literals.size());
  if (IsTruth(text) || !IsWhole(number) || number < 1 || number > n) return std::nullopt;
  return Value::Enumeration(detail, static_cast<int64_t>(number));
}

auto Unquoted(std::string_view text) -> std::string {
  const bool is_quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  return std::string(is_quoted ? text.substr(1, text.size() - 2) : text);
}

}  // namespace

auto TryGivenValue(std::string_view text, double number, const expr::Type& type, const World& world)
    -> std::optional<Value> {
  switch (type.kind) {
    case Kind::Real:
      if (IsTruth(text) || !std::isfinite(number)) return std::nullopt;
      return Value::Real(number);
    case Kind::Integer:
      if (IsTruth(text) || !IsWhole(number)) return std::nullopt;
      return Value::Integer(static_cast<int64_t>(number));
    case Kind::Boolean:
      if (number != 0 && number != 1) return std::nullopt;
      return Value::Boolean(number != 0);
    case Kind::Enumeration: return TryEnumeration(text, number, type.detail, world);
    case Kind::Text:        return Value::Text(text.empty() ? base::NumberText(number) : Unquoted(text));
    case Kind::Object:
    case Kind::Record:
    case Kind::Clock:
    case Kind::Function:    break;
  }
  return std::nullopt;
}

auto GivenKinds(const expr::Type& type, const World& world) -> std::string {
  switch (type.kind) {
    case Kind::Real:        return "a Real";
    case Kind::Integer:     return "an Integer";
    case Kind::Boolean:     return "Boolean";
    case Kind::Text:        return "a String";
    case Kind::Enumeration: {
      std::string text;
      for (const NameId literal : world.enumerations[type.detail].literals)
        text += fmt::format("{}{}", text.empty() ? "one of " : ", ", world.names[literal]);
      return text;
    }
    case Kind::Object:
    case Kind::Record:
    case Kind::Clock:
    case Kind::Function: break;
  }
  return "nothing that has a value";
}

}  // namespace kerf::flat
