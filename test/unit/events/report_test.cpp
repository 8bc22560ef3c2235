// The report as text, JSON and page; its figures.
#include "events/report.h"

#include <gtest/gtest.h>

#include "events/facility.h"
#include "events/queue.h"
#include "events/schedule.h"
#include "events/statistics.h"
#include "events/svg.h"
#include "events/sync.h"

namespace kerf::events {
namespace {

auto Contains(const std::string& text, const std::string& part) -> bool {
  return text.find(part) != std::string::npos;
}

// A world at time 10 with one of everything.
class ReportTest : public testing::Test {
 protected:
  void SetUp() override {
    const ClassId customer = AddClass(world_, "customer", {});
    const FacilityId joe = AddFacility(world_, "joe");
    const FileId line = AddFile(world_, "line <a>");
    const CollectId wait = AddCollect(world_, "wait \"x\"");
    AddCollect(world_, "never");
    const TimeStatisticId busy = AddTimeStatistic(world_, "busy");
    const HistogramId histogram = AddHistogram(world_, "waits", 2, 5, 0);
    AddGate(world_, "door", true);
    AddStore(world_, "tank", 50, 20);
    EXPECT_EQ(Seize(world_, joe, Create(world_, customer), 0), Grant::Granted);
    EXPECT_EQ(Seize(world_, joe, Create(world_, customer), 0), Grant::Waiting);
    EXPECT_EQ(InsertInto(world_, line, Create(world_, customer)), Status::Ok);
    Schedule(world_, 4, 0);
    Schedule(world_, 10, 0);
    Event event;
    EXPECT_EQ(NextEvent(world_, 100, event), Next::Event);
    EXPECT_EQ(SetValue(world_, busy, 1), Status::Ok);
    for (const double x : {0.0, 4.0, 8.0, 30.0}) {
      EXPECT_EQ(Observe(world_, wait, x), Status::Ok);
      EXPECT_EQ(Count(world_, histogram, x), Status::Ok);
    }
    EXPECT_EQ(NextEvent(world_, 100, event), Next::Event);
    UpdateStatistics(world_);
  }
  World world_;
};

TEST_F(ReportTest, Text) {
  EXPECT_EQ(ReportText(world_, {"shop"}),
            "shop: time 0 to 10, 2 events\n"
            "\n"
            "observations\n"
            "variable  n  mean  95 %     std  std of mean      cv  min  max\n"
            "wait \"x\"  4  10.5        13.404        6.702  1.2766    0   30\n"
            "never     0\n"
            "\n"
            "variables in time\n"
            "variable  mean         95 %     std  min  max  last\n"
            "busy       0.6  > ± 0.23623  0.4899    0    1     1\n"
            "\n"
            "files\n"
            "file      mean length  std  max  now  removed  mean stay  max stay\n"
            "line <a>            1    0    1    1        0\n"
            "\n"
            "facilities and storages\n"
            "facility  capacity  use  seized  preempted  mean hold  mean queue  max queue  now  mean wait  "
            "max wait\n"
            "joe              1    1       1          0                      1          1    1          0    "
            "     0\n"
            "\n"
            "gates\n"
            "gate  share of time open  now open  waiting\n"
            "door                   1       yes        0\n"
            "\n"
            "stores\n"
            "store  capacity  mean level  std  min  max  now  waiting\n"
            "tank         50          20    0   20   20   20        0\n"
            "\n"
            "histogram of waits, 4 observations\n"
            "  up to      count   share    sum\n"
            "        0        1   0.250  0.250  **************************************************\n"
            "        5        1   0.250  0.500  **************************************************\n"
            "       10        1   0.250  0.750  **************************************************\n"
            "      inf        1   0.250  1.000  **************************************************\n");
}

TEST_F(ReportTest, Json) {
  const std::string json = ReportJson(world_, {"shop"});
  EXPECT_TRUE(Contains(json, R"({"title":"shop","start":0,"end":10,"statisticsFrom":0,"events":2,)")) << json;
  EXPECT_TRUE(Contains(json, R"("n":4,"mean":10.5,)")) << json;
  EXPECT_TRUE(Contains(json, R"("halfWidth":null,"isDoubtful":false,"name":"wait \"x\""})")) << json;
  EXPECT_TRUE(Contains(json, R"({"n":0,"mean":null,"std":null,"min":null,"max":null,)")) << json;
  EXPECT_TRUE(Contains(json, R"({"name":"waits","n":4,"firstLimit":0,"width":5,"counts":[1,1,1,1]})"))
      << json;
  EXPECT_TRUE(Contains(json, R"("name":"joe","capacity":1,"use":1,"seized":1,"preempted":0,)")) << json;
  EXPECT_FALSE(Contains(json, "fault"));
}

TEST_F(ReportTest, AFaultStandsInFront) {
  EXPECT_EQ(Fail(world_, FaultKind::Raised, "the barber \"Joe\" fell ill"), Status::Failed);
  EXPECT_TRUE(ReportText(world_, {"shop"})
                  .starts_with("shop: time 0 to 10, 2 events\nended by a fault at time 10: the barber "
                               "\"Joe\" fell ill\n\nobservations\n"));
  EXPECT_TRUE(Contains(ReportJson(world_, {"shop"}), R"("fault":"time 10: the barber \"Joe\" fell ill")"));
  EXPECT_TRUE(
      Contains(ReportHtml(world_, {"shop"}), "fault at time 10: the barber &quot;Joe&quot; fell ill"));
}

TEST_F(ReportTest, Html) {
  const std::string html = ReportHtml(world_, {"shop & co"});
  EXPECT_TRUE(html.starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(Contains(html, "<h1>shop &amp; co</h1>"));
  EXPECT_TRUE(Contains(html, "<td>line &lt;a&gt;</td>"));
  EXPECT_FALSE(Contains(html, "line <a>"));
  EXPECT_TRUE(Contains(html, "waits (n = 4; outside the cells: ochre)</text>"));
  EXPECT_FALSE(Contains(html, "nan"));
}

TEST(Report, DependentBatchesAreMarked) {
  World world;
  const CollectId slow = AddCollect(world, "slow");
  RandomStream stream(1);
  double x = 0;
  for (int k = 0; k < 100; ++k) {
    x = 0.98 * x + DrawNormal(stream);
    EXPECT_EQ(Observe(world, slow, x), Status::Ok);
  }
  EXPECT_TRUE(Contains(ReportText(world, {"series"}), "> ± "));
  EXPECT_TRUE(Contains(ReportJson(world, {"series"}), "\"isDoubtful\":true"));
}

TEST(Svg, TicksAreRoundAndCoverTheRange) {
  EXPECT_EQ(RoundTicks(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(RoundTicks(-3, 47, 5), (std::vector<double>{0, 10, 20, 30, 40}));
  EXPECT_TRUE(RoundTicks(1, 1, 5).empty());
}

TEST(Svg, ATimePlotShowsMeansAndRange) {
  TimePlot plot;
  plot.Clear(0);
  plot.Add(0, 1, 2);
  plot.Add(1, 2, 4);
  const std::string svg = TimePlotSvg("x", plot);
  EXPECT_TRUE(Contains(svg, "<path d=\"M56.00 "));
  EXPECT_TRUE(Contains(svg, "H544.00"));
  EXPECT_TRUE(Contains(TimePlotSvg("empty", TimePlot()), "</svg>"));
}

}  // namespace
}  // namespace kerf::events
