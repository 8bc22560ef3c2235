// See run_program.h.
#include "run_program.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "lang/cosy/cosy.h"

namespace kerf::combined {

auto Ran::Value(size_t run, const std::string& name, size_t element) const -> double {
  if (run >= engine->runs().size()) return std::nan("");
  for (const process::Variable& variable : program.variables) {
    if (variable.name == name) return engine->runs()[run].cells[variable.first + element];
  }
  ADD_FAILURE() << "no variable " << name;
  return std::nan("");
}

auto Ran::EventTimes(size_t run) const -> std::vector<double> {
  std::vector<double> times;
  for (const EventRecord& event : engine->runs()[run].events) times.push_back(event.time);
  return times;
}

auto RunOnce(const std::string& text, Options options) -> std::unique_ptr<Ran> {
  auto ran = std::make_unique<Ran>();
  diag::Emitter emitter(ran->mistakes);
  const auto buffer = ran->buffers.Add("program.cosy", text);
  auto source = cosy::Parse(buffer, {}, ran->buffers, emitter);
  auto program = source ? cosy::Translate(*source, emitter) : std::nullopt;
  if (program) {
    ran->program = std::move(*program);
    options.print = [raw = ran.get()](std::string_view line) { raw->lines.emplace_back(line); };
    if (options.n_replications == 1)
      options.trace = [raw = ran.get()](std::string_view line) { raw->trace.emplace_back(line); };
    ran->engine = std::make_unique<Engine>(ran->program, options, ran->buffers, emitter);
    ran->ok = ran->engine->Prepare() && ran->engine->Run();
  }
  for (const diag::Diagnostic& mistake : ran->mistakes.all)
    ran->lines.push_back("diagnostic: " + mistake.text);
  return ran;
}

auto RunText(const std::string& text, const Options& options) -> std::unique_ptr<Ran> {
  Options compiled = options;
  compiled.compile_after = 0;
  Options interpreted = options;
  interpreted.compile_after = std::numeric_limits<uint64_t>::max();
  auto ran = RunOnce(text, compiled);
  if (ran->engine == nullptr) return ran;
  const auto reference = RunOnce(text, interpreted);
  EXPECT_EQ(ReportOf(*ran), ReportOf(*reference));
  if (ran->ok) {
    EXPECT_TRUE(ran->engine->routines().is_compiled());
    EXPECT_FALSE(reference->engine->routines().is_compiled());
  }
  return ran;
}

auto ExampleText(const std::string& name) -> std::string {
  std::ifstream file(std::string(KERF_SOURCE_DIR) + "/examples/cosy/" + name + ".cosy");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

auto RunExample(const std::string& name, const Options& options) -> std::unique_ptr<Ran> {
  return RunText(ExampleText(name), options);
}

}  // namespace kerf::combined
