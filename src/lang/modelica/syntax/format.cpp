// Token by token: the tree says where lines begin and how deep they stand, the writer's own breaks inside an
// element or equation stay.
#include "lang/modelica/syntax/format.h"

#include "lang/modelica/syntax/layout.h"
#include "lang/modelica/syntax/line_writer.h"
#include "lang/modelica/syntax/trivia.h"

namespace kerf::modelica {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

auto LineEndOf(std::string_view text) -> std::string_view {
  const size_t at = text.find('\n');
  return at != std::string_view::npos && at > 0 && text[at - 1] == '\r' ? "\r\n" : "\n";
}

class Formatter {
 public:
  Formatter(const Tree& tree, const FormatOptions& options)
      : tree_(tree), layout_(MakeLayout(tree)), writer_(options, LineEndOf(tree.text)) {}

  auto Run() -> std::string {
    const bool has_mark = tree_.text.starts_with(kByteOrderMark);
    uint32_t before = has_mark ? kByteOrderMark.size() : 0;
    for (uint32_t token = 0; token < tree_.tokens.size(); ++token) {
      ReadGap(tree_.text.substr(before, tree_.tokens[token].begin - before), gap_);
      for (const Comment& comment : gap_.comments) AddComment(comment, token);
      AddToken(token);
      before = tree_.tokens[token].end;
    }
    writer_.EndLine();
    return (has_mark ? std::string(kByteOrderMark) : "") + writer_.Take();
  }

 private:
  [[nodiscard]] auto Has(uint32_t token, uint8_t mark) const -> bool {
    return (layout_.marks[token] & mark) != 0;
  }

  // A comment behind other text stays there; one that begins a line stands as deep as what follows, or as
  // what it closes.
  void AddComment(const Comment& comment, uint32_t token) {
    if (comment.n_breaks_before > 0) must_break_ = true;
    if (!must_break_ && !writer_.is_at_line_begin()) {
      writer_.Add({comment.text, TokenKind::Error, true});
    } else {
      if (Has(token, kBeginsLine))
        writer_.BeginComment(layout_.levels[token] + (Has(token, kCloses) ? 1 : 0));
      else
        writer_.EndLine();
      if (comment.n_breaks_before > 1) writer_.BlankLine();
      writer_.Add({comment.text, TokenKind::Error, false});
    }
    must_break_ = comment.ends_line;
    follows_comment_ = true;
  }

  void AddToken(uint32_t token) {
    const Token& t = tree_.tokens[token];
    const bool is_end = t.kind == TokenKind::EndOfFile;
    if (Has(token, kBeginsLine)) {
      writer_.BeginItem(layout_.levels[token]);
      if (gap_.n_breaks > 1 && !is_end) writer_.BlankLine();
    } else if (gap_.n_breaks > 0 || must_break_) {
      writer_.EndLine();
    }
    must_break_ = false;
    const bool has_blank = follows_comment_ || token == 0 || HasBlankAfter(tree_, layout_, token - 1);
    follows_comment_ = false;
    if (!is_end) writer_.Add({tree_.text.substr(t.begin, t.end - t.begin), t.kind, has_blank});
  }

  const Tree& tree_;
  Layout layout_;
  LineWriter writer_;
  Gap gap_;
  bool must_break_ = false;
  bool follows_comment_ = false;
};

}  // namespace

auto Format(const Tree& tree, const FormatOptions& options) -> std::string {
  return tree.tokens.empty() ? std::string(tree.text) : Formatter(tree, options).Run();
}

}  // namespace kerf::modelica
