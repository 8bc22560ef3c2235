// Which models can be integrated as they stand, told from their structure.
#include "transform/implicit_structure.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "diag/consumers.h"
#include "session/session.h"

namespace kerf::transform {
namespace {

// The equations of a DYMOLA text, matched.
auto Matched(const std::string& text) -> std::shared_ptr<Work> {
  static int count = 0;
  const auto path =
      std::filesystem::temp_directory_path() / fmt::format("kerf_structure_{}_{}.dym", getpid(), count++);
  std::ofstream(path) << text;
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  source::Buffers buffers;
  session::Request request;
  request.file = path;
  request.run.stop_after = "match_equations";
  session::Compilation compilation = session::Compile(request, buffers, emitter);
  std::filesystem::remove(path);
  EXPECT_EQ(compilation.status, Status::Ok);
  return std::move(compilation.work);
}

struct Case {
  const char* name;
  const char* equations;
  bool has_state_form;
  ImplicitFitness fitness;
};

class Structures : public testing::TestWithParam<Case> {};

TEST_P(Structures, AreJudged) {
  const auto work = Matched(fmt::format("model m\n{}\nend\n", GetParam().equations));
  ASSERT_NE(work, nullptr);
  EXPECT_EQ(HasStateForm(work->structure), GetParam().has_state_form);
  EXPECT_EQ(FitnessOfImplicitForm(*work), GetParam().fitness);
}

constexpr auto kCases = std::to_array<Case>({
    {"Explicit", "local x y\nx' = y\ny' = -x", true, ImplicitFitness::Fit},
    // Singular by numbers only.
    {"Pencil", "local x y\nx' + y' = 1\n2*x' + 2*y' = 2 + x - y", true, ImplicitFitness::Fit},
    {"TiedStates", "local x y\nx' + y' = 1\nx = 2*y", false, ImplicitFitness::Fit},
    {"IndexTwo", "local x y T\nx' = T\n2*y' = -T\nx = 4*y", false, ImplicitFitness::Fit},
    // The derivative of x is the state v; the constraint on v has to be differentiated once.
    {"SecondOrder", "local x T\nx'' = T\nx' = sin(time)", false, ImplicitFitness::Fit},
    {"SharedDerivative", "local x y T\nx' = y'\nx' = T\nx + 2*y = 3", false, ImplicitFitness::Fit},
    {"IndexThree", "local x v F\nx' = v\nv' = F\nx = sin(time)", false, ImplicitFitness::IndexTooHigh},
    {"TooManyEquations", "local x y\nx' = y\nx = 2\nx = 3*y", false, ImplicitFitness::Singular},
    {"TooFewUnknowns", "local x y z\nx' = 1\nx = 2*time\ny + z = 3", false, ImplicitFitness::Singular},
});

INSTANTIATE_TEST_SUITE_P(Cases, Structures, testing::ValuesIn(kCases),
                         [](const auto& c) { return std::string(c.param.name); });

}  // namespace
}  // namespace kerf::transform
