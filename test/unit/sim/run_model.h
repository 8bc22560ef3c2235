// Compiles a DYMOLA text and simulates it, for tests.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "compile/make_model.h"
#include "diag/consumers.h"
#include "session/session.h"
#include "sim/simulate.h"

namespace kerf::sim {

struct ModelRun {
  Outcome outcome;
  std::shared_ptr<transform::Work> work;
  std::vector<diag::Diagnostic> diagnostics;

  // The value of a variable at the end of the run.
  [[nodiscard]] auto Final(std::string_view name) const -> double {
    const auto var = dae::FindVar(work->dae, name);
    EXPECT_TRUE(var.has_value()) << name;
    return outcome.final_values.at(var.index);
  }
};

struct RunRequest {
  std::string text;
  Settings settings;
  std::vector<transform::GivenValue> values;
  std::vector<transform::GivenValue> starts;
  std::vector<transform::GivenInput> inputs;
};

inline auto RunModel(const RunRequest& request) -> ModelRun {
  static int count = 0;
  const auto path =
      std::filesystem::temp_directory_path() / fmt::format("kerf_test_{}_{}.dym", getpid(), count++);
  std::ofstream(path) << request.text;
  ModelRun run;
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  source::Buffers buffers;
  session::Request compile;
  compile.file = path;
  compile.options.values = request.values;
  compile.options.starts = request.starts;
  compile.options.inputs = request.inputs;
  compile.options.implicit_form = request.settings.solver == "ida";
  session::Compilation compilation = session::Compile(compile, buffers, emitter);
  std::filesystem::remove(path);
  run.work = std::move(compilation.work);
  EXPECT_EQ(compilation.status, transform::Status::Ok);
  if (compilation.status == transform::Status::Ok) {
    Functions functions;
    run.outcome = Simulate(*compile::MakeModel(run.work), functions, request.settings, emitter);
  }
  for (const auto& diagnostic : consumer.all) {
    if (diagnostic.level == diag::Level::Error) ADD_FAILURE() << diagnostic.text;
  }
  run.diagnostics = consumer.all;
  return run;
}

// The settings of the accuracy tests: tolerance 1e-8.
inline auto Tight(double stop) -> Settings {
  Settings settings;
  settings.run.stop = stop;
  settings.run.tolerance = 1e-8;
  return settings;
}

}  // namespace kerf::sim
