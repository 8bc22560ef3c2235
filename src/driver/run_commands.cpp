// Commands one after the other, with what they leave for each other: values, lists, the last run.
#include "driver/run_commands.h"

#include <algorithm>
#include <cmath>

#include "base/number_text.h"
#include "driver/apply_wishes.h"
#include "driver/plots.h"
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

  auto Run(const std::vector<Command>& commands) -> int {
    for (const Command& command : commands) {
      if (command.kind == CommandKind::Stop) break;
      if (!Obey(command)) return 1;
    }
    return 0;
  }

 private:
  auto Obey(const Command& command) -> bool {
    switch (command.kind) {
      case CommandKind::Set:     return Set(command);
      case CommandKind::Prepare: return Collect(command, prepared_);
      case CommandKind::Output:  return Collect(command, output_);
      case CommandKind::Start:   return Start(command, false);
      case CommandKind::Contin:  return Start(command, true);
      case CommandKind::Display: return Display(command);
      case CommandKind::Range:
      case CommandKind::Print:
      case CommandKind::Plot:    return Show(command);
      case CommandKind::Stop:    return true;
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
    const sim::Outcome before = std::move(outcome_);
    compilation_ = session::Compile(request, reporter_.buffers(), emitter_);
    if (!compilation_.work || compilation_.status != transform::Status::Ok) return false;
    TakeExperiment(settings);
    if (goes_on) {
      settings.run.start = before.last_time;
      settings.start_values = before.final_values;
      const double n =
          std::round((settings.run.stop - settings.run.start) / *compilation_.work->flat.interval);
      settings.run.intervals = static_cast<uint32_t>(std::max(1.0, n));
    }
    settings.keep_all = keeps_all_;
    if (!KeepNames(command, settings)) return false;
    outcome_ = sim::Simulate(*compilation_.work, functions_, settings, emitter_);
    if (!goes_on) grids_.clear();
    grids_.push_back({settings.run.start, (settings.run.stop - settings.run.start) /
                                              std::max<uint32_t>(settings.run.intervals, 1)});
    if (goes_on) PutBefore(before.table);
    const std::string name(compilation_.work->dae.world->names[compilation_.work->dae.name]);
    io_.out(fmt::format("{}: run {} from {} to {}\n", title_.empty() ? name : title_, ++n_runs_,
                        base::NumberText(settings.run.start), base::NumberText(outcome_.last_time)));
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

  void TakeWishes(session::Request request, sim::Settings& settings) {
    for (const transform::GivenValue& given : system_) request.options.values.push_back(given);
    ApplyWishes(session::WishesOf(request, reporter_.buffers()), run_.command, settings);
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
  // Of the run and those that it goes on with.
  std::vector<Grid> grids_;
  sim::Outcome outcome_;
  std::vector<transform::GivenValue> system_;
  std::vector<std::string> prepared_;
  std::vector<std::string> output_;
  std::string title_;
  double every_ = 1;
  bool keeps_all_ = false;
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
