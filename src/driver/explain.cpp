// Layout of explanations: what a step does, its text, its place, what it stands in.
#include "driver/explain.h"

#include <algorithm>

#include <fmt/format.h>

#include "session/session.h"

namespace kerf::driver {

namespace {

// Texts taken from the source are cut off here [bytes].
constexpr size_t kMaxText = 72;

// Columns that a text takes: characters, not bytes.
auto WidthOf(std::string_view text) -> size_t {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

auto Padded(std::string_view text, size_t width) -> std::string {
  return std::string(text) + std::string(width - std::min(width, WidthOf(text)), ' ');
}

// The source text of a step in one line.
auto SourceText(const diag::Span& span, const source::Buffers& buffers) -> std::string {
  if (!span.has_value()) return "";
  std::string text;
  for (const char c : buffers.text(span.buffer).substr(span.begin, span.end - span.begin)) {
    const bool is_blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (is_blank && (text.empty() || text.back() == ' ')) continue;
    text += is_blank ? ' ' : c;
  }
  if (text.size() <= kMaxText) return text;
  size_t end = kMaxText;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

auto PlaceText(const diag::Span& span, const source::Buffers& buffers) -> std::string {
  const auto location = buffers.Locate(span);
  return location ? fmt::format("{}:{}:{}", location->file, location->line, location->column) : "";
}

struct Row {
  std::string role;
  std::string text;
  std::string place;
  std::string where;
};

void PrintRows(const std::vector<Row>& rows, std::string_view indent, const Io& io) {
  size_t role = 0;
  size_t text = 0;
  size_t place = 0;
  for (const Row& row : rows) {
    role = std::max(role, WidthOf(row.role));
    // A row that says no more does not push the others' places away.
    if (!row.place.empty()) text = std::max(text, WidthOf(row.text));
    if (!row.where.empty()) place = std::max(place, WidthOf(row.place));
  }
  for (const Row& row : rows) {
    std::string line = fmt::format("{}  {}  {}  {}", indent, Padded(row.role, role), Padded(row.text, text),
                                   Padded(row.place, place));
    if (!row.where.empty()) line += "  in " + row.where;
    line.erase(line.find_last_not_of(' ') + 1);
    io.out(line + "\n");
  }
}

void PrintBlock(const flat::Explanation& block, std::string_view indent, const source::Buffers& buffers,
                const Io& io) {
  io.out(fmt::format("{}{}\n", indent, block.title));
  std::vector<Row> rows;
  for (const flat::ExplanationStep& step : block.steps) {
    rows.push_back({step.role, step.text.empty() ? SourceText(step.span, buffers) : step.text,
                    PlaceText(step.span, buffers), step.where});
  }
  PrintRows(rows, indent, io);
}

}  // namespace

void ExplainVariables(const session::Request& request, const std::vector<std::string>& names,
                      Reporter& reporter, Context& context) {
  const std::vector<flat::Explanation> explanations =
      session::Explain(request, names, reporter.buffers(), reporter.emitter());
  for (size_t k = 0; k < explanations.size(); ++k) {
    if (k > 0) context.io.out("\n");
    PrintBlock(explanations[k], "", reporter.buffers(), context.io);
    for (const flat::Explanation& part : explanations[k].parts)
      PrintBlock(part, "  ", reporter.buffers(), context.io);
  }
  context.exit_code = reporter.emitter().n_errors() > 0 ? 1 : 0;
}

}  // namespace kerf::driver
