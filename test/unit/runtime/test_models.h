// Small models made by hand, with plain functions as code, and an observer that keeps what it is shown.
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "runtime/executive.h"

namespace kerf::runtime::testing {

using Code = void (*)(const void*, double*);

inline auto MakeCode(Code run) -> KerfCode { return {run, nullptr}; }
inline auto CodeStep(Code run, Code tangent = nullptr) -> KerfStep {
  return {KERF_STEP_CODE, MakeCode(run), MakeCode(tangent), 0};
}
inline auto BlockStep(uint32_t block) -> KerfStep { return {KERF_STEP_BLOCK, {}, {}, block}; }

// Owns the arrays a KerfModel points to. Slot 0 is time; states start at 1, derivatives follow them.
struct TestModel {
  std::vector<double> start;
  std::vector<KerfStep> once, derivative, output;
  std::vector<KerfRelation> relations;
  std::vector<KerfBlock> blocks;
  std::vector<KerfAssertion> assertions;
  std::vector<double> nominal, input_events;
  std::vector<uint32_t> jac_col_ptr, jac_rows, colours;
  KerfModel model{};

  TestModel(std::vector<double> states, uint32_t n_more) {
    model.n_states = static_cast<uint32_t>(states.size());
    model.state_slot = 1;
    model.derivative_slot = 1 + model.n_states;
    start.assign(1 + 2 * states.size() + n_more, 0.0);
    for (size_t i = 0; i < states.size(); ++i) start[1 + i] = states[i];
  }

  auto Finish() -> const KerfModel& {
    model.n_slots = static_cast<uint32_t>(start.size());
    model.start = start.data();
    model.once = {static_cast<uint32_t>(once.size()), once.data()};
    model.derivative = {static_cast<uint32_t>(derivative.size()), derivative.data()};
    model.output = {static_cast<uint32_t>(output.size()), output.data()};
    model.n_relations = static_cast<uint32_t>(relations.size());
    model.relations = relations.data();
    model.n_blocks = static_cast<uint32_t>(blocks.size());
    model.blocks = blocks.data();
    model.n_assertions = static_cast<uint32_t>(assertions.size());
    model.assertions = assertions.data();
    model.state_nominal = nominal.empty() ? nullptr : nominal.data();
    model.n_input_events = static_cast<uint32_t>(input_events.size());
    model.input_events = input_events.data();
    model.jac_col_ptr = jac_col_ptr.data();
    model.jac_row_index = jac_rows.data();
    model.colour_of_state = colours.data();
    for (const uint32_t colour : colours) model.n_colours = std::max(model.n_colours, colour + 1);
    return model;
  }
};

inline auto StateRelation(KerfRelationKind kind, uint32_t function, uint32_t held) -> KerfRelation {
  return {kind, function, held, 0, 0, 0, KERF_LOCATE_DEFAULT, 0, 0, 0, 0};
}
inline auto TimeRelation(KerfRelationKind kind, uint32_t function, uint32_t held, uint32_t instant,
                         uint32_t slope) -> KerfRelation {
  return {kind, function, held, 1, instant, slope, KERF_LOCATE_DEFAULT, 0, 0, 0, 0};
}

struct Sample {
  double t;
  std::vector<double> w;
  PointKind kind;
};

class Recorder : public Observer {
 public:
  explicit Recorder(uint32_t n_slots) : n_slots_(n_slots) {}
  void Point(double t, const double* w, PointKind kind) override {
    samples.push_back({t, {w, w + n_slots_}, kind});
  }
  void AssertionFailed(uint32_t assertion, double t, const double*) override {
    violations.emplace_back(assertion, t);
  }
  auto ShouldStop() -> bool override { return stop_after > 0 && ++asked > stop_after; }

  [[nodiscard]] auto last() const -> const Sample& { return samples.back(); }
  [[nodiscard]] auto EventTimes() const -> std::vector<double> {
    std::vector<double> times;
    for (const Sample& sample : samples) {
      if (sample.kind == PointKind::AfterEvent) times.push_back(sample.t);
    }
    return times;
  }

  std::vector<Sample> samples;
  std::vector<std::pair<uint32_t, double>> violations;
  int stop_after = 0;
  int asked = 0;

 private:
  uint32_t n_slots_;
};

// x' = -x from 1.
inline auto Decay() -> TestModel {
  TestModel m({1}, 0);
  m.derivative = {CodeStep([](const void*, double* w) { w[2] = -w[1]; })};
  return m;
}

// x' = v, v' = -x from (1, 0): x = cos t. Tangents included.
inline auto Oscillator() -> TestModel {
  TestModel m({1, 0}, 0);
  m.derivative = {CodeStep(
      [](const void*, double* w) {
        w[3] = w[2];
        w[4] = -w[1];
      },
      [](const void*, double* w) {
        w[5 + 3] = w[5 + 2];
        w[5 + 4] = -w[5 + 1];
      })};
  return m;
}

// x' = v, v' = -x where x > 0, -4 x elsewhere, from (1, 0). x is 0 at pi/2, pi, 2 pi, 5 pi/2, … Slot 5: x, 6:
// x > 0.
inline auto TwoSprings() -> TestModel {
  TestModel m({1, 0}, 2);
  m.derivative = {CodeStep(
      [](const void*, double* w) {
        w[5] = w[1];
        w[3] = w[2];
        w[4] = w[6] != 0 ? -w[1] : -4 * w[1];
      },
      [](const void*, double* w) {
        w[7 + 5] = w[7 + 1];
        w[7 + 3] = w[7 + 2];
        w[7 + 4] = w[6] != 0 ? -w[7 + 1] : -4 * w[7 + 1];
      })};
  m.relations = {StateRelation(KERF_GREATER, 5, 6)};
  return m;
}

// x' = 1 before time 0.3, -2 from then on; x(1) = 0.3 - 1.4. Slot 3: time - 0.3, 4: time < 0.3, 5: instant,
// 6: slope.
inline auto TimeSwitch() -> TestModel {
  TestModel m({0}, 4);
  m.once = {CodeStep([](const void*, double* w) {
    w[5] = 0.3;
    w[6] = 1;
  })};
  m.derivative = {CodeStep([](const void*, double* w) {
    w[3] = w[0] - 0.3;
    w[2] = w[4] != 0 ? 1 : -2;
  })};
  m.relations = {TimeRelation(KERF_LESS, 3, 4, 5, 6)};
  return m;
}

// x' = 1 while x <= 0, -1 while x > 0: slides along 0. Slot 3: x, 4: x > 0.
inline auto Sliding(double x) -> TestModel {
  TestModel m({x}, 2);
  m.derivative = {CodeStep(
      [](const void*, double* w) {
        w[3] = w[1];
        w[2] = w[4] != 0 ? -1 : 1;
      },
      [](const void*, double* w) {
        w[5 + 3] = w[5 + 1];
        w[5 + 2] = 0;
      })};
  m.relations = {StateRelation(KERF_GREATER, 3, 4)};
  return m;
}

}  // namespace kerf::runtime::testing
