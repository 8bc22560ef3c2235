// Lines of the pretty-printer: indentation of continued lines, and breaking of those that are too long.
#pragma once

#include <string>

#include "lang/modelica/syntax/format.h"

namespace kerf::modelica {

class LineWriter {
 public:
  LineWriter(const FormatOptions& options, std::string_view line_end)
      : options_(options), line_end_(line_end) {}

  struct Piece {
    std::string_view text;
    // Error for a comment.
    TokenKind kind = TokenKind::Error;
    bool has_blank_before = false;
  };

  // Begins an item: brackets that are open no longer count.
  void BeginItem(int32_t level);
  // The next line is a comment that stands alone, at this level, before an item begins.
  void BeginComment(int32_t level);
  void Add(const Piece& piece) { pieces_.push_back(piece); }
  // Ends the line, if it has begun.
  void EndLine();
  void BlankLine();
  auto Take() -> std::string { return std::move(text_); }
  [[nodiscard]] auto is_at_line_begin() const -> bool { return pieces_.empty(); }

 private:
  [[nodiscard]] auto Indentation(size_t first) const -> uint32_t;
  [[nodiscard]] auto FindBreak(size_t first, uint32_t indentation) const -> size_t;
  void Write(size_t first, size_t last, uint32_t indentation);
  void CountBrackets(size_t first, size_t last, uint32_t indentation);

  FormatOptions options_;
  std::string_view line_end_;
  std::string text_;
  std::vector<Piece> pieces_;
  int32_t level_ = 0;
  bool is_continued_ = false;
  // For each open bracket the indentation of the line it stands on, so that those of one line indent once.
  std::vector<uint32_t> open_;
};

}  // namespace kerf::modelica
