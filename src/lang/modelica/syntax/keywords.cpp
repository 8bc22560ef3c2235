// A table of 256 places; the multiplier that keeps all keywords apart is searched by the compiler.
#include "lang/modelica/syntax/keywords.h"

#include <array>

namespace kerf::modelica {

namespace {

struct Keyword {
  std::string_view spelling;
  TokenKind kind = TokenKind::Ident;
};

constexpr auto kKeywords = std::to_array<Keyword>({
#define KERF_TOKEN(Name, spelling)
#define KERF_KEYWORD(Name, spelling) {spelling, TokenKind::Name},
#include "lang/modelica/syntax/tokens.def"
});

constexpr size_t kTableSize = 256;
constexpr size_t kMinLength = 2;
constexpr size_t kMaxLength = 13;

constexpr auto Slot(std::string_view word, uint32_t multiplier) -> uint32_t {
  const uint32_t key = static_cast<uint32_t>(static_cast<unsigned char>(word[0])) |
                       static_cast<uint32_t>(static_cast<unsigned char>(word[1])) << 8U |
                       static_cast<uint32_t>(static_cast<unsigned char>(word.back())) << 16U |
                       static_cast<uint32_t>(word.size()) << 24U;
  return key * multiplier >> 24U;
}

consteval auto KeepsApart(uint32_t multiplier) -> bool {
  std::array<bool, kTableSize> taken{};
  for (const Keyword& keyword : kKeywords) {
    const uint32_t slot = Slot(keyword.spelling, multiplier);
    if (taken[slot]) return false;
    taken[slot] = true;
  }
  return true;
}

consteval auto FindMultiplier() -> uint32_t {
  uint32_t multiplier = 0x9E37'79B1;
  while (!KeepsApart(multiplier)) multiplier = multiplier * 1'664'525U + 1'013'904'222U;
  return multiplier;
}

constexpr uint32_t kMultiplier = FindMultiplier();

consteval auto MakeTable() -> std::array<Keyword, kTableSize> {
  std::array<Keyword, kTableSize> table{};
  for (const Keyword& keyword : kKeywords) table[Slot(keyword.spelling, kMultiplier)] = keyword;
  return table;
}

constexpr auto kTable = MakeTable();

}  // namespace

auto KeywordOrIdent(std::string_view word) -> TokenKind {
  if (word.size() < kMinLength || word.size() > kMaxLength) return TokenKind::Ident;
  const Keyword& keyword = kTable[Slot(word, kMultiplier)];
  return keyword.spelling == word ? keyword.kind : TokenKind::Ident;
}

}  // namespace kerf::modelica
