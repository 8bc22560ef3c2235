// Machine code of functions against the interpreter, on the functions of compiled_functions.mo.
#include "sim/compiled_calls.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "diag/consumers.h"
#include "session/session.h"

namespace kerf::sim {
namespace {

using flat::Value;

class NoValues : public flat::VarValues {
 public:
  auto TryValue(expr::VarId, Value&) -> bool override { return false; }
};

void Drain(const Value& value, std::vector<double>& numbers) {
  if (value.is_array || value.kind == expr::Kind::Record) {
    for (const Value& element : value.elements()) Drain(element, numbers);
    return;
  }
  numbers.push_back(value.kind == expr::Kind::Text ? 0 : value.number());
}

auto MakeModel() -> flat::Model {
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  source::Buffers buffers;
  session::Request request;
  request.file = KERF_SOURCE_DIR "/test/unit/sim/compiled_functions.mo";
  request.model = "CompiledFunctions.Calls";
  std::vector<session::Phase> phases;
  auto model = session::MakeFlat(request, request.options, buffers, emitter, phases);
  for (const auto& diagnostic : consumer.all) ADD_FAILURE() << diagnostic.text;
  return model ? std::move(*model) : flat::Model{};
}

class CompiledCallsTest : public ::testing::Test {
 protected:
  CompiledCallsTest()
      : model_(MakeModel()), interpreter_(*model_.world, values_), calls_(*model_.world, interpreter_) {
    for (const expr::FunctionId id : model_.world->functions.ids()) {
      std::string name(model_.world->names[model_.world->functions[id].name]);
      name = name.substr(name.rfind('.') + 1);
      ids_[name] = id;
    }
  }

  // A call with scalar arguments that are not known before.
  auto Add(const std::string& name, size_t n_arguments = 3) -> size_t {
    dae::RunTimeFunction function;
    function.function = ids_.at(name);
    function.arguments.assign(n_arguments, Value::Real(0));
    function.is_given.assign(n_arguments, false);
    const auto& body = *model_.world->bodies[model_.world->functions[function.function].body];
    std::vector<double> numbers;
    for (uint32_t k = 0; k < body.n_outputs; ++k) {
      Drain(flat::DefaultValue(body.variables[body.n_inputs + k].type, *model_.world), numbers);
    }
    function.n_outputs = static_cast<uint32_t>(numbers.size());
    functions_.push_back(function);
    return functions_.size() - 1;
  }

  void Compile() {
    std::vector<const dae::RunTimeFunction*> wanted;
    for (const auto& function : functions_) wanted.push_back(&function);
    EXPECT_EQ(calls_.Compile(wanted, codegen::CompileFunctions), "");
  }

  auto Run(size_t k, std::vector<double> in) -> CompiledCalls::Result {
    out_.assign(functions_[k].n_outputs, std::nan(""));
    return calls_.Run(k, in.data(), out_.data());
  }

  auto Interpreted(size_t k, const std::vector<double>& in) -> std::optional<std::vector<double>> {
    std::vector<Value> arguments;
    for (const double number : in) arguments.push_back(Value::Real(number));
    const auto results = interpreter_.Call(functions_[k].function, arguments);
    if (!results) return std::nullopt;
    std::vector<double> numbers;
    for (const Value& result : *results) Drain(result, numbers);
    return numbers;
  }

  // The number of calls at random points that machine code did; all results are compared.
  auto Compare(size_t k, int n_points = 300) -> int {
    std::mt19937 random(k + 1);
    std::uniform_real_distribution<double> number(-3, 3);
    int n_done = 0;
    for (int point = 0; point < n_points; ++point) {
      std::vector<double> in(functions_[k].arguments.size());
      for (double& x : in) x = number(random);
      const auto expected = Interpreted(k, in);
      const bool is_done = Run(k, in) != CompiledCalls::Result::NotDone;
      n_done += is_done ? 1 : 0;
      if (!is_done) continue;
      EXPECT_TRUE(expected.has_value());
      if (!expected) return n_done;
      EXPECT_EQ(expected->size(), out_.size());
      for (size_t j = 0; j < out_.size(); ++j) EXPECT_DOUBLE_EQ(out_[j], (*expected)[j]) << j;
    }
    return n_done;
  }

  flat::Model model_;
  NoValues values_;
  flat::Interpreter interpreter_;
  CompiledCalls calls_;
  std::map<std::string, expr::FunctionId> ids_;
  std::vector<dae::RunTimeFunction> functions_;
  std::vector<double> out_;
};

TEST_F(CompiledCallsTest, ResultsAreThoseOfTheInterpreter) {
  const std::vector<std::string> names = {"arithmetic", "integers",   "choices", "loops", "fixedArrays",
                                          "openArrays", "reductions", "records", "calls"};
  for (const std::string& name : names) Add(name);
  Compile();
  for (size_t k = 0; k < names.size(); ++k) {
    SCOPED_TRACE(names[k]);
    EXPECT_EQ(Compare(k), 300);
  }
}

TEST_F(CompiledCallsTest, WhatGoesWrongIsGivenBack) {
  const size_t failures = Add("failures");
  Compile();
  const int n_done = Compare(failures);
  EXPECT_GT(n_done, 20);
  EXPECT_LT(n_done, 280);
  // An assertion, a subscript, a domain, a division.
  for (const auto& in : {std::vector<double>{-2.5, 0, 1}, {0, 3.5, 1}, {0, 0, -1}, {1.75, 0, 1}}) {
    EXPECT_EQ(Run(failures, in), CompiledCalls::Result::NotDone);
    EXPECT_FALSE(Interpreted(failures, in).has_value());
  }
  EXPECT_EQ(Run(failures, {1, 1.5, 1}), CompiledCalls::Result::Done);
}

TEST_F(CompiledCallsTest, OnlyWhatCannotBeCompiledIsInterpreted) {
  const size_t partly = Add("partlyTexts");
  const size_t always = Add("alwaysTexts");
  Compile();
  EXPECT_EQ(Run(always, {1, 2, 3}), CompiledCalls::Result::NotDone);
  EXPECT_EQ(Run(partly, {1, 2, 0}), CompiledCalls::Result::Done);
  EXPECT_EQ(out_[0], 3);
  EXPECT_EQ(Run(partly, {1, 2, 3}), CompiledCalls::Result::NotDone);
  std::map<std::string, codegen::FunctionReport> reports;
  for (const auto& report : calls_.compiled()->reports()) {
    std::string name(model_.world->names[model_.world->functions[report.function].name]);
    reports[name.substr(name.rfind('.') + 1)] = report;
  }
  EXPECT_TRUE(reports.at("partlyTexts").is_compiled);
  EXPECT_EQ(reports.at("partlyTexts").reason, "it uses the operator +");
  EXPECT_TRUE(reports.at("texts").is_compiled);
  EXPECT_FALSE(reports.at("alwaysTexts").is_compiled);
  EXPECT_EQ(reports.at("alwaysTexts").reason, "it uses the operator +");
  EXPECT_FALSE(reports.at("Modelica_Length").is_compiled);
  EXPECT_EQ(reports.at("Modelica_Length").reason, "it calls the external function ModelicaStrings_length");
  EXPECT_EQ(reports.size(), 4U);
}

TEST_F(CompiledCallsTest, MachineCodeCallsTheInterpreterForOneFunction) {
  const size_t wrapped = Add("lengthOfName");
  Compile();
  EXPECT_EQ(Compare(wrapped), 300);
}

TEST_F(CompiledCallsTest, AWarningIsToldOnce) {
  const size_t warns = Add("warns");
  Compile();
  EXPECT_EQ(Run(warns, {-1, 0, 0}), CompiledCalls::Result::Done);
  EXPECT_EQ(Run(warns, {1, 0, 0}), CompiledCalls::Result::Warned);
  EXPECT_EQ(out_[0], 1);
  EXPECT_EQ(Run(warns, {2, 0, 0}), CompiledCalls::Result::Done);
  calls_.ForgetWarnings();
  EXPECT_EQ(Run(warns, {2, 0, 0}), CompiledCalls::Result::Warned);
}

TEST_F(CompiledCallsTest, ALoopWithoutEndEnds) {
  const size_t endless = Add("endless");
  Compile();
  EXPECT_EQ(Run(endless, {1, 0, -1}), CompiledCalls::Result::Done);
  EXPECT_EQ(Run(endless, {1, 0, 1}), CompiledCalls::Result::NotDone);
}

TEST_F(CompiledCallsTest, AFunctionAsArgumentIsTheInterpreters) {
  dae::RunTimeFunction function;
  function.function = ids_.at("integral");
  function.arguments = {Value::Closure(ids_.at("scaled"), {}, {}), Value::Real(0), Value::Real(0)};
  function.is_given = {false, false};
  function.n_outputs = 1;
  functions_.push_back(function);
  Compile();
  EXPECT_EQ(Run(0, {0, 1}), CompiledCalls::Result::NotDone);
  ASSERT_EQ(calls_.Reports().size(), 1U);
  EXPECT_FALSE(calls_.Reports()[0].is_compiled);
  EXPECT_EQ(calls_.compiled(), nullptr);
}

TEST_F(CompiledCallsTest, ArgumentsMayBeGivenOrArrays) {
  dae::RunTimeFunction function;
  function.function = ids_.at("openSum");
  function.arguments = {Value::RealVector(std::vector<double>{1, 2, 3, 4, 5})};
  function.is_given = {true, false, true, true, false};
  function.n_outputs = 2;
  functions_.push_back(function);
  Compile();
  EXPECT_EQ(Run(0, {20, 50}), CompiledCalls::Result::Done);
  const std::vector<double> values = {1, 20, 3, 4, 50};
  const auto expected = interpreter_.Call(function.function, std::vector{Value::RealVector(values)});
  ASSERT_TRUE(expected.has_value());
  EXPECT_DOUBLE_EQ(out_[0], (*expected)[0].real);
  EXPECT_EQ(out_[1], 5);
}

}  // namespace
}  // namespace kerf::sim
