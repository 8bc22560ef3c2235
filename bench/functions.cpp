// Functions of a model, interpreted and as machine code, side by side: the same calls, results compared. Ends
// with 1 if a target is missed.
#include <fmt/format.h>

#include <bit>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "codegen/compile_functions.h"
#include "diag/consumers.h"
#include "flat/interpret.h"
#include "session/session.h"

namespace kerf::bench {

namespace {

using flat::Value;
using Clock = std::chrono::steady_clock;

// Target: machine code is at least so many times as fast as the interpreter.
constexpr double kMinRatio = 20;
constexpr int kCalls = 20'000;

constexpr const char* kText = R"(
package Functions
  record Gas
    Real R;
    Real low[7];
    Real high[7];
    Real limit;
  end Gas;
  function polynomial "Scalars and a table"
    input Real x;
    output Real y;
  protected
    constant Real c[12] = {1.5, -0.3, 0.02, 4, 5e-3, 6, -7e-2, 8, 9e-4, 1, 1.1, -0.12};
  algorithm
    y := 0;
    for i in 12:-1:1 loop
      y := y*x + c[i];
    end for;
  end polynomial;
  function heat "Records and powers"
    input Real T;
    output Real h;
  protected
    Gas gas = Gas(287, {1, 2e-3, 3e-6, -4e-9, 5e-12, 6e-15, 7}, {2, 1e-3, 2e-6, -2e-9, 1e-12, 3e-15, 9}, 1000);
    Real a[7];
  algorithm
    a := if T < gas.limit then gas.low else gas.high;
    h := gas.R*T*(sum(a[i]*T^(i - 1)/i for i in 1:6) + a[7]*log(T));
  end heat;
  function norm "Arrays whose size the argument gives"
    input Real v[:];
    output Real y;
  protected
    Real w[size(v, 1)];
  algorithm
    w := v .* v + 2*v;
    y := sqrt(sum(w) + v*w);
  end norm;
  function chain "Calls and arrays"
    input Real x;
    output Real y;
  algorithm
    y := norm({x, 2*x, x + 1, x*x}) + polynomial(x/10) + heat(300 + x);
  end chain;
  model All
    Real y = polynomial(time) + heat(300 + time) + chain(time);
  end All;
end Functions;
)";

class NoValues : public flat::VarValues {
 public:
  auto TryValue(expr::VarId, Value&) -> bool override { return false; }
};

auto MakeModel() -> flat::Model {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "kerf_functions.mo";
  std::ofstream(file) << kText;
  session::Request request;
  request.file = file.string();
  request.model = "Functions.All";
  diag::CollectingConsumer collected;
  diag::Emitter emitter(collected);
  source::Buffers buffers;
  std::vector<session::Phase> phases;
  auto model = session::MakeFlat(request, request.options, buffers, emitter, phases);
  std::filesystem::remove(file);
  for (const auto& diagnostic : collected.all) fmt::print("{}\n", diagnostic.text);
  return model ? std::move(*model) : flat::Model{};
}

auto ArgumentOf(int call) -> double { return 1 + call * 1e-3; }

struct Timed {
  // Of one call [ns].
  double nanoseconds = 0;
  double sum = 0;
};

template <typename Call>
auto Measure(Call call) -> Timed {
  Timed timed;
  const auto begin = Clock::now();
  for (int k = 0; k < kCalls; ++k) timed.sum += call(ArgumentOf(k));
  timed.nanoseconds = std::chrono::duration<double, std::nano>(Clock::now() - begin).count() / kCalls;
  return timed;
}

auto MeasureCode(codegen::FunctionCode code) -> Timed {
  std::vector<char> memory(1 << 16);
  codegen::FunctionContext context;
  return Measure([&](double x) {
    int64_t in = std::bit_cast<int64_t>(x);
    int64_t out = 0;
    context.top = memory.data();
    context.end = memory.data() + memory.size();
    return code(&context, &in, &out) == 0 ? std::bit_cast<double>(out) : std::nan("");
  });
}

auto Run() -> bool {
  const flat::Model model = MakeModel();
  flat::World& world = *model.world;
  std::vector<codegen::FunctionRequest> requests;
  std::vector<std::string> names;
  for (const std::string name : {"polynomial", "heat", "chain"}) {
    const auto id = world.FunctionNamed(world.names.Intern("Functions." + name));
    requests.push_back({id, 1});
    names.push_back(name);
  }
  const auto fast = codegen::CompileFunctions(world, requests, {false});
  const auto optimised = codegen::CompileFunctions(world, requests, {true});
  if (!fast.compiled || !optimised.compiled) return false;
  fmt::print("  compiled in {:.1f} ms, optimised in {:.1f} ms, {} instructions\n",
             1e3 * fast.compiled->statistics().seconds, 1e3 * optimised.compiled->statistics().seconds,
             fast.compiled->statistics().n_instructions);
  fmt::print("  {:<12}{:>18}{:>15}{:>15}{:>8}\n", "function", "interpreted [ns]", "compiled [ns]",
             "optimised [ns]", "ratio");
  NoValues none;
  flat::Interpreter interpreter(world, none);
  bool is_met = true;
  for (size_t k = 0; k < names.size(); ++k) {
    if (fast.compiled->code(k) == nullptr || optimised.compiled->code(k) == nullptr) return false;
    const Timed slow = Measure([&](double x) {
      const auto results = interpreter.Call(requests[k].function, std::vector{Value::Real(x)});
      return results ? (*results)[0].real : std::nan("");
    });
    const Timed quick = MeasureCode(fast.compiled->code(k));
    const Timed best = MeasureCode(optimised.compiled->code(k));
    const double ratio = slow.nanoseconds / best.nanoseconds;
    const bool is_same =
        std::fabs(slow.sum - best.sum) <= 1e-12 * std::fabs(slow.sum) && quick.sum == best.sum;
    fmt::print("  {:<12}{:>18.0f}{:>15.0f}{:>15.0f}{:>8.0f}\n", names[k], slow.nanoseconds, quick.nanoseconds,
               best.nanoseconds, ratio);
    if (!is_same) fmt::print("  the results differ: {} {} {}\n", slow.sum, quick.sum, best.sum);
    is_met = is_met && is_same && ratio >= kMinRatio;
  }
  fmt::print("  machine code at least {:.0f} times as fast: {}\n", kMinRatio, is_met ? "met" : "MISSED");
  return is_met;
}

}  // namespace

}  // namespace kerf::bench

auto main() -> int {
  fmt::print("functions of a model, {} calls each\n", kerf::bench::kCalls);
  return kerf::bench::Run() ? EXIT_SUCCESS : EXIT_FAILURE;
}
