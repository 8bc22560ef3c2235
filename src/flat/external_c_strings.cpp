// Modelica.Utilities.Strings, as its documentation says: positions count bytes from 1; scanning skips white
// space first, and gives the start again if it does not find what it looks for.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>

#include "base/number_text.h"
#include "flat/external_c.h"

namespace kerf::flat {

namespace {

auto IsDigit(char c) -> bool { return c >= '0' && c <= '9'; }
auto IsSpace(char c) -> bool { return std::isspace(static_cast<unsigned char>(c)) != 0; }
auto IsLetter(char c) -> bool { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
auto IsSign(char c) -> bool { return c == '+' || c == '-'; }

// A text that is read from left to right; a character behind its end is 0.
struct Scanner {
  const std::string& text;
  size_t at = 0;

  explicit Scanner(const NativeCall& call) : text(call.arguments[0].text()) {
    at = static_cast<size_t>(std::max<int64_t>(call.arguments[1].integer, 1) - 1);
    while (IsSpace(Peek())) ++at;
  }
  [[nodiscard]] auto Peek(size_t ahead = 0) const -> char {
    return at + ahead < text.size() ? text[at + ahead] : '\0';
  }
  auto SkipDigits() -> bool {
    const size_t begin = at;
    while (IsDigit(Peek())) ++at;
    return at > begin;
  }
};

// Outputs of the scanning functions are the last two arguments.
void Found(NativeCall& call, size_t at, Value value) {
  call.arguments.back() = std::move(value);
  call.arguments[call.arguments.size() - 2] = Value::Integer(static_cast<int64_t>(at) + 1);
}
void NotFound(NativeCall& call, Value value) {
  call.arguments.back() = std::move(value);
  call.arguments[call.arguments.size() - 2] = call.arguments[1];
}

auto Compare(NativeCall& call) -> bool {
  std::string x = call.arguments[0].text();
  std::string y = call.arguments[1].text();
  if (!call.arguments[2].boolean()) {
    const auto lower = [](unsigned char c) { return static_cast<char>(std::tolower(c)); };
    std::ranges::transform(x, x.begin(), lower);
    std::ranges::transform(y, y.begin(), lower);
  }
  // Types.Compare is enumeration(Less, Equal, Greater).
  call.result = Value::Integer(x < y ? 1 : x == y ? 2 : 3);
  return true;
}

auto Length(NativeCall& call) -> bool {
  call.result = Value::Integer(static_cast<int64_t>(call.arguments[0].text().size()));
  return true;
}

auto Substring(NativeCall& call) -> bool {
  const std::string& text = call.arguments[0].text();
  const int64_t start = std::max<int64_t>(call.arguments[1].integer, 1);
  int64_t end = call.arguments[2].integer;
  if (end < 0) end = start;
  end = std::min(end, static_cast<int64_t>(text.size()));
  const bool is_empty = end < start;
  call.result = Value::Text(
      is_empty ? "" : text.substr(static_cast<size_t>(start - 1), static_cast<size_t>(end - start + 1)));
  return true;
}

auto ScanReal(NativeCall& call) -> bool {
  Scanner scanner(call);
  const size_t begin = scanner.at;
  const bool is_unsigned = call.arguments[2].boolean();
  if (!is_unsigned && IsSign(scanner.Peek())) ++scanner.at;
  bool is_number = scanner.SkipDigits();
  if (is_number && scanner.Peek() == '.') {
    ++scanner.at;
    scanner.SkipDigits();
  }
  if (is_number && (scanner.Peek() == 'e' || scanner.Peek() == 'E')) {
    scanner.at += IsSign(scanner.Peek(1)) ? 2 : 1;
    is_number = scanner.SkipDigits();
  }
  std::string text = is_number ? scanner.text.substr(begin, scanner.at - begin) : "";
  if (text.starts_with('+')) text.erase(0, 1);
  const auto number = base::TryParseNumber(text);
  if (number) Found(call, scanner.at, Value::Real(*number));
  if (!number) NotFound(call, Value::Real(0));
  return true;
}

auto ScanInteger(NativeCall& call) -> bool {
  Scanner scanner(call);
  const bool is_unsigned = call.arguments[2].boolean();
  const bool is_negative = !is_unsigned && scanner.Peek() == '-';
  if (!is_unsigned && IsSign(scanner.Peek())) ++scanner.at;
  const size_t begin = scanner.at;
  const bool has_digits = scanner.SkipDigits();
  const char next = scanner.Peek();
  int64_t number = 0;
  bool fits = has_digits && next != '.' && next != 'e' && next != 'E';
  for (size_t k = begin; fits && k < scanner.at; ++k) {
    number = number * 10 + (scanner.text[k] - '0');
    fits = number <= std::numeric_limits<int32_t>::max();
  }
  if (fits) Found(call, scanner.at, Value::Integer(is_negative ? -number : number));
  if (!fits) NotFound(call, Value::Integer(0));
  return true;
}

auto ScanString(NativeCall& call) -> bool {
  Scanner scanner(call);
  if (scanner.Peek() != '"') {
    NotFound(call, Value::Text(""));
    return true;
  }
  std::string found;
  for (++scanner.at; scanner.at < scanner.text.size() && scanner.Peek() != '"'; ++scanner.at) {
    // A quote behind a backslash does not end the text.
    if (scanner.Peek() == '\\' && scanner.Peek(1) == '"') found += scanner.text[scanner.at++];
    found += scanner.Peek();
  }
  if (scanner.Peek() == '"') {
    Found(call, scanner.at + 1, Value::Text(std::move(found)));
  } else {
    NotFound(call, Value::Text(""));
  }
  return true;
}

auto ScanIdentifier(NativeCall& call) -> bool {
  Scanner scanner(call);
  const size_t begin = scanner.at;
  if (!IsLetter(scanner.Peek())) {
    NotFound(call, Value::Text(""));
    return true;
  }
  while (IsLetter(scanner.Peek()) || IsDigit(scanner.Peek()) || scanner.Peek() == '_') ++scanner.at;
  Found(call, scanner.at, Value::Text(scanner.text.substr(begin, scanner.at - begin)));
  return true;
}

auto SkipWhiteSpace(NativeCall& call) -> bool {
  const Scanner scanner(call);
  call.result = Value::Integer(static_cast<int64_t>(scanner.at) + 1);
  return true;
}

// The hash of A. Partow, which gives the values of the documentation's examples.
auto HashString(NativeCall& call) -> bool {
  uint32_t hash = 0xAAAA'AAAA;
  bool is_even = true;
  for (const char c : call.arguments[0].text()) {
    const auto byte = static_cast<uint32_t>(static_cast<unsigned char>(c));
    hash ^= is_even ? (hash << 7) ^ byte * (hash >> 3) : ~((hash << 11) + (byte ^ (hash >> 5)));
    is_even = !is_even;
  }
  call.result = Value::Integer(static_cast<int32_t>(hash));
  return true;
}

constexpr auto kStringFunctions = std::to_array<NativeEntry>({
    {"ModelicaStrings_compare", 3, Compare},
    {"ModelicaStrings_length", 1, Length},
    {"ModelicaStrings_substring", 3, Substring},
    {"ModelicaStrings_scanReal", 5, ScanReal},
    {"ModelicaStrings_scanInteger", 5, ScanInteger},
    {"ModelicaStrings_scanString", 4, ScanString},
    {"ModelicaStrings_scanIdentifier", 4, ScanIdentifier},
    {"ModelicaStrings_skipWhiteSpace", 2, SkipWhiteSpace},
    {"ModelicaStrings_hashString", 1, HashString},
});

}  // namespace

auto StringFunctions() -> std::span<const NativeEntry> { return kStringFunctions; }

}  // namespace kerf::flat
