// Formatting of scalars.
#include "flat/interpret_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace kerf::flat {

using expr::Kind;

namespace {

constexpr int64_t kMaxLength = 10'000;

// Flags, width, precision and the conversion character of a printf specification.
struct Specification {
  std::string head;
  char conversion = 'g';
};

auto TryParse(const std::string& text) -> std::optional<Specification> {
  size_t at = text.starts_with('%') ? 1 : 0;
  const size_t begin = at;
  const auto skip = [&](std::string_view set, size_t most) {
    const size_t from = at;
    while (at < text.size() && at - from < most && set.find(text[at]) != std::string_view::npos) ++at;
  };
  skip("-+ 0#", 5);
  skip("0123456789", 4);
  if (at < text.size() && text[at] == '.') {
    ++at;
    skip("0123456789", 3);
  }
  if (at + 1 != text.size()) return std::nullopt;
  return Specification{text.substr(begin, at - begin), text[at]};
}

template <typename T>
auto Print(const std::string& format, T value) -> std::string {
  const int length = std::snprintf(nullptr, 0, format.c_str(), value);
  if (length < 0) return {};
  std::string text(static_cast<size_t>(length), ' ');
  std::snprintf(text.data(), text.size() + 1, format.c_str(), value);
  return text;
}

auto FormatNumber(const Value& value, const std::string& given, std::string& text, std::string& error)
    -> bool {
  const auto specification = TryParse(given);
  const std::string_view real_conversions = "feEgG";
  const std::string_view integer_conversions = "dioxXuc";
  if (specification && real_conversions.find(specification->conversion) != std::string_view::npos) {
    text = Print("%" + specification->head + specification->conversion, value.number());
    return true;
  }
  if (!specification || integer_conversions.find(specification->conversion) == std::string_view::npos) {
    error = fmt::format("\"{}\" is no format of a number", given);
    return false;
  }
  // The specification lets a Real be rounded where an Integer is asked for.
  const bool is_real = value.kind == Kind::Real;
  if (is_real && !(std::fabs(value.real) < 0x1p62)) {
    text = Print("%" + specification->head + "g", value.real);
    return true;
  }
  const long long integer = is_real ? std::llround(value.real) : static_cast<long long>(value.integer);
  if (specification->conversion == 'c') {
    text = Print("%" + specification->head + "c", static_cast<int>(integer));
  } else {
    text = Print("%" + specification->head + "ll" + specification->conversion, integer);
  }
  return true;
}

auto PlainText(const Value& value, const TextFormat& format, const World& world) -> std::string {
  switch (value.kind) {
    case Kind::Real:
      return Print("%." + std::to_string(std::clamp<int64_t>(format.significant_digits, 0, 100)) + "g",
                   value.real);
    case Kind::Boolean:     return value.boolean() ? "true" : "false";
    case Kind::Text:        return value.text();
    case Kind::Enumeration: {
      const Enumeration& type = world.enumerations[value.detail];
      const auto ordinal = static_cast<size_t>(value.integer);
      if (ordinal < 1 || ordinal > type.literals.size()) return std::to_string(value.integer);
      return std::string(world.names[type.literals[ordinal - 1]]);
    }
    default: return std::to_string(value.integer);
  }
}

}  // namespace

auto FormatValue(const Value& value, const TextFormat& format, const World& world, std::string& text,
                 std::string& error) -> bool {
  if (value.is_array || value.kind == Kind::Record) {
    error = "String needs a scalar";
    return false;
  }
  if (format.specification && value.IsNumber()) {
    return FormatNumber(value, *format.specification, text, error);
  }
  text = PlainText(value, format, world);
  const auto wanted = static_cast<size_t>(std::clamp<int64_t>(format.minimum_length, 0, kMaxLength));
  if (text.size() < wanted) {
    text.insert(format.is_left_justified ? text.size() : 0, wanted - text.size(), ' ');
  }
  return true;
}

}  // namespace kerf::flat
