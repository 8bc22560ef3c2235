// Machine code against the interpreter: every instruction, random tapes, order of rows, large tapes, several
// threads.
#include "codegen/compile.h"

#include <fmt/format.h>

#include <limits>
#include <thread>

#include "tapes.h"

namespace kerf::codegen {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
const std::vector<double> kValues = {0.0, -0.0, 1.0,   -1.0, 0.5,   -0.3, 2.0,
                                     3.7, -3.7, 1e300, kInf, -kInf, kNan};

// w[args 3] = op(w[args 0], w[args 1], w[args 2]) for all combinations of values.
auto OpTape(const Instr& instr) -> Tape {
  Tape tape;
  Shape shape;
  shape.n_args = 4;
  shape.code = {{TapeOp::Load, 0, 0, 0},
                {TapeOp::Load, 1, 0, 0},
                {TapeOp::Load, 2, 0, 0},
                instr,
                {TapeOp::Store, 3, 3, 0}};
  const auto n = static_cast<uint32_t>(kValues.size());
  for (uint32_t i = 0; i < n * n; ++i) tape.args.insert(tape.args.end(), {i / n, i % n, (i / 2) % n, n + i});
  tape.codes.Add({{{tape.shapes.Add(shape), 0, n * n}}});
  return tape;
}

void ExpectOpSame(const Instr& instr) {
  const Tape tape = OpTape(instr);
  std::vector<double> w = kValues;
  w.resize(kValues.size() * (kValues.size() + 1), -77);
  for (const CompileOptions& options : AllOptions()) ExpectSame(tape, w, options);
}

TEST(Compile, EveryInstruction) {
  for (auto k = static_cast<int>(TapeOp::Neg); k <= static_cast<int>(TapeOp::Mod); ++k) {
    const auto op = static_cast<TapeOp>(k);
    SCOPED_TRACE(text_of(op));
    if (op != TapeOp::PowInt) ExpectOpSame({op, 0, 1, 2});
  }
}

TEST(Compile, PowInt) {
  for (const int32_t n : {0, 1, 2, 3, -1, -2, 7, 100, 1'000'003, std::numeric_limits<int32_t>::min()}) {
    SCOPED_TRACE(n);
    ExpectOpSame({TapeOp::PowInt, 0, static_cast<uint32_t>(n), 0});
  }
}

TEST(Compile, Constants) {
  for (const double value : kValues) ExpectOpSame(ConstInstr(value));
}

TEST(Compile, RandomTapes) {
  size_t n_finite = 0;
  size_t n_all = 0;
  for (uint32_t seed = 0; seed < 12; ++seed) {
    RandomTape random(seed, 60);
    const Tape tape = random.Make(1 + seed % 7, 60);
    const std::vector<double> w = random.MakeSlots();
    for (const CompileOptions& options : AllOptions()) {
      SCOPED_TRACE(seed);
      for (const double x : ExpectSame(tape, w, options)) n_finite += std::isfinite(x) ? 1 : 0;
      n_all += w.size();
    }
  }
  // Otherwise the comparison would say little.
  EXPECT_GT(n_finite, n_all / 2);
}

// w[i] = w[i-1] + w[i-2].
TEST(Compile, RowsSeeTheRowsBefore) {
  Tape tape;
  Shape shape;
  shape.n_args = 3;
  shape.code = {
      {TapeOp::Load, 0, 0, 0}, {TapeOp::Load, 1, 0, 0}, {TapeOp::Add, 0, 1, 0}, {TapeOp::Store, 2, 2, 0}};
  const ShapeId shape_id = tape.shapes.Add(shape);
  for (uint32_t i = 2; i < 50; ++i) tape.args.insert(tape.args.end(), {i - 1, i - 2, i});
  tape.codes.Add({{{shape_id, 0, 38}, {shape_id, 38 * 3, 3}, {shape_id, 41 * 3, 7}}});
  std::vector<double> w(50);
  w[1] = 1;
  for (const CompileOptions& options : AllOptions()) EXPECT_EQ(ExpectSame(tape, w, options)[49], 7778742049);
}

// One row that reads a slot, overwrites it and reads it again.
TEST(Compile, LoadAfterStoreSeesTheStore) {
  Tape tape;
  Shape shape;
  shape.n_args = 3;
  shape.code = {{TapeOp::Load, 0, 0, 0}, {TapeOp::Add, 0, 0, 0},  {TapeOp::Store, 1, 1, 0},
                {TapeOp::Load, 0, 0, 0}, {TapeOp::Less, 0, 3, 0}, {TapeOp::Store, 4, 2, 0},
                {TapeOp::Load, 2, 0, 0}, {TapeOp::Load, 0, 0, 0}, {TapeOp::Select, 6, 7, 0},
                {TapeOp::Store, 8, 2, 0}};
  // Arguments 0 and 1 are the same slot in the second row only.
  tape.args = {0, 1, 2, 3, 3, 4};
  tape.codes.Add({{{tape.shapes.Add(shape), 0, 2}}});
  for (const CompileOptions& options : AllOptions()) {
    const std::vector<double> w = ExpectSame(tape, {1, 0, 0, 1, 0}, options);
    EXPECT_EQ(w, (std::vector<double>{1, 2, 1, 4, 4}));
  }
}

TEST(Compile, EmptyCodesDoNothing) {
  Tape tape;
  tape.codes.Add({});
  const ShapeId shape_id = tape.shapes.Add({{ConstInstr(3), {TapeOp::Store, 0, 0, 0}}, 1, {}});
  tape.args = {0};
  tape.codes.Add({{{shape_id, 0, 0}}});
  tape.codes.Add({{{shape_id, 0, 1}}});
  const CompileResult result = Compile(tape, {});
  ASSERT_NE(result.compiled, nullptr) << result.error;
  double w = 1;
  for (const uint32_t k : {0U, 1U}) {
    const KerfCode code = result.compiled->code(CodeId{k});
    code.run(code.context, &w);
    EXPECT_EQ(w, 1);
  }
  const KerfCode code = result.compiled->code(CodeId{2U});
  code.run(code.context, &w);
  EXPECT_EQ(w, 3);
}

TEST(Compile, TapeWithoutCodes) {
  const CompileResult result = Compile({}, {});
  EXPECT_NE(result.compiled, nullptr) << result.error;
}

// w[i] = (w[i-1] - w[i-2])/w[i-3] + constant, each with its own constant and so of its own shape.
auto DistinctShapes(uint32_t n) -> Tape {
  Tape tape;
  Code code;
  for (uint32_t i = 3; i < n + 3; ++i) {
    Shape shape;
    shape.n_args = 4;
    shape.code = {{TapeOp::Load, 0, 0, 0}, {TapeOp::Load, 1, 0, 0}, {TapeOp::Sub, 0, 1, 0},
                  {TapeOp::Load, 2, 0, 0}, {TapeOp::Div, 2, 3, 0},  ConstInstr(1 + 1e-3 * i),
                  {TapeOp::Add, 4, 5, 0},  {TapeOp::Store, 6, 3, 0}};
    code.loops.push_back({tape.shapes.Add(shape), static_cast<uint32_t>(tape.args.size()), 1});
    tape.args.insert(tape.args.end(), {i - 1, i - 2, i - 3, i});
  }
  tape.codes.Add(code);
  return tape;
}

TEST(Compile, HundredThousandShapes) {
  const uint32_t n = 100'000;
  const Tape tape = DistinctShapes(n);
  const CompileResult result = Compile(tape, {});
  ASSERT_NE(result.compiled, nullptr) << result.error;
  const CompileStatistics& statistics = result.compiled->statistics();
  fmt::print("{:.0f} equations/s, {:.0f} instructions/s\n", n / statistics.seconds,
             static_cast<double>(statistics.n_instructions) / statistics.seconds);
  EXPECT_EQ(statistics.n_inlined_rows, n);
  EXPECT_EQ(statistics.n_instructions, 8 * n);
  EXPECT_EQ(statistics.n_loop_shapes, 0U);
  EXPECT_GT(statistics.n_functions, 100U);
  EXPECT_GT(statistics.n_modules, 10U);
  std::vector<double> w(n + 3, 1.0);
  std::vector<double> expected = w;
  const KerfCode code = result.compiled->code(CodeId{0U});
  code.run(code.context, w.data());
  model::Interpret(tape, CodeId{0U}, {}, expected.data());
  EXPECT_EQ(w, expected);
}

TEST(Compile, MillionRowsOfOneShape) {
  const uint32_t n = 1'000'000;
  Tape tape;
  Shape shape;
  shape.n_args = 3;
  shape.code = {
      {TapeOp::Load, 0, 0, 0}, {TapeOp::Load, 1, 0, 0}, {TapeOp::Sub, 0, 1, 0}, {TapeOp::Store, 2, 2, 0}};
  for (uint32_t i = 0; i < n; ++i) tape.args.insert(tape.args.end(), {i, i + 1, n + 1 + i});
  tape.codes.Add({{{tape.shapes.Add(shape), 0, n}}});
  std::vector<double> w(2 * n + 1);
  for (uint32_t i = 0; i <= n; ++i) w[i] = std::sin(i);
  for (const bool is_optimised : {false, true}) {
    CompileOptions options;
    options.optimise_loops = is_optimised;
    const std::vector<double> result = ExpectSame(tape, w, options);
    EXPECT_EQ(result[2 * n], w[n - 1] - w[n]);
  }
}

TEST(Compile, OneVeryLongShape) {
  const uint32_t n = 100'000;
  Tape tape;
  Shape shape;
  shape.n_args = 2;
  shape.code = {{TapeOp::Load, 0, 0, 0}, ConstInstr(0.5)};
  for (uint32_t i = 2; i < n; ++i)
    shape.code.push_back({i % 2 == 0 ? TapeOp::Add : TapeOp::Mul, i - 1, i % 7 == 0 ? i / 2 : 1, 0});
  shape.code.push_back({TapeOp::Store, n - 1, 1, 0});
  tape.args = {0, 1};
  tape.codes.Add({{{tape.shapes.Add(shape), 0, 1}}});
  for (const CompileOptions& options : {AllOptions()[0], AllOptions()[1], CompileOptions{}})
    ExpectSame(tape, {0.3, 0}, options);
}

TEST(Compile, SameTapeSameCode) {
  RandomTape random(3, 40);
  const Tape tape = random.Make(5, 50);
  EXPECT_EQ(PrintIr(tape, {}), PrintIr(tape, {}));
  CompileOptions one;
  one.threads = 1;
  one.module_instructions = 20;
  CompileOptions many = one;
  many.threads = 4;
  const std::vector<double> w = random.MakeSlots();
  const std::vector<double> a = ExpectSame(tape, w, one);
  const std::vector<double> b = ExpectSame(tape, w, many);
  EXPECT_TRUE(std::ranges::equal(a, b, SameNumber));
}

TEST(Compile, SeveralThreadsCompileAndRun) {
  const Tape shared = DistinctShapes(2000);
  const CompileResult common = Compile(shared, {});
  ASSERT_NE(common.compiled, nullptr) << common.error;
  std::vector<double> expected(2003, 1.0);
  model::Interpret(shared, CodeId{0U}, {}, expected.data());
  std::vector<int> is_right(3);
  const auto work = [&](size_t k) {
    const CompileResult own = Compile(shared, {});
    if (own.compiled == nullptr) return;
    bool is_same = true;
    for (int i = 0; i < 20; ++i) {
      const KerfCode code = (i % 2 == 0 ? own : common).compiled->code(CodeId{0U});
      std::vector<double> w(2003, 1.0);
      code.run(code.context, w.data());
      is_same = is_same && w == expected;
    }
    is_right[k] = is_same ? 1 : 0;
  };
  std::vector<std::thread> threads;
  for (size_t k = 0; k < is_right.size(); ++k) threads.emplace_back(work, k);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(is_right, std::vector<int>(3, 1));
}

}  // namespace
}  // namespace kerf::codegen
