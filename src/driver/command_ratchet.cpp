// kerf ratchet: how far each example of a library gets, and whether that is as far as before.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <mutex>

#include "base/thread_pool.h"
#include "driver/command_ratchet.h"
#include "driver/model_options.h"
#include "driver/progress.h"

namespace kerf::driver {

namespace {

KERF_DIAG(BadRecord, Error, "`{}`: {}", std::string, std::string);
KERF_DIAG(RecordOfOtherLibrary, Error, "`{}` was recorded with {}, but this is {}", std::string, std::string,
          std::string);

auto RunAll(const RatchetOptions& options, const Plan& plan, Stage last_stage, const Io& io)
    -> std::vector<ExampleRun> {
  std::vector<ExampleRun> runs(plan.sample.size());
  ProgressBar bar(io);
  std::mutex bar_mutex;
  size_t n_done = 0;
  const unsigned jobs = options.jobs > 0 ? options.jobs : base::HardwareThreads();
  base::ParallelFor(runs.size(), jobs, [&](size_t k) {
    ModelJob job = options.job;
    job.name = plan.sample[k];
    job.last_stage = last_stage;
    runs[k] = RunExample(job, options.limits);
    const std::lock_guard lock(bar_mutex);
    bar.Show(static_cast<double>(++n_done) / static_cast<double>(runs.size()));
  });
  bar.Clear();
  return runs;
}

// The record to check against or to add to, if it fits the library.
auto LoadRecord(const std::string& path, const Plan& plan, diag::Emitter& emitter) -> std::optional<Record> {
  Record record = ReadRecord(path);
  if (!record.error.empty()) {
    emitter.Emit({}, BadRecord, path, record.error);
    return std::nullopt;
  }
  if (record.library == plan.library) return record;
  emitter.Emit({}, RecordOfOtherLibrary, path, record.library.empty() ? "no library" : record.library,
               plan.library);
  return std::nullopt;
}

// A new file, or one to add to; found out before the long run.
auto PrepareRecord(const std::string& path, const Plan& plan, diag::Emitter& emitter)
    -> std::optional<Record> {
  std::ofstream file(path, std::ios::app);
  if (!file) {
    emitter.Emit({}, BadRecord, path, fmt::format("cannot write: {}", std::strerror(errno)));
    return std::nullopt;
  }
  if (file.tellp() > 0) return LoadRecord(path, plan, emitter);
  return Record{.library = plan.library, .rows = {}, .error = {}};
}

auto Save(const std::string& path, const std::string& error, diag::Emitter& emitter) -> bool {
  if (!error.empty()) emitter.Emit({}, BadRecord, path, error);
  return error.empty();
}

void RunRatchet(const RatchetOptions& options, Context& context) {
  Reporter reporter(context);
  diag::Emitter& emitter = reporter.emitter();
  context.exit_code = 1;
  const auto plan = MakePlan(options, reporter.buffers(), emitter);
  if (!plan) return;
  std::optional<Record> expected = Record{};
  std::optional<Record> record = Record{};
  if (!options.check.empty()) expected = LoadRecord(options.check, *plan, emitter);
  if (!options.record.empty()) record = PrepareRecord(options.record, *plan, emitter);
  if (!expected || !record) return;
  // Nothing matches a reference that is not there.
  const Stage last_stage =
      std::min(*TryStage(options.stage), options.job.reference.empty() ? Stage::Simulate : Stage::Match);
  const std::vector<ExampleRun> runs = RunAll(options, *plan, last_stage, context.io);
  PrintStages(runs, context.io);
  bool good = true;
  if (!options.details.empty()) good = Save(options.details, WriteDetails(options.details, runs), emitter);
  if (!options.check.empty()) {
    good = PrintCheck(CheckRecord(runs, last_stage, *expected), MissingRows(options, *plan, *expected),
                      options.check, context.io) &&
           good;
  }
  // What fell back is not recorded by the way.
  if (good && !options.record.empty()) {
    for (const std::string& name : MissingRows(options, *plan, *record))
      std::erase_if(record->rows, [&](const ExampleRow& row) { return row.name == name; });
    Merge(runs, last_stage, *record);
    good = Save(options.record, WriteRecord(options.record, *record), emitter);
  }
  context.exit_code = good ? 0 : 1;
}

void AddJobOptions(CommandLine& command, ModelJob& job) {
  command.AddOption("--library", job.libraries, "Folder that holds Modelica libraries (may be repeated)",
                    {.type = "DIR", .takes_one = true});
  command.AddOption("--trust", job.trust,
                    "Library or path whose functions in C may be called (may be repeated)",
                    {.type = "NAME|PATH", .takes_one = true});
  command.AddOption("--reference", job.reference,
                    "Folder of reference results: A/B/Examples/X/X.csv for A.B.Examples.X", {.type = "DIR"});
}

auto StageNames() -> std::vector<std::string> {
  return {"parse", "flatten", "causalise", "initialise", "simulate", "match"};
}

void AddModel(CommandLine& app) {
  auto job = std::make_shared<ModelJob>();
  auto stage = std::make_shared<std::string>("match");
  CommandLine& command = app.AddCommand("ratchet-model", "One example, for `kerf ratchet`");
  // Not in the help: it is no command for people.
  command.Hide();
  command.AddOption("CLASS", job->name, "", {.is_required = true});
  command.AddOption("--stage", *stage, "", {.choices = StageNames()});
  command.AddOption("--report-fd", job->report_fd);
  AddJobOptions(command, *job);
  command.OnRun([job, stage] {
    job->last_stage = *TryStage(*stage);
    RunModelJob(*job);
  });
}

}  // namespace

void AddRatchet(CommandLine& app, Context& context) {
  auto options = std::make_shared<RatchetOptions>();
  CommandLine& command = app.AddCommand(
      "ratchet", "Run all examples of a library and check that none falls behind what is recorded");
  command.AddOption("LIBRARY", options->library, "A library, or a package of one", {.is_required = true});
  AddJobOptions(command, options->job);
  command.AddOption("--models", options->models, "Only examples whose name this finds", {.type = "REGEX"});
  command.AddOption("--sample", options->sample, "Only so many examples, evenly spread");
  command.AddOption("--stage", options->stage, "Go no further than this stage",
                    {.shows_default = true, .choices = StageNames()});
  command.AddOption("--record", options->record, "Write how far each example gets", {.type = "FILE.tsv"});
  command.AddOption("--check", options->check, "Fail if an example gets less far than this file says",
                    {.type = "FILE.tsv"});
  command.AddOption("--details", options->details, "Write time, memory and the first error of each example",
                    {.type = "FILE.tsv"});
  command.AddOption("--jobs", options->jobs, "Examples at a time (default: one for each hardware thread)");
  command.AddOption("--time-limit", options->limits.seconds, "Seconds of processor time for each example",
                    {.shows_default = true});
  options->limits.megabytes = 4096;
  command.AddOption("--memory-limit", options->limits.megabytes, "Megabytes for each example; 0 is no limit",
                    {.shows_default = true});
  command.OnRun([options, &context] { RunRatchet(*options, context); });
  AddModel(app);
}

}  // namespace kerf::driver
