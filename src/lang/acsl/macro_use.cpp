// One use of a macro: parameters replaced, directives obeyed, the result expanded in turn.
#include <cmath>

#include "base/number_text.h"
#include "lang/acsl/macro_expander.h"

namespace kerf::acsl {

namespace {

KERF_DIAG(AcslMacroArguments, Error, "the macro `{}` has another number of parameters: {}, not {}",
          std::string_view, size_t, size_t);
KERF_DIAG(AcslMacroDepth, Error, "the macro `{}` uses itself without end, or too much text comes of it",
          std::string_view);
KERF_DIAG(AcslMacroDirective, Error, "this is not a directive of macros that Kerf knows");
KERF_DIAG(AcslMacroLabel, Error, "the macro `{}` has no label `{}`", std::string_view, std::string_view);

constexpr int kMaxMacroDepth = 50;
constexpr size_t kMaxTokens = 2'000'000;
constexpr size_t kMaxUses = 100'000;
constexpr size_t kMaxLine = 100'000;
// Jumps inside a macro that lead back are loops; this many steps are enough for any.
constexpr size_t kMaxSteps = 100'000;

auto IsSameText(const TokenLine& a, const TokenLine& b) -> bool {
  if (a.size() != b.size()) return false;
  for (size_t k = 0; k < a.size(); ++k) {
    if (a[k].kind != b[k].kind || a[k].name != b[k].name) return false;
  }
  return true;
}

}  // namespace

auto MacroExpander::Substituted(const TokenLine& line, const TokenMap& map) const -> TokenLine {
  TokenLine result;
  for (const Token& token : line) {
    const auto found = token.kind == Tok::Word ? map.find(token.name) : map.end();
    if (found == map.end()) {
      result.push_back(token);
      continue;
    }
    result.insert(result.end(), found->second.begin(), found->second.end());
  }
  return result;
}

// One message; what is still to come is left out.
void MacroExpander::GiveUp(const Macro& macro, const Token& place) {
  emitter_.Emit(place.span(), AcslMacroDepth, names_.Written(macro.name));
  gave_up_ = true;
}

void MacroExpander::Use(const Macro& macro, const std::vector<TokenLine>& arguments, const Token& place) {
  if (gave_up_) return;
  if (depth_ >= kMaxMacroDepth || out_.size() > kMaxTokens || n_uses_ > kMaxUses) return GiveUp(macro, place);
  TokenMap map = macro.standard_values;
  const size_t n = macro.parameters.size();
  for (size_t k = 0; k < arguments.size() && k < n; ++k) {
    if (!arguments[k].empty()) map[macro.parameters[k]] = arguments[k];
  }
  bool is_complete = arguments.size() <= n;
  for (const NameId parameter : macro.parameters) is_complete = is_complete && map.contains(parameter);
  if (!is_complete) {
    emitter_.Emit(place.span(), AcslMacroArguments, names_.Written(macro.name), n, arguments.size());
    return;
  }
  ++depth_;
  ++n_uses_;
  size_t n_steps = 0;
  for (size_t k = 0; k < macro.body.size() && !gave_up_;) {
    if (++n_steps > kMaxSteps) return GiveUp(macro, place);
    TokenLine line = macro.body[k];
    const bool has_label = line.size() > 2 && line[0].kind == Tok::Word &&
                           (line[1].kind == Tok::DotDot || line[1].kind == Tok::Colon) &&
                           WordOf(line, 2) == "macro";
    if (has_label) line.erase(line.begin(), line.begin() + 2);
    if (WordOf(line, 0) == "macro") {
      k = Directive(macro, line, k, map);
      continue;
    }
    line = Substituted(line, map);
    if (line.size() > kMaxLine) return GiveUp(macro, place);
    ExpandLine(line);
    ++k;
  }
  --depth_;
}

auto MacroExpander::FindLabel(const Macro& macro, NameId label) const -> size_t {
  for (size_t k = 0; k < macro.body.size(); ++k) {
    const TokenLine& line = macro.body[k];
    const bool is_label = line.size() > 1 && line[0].kind == Tok::Word && line[0].name == label &&
                          (line[1].kind == Tok::DotDot || line[1].kind == Tok::Colon);
    if (is_label) return k;
  }
  return macro.body.size();
}

auto MacroExpander::NumberOf(const TokenLine& value) const -> double {
  const bool is_negative = value.size() == 2 && value[0].kind == Tok::Minus;
  if (value.empty() || value.back().kind != Tok::Number) return 0;
  return is_negative ? -value.back().value : value.back().value;
}

// MACRO REDEFINE a, b; ASSIGN n; INCREMENT n = 1; DECREMENT; MULTIPLY; DIVIDE; IF(a = b) label; GO TO label;
// EXIT; CONTINUE; RELABEL l.
auto MacroExpander::Directive(const Macro& macro, const TokenLine& line, size_t k, TokenMap& map) -> size_t {
  const std::string_view word = WordOf(line, 1);
  const size_t end = macro.body.size();
  const auto jump = [&](size_t at) -> size_t {
    if (at >= line.size() || line[at].kind != Tok::Word) {
      emitter_.Emit(line[0].span(), AcslMacroDirective);
      return end;
    }
    const NameId label = line[at].name;
    const size_t to = FindLabel(macro, label);
    if (to == end)
      emitter_.Emit(line[0].span(), AcslMacroLabel, names_.Written(macro.name), names_.Written(label));
    return to;
  };
  if (word == "exit") return end;
  if (word == "continue" || word == "print") return k + 1;
  if (word == "redefine" || word == "relabel") {
    for (size_t i = 2; i < line.size(); ++i) {
      if (line[i].kind != Tok::Word) continue;
      Token unique = line[i];
      unique.name = names_.Intern(fmt::format("{}_m{}", names_.Written(line[i].name), n_uses_));
      map[line[i].name] = {unique};
    }
    return k + 1;
  }
  if (word == "goto" || (word == "go" && WordOf(line, 2) == "to")) {
    return jump(word == "go" ? 3 : 2);
  }
  if (word == "if") {
    // IF(a = b) label
    TokenLine left;
    TokenLine right;
    bool is_right = false;
    size_t i = 3;
    for (; i < line.size() && line[i].kind != Tok::RightParen; ++i) {
      if (line[i].kind == Tok::Equal) {
        is_right = true;
      } else {
        (is_right ? right : left).push_back(line[i]);
      }
    }
    const bool is_same = IsSameText(Substituted(left, map), Substituted(right, map));
    return is_same ? jump(i + 1) : k + 1;
  }
  const bool counts = word == "assign" || word == "increment" || word == "decrement" || word == "multiply" ||
                      word == "divide";
  if (!counts || line.size() < 3 || line[2].kind != Tok::Word) {
    emitter_.Emit(line[0].span(), AcslMacroDirective);
    return k + 1;
  }
  // ASSIGN n begins with the number of the use, or with what follows `=`.
  const bool has_value = line.size() > 4 && line[3].kind == Tok::Equal;
  TokenLine operand(line.begin() + (has_value ? 4 : 3), line.end());
  std::erase_if(operand, [](const Token& token) { return token.kind == Tok::Separator; });
  double value = has_value ? NumberOf(Substituted(operand, map)) : static_cast<double>(n_uses_);
  const double before = map.contains(line[2].name) ? NumberOf(map[line[2].name]) : 0;
  if (word == "increment") value = before + (has_value ? value : 1);
  if (word == "decrement") value = before - (has_value ? value : 1);
  if (word == "multiply") value = before * value;
  if (word == "divide") value = before / value;
  Token number = line[2];
  number.kind = Tok::Number;
  number.value = value;
  number.is_integer = value == std::floor(value);
  number.name = names_.lower.Intern(base::NumberText(value));
  map[line[2].name] = {number};
  return k + 1;
}

}  // namespace kerf::acsl
