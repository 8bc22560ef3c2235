// External functions and their partial derivatives from machine code.
#include "tapes.h"

namespace kerf::codegen {
namespace {

struct Counter {
  int calls = 0;
};

// (x·x·y, x + y).
void Polynomial(void* context, const double* in, double* out) {
  ++static_cast<Counter*>(context)->calls;
  out[0] = in[0] * in[0] * in[1];
  out[1] = in[0] + in[1];
}

void Seven(void*, const double*, double* out) { out[0] = 7; }

// Of a row's slots, from (x, y) = (s₀, s₁): s₂ = f₀(x, y), s₃ = f₁(x, y), s₄ = ∂f₀/∂x, s₅ = ∂f₁/∂y, s₆ =
// Seven() where x > 0, s₇ = f₀(y, x), s₈ = f₀(x, y).
constexpr uint32_t kArgs = 9;
auto CallTape(uint32_t n_rows) -> Tape {
  Tape tape;
  Shape shape;
  shape.n_args = kArgs;
  shape.call_args = {model::kAlways, 0, 1, model::kAlways, 1, 0, 9};
  shape.code = {{TapeOp::Load, 0, 0, 0},        {TapeOp::Load, 1, 0, 0},
                {TapeOp::Call, 0, 0, 0},        {TapeOp::Call, 0, 0, 1},
                {TapeOp::CallPartial, 0, 0, 0}, {TapeOp::CallPartial, 0, 0, model::kPartialBase + 1},
                {TapeOp::Call, 0, 0, 0},        {TapeOp::Call, 0, 3, 0},
                model::ConstInstr(0),           {TapeOp::Greater, 0, 8, 0},
                {TapeOp::Call, 1, 6, 0}};
  for (const auto& [result, arg] :
       {std::pair{2U, 2U}, {3U, 3U}, {4U, 4U}, {5U, 5U}, {6U, 8U}, {7U, 7U}, {10U, 6U}}) {
    shape.code.push_back({TapeOp::Store, result, arg, 0});
  }
  for (uint32_t i = 0; i < kArgs * n_rows; ++i) tape.args.push_back(i);
  tape.codes.Add({{{tape.shapes.Add(shape), 0, n_rows}}});
  return tape;
}

TEST(ExternalFunctions, CallsAndPartials) {
  constexpr uint32_t kRows = 20;
  const Tape tape = CallTape(kRows);
  Counter counter;
  const std::vector<KerfFunction> functions = {{Polynomial, &counter, 2, 2}, {Seven, nullptr, 0, 1}};
  std::vector<double> w(kArgs * kRows);
  for (uint32_t i = 0; i < kRows; ++i) {
    w[kArgs * i] = 0.5 * i - 3;
    w[kArgs * i + 1] = 1 + i * i;
  }
  for (const CompileOptions& options : AllOptions()) {
    const std::vector<double> result = ExpectSame(tape, w, options, functions);
    for (uint32_t i = 0; i < kRows; ++i) {
      const double* row = &result[kArgs * size_t{i}];
      EXPECT_EQ(row[2], row[0] * row[0] * row[1]);
      EXPECT_EQ(row[3], row[0] + row[1]);
      EXPECT_NEAR(row[4], 2 * row[0] * row[1], 1e-6);
      EXPECT_NEAR(row[5], 1, 1e-9);
      EXPECT_EQ(row[6], row[0] > 0 ? 7 : 0);
      EXPECT_EQ(row[7], row[1] * row[1] * row[0]);
      EXPECT_EQ(row[8], row[2]);
    }
  }
}

TEST(ExternalFunctions, OutputsOfARowShareACall) {
  const Tape tape = CallTape(3);
  Counter counter;
  const std::vector<KerfFunction> functions = {{Polynomial, &counter, 2, 2}, {Seven, nullptr, 0, 1}};
  for (const CompileOptions& options : AllOptions()) {
    const CompileResult result = Compile(tape, functions, options);
    ASSERT_NE(result.compiled, nullptr) << result.error;
    std::vector<double> w(3 * kArgs, 1.0);
    counter.calls = 0;
    const KerfCode code = result.compiled->code(CodeId{0U});
    code.run(code.context, w.data());
    // One for both outputs, two for each derivative, two afterwards.
    EXPECT_EQ(counter.calls, 3 * 7);
  }
}

// The description may go away after Compile.
TEST(ExternalFunctions, DescriptionsAreCopied) {
  const Tape tape = CallTape(1);
  Counter counter;
  std::vector<KerfFunction> functions = {{Polynomial, &counter, 2, 2}, {Seven, nullptr, 0, 1}};
  const CompileResult result = Compile(tape, functions);
  ASSERT_NE(result.compiled, nullptr) << result.error;
  functions.assign(2, KerfFunction{});
  std::vector<double> w = {2, 5, 0, 0, 0, 0, 0, 0, 0};
  const KerfCode code = result.compiled->code(CodeId{0U});
  code.run(code.context, w.data());
  EXPECT_EQ(w[2], 20);
  EXPECT_NEAR(w[4], 20, 1e-8);
}

}  // namespace
}  // namespace kerf::codegen
