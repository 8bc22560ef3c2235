// The way from a text to an instance.
#include "exported.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>

#include "../own_path.h"
#include "compile/make_model.h"
#include "compile/store.h"
#include "diag/consumers.h"
#include "fmi/package.h"
#include "model/file.h"
#include "session/session.h"

namespace kerf::fmi {

Library2::Library2() : handle_(dlopen(KERF_FMU_FILE, RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr) throw std::runtime_error(dlerror());
#define KERF_FIND(Name) Name = reinterpret_cast<decltype(Name)>(Symbol("fmi2" #Name))
  KERF_FIND(Instantiate);
  KERF_FIND(FreeInstance);
  KERF_FIND(SetupExperiment);
  KERF_FIND(EnterInitializationMode);
  KERF_FIND(ExitInitializationMode);
  KERF_FIND(Terminate);
  KERF_FIND(Reset);
  KERF_FIND(GetReal);
  KERF_FIND(SetReal);
  KERF_FIND(GetFMUstate);
  KERF_FIND(SetFMUstate);
  KERF_FIND(FreeFMUstate);
  KERF_FIND(SerializedFMUstateSize);
  KERF_FIND(SerializeFMUstate);
  KERF_FIND(DeSerializeFMUstate);
  KERF_FIND(GetDirectionalDerivative);
  KERF_FIND(EnterEventMode);
  KERF_FIND(NewDiscreteStates);
  KERF_FIND(EnterContinuousTimeMode);
  KERF_FIND(CompletedIntegratorStep);
  KERF_FIND(SetTime);
  KERF_FIND(SetContinuousStates);
  KERF_FIND(GetDerivatives);
  KERF_FIND(GetEventIndicators);
  KERF_FIND(GetContinuousStates);
  KERF_FIND(DoStep);
  KERF_FIND(SetRealInputDerivatives);
  KERF_FIND(GetRealOutputDerivatives);
#undef KERF_FIND
}

Library2::~Library2() { dlclose(handle_); }

auto Library2::Symbol(const char* name) const -> void* {
  void* symbol = dlsym(handle_, name);
  EXPECT_NE(symbol, nullptr) << name;
  return symbol;
}

auto TheLibrary2() -> const Library2& {
  static const Library2 library;
  return library;
}

Exported::~Exported() {
  std::error_code code;
  std::filesystem::remove_all(resources, code);
}

auto Exported::Reference(const std::string& name) const -> uint32_t {
  const auto found = std::ranges::find(interface.variables, name, &Shown::name);
  EXPECT_NE(found, interface.variables.end()) << name;
  return found == interface.variables.end() ? 0 : found->reference;
}

void Export(const std::string& name, const std::string& ending, const std::string& text, Exported& exported) {
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  source::Buffers buffers;
  session::Request request;
  request.file = name + ending;
  request.text = {name + ending, text};
  request.options.reduce_index = request.options.has_fed_inputs = request.options.has_directions = true;
  session::Compilation compilation = session::Compile(request, buffers, emitter);
  std::string messages;
  for (const diag::Diagnostic& diagnostic : consumer.all) messages += diagnostic.text + "\n";
  ASSERT_TRUE(compilation.work && compilation.status == transform::Status::Ok) << name << messages;
  exported.compiled = compile::MakeModel(compilation.work);
  exported.interface = MakeInterface(*exported.compiled);
  std::string why;
  const auto storable = compile::MakeStorable(*exported.compiled, buffers, compile::Reach::Anywhere, why);
  ASSERT_NE(storable, nullptr) << why;
  const std::string bytes = model::Write(*storable);
  exported.token = TokenOf(bytes);
  exported.resources = OwnPath(name);
  std::filesystem::create_directories(exported.resources);
  std::ofstream(exported.resources + "/model.kerf", std::ios::binary) << bytes;
}

Instance2::Instance2(const Exported& exported, fmi2Type type)
    : exported_(exported), callbacks_{Log, nullptr, nullptr, nullptr, this} {
  handle_ = TheLibrary2().Instantiate("one", type, exported.token.c_str(),
                                      ("file://" + exported.resources).c_str(), &callbacks_, 0, 0);
  EXPECT_NE(handle_, nullptr) << messages_;
}

Instance2::~Instance2() { TheLibrary2().FreeInstance(handle_); }

void Instance2::Log(fmi2ComponentEnvironment self, fmi2String, fmi2Status, fmi2String, fmi2String format,
                    ...) {
  std::array<char, 2000> text{};
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text.data(), text.size(), format, arguments);
  va_end(arguments);
  static_cast<Instance2*>(self)->messages_ += std::string(text.data()) + "\n";
}

void Instance2::Initialize(double stop) {
  const Library2& fmi = TheLibrary2();
  ASSERT_EQ(fmi.SetupExperiment(handle_, 0, 0, 0, 1, stop), fmi2OK) << messages_;
  ASSERT_EQ(fmi.EnterInitializationMode(handle_), fmi2OK) << messages_;
  ASSERT_EQ(fmi.ExitInitializationMode(handle_), fmi2OK) << messages_;
}

auto Instance2::Get(const std::string& name) const -> double {
  const uint32_t reference = exported_.Reference(name);
  double value = 0;
  EXPECT_EQ(TheLibrary2().GetReal(handle_, &reference, 1, &value), fmi2OK) << name << messages_;
  return value;
}

void Instance2::Set(const std::string& name, double value) {
  const uint32_t reference = exported_.Reference(name);
  EXPECT_EQ(TheLibrary2().SetReal(handle_, &reference, 1, &value), fmi2OK) << name << messages_;
}

auto Instance2::States() const -> std::vector<double> {
  std::vector<double> x(exported_.n_states());
  EXPECT_EQ(TheLibrary2().GetContinuousStates(handle_, x.data(), x.size()), fmi2OK);
  return x;
}

EulerHost::EulerHost(const Exported& exported, Instance2& instance)
    : exported_(exported), instance_(instance) {}

auto EulerHost::Indicators() -> std::vector<double> {
  std::vector<double> z(exported_.interface.n_indicators);
  EXPECT_EQ(TheLibrary2().GetEventIndicators(instance_.handle(), z.data(), z.size()), fmi2OK)
      << instance_.messages();
  return z;
}

void EulerHost::Settle() {
  const Library2& fmi = TheLibrary2();
  fmi2EventInfo info{};
  do {
    ASSERT_EQ(fmi.NewDiscreteStates(instance_.handle(), &info), fmi2OK) << instance_.messages();
  } while (info.newDiscreteStatesNeeded != 0);
  is_terminated_ = info.terminateSimulation != 0;
  next_event_ = info.nextEventTimeDefined != 0 ? info.nextEventTime : std::numeric_limits<double>::infinity();
  x_ = instance_.States();
  ASSERT_EQ(fmi.EnterContinuousTimeMode(instance_.handle()), fmi2OK);
  z_ = Indicators();
}

void EulerHost::MoveTo(double t, const std::vector<double>& x) {
  const Library2& fmi = TheLibrary2();
  ASSERT_EQ(fmi.SetTime(instance_.handle(), t), fmi2OK);
  ASSERT_EQ(fmi.SetContinuousStates(instance_.handle(), x.data(), x.size()), fmi2OK);
}

void EulerHost::Step(double step) {
  const Library2& fmi = TheLibrary2();
  std::vector<double> slope(x_.size());
  MoveTo(t_, x_);
  ASSERT_EQ(fmi.GetDerivatives(instance_.handle(), slope.data(), slope.size()), fmi2OK)
      << instance_.messages();
  const auto at = [&](double h) {
    std::vector<double> x = x_;
    for (size_t k = 0; k < x.size(); ++k) x[k] += h * slope[k];
    return x;
  };
  const auto has_crossed = [&](double h) {
    MoveTo(t_ + h, at(h));
    const std::vector<double> z = Indicators();
    for (size_t k = 0; k < z.size(); ++k) {
      if ((z[k] > 0) != (z_[k] > 0)) return true;
    }
    return false;
  };
  double h = std::min(step, next_event_ - t_);
  bool is_event = t_ + h >= next_event_;
  if (has_crossed(h)) {
    is_event = true;
    double low = 0;
    for (int k = 0; k < 60 && h - low > 1e-12; ++k) {
      const double middle = low + (h - low) / 2;
      (has_crossed(middle) ? h : low) = middle;
    }
  }
  x_ = at(h);
  t_ = is_event && t_ + h >= next_event_ ? next_event_ : t_ + h;
  MoveTo(t_, x_);
  fmi2Boolean enter_event = 0;
  fmi2Boolean terminate = 0;
  ASSERT_EQ(fmi.CompletedIntegratorStep(instance_.handle(), 1, &enter_event, &terminate), fmi2OK)
      << instance_.messages();
  z_ = Indicators();
  if (!is_event && enter_event == 0) return;
  ++n_events_;
  ASSERT_EQ(fmi.EnterEventMode(instance_.handle()), fmi2OK) << instance_.messages();
  Settle();
}

void EulerHost::Run(double stop, double step) {
  Settle();
  while (t_ < stop - 1e-12 && !is_terminated_ && !testing::Test::HasFatalFailure())
    Step(std::min(step, stop - t_));
}

}  // namespace kerf::fmi
