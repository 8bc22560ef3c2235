// A line that is too long is broken before an annotation or after a comma: the place that lies least deep in
// brackets, the last of these that fits. The rest is treated like a line of its own. So a broken line, read
// again, is broken no further.
#include "lang/modelica/syntax/line_writer.h"

#include <algorithm>

#include "lang/modelica/syntax/layout.h"

namespace kerf::modelica {

namespace {

auto CanBreakBetween(const LineWriter::Piece& left, const LineWriter::Piece& right) -> bool {
  if (left.kind == TokenKind::Error || right.kind == TokenKind::Error) return false;
  return left.kind == TokenKind::Comma || right.kind == TokenKind::Annotation;
}

}  // namespace

void LineWriter::BeginItem(int32_t level) {
  EndLine();
  open_.clear();
  level_ = level;
  is_continued_ = false;
}

void LineWriter::BeginComment(int32_t level) { BeginItem(level); }

void LineWriter::EndLine() {
  size_t first = 0;
  while (first < pieces_.size()) {
    const uint32_t indentation = Indentation(first);
    const size_t last = FindBreak(first, indentation);
    Write(first, last, indentation);
    CountBrackets(first, last, indentation);
    is_continued_ = true;
    first = last;
  }
  pieces_.clear();
}

void LineWriter::BlankLine() {
  if (!text_.empty()) text_ += line_end_;
}

// A continued line stands one level deeper than the line with the innermost open bracket, or the item. A line
// that begins with the closing bracket stands as deep as that line.
auto LineWriter::Indentation(size_t first) const -> uint32_t {
  const uint32_t base = static_cast<uint32_t>(std::max(level_, 0)) * options_.indent;
  if (!is_continued_) return base;
  const uint32_t anchor = open_.empty() ? base : open_.back();
  return IsClosing(pieces_[first].kind) ? anchor : anchor + options_.indent;
}

// The piece that the next line begins with, or the number of pieces.
auto LineWriter::FindBreak(size_t first, uint32_t indentation) const -> size_t {
  uint64_t column = indentation;
  int32_t depth = 0;
  size_t best = pieces_.size();
  int32_t best_depth = 0;
  bool is_long = false;
  for (size_t k = first; k < pieces_.size(); ++k) {
    const Piece& piece = pieces_[k];
    const bool can_break = k > first && CanBreakBetween(pieces_[k - 1], piece);
    if (can_break && is_long) return k;
    if (can_break && (best == pieces_.size() || depth <= best_depth)) {
      best = k;
      best_depth = depth;
    }
    depth += IsOpening(piece.kind) ? 1 : 0;
    depth -= IsClosing(piece.kind) ? 1 : 0;
    column +=
        (piece.has_blank_before && k > first ? 1U : 0U) + std::min(piece.text.find('\n'), piece.text.size());
    is_long |= column > options_.width && piece.kind != TokenKind::Error;
    if (is_long && best < pieces_.size()) return best;
    const size_t newline = piece.text.rfind('\n');
    if (newline != std::string_view::npos) column = piece.text.size() - newline - 1;
  }
  return pieces_.size();
}

void LineWriter::Write(size_t first, size_t last, uint32_t indentation) {
  text_.append(indentation, ' ');
  for (size_t k = first; k < last; ++k) {
    if (pieces_[k].has_blank_before && k > first) text_ += ' ';
    text_ += pieces_[k].text;
  }
  text_ += line_end_;
}

void LineWriter::CountBrackets(size_t first, size_t last, uint32_t indentation) {
  for (size_t k = first; k < last; ++k) {
    if (IsOpening(pieces_[k].kind)) open_.push_back(indentation);
    if (IsClosing(pieces_[k].kind) && !open_.empty()) open_.pop_back();
  }
}

}  // namespace kerf::modelica
