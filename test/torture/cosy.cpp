// Each program runs by a solver drawn at random, its routines interpreted or as machine code, and is compared
// with the event loop of the test: end values, statistics, instants of events, and stored values.
#include "cosy.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "combined/engine.h"
#include "cosy_plan.h"
#include "cosy_variant.h"
#include "diag/consumers.h"
#include "lang/cosy/cosy.h"

namespace kerf::torture {

namespace {

constexpr double kTolerance = 2e-6;

struct CosyRun {
  std::map<std::string, double> values;
  combined::RunRecord record;
};

struct CosyRuns {
  bool ok = false;
  std::string messages;
  std::vector<CosyRun> runs;
  std::vector<std::string> stored;
};

void TakeValues(const process::Program& program, const combined::RunRecord& record, CosyRun& run) {
  for (const process::Variable& variable : program.variables)
    run.values[variable.name] = record.cells[variable.first];
  for (const auto& one : record.collects) {
    run.values[one.name + " n"] = static_cast<double>(one.values.n);
    run.values[one.name + " mean"] = one.values.mean;
  }
  for (const auto& one : record.time_values) {
    run.values[one.name + " mean"] = one.mean;
    run.values[one.name + " most"] = one.most;
  }
  for (const auto& one : record.files) {
    run.values[one.name + " length"] = one.mean_length;
    run.values[one.name + " wait"] = one.mean_wait;
  }
  for (const auto& one : record.resources) {
    run.values[one.name + " use"] = one.mean_use;
    run.values[one.name + " holding"] = one.mean_holding;
    run.values[one.name + " seized"] = static_cast<double>(one.n_seized);
  }
}

auto RunProgramText(const std::string& text, const combined::Options& options) -> CosyRuns {
  CosyRuns run;
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  source::Buffers buffers;
  const auto buffer = buffers.Add("program.cosy", text);
  auto source = cosy::Parse(buffer, {}, buffers, emitter);
  auto program = source ? cosy::Translate(*source, emitter) : std::nullopt;
  if (program) {
    combined::Engine engine(*program, options, buffers, emitter);
    run.ok = engine.Prepare() && engine.Run();
    for (const combined::RunRecord& record : engine.runs())
      TakeValues(*program, record, run.runs.emplace_back(CosyRun{{}, record}));
    for (const uint32_t cell : program->stored) run.stored.push_back(process::CellName(*program, cell));
  }
  for (const diag::Diagnostic& diagnostic : consumer.all) run.messages += diagnostic.text + "\n";
  return run;
}

auto IsNear(double a, double b) -> bool { return std::abs(a - b) <= kTolerance * std::max(1.0, std::abs(b)); }

// Names of events are those of the program, in front of which a process puts its own.
auto CompareEvents(const CosyAnswer& answer, const CosyRun& run, double sign) -> std::string {
  const auto& found = run.record.events;
  for (size_t k = 0; k < std::max(found.size(), answer.events.size()); ++k) {
    if (k >= found.size() || k >= answer.events.size() || !found[k].name.ends_with(answer.events[k].second) ||
        !IsNear(sign * found[k].time, answer.events[k].first)) {
      const std::string is =
          k < found.size() ? fmt::format("{} at {:.9g}", found[k].name, found[k].time) : "missing";
      const std::string should =
          k < answer.events.size()
              ? fmt::format("{} at {:.9g}", answer.events[k].second, answer.events[k].first)
              : "none";
      return fmt::format("event {} is {} and should be {}", k + 1, is, should);
    }
  }
  return "";
}

// Rows of events stand between those of communication points.
auto CompareRows(const CosyAnswer& answer, const CosyRun& run, const std::vector<std::string>& stored,
                 bool has_equations, double sign) -> std::string {
  size_t next = 0;
  for (const std::vector<double>& row : answer.rows) {
    const auto& rows = run.record.rows;
    while (next < rows.size() && sign * rows[next][0] < row[0] - 1e-9) ++next;
    // Without equations nothing changes between events, and there are no rows.
    if (!has_equations && next > 0 && rows[next - 1][1] == row[1]) continue;
    if (next >= rows.size() || sign * rows[next][0] > row[0] + 1e-9)
      return fmt::format("there is no row at {:.9g}", row[0]);
    for (size_t k = 1; k < row.size(); ++k) {
      if (!IsNear(run.record.rows[next][k], row[k]))
        return fmt::format("{} at {:.9g} is stored as {:.9g} and should be {:.9g}", stored[k - 1], row[0],
                           run.record.rows[next][k], row[k]);
    }
  }
  return "";
}

class Cosy : public Kind {
 public:
  [[nodiscard]] auto Name() const -> std::string override { return "cosy"; }
  [[nodiscard]] auto Summary() const -> std::string override {
    return fmt::format(", {} events in all, {} programs ended in deadlock", n_events_, n_deadlocks_);
  }

  auto RunOne(Rng& rng) -> std::optional<Disagreement> override {
    CosyPlan plan = RandomCosyPlan(rng);
    variant_ = RandomCosyVariant(rng);
    constexpr std::array kSolvers = {"cvode", "cvode", "radau", "dopri5", "auto", "adams", "fehlberg56"};
    options_ = {};
    options_.solver = kSolvers[rng.Below(kSolvers.size())];
    options_.engine = rng.Chance(0.05) ? sim::Engine::Jit : sim::Engine::Interpreter;
    options_.compile_after = rng.Chance(0.5) ? 0 : std::numeric_limits<uint64_t>::max();
    if (ProblemOf(plan).empty()) return std::nullopt;
    const auto with = [&](std::vector<CosyPart> parts, bool has_cells) {
      CosyPlan other = plan;
      other.parts = std::move(parts);
      other.cells.is_present = has_cells;
      return other;
    };
    const auto fails = [&](const CosyPlan& other) { return IsSound(other) && !ProblemOf(other).empty(); };
    plan.parts = Minimise<CosyPart>(plan.parts, [&](const std::vector<CosyPart>& parts) {
      return fails(with(parts, plan.cells.is_present));
    });
    if (fails(with(plan.parts, false))) plan.cells.is_present = false;
    for (CosyPart& part : plan.parts) {
      part.steps = Minimise<CosyStep>(part.steps, [&](const std::vector<CosyStep>& steps) {
        const std::vector<CosyStep> all = std::exchange(part.steps, steps);
        const bool does_fail = fails(plan);
        part.steps = all;
        return does_fail;
      });
    }
    return Disagreement{
        {{"program.cosy", TextOf(plan)}},
        fmt::format("{}\nkerf simulate program.cosy --solver {}{}", ProblemOf(plan), options_.solver,
                    options_.engine == sim::Engine::Jit ? "" : " --interpret")};
  }

 private:
  // What is taken is given back, and copies are made where there are some.
  static auto IsSound(const CosyPlan& plan) -> bool {
    for (const CosyPart& part : plan.parts) {
      const bool is_of_cells = part.effect == CosyEffect::Create || part.effect == CosyEffect::Suspend ||
                               part.effect == CosyEffect::Resume || part.effect == CosyEffect::Probe ||
                               part.effect == CosyEffect::Unprobe;
      if (is_of_cells && !plan.cells.is_present && part.kind != CosyPartKind::Jobs) return false;
      double desk = 0;
      double room = 0;
      for (const CosyStep& step : part.steps) {
        desk += step.kind == CosyStepKind::Seize || step.kind == CosyStepKind::Preempt ||
                        step.kind == CosyStepKind::SeizeWithin
                    ? 1
                : step.kind == CosyStepKind::Release ? -1
                                                     : 0;
        room += step.kind == CosyStepKind::Enter   ? step.value
                : step.kind == CosyStepKind::Leave ? -step.value
                                                   : 0;
        // Who gives up leaves what he has.
        if (step.kind == CosyStepKind::SeizeWithin && step.holds != room) return false;
        if (desk < 0 || desk > 1 || room < 0) return false;
      }
      if (desk != 0 || room != 0) return false;
    }
    return true;
  }

  [[nodiscard]] auto TextOf(const CosyPlan& plan) const -> std::string {
    // Backwards there is no run without an end of its own: FINISH comes first.
    return CosyVariantText(CosyText(plan), variant_, plan.is_open ? 2 * plan.stop : plan.stop);
  }

  // "" if both agree.
  auto ProblemOf(const CosyPlan& plan) -> std::string {
    const CosyRuns runs = RunProgramText(TextOf(plan), options_);
    for (size_t k = 0; k < plan.gains.size(); ++k) {
      const CosyAnswer answer = RunCosyPlan(plan, plan.gains[k]);
      n_events_ += answer.events.size();
      if (answer.is_deadlock) {
        ++n_deadlocks_;
        const bool is_told = runs.messages.find("wait") != std::string::npos;
        return !runs.ok && is_told ? "" : "a deadlock is not told\n" + runs.messages;
      }
      if (!runs.ok || !runs.messages.empty() || k >= runs.runs.size())
        return "refused, or with a warning:\n" + runs.messages;
      const bool is_last = k + 1 == plan.gains.size();
      const std::string problem = Compare(plan, answer, runs.runs[k], is_last ? &runs.stored : nullptr);
      if (!problem.empty()) return fmt::format("run {}: {}", k + 1, problem);
    }
    return "";
  }

  // Of the last run rows are kept.
  auto Compare(const CosyPlan& plan, const CosyAnswer& answer, const CosyRun& run,
               const std::vector<std::string>* stored) const -> std::string {
    const double sign = variant_.is_backward ? -1 : 1;
    if (const std::string problem = CompareEvents(answer, run, sign); !problem.empty()) return problem;
    for (const auto& [name, value] : answer.values) {
      const auto found = run.values.find(name);
      const double is = found == run.values.end() ? NAN : found->second;
      if (!IsNear(is, value)) return fmt::format("{} is {:.9g} and should be {:.9g}", name, is, value);
    }
    bool has_equations = plan.cells.is_present;
    for (const CosyPart& part : plan.parts) has_equations = has_equations || part.kind == CosyPartKind::Relay;
    if (plan.is_coarse) return "";
    return stored == nullptr ? "" : CompareRows(answer, run, *stored, has_equations, sign);
  }

  combined::Options options_;
  CosyVariant variant_;
  uint64_t n_events_ = 0;
  uint64_t n_deadlocks_ = 0;
};

}  // namespace

auto MakeCosy() -> std::unique_ptr<Kind> { return std::make_unique<Cosy>(); }

}  // namespace kerf::torture
