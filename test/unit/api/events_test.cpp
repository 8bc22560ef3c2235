// Events, signals, files and pictures of a result.
#include <cmath>
#include <fstream>

#include "../../own_path.h"
#include "models.h"
#include "results/read_result.h"

namespace kerf::api_test {

namespace {

// The ball falls for sqrt(2/g), and each bounce takes 2 e^k sqrt(2 g)/g.
TEST(ApiEvents, BouncesAreWhereTheClosedFormHasThem) {
  const Model model = Load(kBall);
  for (const double e : {0.7, 0.75, 0.83}) {
    const Result result = model.Simulate({.stop = 2, .tolerance = 1e-10, .values = {{"e", e}}});
    double expected = std::sqrt(2 / 9.81);
    double bounces = 0;
    for (size_t k = 0; k < result.n_events(); ++k) {
      const kerf_event event = result.event(k);
      EXPECT_NEAR(event.time, expected, 1e-6);
      EXPECT_EQ(event.kind, KERF_STATE_EVENT);
      EXPECT_STREQ(event.text, "h < 0");
      ASSERT_LT(event.point, result.n_points());
      EXPECT_EQ(result.time()[event.point], event.time);
      EXPECT_EQ(result.time()[event.point - 1], event.time);
      const double before = result["v"][event.point - 1];
      const double after = result["v"][event.point];
      // The condition becomes true on the way down, and false on the way up again.
      if (before > 0) {
        EXPECT_EQ(after, before);
        bounces += 1;
        expected += 2 * std::pow(e, bounces) * std::sqrt(2 * 9.81) / 9.81;
      } else {
        EXPECT_NEAR(after, -e * before, 1e-12);
      }
    }
    EXPECT_GE(bounces, 2);
    EXPECT_GT(expected, 2);
    EXPECT_EQ(result.n_events(), 2 * static_cast<size_t>(bounces));
    EXPECT_EQ(result.statistics().state_events, result.n_events());
  }
}

constexpr const char* kCounter = R"(model Counter
  parameter Integer step = 2;
  parameter Boolean wanted = true;
  Integer n(start = 0, fixed = true);
  Boolean is_late;
  Real x(start = 0, fixed = true, unit = "m") "place";
equation
  der(x) = 1;
  is_late = time >= 2.5;
  when sample(1, 1) then
    n = pre(n) + step;
  end when;
end Counter;
)";

TEST(ApiEvents, TimeEventsAreTold) {
  const Result result = Load(kCounter).Simulate({.stop = 3.5});
  std::vector<double> times;
  for (size_t k = 0; k < result.n_events(); ++k) {
    EXPECT_EQ(result.event(k).kind, KERF_TIME_EVENT);
    times.push_back(result.event(k).time);
  }
  EXPECT_EQ(times, (std::vector<double>{1, 2, 2.5, 3}));
  EXPECT_EQ(kerf_result_event(result.get(), 99).point, SIZE_MAX);
  EXPECT_EQ(kerf_result_event_count(nullptr), 0U);
}

TEST(ApiEvents, ARunStepByStepHasTheSameEvents) {
  const Model model = Load(kBall);
  const RunOptions options{.stop = 2};
  const Result whole = model.Simulate(options);
  kerf::Run run(model, options);
  while (!run.is_done()) run.Step();
  const Result stepped = run.ResultSoFar();
  ASSERT_EQ(stepped.n_events(), whole.n_events());
  for (size_t k = 0; k < whole.n_events(); ++k) {
    EXPECT_EQ(stepped.event(k).time, whole.event(k).time);
    EXPECT_EQ(stepped.event(k).point, whole.event(k).point);
  }
}

TEST(ApiResult, SignalsKnowTheirTypes) {
  // The result outlives the model.
  const Result result = Load(kCounter).Simulate({.stop = 1});
  const auto of = [&](const char* name) { return result.signal(kerf_result_find(result.get(), name)); };
  EXPECT_EQ(of("n").type, KERF_INTEGER);
  EXPECT_EQ(of("is_late").type, KERF_BOOLEAN);
  EXPECT_EQ(of("x").type, KERF_REAL);
  EXPECT_STREQ(of("x").unit, "m");
  EXPECT_STREQ(of("x").description, "place");
  EXPECT_TRUE(of("step").is_constant);
  EXPECT_EQ(of("wanted").type, KERF_BOOLEAN);
  EXPECT_FALSE(of("n").is_constant);
  EXPECT_STREQ(result.signal(99).name, "");
}

TEST(ApiResult, FilesHaveTheSameNumbers) {
  const Result result = Load(kBall).Simulate({.stop = 1});
  for (const char* ending : {".csv", ".mat"}) {
    const std::string path = OwnPath(std::string("ball") + ending);
    result.Write(path);
    const results::Loaded loaded = results::ReadResult(path);
    ASSERT_EQ(loaded.error, "");
    for (const char* name : {"time", "h", "v", "e"}) {
      const auto* column = results::FindColumn(loaded.table, name);
      ASSERT_NE(column, nullptr) << name;
      const auto expected = std::string(name) == "time" ? result.time() : result[name];
      ASSERT_EQ(column->size(), expected.size());
      for (size_t i = 0; i < column->size(); ++i) EXPECT_EQ((*column)[i], expected[i]);
    }
  }
  EXPECT_EQ(FailureOf([&] { result.Write("/nowhere/at/all.csv"); }), "result-not-written");
  EXPECT_EQ(FailureOf([&] { result.Write("ball.xyz"); }), "result-not-written");
}

TEST(ApiResult, PicturesShowWhatIsAskedFor) {
  const Result result = Load(kBall).Simulate({.stop = 1});
  const std::string svg = result.Plot({.signals = {"h", "", "v"}, .title = "A ball"});
  EXPECT_NE(svg.find("<svg"), std::string::npos);
  EXPECT_NE(svg.find("A ball"), std::string::npos);
  const std::string page = result.Plot({.signals = {"v"}, .versus = "h"}, Picture::Page);
  EXPECT_NE(page.find("<html"), std::string::npos);
  EXPECT_NE(result.Plot().find("</svg>"), std::string::npos);
  EXPECT_EQ(FailureOf([&] { (void)result.Plot({.signals = {"hh"}}); }), "no-such-signal");
  EXPECT_EQ(FailureOf([&] { (void)result.Plot({.signals = {""}}); }), "no-signals-to-plot");
  EXPECT_EQ(FailureOf([&] { (void)result.Plot({.width = -1}); }), "picture-size");
}

TEST(ApiResult, ExplanationsNameStatesAndEvents) {
  const Model model = Load(kBall);
  const std::string text = model.Explain();
  EXPECT_NE(text.find("Ball"), std::string::npos);
  EXPECT_NE(text.find("h < 0"), std::string::npos);
  EXPECT_NE(model.Explain(KERF_HTML).find("<html"), std::string::npos);
  const std::string path = OwnPath("ball.kerf");
  model.Write(path);
  EXPECT_EQ(FailureOf([&] { (void)Session().Load(path).Explain(); }), "equations-need-source");
}

}  // namespace

}  // namespace kerf::api_test
