// Commands one after the other, with what they leave for each other: values, lists, the last run.
#include "driver/run_commands.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <map>
#include <optional>

#include "analysis/linearise.h"
#include "base/number_text.h"
#include "compile/make_model.h"
#include "diag/consumers.h"
#include "driver/apply_wishes.h"
#include "driver/plots.h"
#include "driver/rerun.h"
#include "driver/run_listing.h"
#include "lang/acsl/commands.h"

namespace kerf::driver {

namespace {

using acsl::Command;
using acsl::CommandKind;

KERF_DIAG(CommandsOfAcsl, Error, "--commands takes an ACSL program, a file .csl");
KERF_DIAG(AcslNoRun, Error, "there is no run yet: START comes first");
KERF_DIAG(AcslNoVariable, Error, "the program has no variable `{}`", std::string);
KERF_DIAG(AcslNotPrepared, Error, "`{}` was not recorded: PREPARE it before START", std::string);

KERF_DIAG(AcslActionForm, Error, "ACTION takes 'VAR' = time, 'VAL' = value and 'LOC' = a variable");
KERF_DIAG(AcslNotSaved, Error, "nothing has been saved under this name");
KERF_DIAG(AcslAnalysis, Warning, "ANALYZ does not know '{}'; it knows 'EIGEN', 'JACOBIAN' and 'TRIM'",
          std::string);
KERF_DIAG(AcslErrorValue, Error, "the limit of errors of `{}` must be above 0", std::string);

// Names that mean the run and not the program.
auto IsSystemName(std::string_view name) -> bool {
  for (const std::string_view system :
       {"ialg",   "nstp",   "maxt",   "mint",   "title",  "nciout", "nciprn", "hvdprn",
        "prnplt", "calplt", "strplt", "alcplt", "devplt", "ftsplt", "nrwitg", "weditg",
        "wesitg", "tcwprn", "cmd",    "prn",    "dis",    "rrr"}) {
    if (name == system) return true;
  }
  return false;
}

// The matrix, the eigenvalues with their time constants, or the point.
auto AnalysisText(const analysis::LinearModel& model, const std::string& option) -> std::string {
  std::string text;
  if (option == "trim") {
    for (size_t k = 0; k < model.states.size(); ++k)
      text += fmt::format("{:>14}{:>14.6g}\n", model.states[k], model.x[k]);
    return text;
  }
  if (option == "eigen") {
    text = "          real     imaginary\n";
    for (const analysis::Mode& mode : model.modes) {
      const double real = mode.eigenvalue.real();
      const double imaginary = mode.eigenvalue.imag();
      text += fmt::format("{:>14.6g}{:>14.6g}\n", real, imaginary);
      if (mode.is_pair) text += fmt::format("{:>14.6g}{:>14.6g}\n", real, -imaginary);
    }
    return text;
  }
  text = fmt::format("{:>14}", "");
  for (const std::string& state : model.states) text += fmt::format("{:>14}", state);
  text += "\n";
  for (size_t i = 0; i < model.states.size(); ++i) {
    text += fmt::format("{:>14}", model.states[i]);
    for (size_t j = 0; j < model.states.size(); ++j) text += fmt::format("{:>14.6g}", model.a.at(i, j));
    text += "\n";
  }
  return text;
}

auto Lower(std::string text) -> std::string {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

class CommandRunner {
 public:
  CommandRunner(CommandRun run, sim::Functions& functions, Reporter& reporter, const Io& io)
      : run_(std::move(run)),
        functions_(functions),
        reporter_(reporter),
        emitter_(reporter.emitter()),
        io_(io) {}

  // After a command that fails the next one is obeyed, as at a terminal.
  auto Run(const std::vector<Command>& commands) -> int {
    bool is_good = true;
    for (const Command& command : commands) {
      if (command.kind == CommandKind::Stop) break;
      is_good = Obey(command) && is_good;
    }
    return is_good && emitter_.n_errors() == 0 ? 0 : 1;
  }

 private:
  auto Obey(const Command& command) -> bool {
    switch (command.kind) {
      case CommandKind::Set:           return Set(command);
      case CommandKind::Prepare:       return Collect(command, prepared_);
      case CommandKind::Output:        return Collect(command, output_);
      case CommandKind::Start:         return StartAll(command);
      case CommandKind::Contin:        return Start(command, true);
      case CommandKind::Action:        return Act(command);
      case CommandKind::Save:          return Save(command);
      case CommandKind::Restore:       return Restore(command);
      case CommandKind::Reinit:        return Reinit(command);
      case CommandKind::Analyse:       return Analyse(command);
      case CommandKind::Spare:         return Spare();
      case CommandKind::RelativeError:
      case CommandKind::AbsoluteError: return LimitErrors(command);
      case CommandKind::Display:       return Display(command);
      case CommandKind::Range:
      case CommandKind::Print:
      case CommandKind::Plot:          return Show(command);
      case CommandKind::Stop:          return true;
    }
    return true;
  }

  auto Set(const Command& command) -> bool {
    if (!command.title.empty()) title_ = command.title;
    for (const auto& [name, value] : command.values) {
      auto& values = IsSystemName(Lower(name)) ? system_ : run_.request.options.values;
      const auto is_it = [&](const transform::GivenValue& given) { return Lower(given.name) == Lower(name); };
      std::erase_if(values, is_it);
      values.push_back({name, value});
    }
    return true;
  }

  auto Collect(const Command& command, std::vector<std::string>& list) -> bool {
    if (command.clears) list.clear();
    keeps_all_ = keeps_all_ || command.takes_all;
    for (const std::string& name : command.names) {
      if (std::ranges::count(list, name) == 0) list.push_back(name);
    }
    for (const auto& [name, value] : command.values) {
      if (Lower(name) == "nciout") every_ = std::max(1.0, value);
    }
    return true;
  }

  // START, and the runs that TERMINAL asks for.
  auto StartAll(const Command& command) -> bool {
    session::Rerun& rerun = run_.request.rerun;
    rerun.entry = 0;
    rerun.values.clear();
    for (int n = 0; n < kMaxRuns; ++n) {
      if (!Start(command, false)) return false;
      if (!TakeRerun(*compiled_, outcome_, rerun)) return true;
    }
    return true;
  }

  auto Start(const Command& command, bool goes_on) -> bool {
    if (goes_on && !compilation_.work) {
      emitter_.Emit(command.span, AcslNoRun);
      return false;
    }
    session::Request request = run_.request;
    request.options.reduce_index = true;
    sim::Settings settings = run_.settings;
    settings.engine = sim::Engine::Jit;
    settings.checks_tolerance = !goes_on;
    TakeWishes(request, settings);
    request.sections = SectionsFor(run_.command);
    request.run_settings = system_;
    const sim::Outcome before = std::move(outcome_);
    if (!Compiles(request)) return false;
    TakeExperiment(settings);
    settings.sections = compilation_.sections;
    if (goes_on) {
      settings.run.start = before.last_time;
      settings.start_values = before.final_values;
      const double n =
          std::round((settings.run.stop - settings.run.start) / *compilation_.work->flat.interval);
      settings.run.intervals = static_cast<uint32_t>(std::max(1.0, n));
    }
    settings.keep_all = keeps_all_;
    settings.keeps_printed = true;
    if (!KeepNames(command, settings)) return false;
    outcome_ = Simulated(request, settings);
    if (!goes_on) grids_.clear();
    grids_.push_back({settings.run.start, (settings.run.stop - settings.run.start) /
                                              std::max<uint32_t>(settings.run.intervals, 1)});
    if (goes_on) PutBefore(before.table);
    const std::string name(compilation_.work->dae.world->names[compilation_.work->dae.name]);
    io_.out(fmt::format("{}: run {} from {} to {}\n", title_.empty() ? name : title_, ++n_runs_,
                        base::NumberText(settings.run.start), base::NumberText(outcome_.last_time)));
    for (const std::string& line : outcome_.printed) io_.out(line + "\n");
    if (!output_.empty() && outcome_.ok) io_.out(ListingOf(Spelled(output_), every_));
    return outcome_.ok;
  }

  [[nodiscard]] auto ListingOf(const std::vector<std::string>& names, double every) const -> std::string {
    const auto communicates = [&](double time) {
      return std::ranges::any_of(grids_, [&](const Grid& grid) {
        const double n = std::round((time - grid.start) / grid.interval);
        constexpr double kRounding = 1e-9;
        return std::fabs(grid.start + n * grid.interval - time) <= kRounding * std::fabs(grid.interval);
      });
    };
    return Listing(outcome_.table, names, every, communicates);
  }

  auto Compiles(const session::Request& request) -> bool {
    compilation_ = session::Compile(request, reporter_.buffers(), emitter_);
    if (!compilation_.work || compilation_.status != transform::Status::Ok) return false;
    compiled_ = compile::MakeModel(compilation_.work);
    return true;
  }

  // A program with ERRTAG that has failed runs again, with its flag set.
  auto Simulated(session::Request& request, const sim::Settings& settings) -> sim::Outcome {
    diag::CollectingConsumer told;
    diag::Emitter collector(told);
    sim::Outcome outcome = sim::Simulate(*compiled_, functions_, settings, collector);
    if (const auto flag = TakeErrorTag(error_tag_, settings.run, outcome, emitter_)) {
      request.rerun.actions.push_back(*flag);
      if (Compiles(request)) return sim::Simulate(*compiled_, functions_, settings, emitter_);
    }
    for (const diag::Diagnostic& diagnostic : told.all) emitter_.Take(diagnostic);
    return outcome;
  }

  void TakeWishes(session::Request request, sim::Settings& settings) {
    for (const transform::GivenValue& given : system_) request.options.values.push_back(given);
    const session::Wishes wishes = session::WishesOf(request, reporter_.buffers());
    error_tag_ = wishes.error_tag;
    ApplyWishes(wishes, run_.command, settings);
    if (relative_error_ && !run_.command.IsGiven("--tolerance")) settings.run.tolerance = *relative_error_;
    if (absolute_error_ && !run_.command.IsGiven("--absolute-tolerance"))
      settings.run.absolute_tolerance = *absolute_error_;
  }

  // ACTION 'VAR' = 2.0, 'VAL' = 5.0, 'LOC' = k; 'CLEAR' forgets those before.
  auto Act(const Command& command) -> bool {
    auto& actions = run_.request.rerun.actions;
    if (command.clears) actions.clear();
    session::Rerun::Action action;
    int n_given = 0;
    for (const auto& [name, value] : command.values) {
      if (name == "var") action.time = value;
      if (name == "val") action.value = value;
      if (name == "var" || name == "val") ++n_given;
    }
    for (const auto& [name, word] : command.words) {
      if (name == "loc") action.name = word;
    }
    if (n_given == 0 && action.name.empty() && command.clears) return true;
    if (n_given != 2 || action.name.empty()) {
      emitter_.Emit(command.span, AcslActionForm);
      return false;
    }
    actions.push_back(std::move(action));
    return true;
  }

  static auto NameOf(const Command& command) -> std::string {
    if (!command.options.empty()) return command.options[0];
    return command.names.empty() ? "" : Lower(command.names[0]);
  }

  auto Save(const Command& command) -> bool {
    saved_[NameOf(command)] = {run_.request.options, run_.request.rerun, system_, outcome_};
    return true;
  }

  auto Restore(const Command& command) -> bool {
    const auto found = saved_.find(NameOf(command));
    if (found == saved_.end()) {
      emitter_.Emit(command.span, AcslNotSaved);
      return false;
    }
    run_.request.options = found->second.options;
    run_.request.rerun = found->second.rerun;
    system_ = found->second.system;
    outcome_ = found->second.outcome;
    return true;
  }

  auto Reinit(const Command& command) -> bool {
    if (!HasRun(command)) return false;
    auto& starts = run_.request.options.starts;
    const auto& dae = compilation_.work->dae;
    starts.clear();
    for (const auto id : dae.vars.ids()) {
      const bool is_state = dae.vars[id].kind == dae::VarKind::State && !dae.vars[id].is_internal;
      if (is_state) starts.push_back({dae::FullName(dae, id), outcome_.final_values[id.index]});
    }
    return true;
  }

  // At the point that the last run has come to, or, before a run, at the begin.
  auto Analyse(const Command& command) -> bool {
    bool is_good = true;
    for (const std::string& option : command.options) {
      const bool is_trim = option == "trim";
      if (!is_trim && option != "eigen" && option != "jacobian") {
        emitter_.Emit(command.span, AcslAnalysis, option);
        continue;
      }
      session::Request request = run_.request;
      request.options.reduce_index = true;
      analysis::LineariseOptions options;
      options.time = compilation_.work ? outcome_.last_time : 0;
      if (is_trim) options.point = analysis::PointKind::Steady;
      const auto model = analysis::Linearise(request, options, functions_, reporter_.buffers(), emitter_);
      is_good = is_good && model.has_value();
      if (!model) continue;
      io_.out(AnalysisText(*model, option));
      // The run begins where the derivatives vanish.
      if (!is_trim) continue;
      run_.request.options.starts.clear();
      for (size_t k = 0; k < model->states.size(); ++k)
        run_.request.options.starts.push_back({model->states[k], model->x[k]});
    }
    return is_good;
  }

  auto Spare() -> bool {
    const std::clock_t now = std::clock();
    io_.out(fmt::format("processor time {:.3f} s\n",
                        static_cast<double>(now - clock_) / static_cast<double>(CLOCKS_PER_SEC)));
    clock_ = now;
    return true;
  }

  // MERROR x = 1E-4: the smallest of them, and of those in the program, holds for all states.
  auto LimitErrors(const Command& command) -> bool {
    auto& limit = command.kind == CommandKind::RelativeError ? relative_error_ : absolute_error_;
    limit.reset();
    for (const auto& [name, value] : command.values) {
      if (!(value > 0)) {
        emitter_.Emit(command.span, AcslErrorValue, name);
        return false;
      }
      limit = std::min(value, limit.value_or(value));
    }
    return true;
  }

  void TakeExperiment(sim::Settings& settings) {
    const flat::Model& model = compilation_.work->flat;
    settings.run.start = model.start_time.value_or(0);
    if (model.stop_time && !run_.command.IsGiven("--stop")) settings.run.stop = *model.stop_time;
    if (!model.interval) return;
    constexpr double kMaxIntervals = 1e9;
    const double n = std::round((settings.run.stop - settings.run.start) / *model.interval);
    settings.run.intervals = static_cast<uint32_t>(std::clamp(n, 1.0, kMaxIntervals));
  }

  // A name of the program in its spelling there; "" if there is none.
  // Of an array all elements; nothing if there is no such variable.
  auto Find(const std::string& wanted) -> std::vector<std::string> {
    const std::string lower = Lower(wanted);
    const auto& dae = compilation_.work->dae;
    if (lower == "t" || lower == "time") return {"time"};
    std::vector<std::string> elements;
    for (const auto id : dae.vars.ids()) {
      std::string name = dae::FullName(dae, id);
      if (dae.vars[id].is_internal) continue;
      if (Lower(name) == lower) return {name};
      if (Lower(name).starts_with(lower + "[")) elements.push_back(std::move(name));
    }
    return elements;
  }

  auto Spelled(const std::vector<std::string>& names) -> std::vector<std::string> {
    std::vector<std::string> spelled;
    for (const std::string& name : names) {
      const std::vector<std::string> found = Find(name);
      spelled.insert(spelled.end(), found.begin(), found.end());
    }
    return spelled;
  }

  auto KeepNames(const Command& command, sim::Settings& settings) -> bool {
    for (const auto* list : {&prepared_, &output_}) {
      for (const std::string& name : *list) {
        const std::vector<std::string> found = Find(name);
        if (found.empty()) {
          emitter_.Emit(command.span, AcslNoVariable, name);
          return false;
        }
        for (const std::string& one : found) {
          if (one != "time" && std::ranges::count(settings.kept, one) == 0) settings.kept.push_back(one);
        }
      }
    }
    return true;
  }

  void PutBefore(const results::Table& earlier) {
    for (size_t k = 0; k < outcome_.table.names.size(); ++k) {
      const std::vector<double>* column = results::FindColumn(earlier, outcome_.table.names[k]);
      auto& values = outcome_.table.columns[k];
      if (column != nullptr) values.insert(values.begin(), column->begin(), column->end());
    }
  }

  auto Display(const Command& command) -> bool {
    if (!HasRun(command)) return false;
    for (const std::string& name : command.names) {
      const std::vector<std::string> found = Find(name);
      if (found.empty()) {
        emitter_.Emit(command.span, AcslNoVariable, name);
        return false;
      }
      for (const std::string& one : found) {
        const auto id = dae::FindVar(compilation_.work->dae, one);
        const double value = one == "time" ? outcome_.last_time : outcome_.final_values[id.index];
        io_.out(fmt::format("{:>14}{:>14.6g}\n", found.size() == 1 ? name : one, value));
      }
    }
    return true;
  }

  auto HasRun(const Command& command) -> bool {
    if (compilation_.work && !outcome_.final_values.empty()) return true;
    emitter_.Emit(command.span, AcslNoRun);
    return false;
  }

  // RANGE, PRINT and PLOT take what was prepared.
  auto Show(const Command& command) -> bool {
    if (!HasRun(command)) return false;
    std::vector<std::string> names;
    for (const std::string& name : command.names.empty() ? prepared_ : command.names) {
      const std::vector<std::string> found = Find(name);
      const auto is_recorded = [&](const std::string& one) {
        return results::FindColumn(outcome_.table, one) != nullptr;
      };
      if (found.empty() || !std::ranges::all_of(found, is_recorded)) {
        emitter_.Emit(command.span, AcslNotPrepared, name);
        return false;
      }
      names.insert(names.end(), found.begin(), found.end());
    }
    if (command.kind == CommandKind::Range) {
      io_.out(RangeText(outcome_.table, names));
      return true;
    }
    double every = 1;
    for (const auto& [name, value] : command.values) {
      if (Lower(name) == "nciprn") every = std::max(1.0, value);
    }
    if (command.kind == CommandKind::Print) {
      io_.out(ListingOf(names, every));
      return true;
    }
    PlotRequest plot;
    for (const std::string& name : names) {
      if (name != "time") plot.panels.push_back(name);
    }
    const std::string name(compilation_.work->dae.world->names[compilation_.work->dae.name]);
    plot.files.push_back(fmt::format("{}_{}.svg", name, ++n_plots_));
    return WritePlots(plot, title_.empty() ? name : title_, outcome_, {}, io_, emitter_);
  }

  struct Saved {
    transform::Options options;
    session::Rerun rerun;
    std::vector<transform::GivenValue> system;
    sim::Outcome outcome;
  };

  // Communication points of a run.
  struct Grid {
    double start = 0;
    double interval = 0;
  };

  CommandRun run_;
  sim::Functions& functions_;
  Reporter& reporter_;
  diag::Emitter& emitter_;
  const Io& io_;
  session::Compilation compilation_;
  std::shared_ptr<const model::CompiledModel> compiled_;
  // Of the run and those that it goes on with.
  std::vector<Grid> grids_;
  sim::Outcome outcome_;
  std::vector<transform::GivenValue> system_;
  std::vector<std::string> prepared_;
  std::vector<std::string> output_;
  std::string title_;
  std::map<std::string, Saved> saved_;
  std::optional<double> relative_error_;
  std::optional<double> absolute_error_;
  std::clock_t clock_ = std::clock();
  double every_ = 1;
  bool keeps_all_ = false;
  std::string error_tag_;
  int n_runs_ = 0;
  int n_plots_ = 0;
};

}  // namespace

auto RunCommands(CommandRun run, sim::Functions& functions, Reporter& reporter, const Io& io) -> int {
  diag::Emitter& emitter = reporter.emitter();
  if (!run.request.file.ends_with(".csl")) {
    emitter.Emit({}, CommandsOfAcsl);
    return 1;
  }
  const std::string beside = run.request.file.substr(0, run.request.file.size() - 4) + ".cmd";
  const source::BufferId buffer = reporter.buffers().Load(run.file.empty() ? beside : run.file, emitter);
  if (!buffer.has_value()) return 1;
  const auto commands = acsl::ReadCommands(buffer, reporter.buffers(), emitter);
  if (!commands) return 1;
  return CommandRunner(std::move(run), functions, reporter, io).Run(*commands);
}

}  // namespace kerf::driver
