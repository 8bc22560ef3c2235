// Variables of the model choose first; symbols of the program alone take what is left.
#include "emit/names.h"

#include <algorithm>
#include <cctype>
#include <unordered_set>

namespace kerf::emit {

namespace {

auto Folded(std::string text, const NamePolicy& policy) -> std::string {
  if (policy.is_case_sensitive) return text;
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

class NameMaker {
 public:
  explicit NameMaker(const NamePolicy& policy) : policy_(policy) {
    for (const std::string_view word : policy.reserved) taken_.emplace(word);
  }

  // The text as a name, with a number behind it if it is taken.
  auto Make(std::string_view text) -> std::string {
    std::string wanted = Identifier(text, policy_);
    if (IsOwn(wanted)) wanted = ("v_" + wanted).substr(0, policy_.max_length);
    std::string name = wanted;
    for (uint32_t k = 2; !TryTake(name); ++k) {
      const std::string suffix = fmt::format("{}{}", policy_.has_underscores ? "_" : "", k);
      name = wanted.substr(0, policy_.max_length - suffix.size()) + suffix;
    }
    return name;
  }

 private:
  // Names of the support text.
  [[nodiscard]] auto IsOwn(const std::string& name) const -> bool {
    return !policy_.own_prefix.empty() && Folded(name, policy_).starts_with(policy_.own_prefix);
  }

  auto TryTake(const std::string& name) -> bool {
    const std::string folded = Folded(name, policy_);
    return taken_.insert(folded).second;
  }

  const NamePolicy& policy_;
  std::unordered_set<std::string> taken_;
};

}  // namespace

auto Identifier(std::string_view text, const NamePolicy& policy) -> std::string {
  std::string name;
  bool is_after_gap = false;
  for (const char c : text) {
    const bool is_plain =
        (std::isalnum(static_cast<unsigned char>(c)) != 0 && static_cast<unsigned char>(c) < 128);
    if (!is_plain) {
      is_after_gap = !name.empty();
      continue;
    }
    if (is_after_gap && policy.has_underscores) name += '_';
    is_after_gap = false;
    name += c;
  }
  const bool has_letter = !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) != 0;
  if (!has_letter) name.insert(0, "v");
  return name.substr(0, policy.max_length);
}

auto MakeNames(const Program& program, const NamePolicy& policy) -> std::vector<std::string> {
  std::vector<std::string> names(program.symbols.size());
  NameMaker maker(policy);
  const bool has_time_name = !policy.time_name.empty();
  if (has_time_name) names[0] = policy.time_name;
  for (const bool is_of_model : {true, false}) {
    for (const SymbolId id : program.symbols.ids()) {
      const Symbol& symbol = program.symbols[id];
      const bool is_first = symbol.kind != SymbolKind::Internal;
      if (id.index == 0 && has_time_name) continue;
      if (is_first == is_of_model) names[id.index] = maker.Make(symbol.name);
    }
  }
  return names;
}

auto HasWord(std::string_view text, std::string_view word) -> bool {
  const auto is_part = [&](size_t at) {
    return at < text.size() && (text[at] == '_' || std::isalnum(static_cast<unsigned char>(text[at])) != 0);
  };
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    if ((at == 0 || !is_part(at - 1)) && !is_part(at + word.size())) return true;
  }
  return false;
}

}  // namespace kerf::emit
