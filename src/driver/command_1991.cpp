// The commands of 1991 that read and rework: enter, partition eliminate, eliminate, differentiate. The
// equations are made anew from the model with all eliminations asked for so far, in order.
#include <algorithm>
#include <filesystem>

#include "driver/acsl_steps.h"
#include "driver/command_processor.h"
#include "session/installation.h"
#include "session/session.h"

namespace kerf::driver {

namespace {

using transform::OutputRule;

constexpr std::string_view kNoCommand = "Bad argument";

// A control file typed at the prompt is complete with the `end` that no section has opened.
auto IsCompleteControl(const std::string& text) -> bool {
  int depth = 0;
  bool is_complete = false;
  size_t begin = 0;
  while (begin < text.size()) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    std::string word;
    for (const char c : text.substr(begin, end - begin)) {
      if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
        word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      } else if (!word.empty()) {
        break;
      }
    }
    const bool opens = word == "initial" || word == "dynamic" || word == "derivative" || word == "discrete" ||
                       word == "terminal";
    depth += opens ? 1 : 0;
    if (word == "end" && depth-- == 0) is_complete = true;
    begin = end + 1;
  }
  return is_complete;
}

}  // namespace

auto CommandProcessor::prompt() const -> const char* {
  if (is_entering_ || state_ == State::Experiment) return "- ";
  return is_reading_model() ? "  " : "> ";
}

void CommandProcessor::Enter(const std::vector<std::string>& words) {
  if (words == std::vector<std::string>{"model"}) {
    BeginModels();
    state_ = State::BetweenModels;
    is_entering_ = true;
  } else if (words == std::vector<std::string>{"experiment"}) {
    if (!HasModel()) return;
    experiment_text_.clear();
    state_ = State::Experiment;
  } else {
    Fail(std::string(kNoCommand) + ": enter model or enter experiment");
  }
}

auto CommandProcessor::FindFile(const std::string& file) const -> std::string {
  std::error_code error;
  if (std::filesystem::exists(file, error)) return file;
  for (const std::string& folder : session::OwnDymolaFolders()) {
    const std::filesystem::path candidate = std::filesystem::path(folder) / file;
    if (std::filesystem::exists(candidate, error)) return candidate.string();
  }
  return file;
}

void CommandProcessor::EnterFile(const std::string& file) {
  const source::BufferId buffer = reporter_->buffers().Load(FindFile(file), reporter_->emitter());
  if (!buffer.has_value()) {
    had_errors_ = true;
    return;
  }
  is_good_ = dymola::Parse(buffer, reporter_->buffers(), reporter_->emitter(), *program_) && is_good_;
  if (!is_good_) had_errors_ = true;
  // A file of model types alone is followed by another.
  if (program_->models.empty() && is_good_) return;
  state_ = State::Commands;
  is_entering_ = false;
  if (is_good_) FlattenModel();
}

void CommandProcessor::EnterExperiment(const std::string& line) {
  const size_t at = line.find_first_not_of(" \t");
  if (experiment_text_.empty() && at == std::string::npos) return;
  if (experiment_text_.empty() && line[at] == '@') {
    std::string file = line.substr(at + 1);
    file.resize(file.find_last_not_of(" \t\r") + 1);
    state_ = State::Commands;
    experiment_ = reporter_->buffers().Load(file, reporter_->emitter());
    had_errors_ = had_errors_ || !experiment_.has_value();
    return;
  }
  experiment_text_ += line + "\n";
  if (!IsCompleteControl(experiment_text_)) return;
  experiment_ = reporter_->buffers().Add("<experiment>", experiment_text_);
  state_ = State::Commands;
}

void CommandProcessor::Eliminate(const std::vector<std::string>& words) {
  if (!HasModel()) return;
  const std::string what = words.size() == 1 ? words[0] : "";
  if (what != "equations" && what != "parameters" && what != "variables" && what != "outputs")
    return Fail("Bad argument: eliminate equations, parameters, variables or outputs");
  const bool looks_at_blocks = what == "variables" || what == "outputs";
  if (looks_at_blocks && !is_partitioned_)
    return Fail(fmt::format("eliminate {} comes after partition", what));
  steps_.push_back(what == "equations"    ? Step::Equations
                   : what == "parameters" ? Step::Parameters
                   : what == "variables"  ? Step::Variables
                                          : Step::Outputs);
  Rework();
}

void CommandProcessor::Differentiate() {
  if (!HasModel()) return;
  is_differentiated_ = true;
  Rework();
}

void CommandProcessor::PartitionEliminate() {
  if (!HasModel()) return;
  steps_.push_back(Step::All);
  is_partitioned_ = true;
  Rework();
}

// The equations of the listings, after a new command.
void CommandProcessor::Rework() {
  auto work = MakeWork(OutputRule::Merge, eliminated_);
  if (!work) {
    is_partitioned_ = false;
    had_errors_ = true;
    return;
  }
  work_ = std::move(work);
  if (is_partitioned_) ReportSingular();
}

// Null after errors, which have been told.
auto CommandProcessor::MakeWork(OutputRule rule, transform::Eliminated& eliminated)
    -> std::unique_ptr<transform::Work> {
  auto work = std::make_unique<transform::Work>();
  work->flat = work_->flat;
  const auto run = [&](std::string_view after, std::string_view to) {
    pipeline::RunOptions range;
    range.start_after = after;
    range.stop_after = to;
    transform::Options options = options_;
    options.eliminate = false;
    options.reduce_index = is_differentiated_;
    options.dynamic_states = false;
    return session::RunPasses(*work, options, range, reporter_->buffers(), reporter_->emitter()).status ==
           transform::Status::Ok;
  };
  if (!run("", is_differentiated_ ? "reduce_index" : "pose_problem")) return nullptr;
  transform::BeginSteps(*work, eliminated);
  for (const Step step : steps_) {
    if (!DoStep(step, rule, options_, *work, eliminated)) return nullptr;
  }
  if (!is_partitioned_) return work;
  if (!PartitionSteps(*work, options_, *reporter_)) return nullptr;
  transform::SolveLinearLoops(*work);
  if (std::ranges::count(steps_, Step::Outputs) > 0) {
    transform::FindOutputEquations(*work, eliminated);
    transform::PlaceOutputEquations(*work, eliminated);
  }
  return work;
}

auto CommandProcessor::DoStep(Step step, OutputRule rule, const transform::Options& options,
                              transform::Work& work, transform::Eliminated& eliminated) -> bool {
  switch (step) {
    case Step::Equations:  transform::EliminateEquations(work, rule); return true;
    case Step::Parameters: transform::EliminateParameters(work, eliminated); return true;
    // Which equations these are shows when all else is done.
    case Step::Outputs: return true;
    case Step::Variables:
      do {
        if (!PartitionSteps(work, options, *reporter_)) return false;
      } while (transform::EliminateLoopVariables(work, options));
      return true;
    case Step::All: return EliminateAll(work, rule, options, *reporter_);
  }
  return true;
}

}  // namespace kerf::driver
