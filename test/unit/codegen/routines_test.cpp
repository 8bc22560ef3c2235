// Machine code of routines against the interpreter: random routines with jumps anywhere, on a host that
// waits, stops and fails at random, give the same values, calls and failures, bit for bit.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "codegen/compile_routines.h"
#include "process/interpret.h"

namespace kerf::codegen {

namespace {

using process::Flow;
using process::Instruction;
using process::Op;
using process::Service;

constexpr uint32_t kCells = 12;
constexpr uint32_t kFields = 4;
constexpr uint32_t kRegisters = 10;
// A cell with a range.
constexpr uint32_t kRanged = 3;
constexpr double kLeast = -2;
constexpr double kMost = 2.5;

// Remembers what it was asked for; what it answers depends on the arguments and on how often it was asked.
class Witness : public process::Host {
 public:
  Witness(uint64_t most_rounds, process::Context& context) : context_(context), most_rounds_(most_rounds) {}

  [[nodiscard]] auto services() const -> const process::ServiceTable& override { return Table(); }
  auto BadSubscript(double subscript, uint32_t size) -> Flow override {
    Note(std::bit_cast<uint64_t>(subscript));
    Note(size);
    return Flow::Fail;
  }
  auto GoneRound(uint64_t n) -> Flow override {
    Note(n);
    return n < most_rounds_ ? Flow::Go : Flow::Fail;
  }

  static auto Table() -> const process::ServiceTable& {
    static constexpr process::ServiceTable kTable = {
#define KERF_SERVICE(Name, text) &Serve<Service::Name>,
#include "process/services.def"
    };
    return kTable;
  }

  uint64_t n_noted = 0;
  uint64_t noted = 0xcbf29ce484222325U;

 private:
  void Note(uint64_t value) {
    ++n_noted;
    noted = (noted ^ value) * 0x100000001b3U;
  }

  // Two arguments are looked at, which all calls of these tests have.
  template <Service service>
  static auto Serve(process::Host& host, uint32_t object, const double* x, double& result) -> Flow {
    auto& self = static_cast<Witness&>(host);
    EXPECT_EQ(result, 0);
    // Machine code need not ask where a value is in its range.
    if (service == Service::CheckRange && (object != kRanged || (x[0] >= kLeast && x[0] <= kMost)))
      return Flow::Go;
    self.Note(static_cast<uint64_t>(service));
    self.Note(object);
    self.Note(std::bit_cast<uint64_t>(x[0]));
    self.Note(std::bit_cast<uint64_t>(x[1]));
    if (process::MayWait(service)) self.Note(self.context_.next);
    if (service == Service::CheckRange) return Flow::Fail;
    result = x[0] - 0.5 * static_cast<double>(self.n_noted % 7);
    self.context_.cells[object % kCells] += 1;
    if (process::MayWait(service) && self.noted % 3 == 0) return Flow::Wait;
    if (service == Service::Finish && self.noted % 5 == 0) return Flow::Stop;
    return service == Service::ErrorExit && self.noted % 5 == 0 ? Flow::Fail : Flow::Go;
  }

  process::Context& context_;
  uint64_t most_rounds_;
};

struct Outcome {
  std::vector<uint64_t> values;
  std::vector<uint32_t> steps;
  uint64_t n_noted = 0;
  uint64_t noted = 0;

  auto operator==(const Outcome&) const -> bool = default;
};

// Runs and resumes until the routine does not wait any more, or often enough.
auto RunAll(process::Executable& executable, uint32_t routine, uint64_t most_rounds) -> Outcome {
  constexpr int kMostRuns = 40;
  std::vector<double> cells, fields(kFields, 1.0);
  for (uint32_t k = 0; k < kCells; ++k) cells.push_back(k);
  process::Context context{cells.data(), fields.data(), 0};
  Witness host(most_rounds, context);
  Outcome outcome;
  uint32_t begin = 0;
  for (int run = 0; run < kMostRuns; ++run) {
    const process::Progress progress = executable.Run(routine, begin, context, host);
    outcome.steps.insert(outcome.steps.end(), {static_cast<uint32_t>(progress.flow), progress.at});
    if (progress.flow != Flow::Wait) break;
    EXPECT_EQ(progress.next, context.next);
    begin = progress.next;
  }
  for (const double cell : cells) outcome.values.push_back(std::bit_cast<uint64_t>(cell));
  for (const double field : fields) outcome.values.push_back(std::bit_cast<uint64_t>(field));
  outcome.n_noted = host.n_noted;
  outcome.noted = host.noted;
  return outcome;
}

const auto kUnary = std::to_array<expr::Op>(
    {expr::Op::Neg,  expr::Op::Not,  expr::Op::Abs,   expr::Op::Sign, expr::Op::Sqrt,
     expr::Op::Exp,  expr::Op::Log,  expr::Op::Log10, expr::Op::Sin,  expr::Op::Cos,
     expr::Op::Tan,  expr::Op::Asin, expr::Op::Acos,  expr::Op::Atan, expr::Op::Sinh,
     expr::Op::Cosh, expr::Op::Tanh, expr::Op::Floor, expr::Op::Ceil, expr::Op::IntegerPart});
const auto kBinary = std::to_array<expr::Op>(
    {expr::Op::Add, expr::Op::Sub, expr::Op::Mul, expr::Op::Div, expr::Op::Pow, expr::Op::Less,
     expr::Op::LessEqual, expr::Op::Greater, expr::Op::GreaterEqual, expr::Op::Equal, expr::Op::NotEqual,
     expr::Op::And, expr::Op::Or, expr::Op::Atan2, expr::Op::Min, expr::Op::Max, expr::Op::Mod});
const auto kServices = std::to_array<Service>({Service::Draw, Service::Seize, Service::Advance,
                                               Service::WaitGate, Service::Finish, Service::ErrorExit,
                                               Service::CheckRange, Service::Observe, Service::Schedule});

class Maker {
 public:
  explicit Maker(uint32_t seed) : random_(seed) {}

  auto Make() -> process::Routine {
    process::Routine routine;
    routine.n_registers = kRegisters;
    const uint32_t n = 3 + Below(60);
    for (uint32_t at = 0; at < n; ++at) routine.code.push_back(One(n, at));
    routine.code.push_back({Op::End});
    return routine;
  }

 private:
  auto Below(uint32_t n) -> uint32_t { return static_cast<uint32_t>(random_() % n); }
  auto Register() -> uint32_t { return Below(kRegisters); }
  template <typename List>
  auto OneOf(const List& list) -> uint8_t {
    return static_cast<uint8_t>(list[Below(static_cast<uint32_t>(list.size()))]);
  }

  auto One(uint32_t n, uint32_t at) -> Instruction {
    switch (Below(14)) {
      case 0:
      case 1:  return {Op::Constant, 0, Register(), Below(9)};
      case 2:  return {Op::Move, 0, Register(), Register()};
      case 3:
      case 4:  return {Op::Load, 0, Register(), Below(kCells)};
      case 5:  return {Op::Store, 0, Below(kCells), Register()};
      case 6:  return {Op::LoadField, 0, Register(), Below(kFields)};
      case 7:  return {Op::StoreField, 0, Below(kFields), Register()};
      case 8:  return {Op::Unary, OneOf(kUnary), Register(), Register()};
      case 9:
      case 10: return {Op::Binary, OneOf(kBinary), Register(), Register(), Register()};
      case 11:
        // Most subscripts are not there, and that would end most routines.
        if (Below(4) != 0) return Call();
        return {Below(2) == 0 ? Op::LoadAt : Op::StoreAt, 0, Below(4), Below(4), Register(), 4 + Below(4)};
      // Mostly forwards, so that most routines end by themselves.
      case 12:
        return {Below(4) == 0 ? Op::Jump : Op::JumpUnless, 0,
                Below(6) == 0 ? Below(at + 1) : at + 1 + Below(n - at), Register()};
      default: return Call();
    }
  }
  auto Call() -> Instruction {
    return {Op::Invoke, OneOf(kServices), Register(), Below(kCells), Below(kRegisters - 1), 2};
  }

  std::mt19937 random_;
};

auto RandomProgram(uint32_t seed, uint32_t n_routines) -> process::Program {
  process::Program program;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  program.constants = {0, -0.0, 1, -1, 2.5, 3, kInfinity, std::nan(""), 1e300};
  constexpr size_t kObjects = 16;
  program.ranges.assign(kObjects, {"any", -kInfinity, kInfinity});
  program.ranges[kRanged] = {"ranged", kLeast, kMost};
  Maker maker(seed);
  for (uint32_t k = 0; k < n_routines; ++k) program.routines.push_back(maker.Make());
  return program;
}

TEST(Routines, RandomOnesLikeTheInterpreter) {
  constexpr uint32_t kRoutines = 200;
  uint32_t n_ended = 0;
  uint32_t n_waited = 0;
  uint32_t n_failed = 0;
  for (uint32_t seed = 1; seed <= 5; ++seed) {
    const process::Program program = RandomProgram(seed, kRoutines);
    const auto interpreter = process::MakeInterpreter(program);
    const CompileRoutinesResult compiled = CompileRoutines(program, Witness::Table());
    ASSERT_NE(compiled.routines, nullptr) << compiled.error;
    for (uint32_t k = 0; k < kRoutines; ++k) {
      const Outcome expected = RunAll(*interpreter, k, process::kRounds);
      EXPECT_EQ(RunAll(*compiled.routines, k, process::kRounds), expected) << seed << " " << k;
      n_waited += expected.steps.size() > 2 ? 1 : 0;
      const auto last = static_cast<Flow>(expected.steps[expected.steps.size() - 2]);
      n_ended += last == Flow::Go ? 1 : 0;
      n_failed += last == Flow::Fail ? 1 : 0;
    }
  }
  // The tests are worth something only if all of these occur often.
  EXPECT_GT(n_ended, 200U);
  EXPECT_GT(n_waited, 100U);
  EXPECT_GT(n_failed, 200U);
}

auto Single(std::vector<Instruction> code) -> process::Program {
  process::Program program;
  program.constants = {1, 0.5};
  program.routines.push_back({"r", std::move(code), {}, 4});
  return program;
}

TEST(Routines, EndlessLoopsGoBackToTheHost) {
  const process::Program program = Single({{Op::Load, 0, 0, 0},
                                           {Op::Constant, 0, 1, 0},
                                           {Op::Binary, static_cast<uint8_t>(expr::Op::Add), 0, 0, 1},
                                           {Op::Store, 0, 0, 0},
                                           {Op::Jump, 0, 0},
                                           {Op::End}});
  const CompileRoutinesResult compiled = CompileRoutines(program, Witness::Table());
  ASSERT_NE(compiled.routines, nullptr);
  for (const uint64_t rounds : {uint64_t{1}, 3 * process::kRounds}) {
    const Outcome outcome = RunAll(*compiled.routines, 0, rounds);
    EXPECT_EQ(outcome, RunAll(*process::MakeInterpreter(program), 0, rounds));
    EXPECT_EQ(outcome.steps, (std::vector<uint32_t>{static_cast<uint32_t>(Flow::Fail), 4}));
    EXPECT_EQ(std::bit_cast<double>(outcome.values[0]),
              static_cast<double>(std::max(rounds, process::kRounds)));
  }
}

// Registers are 0 where a run begins, also behind a wait.
TEST(Routines, RegistersDoNotSurviveAWait) {
  const auto advance = static_cast<uint8_t>(Service::Advance);
  std::vector<Instruction> code = {{Op::Constant, 0, 2, 0}};
  // One of so many waits.
  for (int k = 0; k < 20; ++k) code.push_back({Op::Invoke, advance, 3, 1, 0, 2});
  code.push_back({Op::Store, 0, 0, 2});
  code.push_back({Op::End});
  const process::Program program = Single(code);
  const CompileRoutinesResult compiled = CompileRoutines(program, Witness::Table());
  ASSERT_NE(compiled.routines, nullptr);
  const Outcome outcome = RunAll(*compiled.routines, 0, 1);
  EXPECT_EQ(outcome, RunAll(*process::MakeInterpreter(program), 0, 1));
  EXPECT_GT(outcome.steps.size(), 2U);
  EXPECT_EQ(std::bit_cast<double>(outcome.values[0]), 0);
}

TEST(Routines, SubscriptsThatAreNotThere) {
  for (const double subscript : {0.0, 5.0, 1.5, -1.0, 1e300, std::nan("")}) {
    process::Program program = Single({{Op::Constant, 0, 0, 0}, {Op::LoadAt, 0, 1, 0, 0, 4}, {Op::End}});
    program.constants = {subscript};
    const CompileRoutinesResult compiled = CompileRoutines(program, Witness::Table());
    ASSERT_NE(compiled.routines, nullptr);
    const Outcome outcome = RunAll(*compiled.routines, 0, 1);
    EXPECT_EQ(outcome, RunAll(*process::MakeInterpreter(program), 0, 1)) << subscript;
    EXPECT_EQ(outcome.steps, (std::vector<uint32_t>{static_cast<uint32_t>(Flow::Fail), 1}));
  }
}

}  // namespace

}  // namespace kerf::codegen
