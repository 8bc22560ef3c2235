// Whole runs: closed forms, values, inputs, cancelling, and the results of the command line bit by bit.
#include <cmath>
#include <filesystem>
#include <random>

#include "compile/make_model.h"
#include "diag/consumers.h"
#include "models.h"
#include "session/installation.h"
#include "session/session.h"
#include "sim/functions.h"
#include "sim/simulate.h"

namespace kerf::api_test {

namespace {

auto CodeOf(const Model& model, const RunOptions& options) -> std::string {
  return FailureOf([&] { (void)model.Simulate(options); });
}

TEST(ApiSimulate, TheBallFallsAsItShould) {
  const Result result = Load(kBall).Simulate({.stop = 1.2});
  EXPECT_TRUE(result.is_complete());
  const double first = std::sqrt(2 / 9.81);
  for (size_t k = 0; k < result.n_points(); ++k) {
    const double t = result.time()[k];
    const double s = t - first;
    const double exact = s <= 0 ? 1 - 9.81 * t * t / 2 : 0.7 * 9.81 * first * s - 9.81 * s * s / 2;
    if (s >= 2 * 0.7 * first) break;
    EXPECT_NEAR(result["h"][k], exact, 1e-6) << t;
  }
  // The condition becomes true and false again at each of two bounces.
  EXPECT_EQ(result.statistics().state_events, 4U);
  EXPECT_EQ(result["g"][result.n_points() - 1], 9.81);
  EXPECT_FALSE(result.Has("nothing"));
}

// What `kerf simulate` does, without libkerf.
auto Directly(const std::string& file, const std::string& model) -> sim::Outcome {
  diag::CollectingConsumer collected;
  diag::Emitter emitter(collected);
  source::Buffers buffers;
  session::Request request;
  (file.empty() ? request.model : request.file) = file.empty() ? model : file;
  request.dymola_path = session::OwnDymolaFolders();
  request.options.reduce_index = true;
  session::Compilation compilation = session::Compile(request, buffers, emitter);
  EXPECT_EQ(compilation.status, transform::Status::Ok) << file;
  sim::Settings settings;
  settings.keep_all = true;
  settings.has_protected = false;
  sim::Functions functions;
  return sim::Simulate(*compile::MakeModel(compilation.work), functions, settings, emitter);
}

TEST(ApiSimulate, ResultsAreThoseOfTheCommandLine) {
  const Session session;
  int n_compared = 0;
  for (const char* name : {"bounce", "dcmotor", "inverter", "ladder", "lotka", "pendulum", "rc", "rlc", "rod",
                           "tanks", "thermostat", "vanderpol"}) {
    const std::string file = std::string(KERF_SOURCE_DIR) + "/examples/" + name + ".dym";
    const sim::Outcome outcome = Directly(file, "");
    const results::Table& table = outcome.table;
    const Model model = session.Load(file);
    if (!outcome.ok) {
      EXPECT_NE(CodeOf(model, {}), "nothing failed") << name;
      continue;
    }
    ++n_compared;
    // The second run takes the instance of the first.
    for (int run = 0; run < 2; ++run) {
      const Result result = model.Simulate();
      ASSERT_EQ(result.n_signals() + 1, table.names.size()) << name;
      for (size_t k = 0; k < result.n_signals(); ++k) {
        EXPECT_EQ(result.name(k), table.names[k + 1]);
        const auto& column = table.columns[k + 1];
        ASSERT_EQ(column.size(), result.n_points());
        EXPECT_EQ(std::memcmp(column.data(), result.values(k).data(), column.size() * sizeof(double)), 0)
            << name << " " << table.names[k + 1];
      }
    }
  }
  EXPECT_GE(n_compared, 8);
}

TEST(ApiSimulate, ValuesGiveWhatAnotherCompilationGives) {
  const Model model = Load(kRc);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(0.5, 3);
  for (int k = 0; k < 5; ++k) {
    const double r = number(random);
    const double y0 = number(random);
    const double u = number(random);
    const Result result = model.Simulate({.stop = 1, .values = {{"R", r}, {"y", y0}, {"u", u}}});
    const double exact = u + (y0 - u) * std::exp(-1 / (r * 0.5));
    EXPECT_NEAR(result["y"].back(), exact, 1e-5);
    EXPECT_EQ(result["T"].back(), r * 0.5);
  }
}

TEST(ApiSimulate, InputsAreTablesAndFunctions) {
  const Model model = Load(kRc);
  // A ramp: y = t - 1 + exp(-t) with R C = 1.
  const Result ramp = model.Simulate({.stop = 2, .tolerance = 1e-9, .inputs = {{"u", {{0, 2}, {0, 2}, {}}}}});
  EXPECT_NEAR(ramp["y"].back(), 1 + std::exp(-2), 1e-7);
  // A jump at 1, which is an event.
  const Result step =
      model.Simulate({.stop = 2, .tolerance = 1e-9, .inputs = {{"u", {{0, 1, 1, 2}, {0, 0, 1, 1}, {}}}}});
  EXPECT_NEAR(step["y"].back(), 1 - std::exp(-1), 1e-7);
  EXPECT_GE(step.statistics().time_events, 1U);
  const Result wave = model.Simulate(
      {.stop = 2, .tolerance = 1e-9, .inputs = {{"u", {{}, {}, [](double t) { return std::sin(t); }}}}});
  EXPECT_NEAR(wave["y"].back(), (std::sin(2) - std::cos(2) + std::exp(-2)) / 2, 1e-7);
  // The next run has the start value again.
  EXPECT_EQ(model.Simulate({.stop = 2})["y"].back(), 0);
}

TEST(ApiSimulate, WrongOptionsAreTold) {
  const Model model = Load(kRc);
  EXPECT_EQ(CodeOf(model, {.solver = "magic"}), "unknown-solver");
  EXPECT_EQ(CodeOf(model, {.tolerance = 2}), "run-tolerance");
  EXPECT_EQ(CodeOf(model, {.stop = std::numeric_limits<double>::infinity()}), "run-interval");
  EXPECT_EQ(CodeOf(model, {.max_step = -1}), "run-option");
  EXPECT_EQ(CodeOf(model, {.variables = {"z*"}}), "no-variable-fits");
  EXPECT_EQ(CodeOf(model, {.inputs = {{"u", {}}}}), "empty-input");
  EXPECT_EQ(CodeOf(model, {.inputs = {{"u", {{1, 0}, {0, 0}, {}}}}}), "input-times");
  EXPECT_EQ(CodeOf(model, {.inputs = {{"u", {{0, 1}, {0, NAN}, {}}}}}), "input-values");
  EXPECT_EQ(CodeOf(model, {.inputs = {{"R", {{0}, {0}, {}}}}}), "not-an-open-input");
  EXPECT_EQ(CodeOf(model, {.values = {{"R", NAN}}}), "value-not-finite");
  const kerf_value value{12345, 1};
  const kerf_settings settings{&value, 1, nullptr, 0};
  kerf_error* error = nullptr;
  EXPECT_EQ(kerf_simulate(model.get(), nullptr, &settings, &error), nullptr);
  EXPECT_STREQ(kerf_error_message(error, 0).code, "variable-number");
  kerf_error_free(error);
}

TEST(ApiSimulate, ProgressCancelsAndKeepsWhatThereIs) {
  const Model model = Load(kBall);
  try {
    (void)model.Simulate({.stop = 2, .max_step = 0.01, .progress = [](double part) { return part < 0.5; }});
    FAIL();
  } catch (const Error& error) {
    const Result partial = error.TakeResult();
    ASSERT_TRUE(partial);
    EXPECT_FALSE(partial.is_complete());
    EXPECT_NEAR(partial.time().back(), 1, 0.05);
    EXPECT_FALSE(error.TakeResult());
  }
}

TEST(ApiSimulate, FailuresKeepWhatThereIs) {
  const Model model = Load(
      "model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -1;\n"
      "  assert(x > 0.5, \"low\");\nend M;\n");
  try {
    (void)model.Simulate();
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("low"), std::string::npos);
    EXPECT_NEAR(error.TakeResult().time().back(), 0.5, 0.05);
  }
  EXPECT_EQ(CodeOf(model, {.stop = 0.4}), "nothing failed");
}

TEST(ApiSimulate, SolversAndInterpreterAgree) {
  const Model model = Load(kWithFunction);
  const Result jit = model.Simulate({.stop = 2, .tolerance = 1e-8});
  EXPECT_TRUE(HasSameBits(jit, model.Simulate({.stop = 2, .tolerance = 1e-8, .is_interpreted = true})));
  for (const char* solver : {"ida", "radau", "rk4"}) {
    const Result other = model.Simulate({.stop = 2, .tolerance = 1e-8, .solver = solver});
    EXPECT_NEAR(other["x"].back(), jit["x"].back(), 1e-5) << solver;
  }
}

TEST(ApiSimulate, ModelsSayHowTheyRun) {
  const Model model = Load(
      "model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\n"
      "annotation(experiment(StartTime = 1, StopTime = 3, Interval = 0.5));\nend M;\n");
  const Result result = model.Simulate();
  EXPECT_EQ(result.time().front(), 1);
  EXPECT_EQ(result.time().back(), 3);
  EXPECT_EQ(result.n_points(), 5U);
}

TEST(ApiSimulate, TerminalThatGoesBackIsTold) {
  const Session session;
  const Model model = session.LoadText(
      "PROGRAM p\nINITIAL\nINTEGER n\nCONSTANT n = 0\nagain..CONTINUE\nn = n + 1\nEND\nDYNAMIC\nDERIVATIVE\n"
      "x = INTEG(-x, 1.0)\nEND\nTERMT(T.GE.1.0)\nEND\nTERMINAL\nIF(n.LT.3) GOTO again\nEND\nEND\n",
      KERF_ACSL);
  const Result result = model.Simulate({.stop = 2});
  bool is_told = false;
  for (const Message& message : result.messages()) is_told = is_told || message.code == "another-run";
  EXPECT_TRUE(is_told);
}

}  // namespace

}  // namespace kerf::api_test
