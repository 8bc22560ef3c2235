// Compile, give free parameters their values, solve.
#include "analysis/solve_point.h"

#include <algorithm>

#include "compile/make_model.h"

namespace kerf::analysis {

namespace {

using transform::Status;

struct Tools {
  sim::Functions& functions;
  source::Buffers& buffers;
  diag::Emitter& emitter;
};

auto FreeParameters(const dae::Dae& dae, const transform::Options& options) -> std::vector<std::string> {
  std::vector<std::string> names;
  for (const expr::VarId id : dae.vars.ids()) {
    if (dae.vars[id].kind == dae::VarKind::Parameter && dae.vars[id].is_free)
      names.push_back(dae::FullName(dae, id));
  }
  std::erase_if(names, [&](const std::string& name) {
    const bool is_given = std::ranges::count(options.values, name, &transform::GivenValue::name) > 0;
    return is_given || std::ranges::count(options.unknown, name) > 0;
  });
  return names;
}

// The values with which a simulation would begin.
auto GiveValues(const session::Request& asked, const std::vector<std::string>& names, double time,
                sim::Engine engine, transform::Options& options, Tools& tools) -> bool {
  session::Request request = asked;
  request.options.problem = transform::Problem::Simulation;
  // Values of what is known at the instant only mean nothing to a simulation.
  std::erase_if(request.options.values, [&](const transform::GivenValue& value) {
    return std::ranges::count(asked.options.known, value.name) > 0;
  });
  request.options.known.clear();
  request.options.unknown.clear();
  const session::Compilation compilation = session::Compile(request, tools.buffers, tools.emitter);
  if (!compilation.work || compilation.status != Status::Ok) return false;
  const transform::Work& work = *compilation.work;
  const auto compiled = compile::MakeModel(compilation.work);
  const sim::Outcome outcome = sim::SolveOnce(*compiled, tools.functions, time, engine, tools.emitter);
  if (!outcome.ok) return false;
  for (const std::string& name : names) {
    const expr::VarId var = dae::FindVar(work.dae, name);
    options.values.push_back({name, outcome.final_values[var.index]});
  }
  return true;
}

}  // namespace

auto SolvePoint(const session::Request& request, double time, sim::Engine engine, sim::Functions& functions,
                source::Buffers& buffers, diag::Emitter& emitter) -> Point {
  constexpr const char* kFirstPart = "scalarise";
  Tools tools{functions, buffers, emitter};
  Point point;
  session::Request first = request;
  first.run.stop_after = kFirstPart;
  session::Compilation& compilation = point.compilation;
  compilation = session::Compile(first, buffers, emitter);
  if (!compilation.work || compilation.status != Status::Ok || request.run.stop_after == kFirstPart)
    return point;
  transform::Options options = compilation.options;
  const std::vector<std::string> free = FreeParameters(compilation.work->dae, options);
  compilation.status = Status::Failed;
  if (!free.empty() && !GiveValues(request, free, time, engine, options, tools)) return point;
  pipeline::RunOptions rest = request.run;
  rest.start_after = kFirstPart;
  const pipeline::RunResult run = session::RunPasses(*compilation.work, options, rest, buffers, emitter);
  for (const pipeline::PassTime& pass : run.times)
    compilation.phases.push_back({std::string(pass.name), pass.seconds, pass.depth});
  compilation.status = run.status;
  if (run.status != Status::Ok || !request.run.stop_after.empty()) return point;
  point.outcome = sim::SolveOnce(*compile::MakeModel(compilation.work), functions, time, engine, emitter);
  return point;
}

}  // namespace kerf::analysis
