// See run_experiment.h.
#include "driver/run_experiment.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "diag/consumers.h"
#include "driver/acsl_steps.h"
#include "emit/acsl_program.h"
#include "lang/acsl/acsl.h"

namespace kerf::driver {

namespace {

// `(t .GE. tmax)` says no more than maxtime does.
auto IsEndOfTime(const emit::AcslControl& control, std::string condition) -> bool {
  if (!control.maxtime) return false;
  std::erase(condition, ' ');
  return emit::AcslCapitals(condition) == emit::AcslCapitals("(t.ge." + control.maxtime->name + ")");
}

// The equations in order, none of them eliminated, so that every variable is in the results.
auto MakeOrdered(const session::Request& given, Reporter& reporter) -> session::Compilation {
  session::Request request = given;
  request.keeps_calls = true;
  request.options.reduce_index = true;
  request.options.dynamic_states = false;
  request.options.eliminate = false;
  request.options.implicit_form = false;
  request.run = {};
  request.run.stop_after = "reduce_index";
  return session::Compile(request, reporter.buffers(), reporter.emitter());
}

// Inputs that the command line has given are no inputs any more.
void DropGiven(const dae::Dae& dae, emit::AcslControl& control) {
  std::erase_if(control.inputs, [&](const emit::AcslInput& input) {
    const expr::VarId id = dae::FindVar(dae, input.name);
    return id.has_value() && dae.vars[id].kind != dae::VarKind::Input;
  });
}

// The same path in another store.
auto CopyPath(const base::PathStore& from, base::PathId path, flat::World& to) -> base::PathId {
  std::vector<base::PathId> steps;
  for (base::PathId id = path; id != base::PathStore::kRoot; id = from[id].parent) steps.push_back(id);
  base::PathId copy = base::PathStore::kRoot;
  for (size_t k = steps.size(); k-- > 0;)
    copy =
        to.paths.Child(copy, to.names.Intern(from.names()[from[steps[k]].name]), from.subscripts(steps[k]));
  return copy;
}

// Variables of the program by the names that they have in the model; those of the program alone keep theirs.
void TakeModelNames(const dae::Dae& dae, flat::Model& model) {
  const emit::AcslNames names = emit::MakeAcslNames(dae);
  std::map<std::string, expr::VarId> of_name;
  for (const expr::VarId id : dae.vars.ids()) {
    const dae::Var& var = dae.vars[id];
    if (!var.derivative_of.has_value() && !var.is_internal)
      of_name[emit::AcslCapitals(names.names[id.index])] = id;
  }
  for (const expr::VarId id : model.vars.ids()) {
    const std::string name = model.world->paths.RenderLocal(model.vars[id].path);
    const auto found = of_name.find(emit::AcslCapitals(name));
    if (found != of_name.end())
      model.vars[id].path = CopyPath(dae.world->paths, dae.vars[found->second].path, *model.world);
  }
}

auto ReadProgram(const std::string& name, std::string text, Reporter& reporter, session::Wishes& wishes)
    -> std::optional<flat::Model> {
  const std::vector<source::BufferId> texts = {
      reporter.buffers().Add(fmt::format("<program of {}>", name), std::move(text))};
  auto program = acsl::Parse(texts, reporter.buffers(), reporter.emitter());
  if (!program) return std::nullopt;
  // Mistakes are told when the model is made.
  diag::CollectingConsumer ignored;
  diag::Emitter silent(ignored);
  const acsl::RunWishes wanted = acsl::WishesOf(*program, {}, silent);
  wishes = {wanted.solver, false, wanted.step, wanted.max_step, wanted.tolerance, wanted.absolute_tolerance};
  return acsl::Flatten(*program, {}, reporter.emitter());
}

}  // namespace

auto HasSections(const emit::AcslControl& control) -> bool {
  const auto is_more = [&](const std::string& condition) { return !IsEndOfTime(control, condition); };
  const auto depends = [](const emit::AcslInput& input) { return input.depends; };
  return std::ranges::any_of(control.terminations, is_more) || std::ranges::any_of(control.inputs, depends) ||
         !control.initial.empty() || !control.dynamic.empty() || !control.derivative.empty() ||
         !control.discrete.empty() || !control.terminal.empty();
}

auto CompileWithControl(const session::Request& request, emit::AcslControl control, Reporter& reporter,
                        session::Wishes& wishes) -> session::Compilation {
  session::Compilation ordered = MakeOrdered(request, reporter);
  if (!ordered.work || ordered.status != transform::Status::Ok) return {};
  transform::Work& work = *ordered.work;
  DropGiven(work.dae, control);
  // In a program conditions of one's own stand instead of the end of time; a run ends with both.
  if (control.maxtime) control.terminations.push_back(fmt::format("(t .GE. {})", control.maxtime->name));
  PutInValues(work, ordered.options);
  transform::Eliminated eliminated;
  transform::BeginSteps(work, eliminated);
  if (!PartitionSteps(work, ordered.options, reporter)) return {};
  if (!SolveLoops(work, ordered.options, reporter)) return {};
  auto text = emit::TryWriteAcsl({work, eliminated}, &control, emit::AcslLayout::Plain, reporter.emitter());
  auto flat = text ? ReadProgram(request.file, std::move(*text), reporter, wishes) : std::nullopt;
  if (!flat) return {};
  TakeModelNames(work.dae, *flat);
  session::Compilation result;
  result.work = std::make_unique<transform::Work>();
  result.work->flat = std::move(*flat);
  // Values and inputs of the command line stand in the program.
  result.options = request.options;
  result.options.values.clear();
  result.options.starts.clear();
  result.options.inputs.clear();
  result.status =
      session::RunPasses(*result.work, result.options, request.run, reporter.buffers(), reporter.emitter())
          .status;
  return result;
}

}  // namespace kerf::driver
