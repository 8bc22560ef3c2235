// The child compiles and runs through the façades and reports by lines in a pipe: "phase NAME SECONDS" and
// the like.
#include "measure.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "compile/make_model.h"
#include "session/session.h"
#include "sim/simulate.h"

namespace kerf::bench {

namespace {

using Clock = std::chrono::steady_clock;

auto SecondsSince(Clock::time_point begin) -> double {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

auto Seconds(const timeval& time) -> double {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

void Say(int pipe, const std::string& line) {
  if (write(pipe, line.data(), line.size()) < 0) _exit(1);
}

// Unset initial values are told for each state; nobody reads that here.
class FirstError : public diag::Consumer {
 public:
  void Take(const diag::Diagnostic& diagnostic) override {
    if (text.empty() && diagnostic.level == diag::Level::Error) text = diagnostic.text;
  }
  std::string text;
};

// Runs until the second step is asked for.
void RunFirstStep(const std::shared_ptr<transform::Work>& work, int pipe, diag::Emitter& emitter) {
  auto before_step = Clock::now();
  double first_step = -1;
  int n_asked = 0;
  sim::Settings settings;
  settings.should_stop = [&] {
    ++n_asked;
    if (n_asked == 2) first_step = SecondsSince(before_step);
    before_step = Clock::now();
    return n_asked == 2;
  };
  sim::Functions functions;
  const auto begin = Clock::now();
  const sim::Outcome outcome = sim::Simulate(*compile::MakeModel(work), functions, settings, emitter);
  const double all = SecondsSince(begin);
  if (first_step < 0) return Say(pipe, "error the run did not reach its first step\n");
  const double initialise = outcome.run.statistics.wall.initialise;
  Say(pipe, fmt::format("phase translate {}\nphase initialise {}\nphase first_step {}\nphase record {}\n",
                        outcome.compile_seconds, initialise, first_step,
                        all - outcome.compile_seconds - initialise - first_step));
}

void RunChild(const std::string& file, int pipe) {
  const auto begin = Clock::now();
  source::Buffers buffers;
  FirstError consumer;
  diag::Emitter emitter(consumer);
  session::Request request;
  request.file = file;
  const session::Compilation compilation = session::Compile(request, buffers, emitter);
  for (const session::Phase& phase : compilation.phases) {
    Say(pipe, fmt::format("phase {} {}\n", phase.name, phase.seconds));
  }
  if (compilation.status != transform::Status::Ok) return Say(pipe, fmt::format("error {}\n", consumer.text));
  const transform::Work& work = *compilation.work;
  RunFirstStep(compilation.work, pipe, emitter);
  Say(pipe, fmt::format("seconds {}\nequations {}\nstates {}\nblocks {}\n", SecondsSince(begin),
                        work.dae.equations.size(), work.simcode.n_states, work.simcode.blocks.size()));
}

void ReadLine(const std::string& line, Measurement& result) {
  std::istringstream words(line);
  std::string key;
  words >> key;
  if (key == "phase") {
    PhaseTime phase;
    words >> phase.name >> phase.seconds;
    result.phases.push_back(phase);
  }
  if (key == "error") result.error = line.substr(6);
  if (key == "seconds") words >> result.seconds;
  if (key == "equations") words >> result.n_equations;
  if (key == "states") words >> result.n_states;
  if (key == "blocks") words >> result.n_blocks;
}

auto ReadAll(int pipe) -> std::string {
  std::string text;
  char part[4096];
  for (ssize_t n = read(pipe, part, sizeof part); n > 0; n = read(pipe, part, sizeof part)) {
    text.append(part, static_cast<size_t>(n));
  }
  return text;
}

}  // namespace

auto Measure(const std::string& text) -> Measurement {
  Measurement result;
  const std::string file = fmt::format("/tmp/kerf_bench_{}.dym", getpid());
  std::ofstream(file) << text;
  int ends[2];
  if (pipe(ends) != 0) {
    result.error = "no pipe to the child process";
    return result;
  }
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    RunChild(file, ends[1]);
    // Freeing millions of nodes is no part of the measurement.
    _exit(0);
  }
  close(ends[1]);
  std::istringstream lines(ReadAll(ends[0]));
  close(ends[0]);
  for (std::string line; std::getline(lines, line);) ReadLine(line, result);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  std::remove(file.c_str());
  result.peak_memory = static_cast<double>(usage.ru_maxrss) / 1024;
  result.processor_seconds = Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
  if (status != 0 && result.error.empty())
    result.error = fmt::format("the child process ended with status {}", status);
  return result;
}

}  // namespace kerf::bench
