// From a text to a compiled model and its run.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "../../own_path.h"
#include "compile/make_model.h"
#include "compiled_models.h"
#include "diag/consumers.h"
#include "session/session.h"
#include "sim/simulate.h"

namespace kerf::compile {

struct CompiledText {
  std::shared_ptr<const model::CompiledModel> model;
  source::Buffers buffers;
};

inline void CompileText(const ModelSource& source, CompiledText& compiled) {
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  const std::filesystem::path path = OwnPath(source.name + source.ending);
  std::ofstream(path) << source.text;
  session::Request request;
  request.file = path;
  request.options.reduce_index = true;
  if (source.name == "rc") request.options.inputs = {{"u", "if time < 0.5 then 0 else 5", false}};
  session::Compilation compilation = session::Compile(request, compiled.buffers, emitter);
  std::filesystem::remove(path);
  std::string messages;
  for (const diag::Diagnostic& diagnostic : consumer.all) messages += diagnostic.text + "\n";
  ASSERT_TRUE(compilation.work && compilation.status == transform::Status::Ok) << source.name << messages;
  compiled.model = MakeModel(compilation.work);
}

struct TextRun {
  sim::Outcome outcome;
  // With place, as the console shows them.
  std::string messages;
};

inline auto RunCompiled(const model::CompiledModel& compiled, double stop, sim::Engine engine,
                        const diag::Locator& locator) -> TextRun {
  TextRun run;
  diag::ConsoleConsumer consumer([&](std::string_view text) { run.messages += text; }, locator, false);
  diag::Emitter emitter(consumer);
  sim::Settings settings;
  settings.run.stop = stop;
  settings.engine = engine;
  settings.keep_all = true;
  sim::Functions functions;
  run.outcome = sim::Simulate(compiled, functions, settings, emitter);
  return run;
}

}  // namespace kerf::compile
