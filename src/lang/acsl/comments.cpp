// See comments.h.
#include "lang/acsl/comments.h"

#include <algorithm>
#include <array>

#include "base/caseless_names.h"

namespace kerf::acsl {

namespace {

auto Trimmed(std::string_view text) -> std::string {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return std::string(text);
}

// Rules at both ends of a heading are for the eye: `----- motion -----`.
auto WithoutRules(std::string_view text) -> std::string {
  const auto length = [&](bool is_front) {
    size_t n = 0;
    const auto at = [&](size_t k) { return is_front ? text[k] : text[text.size() - 1 - k]; };
    while (n < text.size() && (at(n) == '-' || at(n) == '=' || at(n) == '*')) ++n;
    return n;
  };
  constexpr size_t kRule = 3;
  if (length(true) >= kRule) text.remove_prefix(length(true));
  if (length(false) >= kRule) text.remove_suffix(length(false));
  return Trimmed(text);
}

// Statements about the integration of a section stand between its head and its equations.
auto IsSetting(std::string_view line) -> bool {
  const std::string lower = base::LowerCase(Trimmed(line));
  constexpr auto kSettings =
      std::to_array<std::string_view>({"algorithm", "nsteps", "maxterval", "minterval", "constant"});
  return std::ranges::any_of(kSettings, [&](std::string_view word) { return lower.starts_with(word); });
}

constexpr auto kSectionWords = std::to_array<std::string_view>({"initial", "dynamic", "derivative"});

// Rules and boxes say nothing.
auto IsDecoration(const std::string& text) -> bool {
  return std::ranges::all_of(text, [](char c) { return c == '-' || c == '=' || c == '*' || c == ' '; });
}

auto LineStart(std::string_view text, size_t at) -> size_t {
  const size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return before == std::string_view::npos ? 0 : before + 1;
}

auto LineAt(std::string_view text, size_t start) -> std::string_view {
  return text.substr(start, std::min(text.find('\n', start), text.size()) - start);
}

}  // namespace

auto CommentReader::CommentIn(std::string_view line) -> std::vector<Found> {
  std::vector<Found> found;
  bool has_code = false;
  for (size_t k = 0; k < line.size(); ++k) {
    if (line[k] == '!') {
      found.push_back({k, Trimmed(line.substr(k + 1)), false});
      break;
    }
    if (line[k] == '"') {
      const size_t end = std::min(line.find('"', k + 1), line.size());
      found.push_back({k, Trimmed(line.substr(k + 1, end - k - 1)), false});
      k = end;
    } else if (line[k] == '\'') {
      k = std::min(line.find('\'', k + 1), line.size());
      has_code = true;
    } else if (line[k] != ' ' && line[k] != '\t' && line[k] != '\r') {
      has_code = true;
    }
  }
  for (Found& one : found) one.is_alone = !has_code;
  return found;
}

void CommentReader::Take(source::BufferId buffer, size_t line_start, const std::vector<Found>& found,
                         std::vector<std::string>& out) {
  for (const Found& one : found) {
    if (!taken_.emplace(buffer.index, line_start + one.at).second) continue;
    if (!one.text.empty() && !IsDecoration(one.text)) out.push_back(WithoutRules(one.text));
  }
}

auto CommentReader::Heading(source::BufferId buffer) -> std::vector<std::string> {
  std::vector<std::string> out;
  const std::string_view text = buffers_.text(buffer);
  std::vector<std::pair<size_t, bool>> places;
  // Where the last blank line or that of PROGRAM is, and the first line of something else.
  size_t block = 0;
  size_t end = 0;
  for (size_t start = 0; start < text.size();) {
    const std::string_view line = LineAt(text, start);
    const auto found = CommentIn(line);
    const bool is_comment = !found.empty() && found[0].is_alone;
    const std::string plain = Trimmed(line);
    const bool is_head = base::LowerCase(plain).starts_with("program");
    if (!is_comment && !plain.empty() && !is_head) break;
    if (plain.empty() || is_head) block = start;
    places.emplace_back(start, is_comment);
    start += line.size() + 1;
    end = start;
  }
  // A comment directly above a table or the like is about that, if there is another one about the program.
  const std::string next = base::LowerCase(Trimmed(LineAt(text, end)));
  const bool is_section =
      std::ranges::any_of(kSectionWords, [&](auto word) { return next.starts_with(word); });
  const auto is_own = [&](size_t start) { return !is_section && block > 0 && start > block; };
  const bool has_other =
      std::ranges::any_of(places, [&](const auto& place) { return place.second && !is_own(place.first); });
  for (const auto& [start, is_comment] : places) {
    if (is_comment && !(has_other && is_own(start))) Take(buffer, start, CommentIn(LineAt(text, start)), out);
  }
  return out;
}

auto CommentReader::Above(const diag::Span& span) -> std::vector<std::string> {
  std::vector<std::string> out;
  if (!span.has_value()) return out;
  const std::string_view text = buffers_.text(span.buffer);
  const size_t own = LineStart(text, span.begin);
  size_t first = own;
  while (first > 0) {
    const size_t above = LineStart(text, first - 1);
    const auto found = CommentIn(LineAt(text, above));
    if (found.empty() || !found[0].is_alone) break;
    first = above;
  }
  for (size_t start = first; start < own;) {
    const std::string_view line = LineAt(text, start);
    Take(span.buffer, start, CommentIn(line), out);
    start += line.size() + 1;
  }
  return out;
}

// The head of a DERIVATIVE section with a name stands above its first equation.
void CommentReader::TakeHead(source::BufferId buffer, std::string_view text, size_t own,
                             std::vector<std::string>& out) {
  if (IsSetting(LineAt(text, own))) return;
  for (size_t at = own; at > 0;) {
    at = LineStart(text, at - 1);
    const std::string_view line = LineAt(text, at);
    const auto found = CommentIn(line);
    const std::string head = Trimmed(line.substr(0, found.empty() ? line.size() : found[0].at));
    if (base::LowerCase(head).starts_with("derivative ") && head.find('=') == std::string::npos) {
      if (taken_.emplace(buffer.index, at).second) out.push_back(head);
      return;
    }
    if (!head.empty() && !IsSetting(line)) return;
  }
}

auto CommentReader::At(const diag::Span& span) -> std::vector<std::string> {
  std::vector<std::string> out;
  if (!span.has_value()) return out;
  const std::string_view text = buffers_.text(span.buffer);
  const size_t own = LineStart(text, span.begin);
  TakeHead(span.buffer, text, own, out);
  const std::vector<std::string> above = Above(span);
  out.insert(out.end(), above.begin(), above.end());
  Take(span.buffer, own, CommentIn(LineAt(text, own)), out);
  // Sections are when-clauses in Modelica; their heads tell which.
  const std::string_view own_line = LineAt(text, own);
  const auto found = CommentIn(own_line);
  const std::string head = Trimmed(own_line.substr(0, found.empty() ? own_line.size() : found[0].at));
  const std::string lower = base::LowerCase(head);
  const bool is_section =
      lower.starts_with("discrete") || lower.starts_with("terminal") || lower.starts_with("dynamic");
  if (is_section && head.find('=') == std::string::npos && taken_.emplace(span.buffer.index, own).second)
    out.insert(out.begin(), head);
  return out;
}

}  // namespace kerf::acsl
