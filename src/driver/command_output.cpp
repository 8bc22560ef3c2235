// The commands outfile and output of 1991.
#include <algorithm>
#include <cctype>

#include "base/whole_file.h"
#include "diag/consumers.h"
#include "driver/acsl_steps.h"
#include "driver/command_processor.h"
#include "driver/experiment.h"
#include "driver/fixed_states.h"
#include "emit/acsl_program.h"
#include "emit/program.h"
#include "session/listing.h"
#include "session/session.h"

namespace kerf::driver {

void CommandProcessor::Outfile(const std::vector<std::string>& words) {
  if (words.size() != 1) return Fail("Bad argument: outfile needs the name of a file");
  outfile_ = words[0];
}

// To the file that was named for this one output, all of it or nothing.
void CommandProcessor::Deliver(const std::string& text) {
  if (outfile_.empty()) {
    io_.out(text);
    return;
  }
  const std::string file = std::exchange(outfile_, "");
  if (!base::TryWriteWhole(file, text)) Fail(fmt::format("`{}` cannot be written", file));
}

void CommandProcessor::OutputEquations(bool is_sorted, bool is_solved) {
  if (is_sorted && !is_partitioned_)
    return Fail(fmt::format("output {} equations comes after partition", is_solved ? "solved" : "sorted"));
  if (is_solved) transform::SolveLinearLoops(*work_);
  session::EquationListing listing(*work_);
  Deliver(is_sorted ? listing.Blocks(is_solved) : listing.Equations());
}

// Whether `output` knows the language. Names are those of `kerf translate`, in any case.
auto CommandProcessor::LanguageOf(std::string name) -> std::string {
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  if (name == "acsl" || emit::FindTarget(name) != nullptr) return name;
  std::string known = "acsl";
  for (const emit::Target& target : emit::Targets()) known += fmt::format(", {}", target.name);
  Fail(fmt::format("There is no translator to `{}`; there are those to {}", name, known));
  return "";
}

void CommandProcessor::OutputVariables(const std::string& name) {
  const std::string language = LanguageOf(name);
  if (language.empty()) return;
  if (language == "acsl") return Deliver(emit::AcslVariables({*work_, eliminated_}));
  const emit::Target& target = *emit::FindTarget(language);
  transform::Work work;
  transform::Options options = options_;
  auto program = MakeProgram(work, options);
  pipeline::Runner runner;
  transform::PassContext context{reporter_->emitter(), reporter_->buffers(), options, runner};
  if (program) Deliver(emit::VariableTable(*program, target, context));
}

// Brings the equations to where the commands of this session have brought them. False after errors.
auto CommandProcessor::TakeSteps(transform::Work& work, transform::Options options) -> bool {
  if (steps_.empty()) return true;
  options.eliminate = false;
  options.reduce_index = is_differentiated_;
  pipeline::RunOptions run;
  run.start_after = "apply_inputs";
  run.stop_after = is_differentiated_ ? "reduce_index" : "pose_problem";
  if (session::RunPasses(work, options, run, reporter_->buffers(), reporter_->emitter()).status !=
      transform::Status::Ok)
    return false;
  transform::Eliminated eliminated;
  transform::BeginSteps(work, eliminated);
  for (const Step step : steps_) {
    if (!DoStep(step, transform::OutputRule::Keep, options, work, eliminated)) return false;
  }
  transform::KeepSteps(work);
  return true;
}

// The program that the languages of `kerf translate` are written from; the model and the options go with it.
// Nothing after errors.
auto CommandProcessor::MakeProgram(transform::Work& work, transform::Options& options)
    -> std::optional<emit::Program> {
  // Calls in the spelling of Fortran mean nothing there.
  auto flat = dymola::Flatten(*program_, "", {}, reporter_->emitter());
  if (flat) work.flat = std::move(*flat);
  options.eliminate = true;
  options.reduce_index = true;
  options.dynamic_states = false;
  pipeline::RunOptions run;
  run.stop_after = "apply_inputs";
  const auto passes = [&] {
    return session::RunPasses(work, options, run, reporter_->buffers(), reporter_->emitter()).status ==
           transform::Status::Ok;
  };
  bool is_good = flat && passes();
  for (std::string& name : is_good ? emit::FreeInputs(work.dae) : std::vector<std::string>())
    options.values.push_back({std::move(name), 0.0});
  run.start_after = "apply_inputs";
  is_good = is_good && TakeSteps(work, options);
  run.stop_after = "build_initial";
  is_good = is_good && passes();
  pipeline::Runner runner;
  transform::PassContext context{reporter_->emitter(), reporter_->buffers(), options, runner};
  auto program = is_good ? emit::BuildProgram(work, context) : std::nullopt;
  had_errors_ = had_errors_ || !program;
  return program;
}

// The equations in a language of `kerf translate`: as a function, or with an experiment as a program.
void CommandProcessor::OutputModel(const emit::Target& target, bool is_program) {
  const auto experiment = is_program ? ReadExperiment(experiment_, target.title, *reporter_) : Experiment();
  had_errors_ = had_errors_ || !experiment;
  if (!experiment) return;
  transform::Work work;
  transform::Options options = options_;
  options.inputs = experiment->inputs;
  options.keep_outputs = !is_program || target.has_free_inputs;
  auto program = MakeProgram(work, options);
  if (!program) return;
  pipeline::Runner runner;
  transform::PassContext context{reporter_->emitter(), reporter_->buffers(), options, runner};
  emit::TranslateOptions translate;
  if (!is_program) translate.form = emit::TranslateOptions::Form::Function;
  translate.stop = experiment->stop.value_or(translate.stop);
  translate.intervals = TryIntervals(*experiment, 0, translate.stop).value_or(translate.intervals);
  const auto text = emit::WriteTarget(*program, target, translate, context);
  had_errors_ = had_errors_ || !text;
  if (text) Deliver(*text);
}

// A session tells nothing about a run, so that no choice of states can be tried.
void CommandProcessor::TellFixedStates() {
  diag::CollectingConsumer messages;
  diag::Emitter silent(messages);
  transform::Work trial;
  trial.flat = work_->flat;
  transform::Options options = options_;
  options.eliminate = false;
  options.reduce_index = true;
  pipeline::RunOptions run;
  run.stop_after = "reduce_index";
  session::RunPasses(trial, options, run, reporter_->buffers(), silent);
  if (!trial.dae.state_sets.empty()) MayFixStates({}, trial.dae, std::nullopt, *reporter_);
}

// output acsl model, output acsl program, and with `procedural` behind it the refined layout.
void CommandProcessor::OutputText(const std::vector<std::string>& words) {
  const std::string language = LanguageOf(words[0]);
  if (language.empty()) return;
  if (words.size() == 3 && (words[2] != "procedural" || language != "acsl"))
    return Fail("Bad argument: only `procedural` can stand behind, and only for ACSL");
  if (!is_partitioned_) return Fail(fmt::format("output {} {} comes after partition", words[0], words[1]));
  const bool is_program = words[1] == "program";
  if (is_program && language != "acsl" && language != "desire")
    return Fail("Only ACSL and DESIRE take an experiment; kerf translate writes other programs");
  if (is_program && !experiment_.has_value())
    return Fail(fmt::format("output {} program comes after enter experiment", words[0]));
  if (language != "acsl" || is_differentiated_) TellFixedStates();
  if (language != "acsl") return OutputModel(*emit::FindTarget(language), is_program);
  diag::Emitter& emitter = reporter_->emitter();
  std::optional<emit::AcslControl> control;
  if (is_program) {
    control = emit::TryReadControl(experiment_, reporter_->buffers(), emit::AcslInputs(work_->dae), emitter);
    had_errors_ = had_errors_ || !control;
    if (!control) return;
  }
  // In programs outputs have equations of their own.
  transform::Eliminated eliminated;
  const auto work = MakeWork(transform::OutputRule::Keep, eliminated);
  const auto layout = words.size() == 3 ? emit::AcslLayout::Procedural : emit::AcslLayout::Plain;
  const auto text =
      work && SolveLoops(*work, options_, *reporter_)
          ? emit::TryWriteAcsl({*work, eliminated}, control ? &*control : nullptr, layout, emitter)
          : std::nullopt;
  had_errors_ = had_errors_ || !text;
  if (text) Deliver(*text);
}

void CommandProcessor::Output(const std::vector<std::string>& words) {
  if (!HasModel()) return;
  const bool is_pair = words.size() == 2;
  if (words == std::vector<std::string>{"equations"}) {
    OutputEquations(false, false);
  } else if (is_pair && words[0] == "sorted" && words[1] == "equations") {
    OutputEquations(true, false);
  } else if (is_pair && words[0] == "solved" && words[1] == "equations") {
    OutputEquations(true, true);
  } else if (is_pair && words[0] == "variables") {
    OutputVariables(words[1]);
  } else if ((is_pair || words.size() == 3) && (words[1] == "model" || words[1] == "program")) {
    OutputText(words);
  } else {
    Fail(
        "Bad argument: output equations, sorted equations, solved equations, variables LANGUAGE, LANGUAGE "
        "model or LANGUAGE program");
  }
}

}  // namespace kerf::driver
