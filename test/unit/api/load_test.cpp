// Loading, attributes, files, and what is told when that fails.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "models.h"

namespace kerf::api_test {

namespace {

TEST(ApiLoad, VariablesHaveTheirAttributes) {
  const Model model = Load(kRc);
  EXPECT_EQ(model.name(), "Rc");
  EXPECT_EQ(model.n_equations(), 2U);
  const kerf_variable y = model.variable(model.Find("y"));
  EXPECT_STREQ(y.unit, "V");
  EXPECT_STREQ(y.description, "voltage");
  EXPECT_EQ(y.kind, KERF_STATE);
  EXPECT_TRUE(y.is_output && y.is_fixed);
  EXPECT_EQ(model.states(), std::vector{model.Find("y")});
  const kerf_variable r = model.variable(model.Find("R"));
  EXPECT_EQ(r.kind, KERF_PARAMETER);
  EXPECT_EQ(r.start, 2);
  EXPECT_EQ(r.max, std::numeric_limits<double>::infinity());
  EXPECT_EQ(model.variable(model.Find("u")).kind, KERF_INPUT);
  EXPECT_EQ(model.TryFind("nothing"), KERF_NO_VARIABLE);
  EXPECT_THROW((void)model.Find("nothing"), std::out_of_range);
  EXPECT_STREQ(model.variable(9999).name, "");
}

TEST(ApiLoad, MessagesHavePlaceAndText) {
  try {
    Load("model M\n  Real x;\nequation\n  x = y;\nend M;\n");
    FAIL();
  } catch (const Error& error) {
    const Message message = error.messages().at(0);
    EXPECT_EQ(message.level, KERF_ERROR);
    EXPECT_EQ(message.file, "<text>");
    EXPECT_EQ(message.line, 4U);
    EXPECT_EQ(message.column, 7U);
    EXPECT_NE(std::string(error.what()).find("<text>:4:7: error:"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("  x = y;"), std::string::npos) << error.what();
  }
}

TEST(ApiLoad, ListenersHearWarnings) {
  std::vector<std::string> heard;
  std::function<void(const kerf_message&)> listener = [&](const kerf_message& m) {
    heard.emplace_back(m.code);
  };
  Session session;
  session.OnMessage(listener);
  (void)session.LoadText("model type m\n  local x\n  x' = -x\nend\nmodel r\n  submodel (m) a\nend\n",
                         KERF_DYMOLA);
  EXPECT_EQ(std::ranges::count(heard, "state-without-start"), 1) << heard.size();
}

TEST(ApiLoad, WhatIsWrongIsTold) {
  const Session session;
  EXPECT_EQ(FailureOf([&] { (void)session.Load("/nowhere/m.mo"); }), "cannot-read");
  EXPECT_EQ(FailureOf([&] { (void)session.Load("/nowhere/m.kerf"); }), "cannot-open-model");
  EXPECT_EQ(FailureOf([&] { Load(kBall, {.values = {"nothing=3"}}); }), "no-such-variable");
  EXPECT_EQ(FailureOf([&] { Load(kBall, {.values = {"g"}}); }), "bad-assignment");
  EXPECT_EQ(FailureOf([&] { Load(kRc, {.inputs = {"u=data.csv"}}); }), "input-from-file");
  Session with_folder;
  with_folder.AddLibrary("/nowhere");
  EXPECT_EQ(FailureOf([&] { (void)with_folder.LoadText(kBall, KERF_MODELICA); }), "no-library-folder");
  Session with_trust;
  with_trust.AddTrust("/nowhere/x.mo");
  EXPECT_EQ(FailureOf([&] { (void)with_trust.LoadText(kBall, KERF_MODELICA); }), "no-trusted-path");
}

TEST(ApiLoad, ProgramsAreNoModels) {
  const Session session;
  const std::string folder = std::string(KERF_SOURCE_DIR) + "/examples/";
  EXPECT_EQ(FailureOf([&] { (void)session.Load(folder + "cosy/nothing.cosy"); }), "combined-program");
  const auto path = std::filesystem::temp_directory_path() / "kerf_api_process.cosy";
  std::ofstream(path) << "\n";
  const std::string text = "@process " + path.string() + "\nmodel m\n  local x\n  x = 1\nend\n";
  EXPECT_EQ(FailureOf([&] { (void)session.LoadText(text, KERF_DYMOLA); }), "model-with-process");
  std::filesystem::remove(path);
}

TEST(ApiLoad, NullIsAMistakeThatIsTold) {
  kerf_error* error = nullptr;
  EXPECT_EQ(kerf_load(nullptr, "m.mo", nullptr, &error), nullptr);
  ASSERT_NE(error, nullptr);
  EXPECT_STREQ(kerf_error_message(error, 0).code, "null-argument");
  kerf_error_free(error);
  EXPECT_EQ(kerf_simulate(nullptr, nullptr, nullptr, nullptr), nullptr);
  const Session session;
  kerf_load_options options{};
  EXPECT_EQ(kerf_load_text(session.get(), kBall, KERF_MODELICA, nullptr, &options, &error), nullptr);
  EXPECT_STREQ(kerf_error_message(error, 0).code, "size-not-set");
  kerf_error_free(error);
  EXPECT_STREQ(kerf_error_message(nullptr, 3).code, "");
  EXPECT_EQ(kerf_error_count(nullptr), 0U);
  EXPECT_STREQ(kerf_error_text(nullptr), "");
  for (const auto& free : {+[] { kerf_error_free(nullptr); }, +[] { kerf_model_free(nullptr); },
                           +[] { kerf_result_free(nullptr); }, +[] { kerf_run_free(nullptr); },
                           +[] { kerf_linear_free(nullptr); }, +[] { kerf_session_free(nullptr); }})
    free();
  EXPECT_STREQ(kerf_version(), "0.1.0");
}

TEST(ApiLoad, ModelsAreWrittenAndRead) {
  const auto path = std::filesystem::temp_directory_path() / "kerf_api_rc.kerf";
  const Session session;
  for (const char* text : {kBall, kRc, kWithFunction}) {
    const Model model = Load(text);
    model.Write(path.string());
    const Model read = session.Load(path.string());
    EXPECT_EQ(read.n_variables(), model.n_variables());
    EXPECT_TRUE(HasSameBits(read.Simulate({.stop = 2}), model.Simulate({.stop = 2})));
    EXPECT_EQ(FailureOf([&] { (void)read.Equations(); }), "equations-need-source");
    EXPECT_EQ(FailureOf([&] { (void)read.Steady(); }), "analysis-needs-source");
    EXPECT_EQ(FailureOf([&] { (void)read.Linearize(); }), "analysis-needs-source");
    EXPECT_EQ(FailureOf([&] { (void)session.Load(path.string(), {.values = {"g=1"}}); }),
              "options-of-source");
    EXPECT_EQ(FailureOf([&] { (void)read.Simulate({.solver = "ida"}); }), "variant-needs-source");
  }
  std::filesystem::remove(path);
  EXPECT_EQ(FailureOf([&] { Load(kBall).Write("/nowhere/m.kerf"); }), "cannot-write-model");
  const char* program =
      "PROGRAM p\nDYNAMIC\nDERIVATIVE\nx = INTEG(-x, 1.0)\nEND\nTERMT(T.GE.1.0)\nEND\nEND\n";
  const Model acsl = session.LoadText(program, KERF_ACSL);
  EXPECT_EQ(FailureOf([&] { acsl.Write(path.string()); }), "model-of-program");
}

TEST(ApiLoad, EquationsAreText) {
  const Model model = Load(kRc);
  EXPECT_NE(model.Equations().find("u - y"), std::string::npos) << model.Equations();
  EXPECT_NE(model.Equations(true), model.Equations());
}

TEST(ApiLoad, HandlesAreFreedInAnyOrder) {
  auto session = std::make_unique<Session>();
  auto model = std::make_unique<Model>(session->LoadText(kBall, KERF_MODELICA));
  session.reset();
  kerf::Run run(*model);
  run.StepTo(0.1);
  const Result result = model->Simulate({.stop = 1});
  model.reset();
  run.StepTo(0.2);
  EXPECT_NEAR(run.ResultSoFar()["h"].back(), 1 - 9.81 * 0.02, 1e-6);
  EXPECT_EQ(result.n_points() > 500, true);
}

}  // namespace

}  // namespace kerf::api_test
