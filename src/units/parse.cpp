// The grammar of unit texts:
//   expression = ("1" | factors | "(" expression ")") ["/" (factor | "(" expression ")")]
//   factors = factor {"." factor};  factor = symbol [exponent];  exponent = [sign] (n | "(" n "/" n ")")
// A symbol is tried as it stands first, then as prefix and symbol.
#include <algorithm>
#include <cmath>

#include "units/symbols.h"
#include "units/unit.h"

namespace kerf::units {

namespace {

// Parentheses nest as deep as a text has characters; no unit needs more than a few.
constexpr int kMaxDepth = 20;

class Parser {
 public:
  Parser(std::string_view text, UnitTable& table) : text_(text), table_(table) {}

  auto Run() -> std::optional<UnitId> {
    const auto unit = Expression(0);
    return at_ == text_.size() ? unit : std::nullopt;
  }

 private:
  [[nodiscard]] auto Is(char c) const -> bool { return at_ < text_.size() && text_[at_] == c; }
  auto Take(char c) -> bool {
    if (!Is(c)) return false;
    ++at_;
    return true;
  }
  [[nodiscard]] auto IsDigit() const -> bool { return at_ < text_.size() && IsDigit(text_[at_]); }
  static auto IsDigit(char c) -> bool { return c >= '0' && c <= '9'; }
  static auto IsSymbolPart(char c) -> bool {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return is_letter || c == '_' || c == '%' || c == '\'' || static_cast<unsigned char>(c) >= 0x80;
  }

  auto Expression(int depth) -> std::optional<UnitId> {
    if (depth > kMaxDepth) return std::nullopt;
    std::optional<UnitId> unit;
    if (Is('(')) {
      unit = Parenthesis(depth);
    } else if (Take('1')) {
      unit = UnitTable::kOne;
    } else {
      unit = Factors();
    }
    if (!unit || !Take('/')) return unit;
    const auto divisor = Is('(') ? Parenthesis(depth) : FactorUnit();
    return divisor ? table_.TryQuotient(*unit, *divisor) : std::nullopt;
  }

  auto Parenthesis(int depth) -> std::optional<UnitId> {
    Take('(');
    const auto unit = Expression(depth + 1);
    return Take(')') ? unit : std::nullopt;
  }

  auto Factors() -> std::optional<UnitId> {
    auto unit = FactorUnit();
    while (unit && Take('.')) {
      const auto next = FactorUnit();
      unit = next ? table_.TryProduct(*unit, *next) : std::nullopt;
    }
    return unit;
  }

  auto FactorUnit() -> std::optional<UnitId> {
    const size_t begin = at_;
    while (at_ < text_.size() && IsSymbolPart(text_[at_])) ++at_;
    if (at_ == begin) return std::nullopt;
    const auto unit = TryOperand(text_.substr(begin, at_ - begin));
    const auto exponent = TryReadExponent();
    return unit && exponent ? table_.TryPower(*unit, *exponent) : std::nullopt;
  }

  // One if there is none.
  auto TryReadExponent() -> std::optional<Exponent> {
    const bool has_sign = Is('+') || Is('-');
    const int64_t sign = Is('-') ? -1 : 1;
    if (has_sign) ++at_;
    if (IsDigit()) return TryExponent(sign * Number(), 1);
    if (!Is('(') && !has_sign) return Exponent{1, 1};
    if (!Take('(') || !IsDigit()) return std::nullopt;
    const int64_t numerator = Number();
    if (!Take('/') || !IsDigit()) return std::nullopt;
    const int64_t denominator = Number();
    return Take(')') ? TryExponent(sign * numerator, denominator) : std::nullopt;
  }

  auto Number() -> int64_t {
    constexpr int64_t kLarge = 1'000'000;
    int64_t value = 0;
    for (; IsDigit(); ++at_) value = std::min(kLarge, value * 10 + (text_[at_] - '0'));
    return value;
  }

  auto TryOperand(std::string_view name) -> std::optional<UnitId> {
    if (const auto unit = TrySymbol(name, 1)) return unit;
    for (const Prefix& prefix : Prefixes()) {
      if (!name.starts_with(prefix.name)) continue;
      if (const auto unit = TrySymbol(name.substr(prefix.name.size()), prefix.scale)) return unit;
    }
    const auto dimension = table_.TryDimension(name);
    if (!dimension) return std::nullopt;
    Unit own;
    own.factors.push_back({*dimension, {1, 1}});
    return table_.Intern(std::move(own));
  }

  auto TrySymbol(std::string_view name, double scale) -> std::optional<UnitId> {
    const auto symbol = std::ranges::find(Symbols(), name, &Symbol::name);
    if (symbol == Symbols().end()) return std::nullopt;
    Unit unit;
    unit.scale = symbol->scale * scale;
    unit.offset = symbol->offset;
    for (uint16_t k = 0; k < kBaseCount; ++k) {
      if (symbol->powers[k] != 0) unit.factors.push_back({k, {symbol->powers[k], 1}});
    }
    return table_.Intern(std::move(unit));
  }

  std::string_view text_;
  UnitTable& table_;
  size_t at_ = 0;
};

}  // namespace

auto UnitTable::TryParse(std::string_view text) -> std::optional<UnitId> { return Parser(text, *this).Run(); }

}  // namespace kerf::units
