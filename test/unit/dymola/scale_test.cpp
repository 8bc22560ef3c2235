// Large models: many submodels, long sums, long chains.
#include <gtest/gtest.h>

#include "flat_text.h"

namespace kerf::dymola {
namespace {

constexpr const char* kResistor = R"(
model type resistor
  cut A (Va / I) B (Vb / -I)
  main path P <A - B>
  local V
  parameter R=1
  V = Va - Vb
  R*I = V
end
)";

TEST(Scale, IndexedSubmodels) {
  const auto read = ReadText(std::string(kResistor) + R"(
model top
  structure parameter n = 20000
  submodel (resistor) r[n](R=2)
  for i:=1 to n-1 do connect r[i] to r[i+1]
end
)");
  ASSERT_TRUE(read->model) << read->messages();
  EXPECT_EQ(read->model->vars.size(), 5U * 20000);
  EXPECT_EQ(read->model->equations.size(), 2U * 20000 + 2U * 19999);
}

TEST(Scale, NamedSubmodelsInAChainAndAtOneNode) {
  std::string text = std::string(kResistor) + "model top\n";
  constexpr int kCount = 20000;
  for (int k = 0; k < kCount; ++k) text += fmt::format("submodel (resistor) r{}({})\n", k, k + 1);
  text += "node N\nconnect r0";
  for (int k = 1; k < kCount; ++k) text += fmt::format(" -> \n to r{}", k);
  text += "\n";
  for (int k = 0; k < kCount; ++k) text += fmt::format("connect r{}:A at N\n", k);
  const auto read = ReadText(text + "end\n");
  ASSERT_TRUE(read->model) << read->messages();
  EXPECT_EQ(read->model->vars.size(), 5U * kCount);
}

TEST(Scale, LongSumAndManyStatements) {
  std::string text = "model top\nlocal y\ny = 0";
  for (int k = 0; k < 200000; ++k) text += "+time";
  text += "\nlocal z\n";
  const auto read = ReadText(text + "z = y\nend\n");
  ASSERT_TRUE(read->model) << read->messages();
  EXPECT_EQ(read->model->equations.size(), 2U);
}

TEST(Scale, DeepNestingIsRefusedNotFatal) {
  std::string text = "model top\nlocal y\ny = ";
  for (int k = 0; k < 100000; ++k) text += "(";
  EXPECT_EQ(ReadText(text)->kinds(), "nesting-too-deep");
  text = "model top\n";
  for (int k = 0; k < 100000; ++k) text += "model m\n";
  EXPECT_EQ(ReadText(text)->kinds(), "nesting-too-deep");
  text = "model top\nconnect ";
  for (int k = 0; k < 100000; ++k) text += "(";
  EXPECT_EQ(ReadText(text)->kinds(), "nesting-too-deep");
}

TEST(Scale, SmallTextsCannotAskForHugeModels) {
  EXPECT_EQ(ReadText("model top\nlocal x[1000000000]\nend")->kinds(), "array-too-large");
  EXPECT_EQ(ReadText("model top\nlocal x[100000,100000]\nend")->kinds(), "array-too-large");
  EXPECT_EQ(ReadText("model top\nlocal x[3]\nfor i:=1 to 1000000000 do x[1] = i\nend")->kinds(),
            "loop-too-long");
  EXPECT_EQ(ReadText("model type T\nmain cut c(v)\nend\nmodel top\nsubmodel T\n"
                     "for i:=1 to 100000000 do connect T at T\nend")
                ->kinds(),
            "loop-too-long");
  std::string text = "model type T0\nlocal x\nx = 1\nend\n";
  for (int k = 1; k <= 12; ++k) text += fmt::format("model type T{}\nsubmodel (T{}) s[10]\nend\n", k, k - 1);
  const std::string kinds = ReadText(text + "model top\nsubmodel (T12) t\nend")->kinds();
  EXPECT_TRUE(kinds.starts_with("too-many-instances")) << kinds;
  std::string cuts = "model top\ncut c0 (v)\n";
  for (int k = 1; k <= 40; ++k) cuts += fmt::format("cut c{} [c{} c{}]\n", k, k - 1, k - 1);
  EXPECT_TRUE(ReadText(cuts + "end")->kinds().starts_with("cut-too-large"));
}

}  // namespace
}  // namespace kerf::dymola
