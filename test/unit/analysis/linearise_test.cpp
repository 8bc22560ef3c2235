// Linear models against differences of the equations solved at points nearby: through torn nonlinear blocks,
// linear blocks, functions and branches, for all variables at once.
#include "analysis/linearise.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "analysis/solve_point.h"
#include "diag/consumers.h"

namespace kerf::analysis {
namespace {

constexpr const char* kModel = R"(
model Mixed
  parameter Real R = 10, Is = 1e-6, Vt = 0.04, C = 1e-3;
  input Real u;
  Real v(start = 0.3), w(start = -0.2);
  Real va(start = 0.5), vb(start = 0.1), i1, i2, i3, i4, i, p, q, r, f, s, k;
  function cubic
    input Real x;
    output Real y;
  algorithm
    y := x;
    for n in 1:2 loop
      y := y*x + 1;
    end for;
  end cubic;
equation
  i1 = Is*(exp((va - v)/Vt) - 1);
  i2 = Is*(exp((vb - v)/Vt) - 1);
  i3 = Is*(exp(-va/Vt) - 1);
  i4 = Is*(exp(-vb/Vt) - 1);
  va - vb = u - R*i;
  i + i3 = i1;
  i4 = i + i2;
  C*der(v) = i1 + i2 - v/1000;
  p + w*q = v;
  p - 2*q = r + u;
  q + 3*r = sin(w);
  der(w) = p*q - w;
  f = cubic(w + u);
  s = if v > 0.1 then v*u else -w;
  k = atan2(v, u) + abs(w) + min(v, w)^3;
end Mixed;
)";

class Fixture {
 public:
  Fixture() {
    path_ = (std::filesystem::temp_directory_path() / fmt::format("kerf_linearise_{}.mo", getpid())).string();
    std::ofstream(path_) << kModel;
  }
  ~Fixture() { std::filesystem::remove(path_); }

  // All variables of the list with states and input given.
  auto Values(const std::vector<std::string>& names, double u, double v, double w) -> std::vector<double> {
    session::Request request = RequestAt(u, v, w);
    request.options.problem = transform::Problem::Instant;
    const Point point = SolvePoint(request, 0, sim::Engine::Interpreter, functions_, buffers_, emitter_);
    EXPECT_TRUE(point.outcome.ok);
    std::vector<double> values;
    for (const std::string& name : names) {
      const auto var = dae::FindVar(point.compilation.work->dae, name);
      values.push_back(point.outcome.final_values.at(var.index));
    }
    return values;
  }

  auto Linear(const std::vector<std::string>& outputs, double u, double v, double w) -> LinearModel {
    LineariseOptions options;
    options.outputs = outputs;
    auto model = Linearise(RequestAt(u, v, w), options, functions_, buffers_, emitter_);
    EXPECT_TRUE(model.has_value());
    return model.value_or(LinearModel{});
  }

 private:
  auto RequestAt(double u, double v, double w) const -> session::Request {
    session::Request request;
    request.file = path_;
    request.options.inputs = {{"u", fmt::format("{:.17g}", u), false}};
    request.options.starts = {{"v", v}, {"w", w}};
    return request;
  }

  std::string path_;
  sim::Functions functions_;
  source::Buffers buffers_;
  diag::CollectingConsumer consumer_;
  diag::Emitter emitter_{consumer_};
};

TEST(Linearise, AgreesWithDifferences) {
  const std::vector<std::string> names = {"va", "vb", "i1", "i2", "i3", "i4",     "i",     "p",
                                          "q",  "r",  "f",  "s",  "k",  "der(v)", "der(w)"};
  Fixture fixture;
  const double at[3] = {0.7, 0.3, -0.2};
  const LinearModel model = fixture.Linear(names, at[0], at[1], at[2]);
  ASSERT_EQ(model.states, (std::vector<std::string>{"v", "w"}));
  constexpr double kStep = 1e-5;
  for (int direction = 0; direction < 3; ++direction) {
    double high[3] = {at[0], at[1], at[2]};
    double low[3] = {at[0], at[1], at[2]};
    high[direction] += kStep;
    low[direction] -= kStep;
    const auto above = fixture.Values(names, high[0], high[1], high[2]);
    const auto below = fixture.Values(names, low[0], low[1], low[2]);
    for (uint32_t k = 0; k < names.size(); ++k) {
      const double difference = (above[k] - below[k]) / (2 * kStep);
      const double exact =
          direction == 0 ? model.d.at(k, 0) : model.c.at(k, static_cast<uint32_t>(direction - 1));
      EXPECT_NEAR(exact, difference, 1e-6 * std::max(1.0, std::abs(difference)))
          << names[k] << " by direction " << direction;
    }
  }
  // The rows of A and B are those of the derivatives.
  const auto n = static_cast<uint32_t>(names.size());
  for (uint32_t i = 0; i < 2; ++i) {
    EXPECT_EQ(model.b.at(i, 0), model.d.at(n - 2 + i, 0));
    for (uint32_t j = 0; j < 2; ++j) EXPECT_EQ(model.a.at(i, j), model.c.at(n - 2 + i, j));
  }
}

}  // namespace
}  // namespace kerf::analysis
