// Syntax: mistakes are all reported, at the right places, and words are recognised by position.
#include <gtest/gtest.h>

#include <filesystem>

#include "../../own_path.h"
#include "flat_text.h"

namespace kerf::dymola {
namespace {

// "line: kind" of all that is reported.
auto Report(const std::string& text) -> std::string {
  const auto read = ReadText(text, "top");
  std::string report;
  for (const diag::Diagnostic& diagnostic : read->consumer.all) {
    const std::string place = read->buffers.Place(diagnostic.span);
    report +=
        place.substr(std::min(place.size(), place.find(':') + 1)) + " " + std::string(diagnostic.code) + "\n";
  }
  return report;
}

TEST(Parser, AllMistakesOfAFileAreReported) {
  EXPECT_EQ(Report(R"(model type A
  local x
  x = (1 + 2
  parameter q +
  x = 3 +
  connect )
end
model top
  submodel (A) a
  a.x = )
  a.y = 1
  local
end
)"),
            "3 expected-token\n4 expected-token\n5 expected-token\n6 expected-token\n10 expected-token\n"
            "12 expected-token\n11 unknown-name\n");
}

TEST(Parser, SpansPointAtTheToken) {
  const std::string text = "model top\nlocal x\nx = 1 + * 2\nend\n";
  const auto read = ReadText(text);
  ASSERT_EQ(read->consumer.all.size(), 1U);
  const diag::Span span = read->consumer.all[0].span;
  EXPECT_EQ(text.substr(span.begin, span.end - span.begin), "*");
  EXPECT_EQ(read->consumer.all[0].text, "expected an expression but found `*`");
}

TEST(Parser, ModelsAndEnds) {
  EXPECT_EQ(Report("model top\nlocal x\nx = 1\n"), "4 missing-end\n");
  EXPECT_EQ(Report("model top\nlocal x\nx = 1\nend\nend\n"), "5 extra-end\n");
  EXPECT_EQ(Report("x = 1\ny = 2\nmodel top\nend\n"), "1 top-level-statement\n");
  EXPECT_EQ(Report("model type A\nend\nmodel type A\nend\nmodel top\nend\n"), "3 duplicate-model\n");
  EXPECT_EQ(Report("model top\nif 1 > 0 then begin\nlocal x\nend\n"), "5 missing-end\n");
  EXPECT_EQ(Report("model\nend\nmodel top\nend\n"), "1 expected-token\n");
}

TEST(Parser, Lists) {
  EXPECT_EQ(Report("model type A\nparameter a b\nend\nmodel top\nsubmodel (A) x(1 2) y(1 -2) z(a=1, b=2) "
                   "u(a=-1 b=+2)\nend\n"),
            "");
  EXPECT_EQ(Report("model type A\nparameter a b\nend\nmodel top\nsubmodel (A) x(1, b=2)\nend\n"),
            "5 mixed-parameter-list\n");
  EXPECT_EQ(Report("model top\nconstant a\nend\n"), "2 missing-value\n");
}

TEST(Parser, OneValueOrTwo) {
  const auto read = ReadText(
      "model type A\nparameter a=0 b=0\nend\nmodel top\nsubmodel (A) x(1 -2) y(1 - 2) z(1-2)\nend\n");
  ASSERT_TRUE(read->model) << read->messages();
  const auto binding = [&](uint32_t var) {
    return ExprText(*read->model, read->model->vars[expr::VarId{var}].binding);
  };
  EXPECT_EQ(binding(0), "1");
  EXPECT_EQ(binding(1), "-2");
  EXPECT_EQ(binding(2), "1 - 2");
  EXPECT_EQ(binding(4), "1 - 2");
}

TEST(Parser, WordsAreRecognisedByPosition) {
  EXPECT_EQ(Report(R"(model top
  local end1 model1, local connect cut input then
  connect = 1
  cut = connect
  input' = cut
  local = if connect > 0 then then else local
end
)"),
            "");
}

TEST(Parser, References) {
  EXPECT_EQ(Report("model top\nmodel m\nmodel k\nlocal x\nx = 1\nend\nend\nlocal y\ny = m.k.x\nend\n"),
            "9 use-double-colon\n");
  EXPECT_EQ(Report("model top\nmodel m\nmodel k\nlocal x\nx = 1\nend\nend\nlocal y\ny = m::k.x\nend\n"), "");
}

TEST(Parser, Procedures) {
  EXPECT_EQ(Report("model top\nlocal a b\na b = 3\nend\n"), "3 procedure-expected\n");
  EXPECT_EQ(Report("model top\nlocal a b\na, b+1 = P(3)\nend\n"), "3 output-not-variable\n");
}

TEST(Parser, Derivatives) {
  EXPECT_EQ(Report("model top\nlocal a\na'''''''''' = 1\nend\n"), "3 too-many-primes\n");
}

TEST(Parser, Statements) {
  EXPECT_EQ(Report("model top\nlocal x[2]\nfor i:=1 to 2 do begin\nlocal y\nx[i] = 1\nend\nend\n"),
            "4 declaration-in-loop\n");
  EXPECT_EQ(Report("model top\nif true then begin\nstructure parameter n=1\nend\nend\n"),
            "3 structure-parameter-nested\n");
  EXPECT_EQ(Report("model top\nlocal x\nx = [1, 2; 3]\nend\n"), "3 ragged-array\n");
}

TEST(Parser, Includes) {
  const std::filesystem::path folder = OwnPath("includes");
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "lib.dym") << "model type A\nlocal x\nx = 1\nend\n";
  std::ofstream(folder / "loop.dym")
      << "@add lib.dym\n@add loop.dym\nmodel top\nsubmodel A\n@add lib.dym\nend\n";
  std::ofstream(folder / "good.dym") << "@lib.dym\nmodel top\nsubmodel A\nend\n";
  const auto kinds_of = [&](const char* file) {
    Read read;
    const auto buffer = read.buffers.Load((folder / file).string(), read.emitter);
    Parse(buffer, read.buffers, read.emitter, read.program);
    Flatten(read.program, "", {}, read.emitter);
    return read.kinds();
  };
  EXPECT_EQ(kinds_of("good.dym"), "");
  EXPECT_EQ(kinds_of("loop.dym"), "include-cycle, include-inside-model");
  std::ofstream(folder / "missing.dym") << "@add nothing.dym\nmodel top\nend\n";
  EXPECT_EQ(kinds_of("missing.dym"), "cannot-read");
  for (int k = 0; k < 60; ++k)
    std::ofstream(folder / fmt::format("deep{}.dym", k)) << fmt::format("@add deep{}.dym\n", k + 1);
  EXPECT_EQ(kinds_of("deep0.dym"), "too-many-includes");
  std::filesystem::remove_all(folder);
}

TEST(ModelTextState, TellsWhenAModelIsComplete) {
  EXPECT_EQ(ModelTextState(""), TextState::TypesOnly);
  EXPECT_EQ(ModelTextState("model type A\nlocal x\n"), TextState::Incomplete);
  EXPECT_EQ(ModelTextState("model type A\nlocal x\nend\n"), TextState::TypesOnly);
  EXPECT_EQ(ModelTextState("model A\nmodel type B\nend\n"), TextState::Incomplete);
  EXPECT_EQ(ModelTextState("model A\nmodel type B\nend\nend\n"), TextState::CompleteModel);
  EXPECT_EQ(ModelTextState("model A\nfor i:=1 to 2 do begin\nend\n"), TextState::Incomplete);
  EXPECT_EQ(ModelTextState("model A\ncase n of begin\n1: x = 1\nend\nend\n"), TextState::CompleteModel);
  EXPECT_EQ(ModelTextState("model A\ncase n of\n1: begin\nx = 1\nend\nend\n"), TextState::Incomplete);
  EXPECT_EQ(ModelTextState("model A { end\n"), TextState::Incomplete);
  EXPECT_EQ(ModelTextState("model A\nend\nmodel type B\nlocal x ->\n"), TextState::Incomplete);
}

}  // namespace
}  // namespace kerf::dymola
