// Instances side by side, reset, and states that are taken and restored: always the same bits.
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "../unit/compile/compiled_models.h"
#include "exported.h"

namespace kerf::fmi {

namespace {

constexpr double kStep = 0.01;

// Models of all kinds that run to their end.
auto Sources() -> std::vector<compile::ModelSource> {
  std::vector<compile::ModelSource> sources;
  for (const auto& list : {compile::ModelSources(), compile::FunctionSources()}) {
    for (const compile::ModelSource& source : list) {
      const bool ends_early = source.name == "fails" || source.name == "asserts" || source.name == "told" ||
                              source.name == "chain";
      if (!ends_early) sources.push_back(source);
    }
  }
  return sources;
}

auto AreSame(const std::vector<double>& a, const std::vector<double>& b) -> bool {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

// All Reals that can be read.
auto AllReals(const Exported& exported, const Instance2& instance) -> std::vector<double> {
  std::vector<uint32_t> references;
  for (const Shown& shown : exported.interface.variables) {
    if (shown.type == model::ScalarType::Real) references.push_back(shown.reference);
  }
  std::vector<double> values(references.size());
  EXPECT_EQ(TheLibrary2().GetReal(instance.handle(), references.data(), references.size(), values.data()),
            fmi2OK)
      << instance.messages();
  return values;
}

void Settle(EulerHost& host) { host.Run(host.time(), kStep); }

class StatesOf : public testing::TestWithParam<compile::ModelSource> {
 protected:
  void SetUp() override { Export(GetParam().name, GetParam().ending, GetParam().text, exported_); }
  Exported exported_;
};

TEST_P(StatesOf, TwoInterleavedInstancesAreThoseOfOneAlone) {
  std::vector<std::vector<double>> alone;
  Instance2 first(exported_, fmi2ModelExchange);
  first.Initialize(GetParam().stop);
  EulerHost host(exported_, first);
  Settle(host);
  for (int k = 0; k < 60; ++k) {
    host.Step(kStep);
    alone.push_back(AllReals(exported_, first));
  }
  Instance2 second(exported_, fmi2ModelExchange);
  Instance2 third(exported_, fmi2ModelExchange);
  second.Initialize(GetParam().stop);
  third.Initialize(GetParam().stop);
  EulerHost one(exported_, second);
  EulerHost other(exported_, third);
  Settle(one);
  Settle(other);
  for (int k = 0; k < 60; ++k) {
    one.Step(kStep);
    other.Step(kStep);
    ASSERT_TRUE(AreSame(AllReals(exported_, second), alone[static_cast<size_t>(k)])) << k;
    ASSERT_TRUE(AreSame(AllReals(exported_, third), alone[static_cast<size_t>(k)])) << k;
  }
}

TEST_P(StatesOf, ResetBringsTheBeginningBack) {
  const Library2& fmi = TheLibrary2();
  for (const fmi2Type type : {fmi2ModelExchange, fmi2CoSimulation}) {
    Instance2 instance(exported_, type);
    std::vector<std::vector<double>> results;
    for (int run = 0; run < 2; ++run) {
      instance.Initialize(GetParam().stop);
      if (type == fmi2ModelExchange) {
        EulerHost host(exported_, instance);
        host.Run(0.4, kStep);
      } else {
        for (int k = 0; k < 4; ++k)
          ASSERT_EQ(fmi.DoStep(instance.handle(), 0.1 * k, 0.1, 1), fmi2OK) << instance.messages();
      }
      results.push_back(AllReals(exported_, instance));
      ASSERT_EQ(fmi.Terminate(instance.handle()), fmi2OK);
      ASSERT_EQ(fmi.Reset(instance.handle()), fmi2OK);
    }
    EXPECT_TRUE(AreSame(results[0], results[1]));
  }
}

// At a random step, which may be one with an event, the state goes through bytes to another instance, and
// both go on with the same bits.
TEST_P(StatesOf, RestoredInstancesGoOnWithTheSameBits) {
  const Library2& fmi = TheLibrary2();
  std::mt19937 random(1);
  for (int round = 0; round < 4; ++round) {
    const int n_before = std::uniform_int_distribution(0, 50)(random);
    Instance2 instance(exported_, fmi2ModelExchange);
    instance.Initialize(GetParam().stop);
    EulerHost host(exported_, instance);
    Settle(host);
    for (int k = 0; k < n_before; ++k) host.Step(kStep);
    fmi2FMUstate state = nullptr;
    ASSERT_EQ(fmi.GetFMUstate(instance.handle(), &state), fmi2OK);
    size_t size = 0;
    ASSERT_EQ(fmi.SerializedFMUstateSize(instance.handle(), state, &size), fmi2OK);
    std::vector<char> bytes(size);
    ASSERT_EQ(fmi.SerializeFMUstate(instance.handle(), state, bytes.data(), size), fmi2OK);
    Instance2 other(exported_, fmi2ModelExchange);
    fmi2FMUstate copy = nullptr;
    ASSERT_EQ(fmi.DeSerializeFMUstate(other.handle(), bytes.data(), size, &copy), fmi2OK) << other.messages();
    ASSERT_EQ(fmi.SetFMUstate(other.handle(), copy), fmi2OK) << other.messages();
    // The instance itself goes back, too, after it went on: Newton's method starts from the same values then.
    ASSERT_EQ(fmi.SetFMUstate(instance.handle(), state), fmi2OK);
    EulerHost second(exported_, other);
    second.Continue(host);
    for (int k = 0; k < 20; ++k) {
      host.Step(kStep);
      second.Step(kStep);
      ASSERT_TRUE(AreSame(AllReals(exported_, instance), AllReals(exported_, other))) << n_before << " " << k;
    }
    ASSERT_EQ(fmi.FreeFMUstate(instance.handle(), &state), fmi2OK);
    ASSERT_EQ(fmi.FreeFMUstate(other.handle(), &copy), fmi2OK);
    EXPECT_EQ(state, nullptr);
  }
}

TEST_P(StatesOf, CoSimulationGoesOnFromStatesAsIfNothingHadBeen) {
  const Library2& fmi = TheLibrary2();
  Instance2 instance(exported_, fmi2CoSimulation);
  instance.Initialize(GetParam().stop);
  for (int k = 0; k < 3; ++k)
    ASSERT_EQ(fmi.DoStep(instance.handle(), 0.1 * k, 0.1, 0), fmi2OK) << instance.messages();
  fmi2FMUstate state = nullptr;
  ASSERT_EQ(fmi.GetFMUstate(instance.handle(), &state), fmi2OK) << instance.messages();
  std::vector<std::vector<double>> results;
  const auto go_on = [&](const Instance2& which) {
    double t = 0.1 * 2 + 0.1;
    for (const double size : {0.05, 0.07, 0.08}) {
      ASSERT_EQ(fmi.DoStep(which.handle(), t, size, 0), fmi2OK) << which.messages();
      t += size;
    }
    results.push_back(AllReals(exported_, which));
  };
  go_on(instance);
  ASSERT_EQ(fmi.SetFMUstate(instance.handle(), state), fmi2OK);
  go_on(instance);
  Instance2 other(exported_, fmi2CoSimulation);
  ASSERT_EQ(fmi.SetFMUstate(other.handle(), state), fmi2OK) << other.messages();
  go_on(other);
  ASSERT_EQ(fmi.FreeFMUstate(instance.handle(), &state), fmi2OK);
  ASSERT_EQ(results.size(), 3U);
  EXPECT_TRUE(AreSame(results[0], results[1]));
  EXPECT_TRUE(AreSame(results[0], results[2]));
}

// Damaged bytes are refused.
TEST_P(StatesOf, DamagedBytesAreRefused) {
  const Library2& fmi = TheLibrary2();
  Instance2 instance(exported_, fmi2ModelExchange);
  instance.Initialize(GetParam().stop);
  fmi2FMUstate state = nullptr;
  ASSERT_EQ(fmi.GetFMUstate(instance.handle(), &state), fmi2OK);
  size_t size = 0;
  ASSERT_EQ(fmi.SerializedFMUstateSize(instance.handle(), state, &size), fmi2OK);
  std::vector<char> bytes(size);
  ASSERT_EQ(fmi.SerializeFMUstate(instance.handle(), state, bytes.data(), size), fmi2OK);
  ASSERT_EQ(fmi.FreeFMUstate(instance.handle(), &state), fmi2OK);
  std::mt19937 random(2);
  for (int k = 0; k < 50; ++k) {
    std::vector<char> damaged = bytes;
    const size_t at = std::uniform_int_distribution<size_t>(0, size - 1)(random);
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << (k % 8)));
    const size_t cut = k % 3 == 0 ? at : size;
    fmi2FMUstate made = nullptr;
    EXPECT_EQ(fmi.DeSerializeFMUstate(instance.handle(), damaged.data(), cut, &made), fmi2Error);
    EXPECT_EQ(made, nullptr);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, StatesOf, testing::ValuesIn(Sources()),
                         [](const auto& one) { return one.param.name; });

}  // namespace

}  // namespace kerf::fmi
