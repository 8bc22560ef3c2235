// The picture of the matrix, and pages that need nothing else.
#include "explain/picture.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "../../own_path.h"
#include "diag/consumers.h"
#include "explain/explain.h"

namespace kerf::explain {
namespace {

// A chain x1 → x2 → … of n algebraic variables behind one state.
auto ChainText(int n) -> std::string {
  std::string text = "model chain\n  local x";
  for (int k = 1; k <= n; ++k) text += fmt::format(" y{}", k);
  text += "\n  x' = -x\n  y1 = sin(x)\n";
  for (int k = 2; k <= n; ++k) text += fmt::format("  y{} = sin(y{}) + y1\n", k, k - 1);
  return text + "end\n";
}

auto ExplainText(const std::string& text) -> Report {
  const std::string path = OwnPath("model.dym");
  std::FILE* file = std::fopen(path.c_str(), "w");
  std::fputs(text.c_str(), file);
  std::fclose(file);
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  source::Buffers buffers;
  session::Request request;
  request.file = path;
  const auto report = explain::Explain(request, Limits{}, buffers, emitter);
  std::filesystem::remove(path);
  EXPECT_TRUE(report.has_value());
  return report.value_or(Report{});
}

TEST(Picture, SmallMatrixShowsEveryEntry) {
  const Picture picture = ExplainText(ChainText(5)).simulation.picture;
  EXPECT_EQ(picture.n, 6U);
  EXPECT_EQ(picture.scale, 1U);
  // derx; y1; and for the others themselves, the one before and y1, which for y2 are the same.
  EXPECT_EQ(picture.n_entries, 1U + 1U + 2U + 3U * 3U);
  EXPECT_EQ(picture.runs.size(), picture.n_entries);
  EXPECT_TRUE(std::ranges::all_of(picture.runs, [](const auto& run) { return run.col <= run.row; }));
}

TEST(Picture, LargeMatrixIsDrawnInFewCells) {
  const Report report = ExplainText(ChainText(5000));
  const Picture& picture = report.simulation.picture;
  EXPECT_EQ(picture.n, 5001U);
  EXPECT_EQ(picture.scale, 21U);
  EXPECT_LE(picture.runs.size(), 1000U);
  EXPECT_LT(SvgOf(picture).size(), 20'000U);
  // Equations that are not listed are counted.
  EXPECT_EQ(report.simulation.pieces.front().n_hidden, 4001U);
}

TEST(Page, NeedsNothingFromElsewhere) {
  const std::string page = HtmlOf(ExplainText(ChainText(3)));
  for (const char* foreign : {"http:", "https:", "src=", "@import", "url("})
    EXPECT_EQ(page.find(foreign), std::string::npos) << foreign;
  EXPECT_NE(page.find("<svg"), std::string::npos);
  EXPECT_NE(page.find("</html>"), std::string::npos);
}

TEST(Page, EscapesWhatModelsSay) {
  Report report;
  report.model = "a<b>";
  report.messages = {"x < y & z"};
  const std::string page = HtmlOf(report);
  EXPECT_EQ(page.find("<b>"), std::string::npos);
  EXPECT_NE(page.find("x &lt; y &amp; z"), std::string::npos);
}

}  // namespace
}  // namespace kerf::explain
