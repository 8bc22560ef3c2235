// How a diagnostic looks on a console and as JSON.
#include "diag/consumers.h"

#include <algorithm>
#include <tuple>

#include <nlohmann/json.hpp>

#include "base/terminal_text.h"

namespace kerf::diag {

namespace {

constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kReset = "\x1b[0m";

auto LevelText(Level level) -> std::string_view {
  switch (level) {
    case Level::Note:    return "note";
    case Level::Warning: return "warning";
    case Level::Error:   return "error";
  }
  return "";
}

auto LevelColour(Level level) -> std::string_view {
  switch (level) {
    case Level::Note:    return "\x1b[36m";
    case Level::Warning: return "\x1b[35m";
    case Level::Error:   return "\x1b[31m";
  }
  return "";
}

// Blanks that put a caret under column `column`: tabs stay tabs, bytes inside a UTF-8 character take no room.
auto Indent(const std::string& line, uint32_t column) -> std::string {
  std::string indent;
  for (uint32_t k = 0; k + 1 < column && k < line.size(); ++k) {
    if ((static_cast<unsigned char>(line[k]) & 0xC0U) != 0x80U) indent += line[k] == '\t' ? '\t' : ' ';
  }
  return indent;
}

auto LocationJson(const std::optional<Location>& at) -> nlohmann::json {
  if (!at) return nullptr;
  return {{"file", at->file}, {"line", at->line}, {"column", at->column}, {"length", at->length}};
}

}  // namespace

void ConsoleConsumer::Print(Level level, std::string_view code, const Span& span,
                            std::string_view text) const {
  const auto at = locator_.Locate(span);
  std::string out;
  if (colour_) out += kBold;
  if (at) out += fmt::format("{}:{}:{}: ", base::ForTerminal(at->file), at->line, at->column);
  if (colour_) out += LevelColour(level);
  out += fmt::format("{}: ", LevelText(level));
  if (colour_) out += fmt::format("{}{}", kReset, kBold);
  out += base::ForTerminal(text);
  if (colour_) out += kReset;
  if (!code.empty()) out += fmt::format(" [{}]", code);
  out += '\n';
  if (at && !at->line_text.empty()) {
    out += fmt::format("{:>5} | {}\n", at->line, base::ForTerminal(at->line_text));
    out +=
        fmt::format("      | {}^{}\n", Indent(at->line_text, at->column), std::string(at->length - 1, '~'));
  }
  sink_(out);
}

void ConsoleConsumer::Take(const Diagnostic& diagnostic) {
  Print(diagnostic.level, diagnostic.code, diagnostic.span, diagnostic.text);
  for (const Note& note : diagnostic.notes) Print(Level::Note, "", note.span, note.text);
}

void JsonConsumer::Take(const Diagnostic& diagnostic) {
  nlohmann::json notes = nlohmann::json::array();
  for (const Note& note : diagnostic.notes) {
    notes.push_back({{"text", note.text}, {"at", LocationJson(locator_.Locate(note.span))}});
  }
  const nlohmann::json object = {{"level", LevelText(diagnostic.level)},
                                 {"code", diagnostic.code},
                                 {"text", diagnostic.text},
                                 {"at", LocationJson(locator_.Locate(diagnostic.span))},
                                 {"notes", notes}};
  sink_(object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

void SortingConsumer::Flush() {
  std::ranges::stable_sort(held_, {}, [](const Diagnostic& d) {
    // Those without a place come last; Id::kNone is the largest index.
    return std::tuple(d.span.buffer.index, d.span.begin, d.span.end);
  });
  for (const Diagnostic& diagnostic : held_) next_.Take(diagnostic);
  held_.clear();
}

}  // namespace kerf::diag
