// kerf ratchet-model: one example through all stages, for `kerf ratchet`, which starts it in a process of its
// own. It has no place in the help: its output is for that parent.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <new>

#include "compile/make_model.h"
#include "driver/command_ratchet_model.h"
#include "driver/model_options.h"
#include "lang/modelica/library/search_path.h"
#include "session/session.h"
#include "session/trust.h"
#include "sim/simulate.h"

namespace kerf::driver {

namespace {

// The descriptor is global because the handler of exhausted memory has no arguments.
int report_fd = 1;

// Each line begins on a line of its own, whatever was printed before.
void Say(std::string_view line) {
  const std::string text = fmt::format("\n@{}\n", line);
  [[maybe_unused]] const ssize_t n = write(report_fd, text.data(), text.size());
}

void OnNoMemory() {
  constexpr std::string_view kText = "\n@error memory-limit the memory is used up\n";
  [[maybe_unused]] const ssize_t n = write(report_fd, kText.data(), kText.size());
  _exit(1);
}

// Peak memory of this process [MB].
void SayMemory() {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("VmHWM:"))
      Say(fmt::format("memory {:.1f}", std::strtod(line.c_str() + 6, nullptr) / 1024));
  }
}

void Reach(Stage stage) {
  Say(fmt::format("stage {}", StageName(stage)));
  SayMemory();
}

class ErrorReporter : public diag::Consumer {
 public:
  explicit ErrorReporter(const diag::Locator& locator) : locator_(locator) {}
  void Take(const diag::Diagnostic& diagnostic) override {
    if (diagnostic.level != diag::Level::Error || has_error_) return;
    has_error_ = true;
    std::string text = diagnostic.text;
    if (const auto at = locator_.Locate(diagnostic.span))
      text = fmt::format("{}:{}: {}", at->file, at->line, text);
    for (char& c : text) c = c == '\n' || c == '\t' ? ' ' : c;
    Say(fmt::format("error {} {}", diagnostic.code, text));
  }

 private:
  const diag::Locator& locator_;
  bool has_error_ = false;
};

auto IsParsed(const session::Request& request, source::Buffers& buffers, diag::Emitter& emitter) -> bool {
  base::Interner names;
  modelica::ProgramOptions options;
  options.library_path = request.libraries;
  options.library_path.insert(options.library_path.end(), request.library_path.begin(),
                              request.library_path.end());
  options.cache_folder = request.cache_folder;
  modelica::Program program(options, names, buffers, emitter);
  const modelica::ClassId id = program.Find(request.model);
  return id.has_value() && program.Definition(id).has_value() && emitter.n_errors() == 0;
}

// The run that the model asks for in its annotation.
auto MakeSettings(const flat::Model& model, const Reference& reference) -> sim::Settings {
  sim::Settings settings;
  settings.run.start = model.start_time.value_or(0);
  settings.run.stop = model.stop_time.value_or(settings.run.start + 1);
  settings.run.tolerance = model.tolerance.value_or(settings.run.tolerance);
  const double span = settings.run.stop - settings.run.start;
  constexpr double kMostIntervals = 100'000;
  if (model.interval && *model.interval > 0 && span > 0) {
    const double n = std::clamp(std::round(span / *model.interval), 1.0, kMostIntervals);
    settings.run.intervals = static_cast<uint32_t>(n);
  }
  for (const std::string& name : reference.signals) {
    settings.kept.push_back(name);
    settings.kept.push_back(results::WithoutBlanks(name));
  }
  return settings;
}

void RunSimulation(const ModelJob& job, const std::shared_ptr<transform::Work>& work,
                   diag::Emitter& emitter) {
  const bool is_compared = job.last_stage >= Stage::Match && !job.reference.empty();
  const Reference reference = is_compared ? LoadReference(job) : Reference();
  sim::Functions functions;
  sim::Settings settings = MakeSettings(work->flat, reference);
  if (job.last_stage < Stage::Simulate) settings.run.stop = settings.run.start;
  bool has_started = false;
  const auto start = [&has_started] {
    if (!has_started) Reach(Stage::Initialise);
    has_started = true;
  };
  // Asked before the first step, with consistent values at hand.
  settings.should_stop = [&start] { return start(), false; };
  const sim::Outcome outcome = sim::Simulate(*compile::MakeModel(work), functions, settings, emitter);
  if (outcome.n_points > 0) start();
  if (!outcome.ok || job.last_stage < Stage::Simulate) return;
  Reach(Stage::Simulate);
  if (!is_compared) return;
  const std::string difference = MatchReference(outcome.table, reference);
  if (difference.empty()) return Reach(Stage::Match);
  Say("error " + difference);
}

void RunStages(const ModelJob& job) {
  source::Buffers buffers;
  ErrorReporter reporter(buffers);
  diag::Emitter emitter(reporter);
  const modelica::Environment environment = modelica::ReadEnvironment();
  session::Request request;
  request.model = job.name;
  request.libraries = job.libraries;
  request.checks_units = false;
  request.library_path = modelica::LibraryPath({}, environment);
  request.cache_folder = modelica::UserCacheFolder(environment);
  request.trust = MakeTrust(job.trust, environment.trust, nullptr);
  if (IsParsed(request, buffers, emitter)) Reach(Stage::Parse);
  if (job.last_stage < Stage::Flatten) return;
  std::vector<session::Phase> phases;
  auto flat = session::MakeFlat(request, request.options, buffers, emitter, phases);
  if (!flat) return;
  const FlatSize size = SizeOf(*flat);
  Say(fmt::format("size {} {}", size.unknowns, size.equations));
  Reach(Stage::Flatten);
  if (job.last_stage < Stage::Causalise) return;
  const auto work = std::make_shared<transform::Work>();
  work->flat = std::move(*flat);
  constexpr const char* kLastPass = "tear_blocks";
  pipeline::RunOptions passes;
  passes.stop_after = kLastPass;
  auto result = session::RunPasses(*work, request.options, passes, buffers, emitter);
  if (result.status != transform::Status::Ok || emitter.n_errors() > 0) return;
  Reach(Stage::Causalise);
  if (job.last_stage < Stage::Initialise) return;
  passes.stop_after.clear();
  passes.start_after = kLastPass;
  result = session::RunPasses(*work, request.options, passes, buffers, emitter);
  if (result.status == transform::Status::Ok) RunSimulation(job, work, emitter);
}

}  // namespace

void RunModelJob(const ModelJob& job) {
  report_fd = job.report_fd;
  std::set_new_handler(OnNoMemory);
  RunStages(job);
  SayMemory();
  Say("done");
}

}  // namespace kerf::driver
