// A controller written in C++ drives a plant written in Modelica: a tank is kept at its level, sample by
// sample.
//
//   c++ -std=c++20 controller.cpp $(pkg-config --cflags --libs kerf) -o controller && ./controller
#include <algorithm>
#include <cstdio>
#include <kerf.hpp>

namespace {

constexpr const char* kTank = R"(
model Tank
  input Real inflow(start = 0, unit = "m3/s");
  output Real level(start = 0.2, fixed = true, unit = "m");
  parameter Real area = 0.5 "cross section [m2]";
  parameter Real outlet = 0.02 "outflow at a level of 1 m [m3/s]";
equation
  area * der(level) = inflow - outlet * sqrt(max(level, 0));
end Tank;
)";

}  // namespace

int main() try {
  const kerf::Session session;
  const kerf::Model tank = session.LoadText(kTank, KERF_MODELICA, {}, "Tank.mo");
  const uint32_t level = tank.Find("level");
  const uint32_t inflow = tank.Find("inflow");

  constexpr double kStop = 300;
  constexpr double kSample = 5;
  kerf::Run run(tank, {.stop = kStop});
  run.Initialize();
  double integral = 0;
  for (int k = 1; !run.is_done(); ++k) {
    const double error = 1 - run.Get(level);
    integral = std::clamp(integral + 0.001 * kSample * error, 0.0, 0.05);
    run.Set(inflow, std::clamp(0.05 * error + integral, 0.0, 0.05));
    run.StepTo(k * kSample);
  }
  std::printf("level after %.0f s: %.4f m, after %llu samples\n", run.time(), run.Get(level),
              static_cast<unsigned long long>(run.n_events()));

  // Another question to the same model.
  const kerf::Linear linear = tank.Linearize({.time = 0});
  std::printf("near the start: d(level)/dt changes by %.4f per m of level, by %.1f per m3/s of inflow\n",
              linear.entry('A', 0, 0), linear.entry('B', 0, 0));
  return 0;
} catch (const kerf::Error& error) {
  std::fputs(error.what(), stderr);
  return 1;
}
