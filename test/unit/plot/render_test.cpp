// The outputs as texts and files: well-formed, escaped, complete.
#include "plot/render.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <stack>

#include "../../own_path.h"
#include "plot/escape.h"
#include "plot/html.h"

namespace kerf::plot {
namespace {

const std::string kEvil = "</script><b>&\"'\x02\xFF]]>";

auto EvilFigure() -> Figure {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  return {.title = kEvil,
          .panels = {{kEvil, kEvil, kEvil, {{kEvil, {0, 1, 2}, {1, nan, -3}}, {kEvil + "2", {0, 1}, {5, 6}}}},
                     {"", "", "", {}}}};
}

// Says what is wrong with the XML text, or nothing. Knows elements, attributes, text and the five entities.
auto XmlError(const std::string& xml) -> std::string {
  std::stack<std::string> open;
  size_t n_roots = 0;
  for (size_t i = 0; i < xml.size();) {
    if (xml[i] != '<') {
      if (static_cast<unsigned char>(xml[i]) < 32 && xml[i] != '\n') return "control character";
      if (xml[i] == '>') return "stray >";
      if (xml[i] == '&' && (xml.find(';', i) == std::string::npos || xml.find(';', i) > i + 6))
        return "stray &";
      ++i;
      continue;
    }
    const size_t end = xml.find('>', i);
    if (end == std::string::npos) return "unclosed tag";
    std::string tag = xml.substr(i + 1, end - i - 1);
    i = end + 1;
    if (std::ranges::count(tag, '"') % 2 != 0 || tag.find('<') != std::string::npos) return "bad tag " + tag;
    const std::string name = tag.substr(tag.starts_with('/') ? 1 : 0,
                                        tag.find_first_of(" /\n", 1) - (tag.starts_with('/') ? 1 : 0));
    if (tag.starts_with('/')) {
      if (open.empty() || open.top() != tag.substr(1)) return "mismatched " + tag;
      open.pop();
    } else {
      if (open.empty()) ++n_roots;
      if (!tag.ends_with('/')) open.push(name);
    }
  }
  if (n_roots != 1) return "not one root";
  return open.empty() ? "" : "left open: " + open.top();
}

auto Count(const std::string& text, const std::string& part) -> size_t {
  size_t n = 0;
  for (size_t i = text.find(part); i != std::string::npos; i = text.find(part, i + 1)) ++n;
  return n;
}

TEST(Svg, CheckerFindsMistakes) {
  EXPECT_EQ(XmlError("<a><b c=\"d\"/>x</a>"), "");
  for (const char* bad : {"<a>", "<a></b>", "<a/><b/>", "<a>&</a>", "<a b=\"></a>", "<a><b></a></b>"}) {
    EXPECT_NE(XmlError(bad), "") << bad;
  }
}

TEST(Svg, IsWellFormedAndHasItsParts) {
  const Figure figure{.title = "Ball",
                      .panels = {{"", "time [s]", "h [m]", {{"h", {0, 1}, {0, 1}}, {"v", {0, 1}, {1, 0}}}}}};
  const std::string svg = RenderSvg(figure);
  EXPECT_EQ(XmlError(svg), "");
  EXPECT_NE(svg.find("<title>Ball</title>"), std::string::npos);
  EXPECT_NE(svg.find(">time [s]</text>"), std::string::npos);
  EXPECT_NE(svg.find("fill=\"#ffffff\""), std::string::npos);
  EXPECT_NE(svg.find("sans-serif"), std::string::npos);
  // Each curve and its sample in the legend.
  EXPECT_EQ(Count(svg, "stroke=\"#0072b2\""), 2U);
  EXPECT_EQ(Count(svg, "stroke=\"#d55e00\""), 2U);
}

TEST(Svg, EvilNamesDoNoHarm) {
  const std::string svg = RenderSvg(EvilFigure());
  EXPECT_EQ(XmlError(svg), "");
  EXPECT_EQ(svg.find("<b>"), std::string::npos);
  EXPECT_EQ(XmlError(RenderSvg({})), "");
}

TEST(Svg, LongSeriesStaySmall) {
  Series series{.name = "x", .x = {}, .y = {}};
  for (int64_t i = 0; i < 1'000'000; ++i) {
    series.x.push_back(static_cast<double>(i));
    series.y.push_back(static_cast<double>(i * 7919 % 1000));
  }
  EXPECT_LT(RenderSvg({.title = "", .panels = {{"", "", "", {series}}}}).size(), 80'000U);
}

TEST(Html, EvilNamesDoNoHarm) {
  const std::vector<Figure> figures{EvilFigure()};
  const std::vector<SummaryRow> rows{{kEvil, kEvil}};
  const std::vector<Series> more{{kEvil, {0}, {1}}};
  const std::string page = RenderHtml(figures, kEvil, rows, more);
  EXPECT_EQ(page.find("<b>"), std::string::npos);
  EXPECT_EQ(Count(page, "</script>"), 2U);
  EXPECT_EQ(Count(page, "<script"), 2U);
  EXPECT_EQ(Count(page, "</noscript>"), 1U);
}

TEST(Html, NeedsNoNetworkAndCarriesThePictures) {
  const std::vector<Figure> figures{EvilFigure(), EvilFigure()};
  const std::string page = RenderHtml(figures, "Title", {}, {});
  EXPECT_NE(page.find("<title>Title</title>"), std::string::npos);
  EXPECT_EQ(Count(page, "src="), 0U);
  EXPECT_EQ(Count(page, "href="), 0U);
  EXPECT_EQ(Count(page, "url("), 0U);
  // Only the name of the SVG name space looks like an address.
  EXPECT_EQ(Count(page, "://"), Count(page, "http://www.w3.org/2000/svg"));
  const size_t noscript = page.find("<noscript>");
  EXPECT_EQ(Count(page.substr(noscript, page.find("</noscript>") - noscript), "<svg "), 2U);
  EXPECT_NE(page.find("prefers-color-scheme: dark"), std::string::npos);
}

TEST(Html, DataSharesArraysAndEncodesNumbers) {
  const std::vector<Figure> figures{{.title = "", .panels = {{"", "t", "", {{"a", {0, 1}, {1, 2}}}}}}};
  const std::vector<Series> more{{"b", {0, 1}, {1, 2}}, {"a", {0, 1}, {1, 2}}};
  // 0 and 1, 1 and 2 as little-endian doubles.
  EXPECT_EQ(PageData(figures, more),
            "{\"arrays\":[\"AAAAAAAAAAAAAAAAAADwPw==\",\n\"AAAAAAAA8D8AAAAAAAAAQA==\"],\n"
            "\"variables\":[{\"name\":\"a\",\"x\":0,\"y\":1},\n{\"name\":\"b\",\"x\":0,\"y\":1}],\n"
            "\"figures\":[{\"title\":\"\",\"panels\":[{\"title\":\"\",\"x_label\":\"t\",\"y_label\":\"\","
            "\"height\":300,"
            "\"series\":[0]}]}]}");
}

TEST(Escape, JsonStringsAreSafeInScripts) {
  EXPECT_EQ(JsonString("a</b>\"\\"), "\"a\\u003c\\u002fb\\u003e\\u0022\\u005c\"");
  EXPECT_EQ(JsonString("ä\n\x01"), "\"ä �\"");
}

TEST(Png, WritesAPictureOrSaysWhyNot) {
  const std::string path = OwnPath("plot.png");
  EXPECT_EQ(WritePng(EvilFigure(), path, 1), "");
  std::ifstream file(path, std::ios::binary);
  std::string head(24, '\0');
  file.read(head.data(), 24);
  EXPECT_EQ(head.substr(1, 3), "PNG");
  const auto width = static_cast<unsigned char>(head[18]) * 256 + static_cast<unsigned char>(head[19]);
  EXPECT_EQ(width, 900);
  EXPECT_EQ(WritePng(EvilFigure(), "/no/such/folder/a.png", 1),
            "/no/such/folder/a.png: cannot write: No such file or directory");
  EXPECT_NE(WritePng(EvilFigure(), path, 0).find("positive"), std::string::npos);
  EXPECT_NE(WritePng(EvilFigure(), path, 1000).find("too large"), std::string::npos);
  EXPECT_NE(WritePng({.title = "", .panels = {}, .width_px = 1e9}, path, 1).find("too large"),
            std::string::npos);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace kerf::plot
