// A grammar in EBNF, as docs/cosy.md has it: sentences made from it, and whether tokens are one.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kerf::cosy {

class Ebnf {
 public:
  enum class Kind : uint8_t { Sequence, Choice, Option, Repetition, Literal, Rule };
  struct Node {
    Kind kind = Kind::Sequence;
    // Of a literal or the name of a rule.
    std::string text;
    std::vector<Node> parts;
  };

  explicit Ebnf(std::string_view text);
  [[nodiscard]] auto error() const -> const std::string& { return error_; }

  // A sentence of the rule, random but short where it is deep.
  auto Generate(const std::string& rule, std::mt19937& random) -> std::string;
  // Whether the words are a sentence of the rule. A word is a literal in capitals, or `name`, `number`,
  // `text`.
  struct Word {
    std::string literal;
    std::string_view terminal;
  };
  auto Accepts(const std::string& rule, const std::vector<Word>& words) -> bool;
  // How far the words could be read at most.
  [[nodiscard]] auto furthest() const -> size_t { return furthest_; }

 private:
  using Ends = std::set<size_t>;
  auto ReadChoice() -> Node;
  auto ReadSequence() -> Node;
  void Write(const Node& node, std::mt19937& random, int depth, std::string& out);
  [[nodiscard]] auto DepthOf(const Node& node) const -> int;
  auto Match(const Node& node, size_t at) -> Ends;

  std::vector<std::string> tokens_;
  size_t pos_ = 0;
  std::map<std::string, Node> rules_;
  std::map<std::string, int> depths_;
  std::string error_;
  const std::vector<Word>* words_ = nullptr;
  std::map<std::pair<std::string, size_t>, Ends> memo_;
  size_t furthest_ = 0;
};

}  // namespace kerf::cosy
