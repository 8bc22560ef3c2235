// Compile, then tell.
#include "explain/explain.h"

#include "diag/consumers.h"
#include "explain/sections.h"

namespace kerf::explain {

namespace {

using transform::Status;

// The passes after the order of solution; what they say goes to the page.
auto FinishPasses(session::Compilation& compilation, source::Buffers& buffers) -> std::vector<std::string> {
  diag::CollectingConsumer collected;
  diag::Emitter emitter(collected);
  pipeline::RunOptions rest;
  rest.start_after = "tear_blocks";
  session::RunPasses(*compilation.work, compilation.options, rest, buffers, emitter);
  std::vector<std::string> messages;
  for (const diag::Diagnostic& diagnostic : collected.all) {
    const std::string place = buffers.Place(diagnostic.span);
    messages.push_back(fmt::format("{}{}{}", place, place.empty() ? "" : ": ", diagnostic.text));
  }
  return messages;
}

}  // namespace

auto Explain(session::Request request, const Limits& limits, source::Buffers& buffers, diag::Emitter& emitter)
    -> std::optional<Report> {
  request.options.problem = transform::Problem::Simulation;
  // Inputs that are not given do not prevent an explanation.
  request.options.has_directions = true;
  request.run.stop_after = "tear_blocks";
  session::Compilation compilation = session::Compile(request, buffers, emitter);
  if (!compilation.work || compilation.status != Status::Ok) return std::nullopt;
  transform::Work& work = *compilation.work;
  Report report;
  report.model = std::string(work.dae.world->names[work.dae.name]);
  // What is iterated is told before code is made of it.
  const Words words(work, buffers);
  report.simulation = ExplainProblem(work, words, limits);
  report.reduction = ExplainReduction(work, words, limits);
  report.states = ExplainStates(work, words, limits);
  report.messages = FinishPasses(compilation, buffers);
  report.counts = CountAll(work);
  report.events = ExplainEvents(work, words, limits);
  if (work.initial) {
    report.has_start = true;
    report.start = ExplainProblem(*work.initial, Words(*work.initial, buffers), limits);
  }
  return report;
}

}  // namespace kerf::explain
