// Reading, flattening and running the passes, with the time of each phase.
#include "session/session.h"

#include <chrono>

#include "diag/consumers.h"
#include "lang/dymola/dymola.h"

namespace kerf::session {

namespace {

using Clock = std::chrono::steady_clock;

KERF_DIAG(UnknownFileType, Error, "`{}` has no known ending: DYMOLA models are files .dym", std::string);

class PhaseTimer {
 public:
  explicit PhaseTimer(std::vector<Phase>& phases) : phases_(phases) {}
  void End(std::string name) {
    const auto now = Clock::now();
    phases_.push_back({std::move(name), std::chrono::duration<double>(now - begin_).count()});
    begin_ = now;
  }

 private:
  std::vector<Phase>& phases_;
  Clock::time_point begin_ = Clock::now();
};

// A value for a structure parameter decides sizes, so it goes to the front end; the others are set after
// flattening.
auto SplitStructure(const dymola::Program& program, const Request& request, transform::Options& options)
    -> dymola::FlattenOptions {
  dymola::FlattenOptions flatten;
  std::vector<transform::GivenValue> others;
  for (const transform::GivenValue& given : options.values) {
    if (dymola::HasStructureParameter(program, request.model, given.name)) {
      flatten.structure.emplace_back(given.name, given.value);
    } else {
      others.push_back(given);
    }
  }
  options.values = std::move(others);
  return flatten;
}

}  // namespace

auto RunPasses(transform::Work& work, const transform::Options& options, const pipeline::RunOptions& run,
               source::Buffers& buffers, diag::Emitter& emitter) -> pipeline::RunResult {
  transform::PassContext context{emitter, buffers, options};
  return pipeline::Run(work, context, run);
}

auto Compile(const Request& request, source::Buffers& buffers, diag::Emitter& emitter) -> Compilation {
  Compilation result;
  PhaseTimer timer(result.phases);
  // Mistakes of grammar and of meaning are told together, from top to bottom.
  diag::ForwardingConsumer forward(emitter);
  diag::SortingConsumer sorted(forward);
  diag::Emitter front(sorted);
  dymola::Program program;
  bool good = true;
  std::vector<std::string> files = request.libraries;
  files.push_back(request.file);
  for (const std::string& file : files) {
    if (!file.ends_with(".dym")) {
      front.Emit({}, UnknownFileType, file);
      return result;
    }
    const source::BufferId buffer = buffers.Load(file, front);
    if (!buffer.has_value()) return result;
    good = dymola::Parse(buffer, buffers, front, program) && good;
  }
  timer.End("parse");
  // After mistakes in the grammar the rest is still looked at, so that all mistakes are told at once.
  transform::Options options = request.options;
  auto flat = dymola::Flatten(program, request.model, SplitStructure(program, request, options), front);
  sorted.Flush();
  timer.End("flatten");
  if (!flat || !good) return result;
  result.work = std::make_unique<transform::Work>();
  result.work->flat = std::move(*flat);
  const pipeline::RunResult run = RunPasses(*result.work, options, request.run, buffers, emitter);
  for (const pipeline::PassTime& time : run.times)
    result.phases.push_back({std::string(time.name), time.seconds});
  result.status = run.status;
  return result;
}

}  // namespace kerf::session
