// The event mode of co-simulation in FMI 3.0: steps end before events, inputs change together with them, and
// all is as it would be without.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

#include "../unit/compile/compiled_models.h"
#include "exported.h"
#include "fmi/fmi3.h"

namespace kerf::fmi {

namespace {

// The functions of FMI 3.0 that these tests call.
template <typename Function, typename... Arguments>
auto Call3(const char* name, Arguments... arguments) -> fmi3Status {
  return reinterpret_cast<Function>(TheLibrary2().Symbol(name))(arguments...);
}

struct Update {
  bool is_terminated = false;
  bool has_next_time = false;
  double next_time = 0;
};

struct StepEnd3 {
  bool needs_event = false;
  bool is_terminated = false;
  bool is_early = false;
  double time = 0;
};

class Stepping3 {
 public:
  Stepping3(const Exported& exported, bool has_event_mode, bool may_return_early) : exported_(exported) {
    using Instantiate =
        fmi3Instance (*)(fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean, fmi3Boolean,
                         fmi3Boolean, const fmi3ValueReference[], size_t, fmi3InstanceEnvironment,
                         fmi3LogMessageCallback, fmi3IntermediateUpdateCallback);
    const auto instantiate =
        reinterpret_cast<Instantiate>(TheLibrary2().Symbol("fmi3InstantiateCoSimulation"));
    handle_ = instantiate("one", exported.token.c_str(), exported.resources.c_str(), false, false,
                          has_event_mode, may_return_early, nullptr, 0, this, &Stepping3::Log, nullptr);
    EXPECT_NE(handle_, nullptr) << messages_;
  }
  ~Stepping3() {
    reinterpret_cast<void (*)(fmi3Instance)>(TheLibrary2().Symbol("fmi3FreeInstance"))(handle_);
  }
  Stepping3(const Stepping3&) = delete;
  auto operator=(const Stepping3&) -> Stepping3& = delete;

  [[nodiscard]] auto handle() const -> fmi3Instance { return handle_; }
  [[nodiscard]] auto messages() const -> const std::string& { return messages_; }
  auto Plain(const char* name) -> fmi3Status { return Call3<fmi3Status (*)(fmi3Instance)>(name, handle_); }
  void Initialize(double stop) {
    using Enter =
        fmi3Status (*)(fmi3Instance, fmi3Boolean, fmi3Float64, fmi3Float64, fmi3Boolean, fmi3Float64);
    ASSERT_EQ(Call3<Enter>("fmi3EnterInitializationMode", handle_, true, 1e-8, 0.0, true, stop), fmi3OK);
    ASSERT_EQ(Plain("fmi3ExitInitializationMode"), fmi3OK) << messages_;
  }
  auto UpdateDiscrete() -> Update {
    using Function = fmi3Status (*)(fmi3Instance, fmi3Boolean*, fmi3Boolean*, fmi3Boolean*, fmi3Boolean*,
                                    fmi3Boolean*, fmi3Float64*);
    bool again = true;
    bool has_nominals = false;
    bool has_states = false;
    Update update;
    EXPECT_EQ(Call3<Function>("fmi3UpdateDiscreteStates", handle_, &again, &update.is_terminated,
                              &has_nominals, &has_states, &update.has_next_time, &update.next_time),
              fmi3OK)
        << messages_;
    EXPECT_FALSE(again);
    return update;
  }
  auto Step(double time, double size) -> StepEnd3 {
    using Function = fmi3Status (*)(fmi3Instance, fmi3Float64, fmi3Float64, fmi3Boolean, fmi3Boolean*,
                                    fmi3Boolean*, fmi3Boolean*, fmi3Float64*);
    StepEnd3 end;
    EXPECT_EQ(Call3<Function>("fmi3DoStep", handle_, time, size, true, &end.needs_event, &end.is_terminated,
                              &end.is_early, &end.time),
              fmi3OK)
        << messages_;
    return end;
  }
  auto Get(const std::string& name) -> double {
    const uint32_t reference = exported_.Reference(name);
    double value = 0;
    EXPECT_EQ(Call3<GetFloats>("fmi3GetFloat64", handle_, &reference, 1, &value, 1), fmi3OK)
        << name << messages_;
    return value;
  }
  auto Set(const std::string& name, double value) -> fmi3Status {
    const uint32_t reference = exported_.Reference(name);
    return Call3<SetFloats>("fmi3SetFloat64", handle_, &reference, 1, &value, 1);
  }
  auto All() -> std::vector<double> {
    std::vector<uint32_t> references;
    for (const Shown& shown : exported_.interface.variables) {
      const uint32_t array = exported_.interface.array_of[&shown - exported_.interface.variables.data()];
      if (shown.type == model::ScalarType::Real && array == kNone) references.push_back(shown.reference);
    }
    std::vector<double> values(references.size());
    EXPECT_EQ(Call3<GetFloats>("fmi3GetFloat64", handle_, references.data(), references.size(), values.data(),
                               values.size()),
              fmi3OK)
        << messages_;
    return values;
  }
  // The event that waits, without inputs.
  auto Handle() -> Update {
    EXPECT_EQ(Plain("fmi3EnterEventMode"), fmi3OK) << messages_;
    const Update update = UpdateDiscrete();
    EXPECT_EQ(Plain("fmi3EnterStepMode"), fmi3OK) << messages_;
    return update;
  }

 private:
  using GetFloats = fmi3Status (*)(fmi3Instance, const fmi3ValueReference*, size_t, fmi3Float64*, size_t);
  using SetFloats = fmi3Status (*)(fmi3Instance, const fmi3ValueReference*, size_t, const fmi3Float64*,
                                   size_t);
  static void Log(fmi3InstanceEnvironment self, fmi3Status, fmi3String, fmi3String text) {
    static_cast<Stepping3*>(self)->messages_ += std::string(text) + "\n";
  }
  const Exported& exported_;
  fmi3Instance handle_ = nullptr;
  std::string messages_;
};

constexpr const char* kBall3 =
    "model Ball\n  parameter Real e = 0.8;\n  Real h(start = 1, fixed = true);\n"
    "  Real v(start = 0, fixed = true);\nequation\n  der(h) = v;\n  der(v) = -9.81;\n"
    "  when h < 0 then\n    reinit(v, -e*pre(v));\n  end when;\nend Ball;\n";

TEST(EventMode, StepsEndBeforeEvents) {
  Exported exported;
  Export("Ball", ".mo", kBall3, exported);
  if (HasFatalFailure()) return;
  Stepping3 instance(exported, true, true);
  instance.Initialize(3);
  instance.UpdateDiscrete();
  ASSERT_EQ(instance.Plain("fmi3EnterStepMode"), fmi3OK);
  const double first = std::sqrt(2 / 9.81);
  double speed = 9.81 * first;
  double bounce = first;
  double t = 0;
  int n_bounces = 0;
  while (t < 2) {
    const StepEnd3 end = instance.Step(t, 2 - t);
    EXPECT_EQ(end.is_early, end.needs_event && end.time < 2);
    t = end.time;
    if (!end.needs_event) continue;
    const double before = instance.Get("v");
    instance.Handle();
    // The condition becomes false again just after each bounce, which is an event, too.
    if (before > 0) continue;
    EXPECT_NEAR(t, bounce, 1e-6);
    EXPECT_NEAR(before, -speed, 1e-5);
    speed *= 0.8;
    EXPECT_NEAR(instance.Get("v"), speed, 1e-5);
    bounce += 2 * speed / 9.81;
    ++n_bounces;
  }
  EXPECT_EQ(n_bounces, 3);
}

// Who does not want steps to end early gets whole ones, with the events inside, and the same numbers.
TEST(EventMode, WholeStepsHoldTheirEvents) {
  Exported exported;
  Export("Ball", ".mo", kBall3, exported);
  if (HasFatalFailure()) return;
  std::vector<double> heights;
  for (const bool has_event_mode : {false, true}) {
    Stepping3 instance(exported, has_event_mode, false);
    instance.Initialize(2);
    if (has_event_mode) {
      instance.UpdateDiscrete();
      ASSERT_EQ(instance.Plain("fmi3EnterStepMode"), fmi3OK);
    }
    const StepEnd3 end = instance.Step(0, 2);
    EXPECT_FALSE(end.is_early || end.needs_event);
    EXPECT_EQ(end.time, 2);
    heights.push_back(instance.Get("h"));
  }
  EXPECT_EQ(heights[0], heights[1]);
}

// An input that is set in the event mode belongs to the event; until then only what follows from it directly
// knows it.
TEST(EventMode, InputsChangeTogetherWithEvents) {
  Exported exported;
  Export("Sampled", ".mo",
         "model Sampled\n  input Real u(start = 1);\n  Real y = 2*u;\n  Real x(start = 0, fixed = true);\n"
         "  discrete Real s(start = 0, fixed = true);\n  discrete Real n(start = 0, fixed = true);\n"
         "equation\n  der(x) = u;\n  when sample(0.5, 1) then\n    s = u;\n  end when;\n"
         "  when u > 10 then\n    n = pre(n) + 1;\n  end when;\nend Sampled;\n",
         exported);
  if (HasFatalFailure()) return;
  Stepping3 instance(exported, true, true);
  instance.Initialize(3);
  EXPECT_EQ(instance.UpdateDiscrete().next_time, 0.5);
  ASSERT_EQ(instance.Plain("fmi3EnterStepMode"), fmi3OK);
  const StepEnd3 end = instance.Step(0, 1);
  EXPECT_TRUE(end.needs_event && end.is_early);
  EXPECT_EQ(end.time, 0.5);
  ASSERT_EQ(instance.Plain("fmi3EnterEventMode"), fmi3OK);
  ASSERT_EQ(instance.Set("u", 7), fmi3OK);
  EXPECT_EQ(instance.Get("y"), 14);
  EXPECT_EQ(instance.Get("s"), 0);
  EXPECT_EQ(instance.UpdateDiscrete().next_time, 1.5);
  EXPECT_EQ(instance.Get("s"), 7);
  ASSERT_EQ(instance.Plain("fmi3EnterStepMode"), fmi3OK);
  EXPECT_FALSE(instance.Step(0.5, 0.5).needs_event);
  EXPECT_NEAR(instance.Get("x"), 0.5 + 3.5, 1e-6);
  // An event on request.
  ASSERT_EQ(instance.Plain("fmi3EnterEventMode"), fmi3OK);
  ASSERT_EQ(instance.Set("u", 11), fmi3OK);
  EXPECT_EQ(instance.Get("n"), 0);
  instance.UpdateDiscrete();
  EXPECT_EQ(instance.Get("n"), 1);
  instance.UpdateDiscrete();
  EXPECT_EQ(instance.Get("n"), 1);
  ASSERT_EQ(instance.Plain("fmi3EnterStepMode"), fmi3OK);
  EXPECT_EQ(instance.Get("s"), 7);
}

TEST(EventMode, IsThereForThoseWhoAskedForIt) {
  Exported exported;
  Export("Ball", ".mo", kBall3, exported);
  if (HasFatalFailure()) return;
  Stepping3 instance(exported, false, true);
  instance.Initialize(1);
  EXPECT_EQ(instance.Plain("fmi3EnterEventMode"), fmi3Error);
  EXPECT_NE(instance.messages().find("made for the event mode"), std::string::npos) << instance.messages();
  EXPECT_EQ(instance.Plain("fmi3EnterStepMode"), fmi3Error);
  Stepping3 other(exported, true, true);
  other.Initialize(1);
  EXPECT_EQ(other.Plain("fmi3EnterEventMode"), fmi3Error);
}

class EventModeOf : public testing::TestWithParam<compile::ModelSource> {};

auto EventSources() -> std::vector<compile::ModelSource> {
  std::vector<compile::ModelSource> sources;
  for (const compile::ModelSource& source : compile::ModelSources()) {
    const bool ends_early =
        source.name == "fails" || source.name == "asserts" || source.name == "told" || source.name == "chain";
    if (!ends_early) sources.push_back(source);
  }
  return sources;
}

// States that are taken while an event waits, in the event mode and out of it.
TEST_P(EventModeOf, RestoredInstancesGoOnWithTheSameBits) {
  Exported exported;
  Export(GetParam().name, GetParam().ending, GetParam().text, exported);
  if (HasFatalFailure()) return;
  using GetState = fmi3Status (*)(fmi3Instance, fmi3FMUState*);
  using SetState = fmi3Status (*)(fmi3Instance, fmi3FMUState);
  using Size = fmi3Status (*)(fmi3Instance, fmi3FMUState, size_t*);
  using Write = fmi3Status (*)(fmi3Instance, fmi3FMUState, fmi3Byte*, size_t);
  using Read = fmi3Status (*)(fmi3Instance, const fmi3Byte*, size_t, fmi3FMUState*);
  Stepping3 instance(exported, true, true);
  Stepping3 other(exported, true, true);
  instance.Initialize(GetParam().stop);
  other.Initialize(GetParam().stop);
  instance.UpdateDiscrete();
  ASSERT_EQ(instance.Plain("fmi3EnterStepMode"), fmi3OK);
  double t = 0;
  const double size = GetParam().stop / 20;
  for (int k = 0; k < 60 && t < 0.95 * GetParam().stop; ++k) {
    const StepEnd3 end = instance.Step(t, size);
    t = end.time;
    if (end.is_terminated) break;
    const bool is_open = end.needs_event && k % 2 == 0;
    const fmi3Status opened = is_open ? instance.Plain("fmi3EnterEventMode") : fmi3OK;
    ASSERT_EQ(opened, fmi3OK);
    fmi3FMUState state = nullptr;
    ASSERT_EQ(Call3<GetState>("fmi3GetFMUState", instance.handle(), &state), fmi3OK) << instance.messages();
    size_t n = 0;
    ASSERT_EQ(Call3<Size>("fmi3SerializedFMUStateSize", instance.handle(), state, &n), fmi3OK);
    std::vector<fmi3Byte> bytes(n);
    ASSERT_EQ(Call3<Write>("fmi3SerializeFMUState", instance.handle(), state, bytes.data(), n), fmi3OK);
    fmi3FMUState copy = nullptr;
    ASSERT_EQ(Call3<Read>("fmi3DeserializeFMUState", other.handle(), bytes.data(), n, &copy), fmi3OK)
        << other.messages();
    ASSERT_EQ(Call3<SetState>("fmi3SetFMUState", other.handle(), copy), fmi3OK) << other.messages();
    Call3<GetState>("fmi3FreeFMUState", instance.handle(), &state);
    Call3<GetState>("fmi3FreeFMUState", other.handle(), &copy);
    for (Stepping3* one : {&instance, &other}) {
      if (is_open) {
        one->UpdateDiscrete();
        ASSERT_EQ(one->Plain("fmi3EnterStepMode"), fmi3OK);
      }
      if (end.needs_event && !is_open) one->Handle();
    }
    const std::vector<double> here = instance.All();
    const std::vector<double> there = other.All();
    ASSERT_EQ(std::memcmp(here.data(), there.data(), here.size() * sizeof(double)), 0) << t;
    const StepEnd3 next = other.Step(t, size);
    const StepEnd3 same = instance.Step(t, size);
    ASSERT_EQ(next.time, same.time);
    t = next.time;
    if (same.is_terminated) break;
    if (same.needs_event) instance.Handle();
    if (next.needs_event) other.Handle();
    const std::vector<double> later = instance.All();
    const std::vector<double> others = other.All();
    ASSERT_EQ(std::memcmp(later.data(), others.data(), later.size() * sizeof(double)), 0) << t;
  }
}

INSTANTIATE_TEST_SUITE_P(Models, EventModeOf, testing::ValuesIn(EventSources()),
                         [](const auto& one) { return one.param.name; });

}  // namespace

}  // namespace kerf::fmi
