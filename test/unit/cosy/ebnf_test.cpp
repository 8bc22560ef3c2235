// See ebnf.h.
#include "ebnf.h"

#include <algorithm>
#include <regex>

namespace kerf::cosy {

namespace {

constexpr int kDeep = 1'000'000;

auto IsTerminal(const std::string& rule) -> bool {
  return rule == "name" || rule == "number" || rule == "text";
}

}  // namespace

Ebnf::Ebnf(std::string_view text) {
  static const std::regex kToken(R"("[^"]*"|[a-z]+|[=|.\[\]{}()])");
  const std::string copy(text);
  for (std::sregex_iterator match(copy.begin(), copy.end(), kToken); match != std::sregex_iterator(); ++match)
    tokens_.push_back(match->str());
  while (pos_ + 2 < tokens_.size()) {
    const std::string name = tokens_[pos_];
    if (tokens_[pos_ + 1] != "=") {
      error_ = "no rule begins with " + name;
      return;
    }
    pos_ += 2;
    rules_[name] = ReadChoice();
    if (pos_ >= tokens_.size() || tokens_[pos_] != ".") {
      error_ = "the rule " + name + " has no end";
      return;
    }
    ++pos_;
  }
  // How deep the shortest sentence of each rule is, by iteration until nothing changes.
  for (const auto& [name, rule] : rules_) depths_[name] = kDeep;
  for (bool changes = true; changes;) {
    changes = false;
    for (const auto& [name, rule] : rules_) {
      const int depth = DepthOf(rule) + 1;
      if (depth >= depths_[name]) continue;
      depths_[name] = depth;
      changes = true;
    }
  }
  for (const auto& [name, depth] : depths_) {
    if (depth >= kDeep) error_ = "the rule " + name + " has no finite sentence";
  }
}

auto Ebnf::ReadChoice() -> Node {
  Node choice;
  choice.kind = Kind::Choice;
  choice.parts.push_back(ReadSequence());
  while (pos_ < tokens_.size() && tokens_[pos_] == "|") {
    ++pos_;
    choice.parts.push_back(ReadSequence());
  }
  return choice;
}

auto Ebnf::ReadSequence() -> Node {
  Node sequence;
  for (; pos_ < tokens_.size();) {
    const std::string token = tokens_[pos_];
    if (token == "|" || token == "." || token == ")" || token == "]" || token == "}") break;
    ++pos_;
    Node part;
    if (token == "(" || token == "[" || token == "{") {
      part = ReadChoice();
      Node wrapped;
      wrapped.kind = token == "(" ? Kind::Sequence : token == "[" ? Kind::Option : Kind::Repetition;
      wrapped.parts.push_back(std::move(part));
      part = std::move(wrapped);
      ++pos_;
    } else if (token.front() == '"') {
      part.kind = Kind::Literal;
      part.text = token.substr(1, token.size() - 2);
    } else {
      part.kind = Kind::Rule;
      part.text = token;
      if (!IsTerminal(token) && !rules_.contains(token) && std::ranges::count(tokens_, token) < 2)
        error_ = "no rule says what " + token + " is";
    }
    sequence.parts.push_back(std::move(part));
  }
  return sequence;
}

auto Ebnf::DepthOf(const Node& node) const -> int {
  int depth = node.kind == Kind::Choice ? kDeep : 0;
  switch (node.kind) {
    case Kind::Option:
    case Kind::Repetition:
    case Kind::Literal:    return 0;
    case Kind::Rule:
      if (IsTerminal(node.text)) return 0;
      return depths_.contains(node.text) ? depths_.at(node.text) : kDeep;
    case Kind::Sequence:
      for (const Node& part : node.parts) depth = std::max(depth, DepthOf(part));
      return depth;
    case Kind::Choice:
      for (const Node& part : node.parts) depth = std::min(depth, DepthOf(part));
      return depth;
  }
  return depth;
}

auto Ebnf::Generate(const std::string& rule, std::mt19937& random) -> std::string {
  std::string out;
  constexpr int kDepth = 14;
  Write(rules_.at(rule), random, kDepth, out);
  return out;
}

void Ebnf::Write(const Node& node, std::mt19937& random, int depth, std::string& out) {
  switch (node.kind) {
    case Kind::Literal:
      // A derivative mark belongs to what is before it.
      if (node.text == "'" && !out.empty()) out.pop_back();
      out += node.text + " ";
      return;
    case Kind::Rule:
      if (node.text == "name") {
        out += "n" + std::to_string(random() % 9) + " ";
      } else if (node.text == "number") {
        out += std::to_string(random() % 99) + (random() % 2 == 0 ? ".5 " : " ");
      } else if (node.text == "text") {
        out += "'some text' ";
      } else {
        Write(rules_.at(node.text), random, depth - 1, out);
      }
      return;
    case Kind::Sequence:
      for (const Node& part : node.parts) Write(part, random, depth, out);
      return;
    case Kind::Option:
      if (depth > 0 && random() % 2 == 0) Write(node.parts[0], random, depth, out);
      return;
    case Kind::Repetition:
      for (uint32_t k = random() % 3; depth > 0 && k > 0; --k) Write(node.parts[0], random, depth, out);
      return;
    case Kind::Choice: {
      std::vector<const Node*> parts;
      int least = kDeep;
      for (const Node& part : node.parts) least = std::min(least, DepthOf(part));
      for (const Node& part : node.parts) {
        if (depth > 0 ? DepthOf(part) < depth + least : DepthOf(part) == least) parts.push_back(&part);
      }
      Write(*parts[random() % parts.size()], random, depth, out);
      return;
    }
  }
}

auto Ebnf::Accepts(const std::string& rule, const std::vector<Word>& words) -> bool {
  words_ = &words;
  memo_.clear();
  furthest_ = 0;
  return Match(rules_.at(rule), 0).contains(words.size());
}

// All places where the node may end that begins at `at`.
auto Ebnf::Match(const Node& node, size_t at) -> Ends {
  furthest_ = std::max(furthest_, at);
  switch (node.kind) {
    case Kind::Literal:
      return at < words_->size() && (*words_)[at].literal == node.text ? Ends{at + 1} : Ends{};
    case Kind::Rule: {
      if (IsTerminal(node.text))
        return at < words_->size() && (*words_)[at].terminal == node.text ? Ends{at + 1} : Ends{};
      const auto key = std::pair(node.text, at);
      if (const auto found = memo_.find(key); found != memo_.end()) return found->second;
      const Ends ends = Match(rules_.at(node.text), at);
      memo_.emplace(key, ends);
      return ends;
    }
    case Kind::Sequence: {
      Ends ends = {at};
      for (const Node& part : node.parts) {
        Ends next;
        for (const size_t end : ends) next.merge(Match(part, end));
        ends = std::move(next);
      }
      return ends;
    }
    case Kind::Choice: {
      Ends ends;
      for (const Node& part : node.parts) ends.merge(Match(part, at));
      return ends;
    }
    case Kind::Option: {
      Ends ends = Match(node.parts[0], at);
      ends.insert(at);
      return ends;
    }
    case Kind::Repetition: {
      Ends all = {at};
      std::vector<size_t> fresh = {at};
      while (!fresh.empty()) {
        const size_t from = fresh.back();
        fresh.pop_back();
        for (const size_t end : Match(node.parts[0], from)) {
          if (all.insert(end).second) fresh.push_back(end);
        }
      }
      return all;
    }
  }
  return {};
}

}  // namespace kerf::cosy
