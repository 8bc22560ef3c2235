// Positions, URIs, edits, repair and Markdown.
#include <gtest/gtest.h>

#include "diag/consumers.h"
#include "lang/modelica/syntax/parse.h"
#include "lsp/document.h"
#include "lsp/markdown.h"
#include "lsp/positions.h"
#include "lsp/repair.h"
#include "lsp/uri.h"

namespace kerf::lsp {
namespace {

TEST(Positions, CountUtf16CodeUnits) {
  // One byte, two bytes, three bytes, four bytes and two units.
  const std::string text = "a\nxäbc€d😀e\r\nlast\rend";
  const Lines lines(text);
  EXPECT_EQ(lines.PositionOf(static_cast<uint32_t>(text.find('d'))), (Position{1, 5}));
  EXPECT_EQ(lines.PositionOf(static_cast<uint32_t>(text.find('e'))), (Position{1, 8}));
  EXPECT_EQ(lines.OffsetOf({1, 8}), text.find('e'));
  EXPECT_EQ(lines.OffsetOf({1, 7}), text.find("😀"));
  EXPECT_EQ(lines.OffsetOf({2, 0}), text.find("last"));
  EXPECT_EQ(lines.OffsetOf({3, 1}), text.find("end") + 1);
  for (uint32_t k = 0; k < text.size(); ++k) {
    if ((static_cast<unsigned char>(text[k]) & 0xC0U) == 0x80U) continue;
    if (text[k] == '\n' && k > 0 && text[k - 1] == '\r') continue;
    EXPECT_EQ(lines.OffsetOf(lines.PositionOf(k)), k);
  }
}

TEST(Positions, BehindTheTextIsItsEnd) {
  const Lines lines("ab\ncd");
  EXPECT_EQ(lines.OffsetOf({0, 99}), 2U);
  EXPECT_EQ(lines.OffsetOf({99, 0}), 5U);
  EXPECT_EQ(lines.PositionOf(1000), (Position{1, 2}));
  EXPECT_EQ(Lines("").OffsetOf({3, 3}), 0U);
  // Text cut inside of a character.
  EXPECT_EQ(Lines("\xF0\x9F").OffsetOf({0, 9}), 2U);
}

TEST(Uri, PathsThereAndBack) {
  EXPECT_EQ(PathOfUri("file:///home/a%20b/%C3%A4.mo"), "/home/a b/ä.mo");
  EXPECT_EQ(UriOfPath("/home/a b/ä.mo"), "file:///home/a%20b/%C3%A4.mo");
  EXPECT_EQ(PathOfUri("file://localhost/x.mo"), "/x.mo");
  EXPECT_EQ(PathOfUri("untitled:Untitled-1"), "untitled:Untitled-1");
  EXPECT_EQ(UriOfPath("untitled:Untitled-1"), "untitled:Untitled-1");
  EXPECT_EQ(PathOfUri("file:///bad%2"), "/bad%2");
}

auto Range(Position start, Position end) -> Json { return {{"start", ToJson(start)}, {"end", ToJson(end)}}; }

TEST(Document, EditsAreRangesOrTheWhole) {
  Document document;
  document.text = "model M\n  Real ä😀;\nend M;\n";
  ApplyChange(document, {{"range", Range({1, 8}, {1, 10})}, {"text", "y"}});
  EXPECT_EQ(document.text, "model M\n  Real äy;\nend M;\n");
  ApplyChange(document, {{"range", Range({3, 0}, {9, 9})}, {"text", "// end"}});
  EXPECT_EQ(document.text, "model M\n  Real äy;\nend M;\n// end");
  // An end before its begin inserts.
  ApplyChange(document, {{"range", Range({0, 5}, {0, 0})}, {"text", "!"}});
  EXPECT_EQ(document.text.substr(0, 8), "model! M");
  ApplyChange(document, {{"text", "x"}});
  EXPECT_EQ(document.text, "x");
}

void ExpectRepaired(const std::string& text, const std::string& kept) {
  const auto repaired = TryRepair(text);
  ASSERT_TRUE(repaired) << text;
  EXPECT_EQ(repaired->size(), text.size());
  EXPECT_EQ(std::ranges::count(*repaired, '\n'), std::ranges::count(text, '\n'));
  EXPECT_NE(repaired->find(kept), std::string::npos) << *repaired;
  EXPECT_EQ(repaired->find(kept), text.find(kept));
  diag::CollectingConsumer collected;
  diag::Emitter emitter(collected);
  static_cast<void>(modelica::Parse(*repaired, diag::BufferId{uint32_t{0}}, emitter));
  EXPECT_EQ(emitter.n_errors(), 0U);
}

TEST(Repair, KeepsWhatIsSound) {
  ExpectRepaired("model M\n  Real x;\nequation\n  x.\n  der(x) = 1;\nend M;\n", "Real x;");
  ExpectRepaired("model M\n  Real x;\n  Modelica.Blocks.\n  Real y;\nend M;\n", "Real x;");
  ExpectRepaired("model M\n  Real x;\n  Real y(start=\nequation\n  x = 2;\nend M;\n", "x = 2;");
  ExpectRepaired("model M\n  Real x;\nequation\n  x = \nend M;\n", "Real x;");
  ExpectRepaired("model M\n  Real x;\nequation\n  if x > 1 then\n    x = ;\n  end if;\nend M;\n", "Real x;");
}

TEST(Document, OffsetsIntoTheLastSoundText) {
  Document document;
  document.text = "model M Real x; end M;";
  Refresh(document);
  ASSERT_TRUE(document.is_aligned);
  document.text = "model M ?? Real x; end M;";
  document.is_aligned = false;
  const auto at = [](const std::string& text, const char* part) {
    return static_cast<uint32_t>(text.find(part));
  };
  EXPECT_EQ(SoundOffset(document, 4), 4U);
  EXPECT_EQ(SoundOffset(document, at(document.text, "x;")), at(document.sound, "x;"));
  EXPECT_EQ(SoundOffset(document, at(document.text, "??") + 1), at(document.sound, "Real"));
}

TEST(Markdown, OfHtml) {
  EXPECT_EQ(MarkdownOfHtml("<html><p>A <b>bold</b>  &lt;word&gt;.</p>\n<ul><li>one</li><li>two</li></ul>"),
            "A **bold** <word>.\n\n* one\n* two");
  EXPECT_EQ(MarkdownOfHtml("<h4>Title</h4><pre>a\n  b</pre>"), "#### Title\n\n```\na\n  b\n```");
  EXPECT_EQ(MarkdownOfHtml("<a href=\"modelica://Modelica\">see</a>"), "[see](modelica://Modelica)");
  EXPECT_EQ(MarkdownOfHtml("1 < 2 & 3 <unclosed"), "1 < 2 & 3");
  EXPECT_LT(MarkdownOfHtml(std::string(100000, 'x'), 100).size(), 120U);
}

}  // namespace
}  // namespace kerf::lsp
