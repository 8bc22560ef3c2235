// Whether a text typed so far is complete, from the nesting of `model`, `begin`, `case` and `end` alone.
#include "diag/consumers.h"
#include "lang/dymola/dymola.h"
#include "lang/dymola/lexer.h"

namespace kerf::dymola {

namespace {

class Nesting {
 public:
  Nesting(const TokenList& list, const base::Interner& names) : list_(list), names_(names) {}

  auto Run() -> TextState {
    for (size_t k = 0; k < list_.tokens.size(); ++k) Step(k);
    if (depth_ > 0) return TextState::Incomplete;
    return has_model_ ? TextState::CompleteModel : TextState::TypesOnly;
  }

 private:
  [[nodiscard]] auto Word(size_t k) const -> std::string_view {
    return list_.tokens[k].kind == Tok::Word ? names_[list_.tokens[k].name] : std::string_view();
  }

  // A statement begins after a separator or after a word that introduces one.
  [[nodiscard]] auto AtStart(size_t k) const -> bool {
    if (k == 0 || list_.tokens[k - 1].kind == Tok::Separator) return true;
    const std::string_view before = Word(k - 1);
    return before == "begin" || before == "then" || before == "else" || before == "do";
  }

  [[nodiscard]] auto IsAfterOf(size_t k) const -> bool {
    const size_t before = k > 0 && list_.tokens[k - 1].kind == Tok::Separator ? 2 : 1;
    return k >= before && Word(k - before) == "of";
  }

  void Step(size_t k) {
    const std::string_view word = Word(k);
    // The `begin` after `case … of` is part of the case.
    if (word == "begin" && !IsAfterOf(k)) ++depth_;
    if (word == "model" && AtStart(k) && list_.tokens[k + 1].kind == Tok::Word) {
      if (depth_ == 0) top_is_model_ = Word(k + 1) != "type" || list_.tokens[k + 2].kind != Tok::Word;
      ++depth_;
    }
    if (word == "case" && depth_ > 0 && AtStart(k)) ++depth_;
    if (word == "end" && depth_ > 0 && list_.tokens[k + 1].kind != Tok::Equal) {
      --depth_;
      if (depth_ == 0) has_model_ |= top_is_model_;
    }
  }

  const TokenList& list_;
  const base::Interner& names_;
  int depth_ = 0;
  bool top_is_model_ = false;
  bool has_model_ = false;
};

// True if the last line is continued by a comma or `->`.
auto IsContinued(std::string_view text) -> bool {
  while (!text.empty() &&
         (text.back() == ' ' || text.back() == '\t' || text.back() == '\n' || text.back() == '\r')) {
    text.remove_suffix(1);
  }
  return text.ends_with(',') || text.ends_with("->");
}

}  // namespace

auto ModelTextState(std::string_view text) -> TextState {
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  base::Interner names;
  const TokenList list = Lex({}, text, names, emitter);
  for (const diag::Diagnostic& diagnostic : consumer.all) {
    if (diagnostic.code == "unterminated-comment") return TextState::Incomplete;
  }
  if (IsContinued(text)) return TextState::Incomplete;
  return Nesting(list, names).Run();
}

}  // namespace kerf::dymola
