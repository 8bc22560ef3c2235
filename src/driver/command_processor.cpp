// Reading of models and commands, line by line.
#include "driver/command_processor.h"

#include <sstream>

#include "base/nearest.h"
#include "session/installation.h"
#include "session/listing.h"
#include "session/session.h"

namespace kerf::driver {

namespace {

// How deep files may read files.
constexpr int kMaxDepth = 32;

// Words of a command: blanks and commas separate, comments {…} do not count.
auto CommandWords(const std::string& line) -> std::vector<std::string> {
  std::vector<std::string> words;
  std::string word;
  bool in_comment = false;
  for (const char c : line) {
    if (c == '{') in_comment = true;
    const bool separates = in_comment || c == ' ' || c == '\t' || c == ',' || c == ';' || c == '\r';
    if (separates && !word.empty()) words.push_back(std::exchange(word, ""));
    if (!separates) word += c;
    if (c == '}') in_comment = false;
  }
  if (!word.empty()) words.push_back(word);
  return words;
}

}  // namespace

auto CommandProcessor::ReadFile(const std::string& path) -> bool {
  if (depth_ >= kMaxDepth) {
    Fail(fmt::format("`{}` is not read: files read each other {} deep", path, kMaxDepth));
    return false;
  }
  if (!reporter_) reporter_ = std::make_unique<Reporter>(context_);
  const source::BufferId buffer = reporter_->buffers().Load(path, reporter_->emitter());
  if (!buffer.has_value()) {
    had_errors_ = true;
    return false;
  }
  ++depth_;
  // A copy: the buffers may be replaced when a new model begins.
  std::istringstream text{std::string(reporter_->buffers().text(buffer))};
  std::string line;
  for (size_t number = 1; !is_stopped_ && std::getline(text, line); ++number) Process(path, line, number);
  --depth_;
  // A model must end in the file in which it began.
  if (state_ == State::ModelText) CompileText();
  return true;
}

void CommandProcessor::Line(const std::string& line) { Process("<input>", line, ++input_line_); }

void CommandProcessor::End() {
  if (state_ == State::ModelText) CompileText();
}

void CommandProcessor::Process(const std::string& name, const std::string& line, size_t number) {
  const auto words = CommandWords(line);
  if (state_ == State::ModelText) {
    AppendModelLine(line);
    return;
  }
  if (state_ == State::Experiment) {
    EnterExperiment(line);
    return;
  }
  if (words.empty()) {
    // A comment that goes on over several lines belongs to the text after it.
    if (line.find('{') == std::string::npos || line.find('}') != std::string::npos) return;
  } else if (words[0] == "@add" || words[0].starts_with("@")) {
    const std::string file = words[0] == "@add" ? (words.size() > 1 ? words[1] : "") : words[0].substr(1);
    if (file.empty()) return Fail("Bad argument: @add needs a file name");
    if (is_entering_) {
      EnterFile(file);
    } else {
      ReadFile(file);
    }
    return;
  } else if (words[0] != "model") {
    is_entering_ = false;
    state_ = State::Commands;
    Command(line);
    return;
  }
  if (state_ == State::Commands) BeginModels();
  state_ = State::ModelText;
  text_.clear();
  text_name_ = name;
  text_line_ = number;
  AppendModelLine(line);
}

// A model resets all tables. Model types may precede it, also from several files.
void CommandProcessor::BeginModels() {
  reporter_ = std::make_unique<Reporter>(context_);
  program_ = std::make_unique<dymola::Program>();
  program_->dialect = dialect_;
  program_->folders = session::OwnDymolaFolders();
  steps_.clear();
  is_differentiated_ = false;
  experiment_ = {};
  work_.reset();
  options_ = {};
  options_.eliminate = false;
  options_.report_structure = false;
  is_partitioned_ = false;
  is_good_ = true;
}

void CommandProcessor::AppendModelLine(const std::string& line) {
  text_ += line + "\n";
  // Only a line with `end` can complete a model; asking after every line would make long models slow.
  if (line.find("end") == std::string::npos && line.find('}') == std::string::npos) return;
  if (dymola::ModelTextState(text_) != dymola::TextState::Incomplete) CompileText();
}

void CommandProcessor::CompileText() {
  // Empty lines in front keep line numbers those of the file.
  std::string text(text_line_ - 1, '\n');
  text += text_;
  const dymola::TextState state = dymola::ModelTextState(text_);
  const source::BufferId buffer = reporter_->buffers().Add(text_name_, std::move(text));
  is_good_ = dymola::Parse(buffer, reporter_->buffers(), reporter_->emitter(), *program_) && is_good_;
  if (!is_good_) had_errors_ = true;
  state_ = State::BetweenModels;
  text_.clear();
  if (state != dymola::TextState::CompleteModel) return;
  state_ = State::Commands;
  is_entering_ = false;
  if (is_good_) FlattenModel();
}

void CommandProcessor::FlattenModel() {
  dymola::FlattenOptions flatten;
  flatten.keeps_calls = true;
  auto flat = dymola::Flatten(*program_, "", flatten, reporter_->emitter());
  if (!flat) {
    had_errors_ = true;
    return;
  }
  work_ = std::make_unique<transform::Work>();
  work_->flat = std::move(*flat);
  pipeline::RunOptions run;
  run.stop_after = "scalarise";
  if (session::RunPasses(*work_, options_, run, reporter_->buffers(), reporter_->emitter()).status !=
      transform::Status::Ok) {
    had_errors_ = true;
    work_.reset();
  }
}

void CommandProcessor::Fail(const std::string& text) {
  had_errors_ = true;
  io_.err(text + "\n");
}

auto CommandProcessor::HasModel() -> bool {
  if (work_) return true;
  Fail("Missing model");
  return false;
}

void CommandProcessor::Command(const std::string& line) {
  const auto words = CommandWords(line);
  const std::string& verb = words[0];
  const std::vector<std::string> arguments(words.begin() + 1, words.end());
  if (verb == "stop") {
    is_stopped_ = true;
  } else if (verb == "help") {
    Help();
  } else if (verb == "partition" && arguments.empty()) {
    Partition();
  } else if (verb == "partition" && arguments == std::vector<std::string>{"eliminate"}) {
    PartitionEliminate();
  } else if (verb == "enter") {
    Enter(arguments);
  } else if (verb == "eliminate") {
    Eliminate(arguments);
  } else if (verb == "differentiate" && arguments.empty()) {
    Differentiate();
  } else if (verb == "output") {
    Output(arguments);
  } else if (verb == "outfile") {
    Outfile(arguments);
  } else if (verb == "print") {
    Print(arguments);
  } else if (verb == "known" || verb == "unknown") {
    SetStatus(arguments, verb == "known");
  } else if (verb == "do" && arguments == std::vector<std::string>{"eliminate"}) {
    options_.eliminate = true;
  } else if (verb == "do" && arguments == std::vector<std::string>{"not", "eliminate"}) {
    options_.eliminate = false;
  } else if (verb == "do" || verb == "partition" || verb == "differentiate") {
    Fail("Bad argument");
  } else {
    static const std::vector<std::string> kVerbs = {
        "model", "@add",      "partition",     "print",  "known",   "unknown", "do",
        "enter", "eliminate", "differentiate", "output", "outfile", "help",    "stop"};
    const std::string nearest = base::Nearest(verb, kVerbs);
    Fail(fmt::format(
        "Invalid command `{}`{}", verb,
        nearest.empty() ? "; `help` lists the commands" : fmt::format("; did you mean `{}`?", nearest)));
  }
}

void CommandProcessor::SetStatus(const std::vector<std::string>& names, bool known) {
  if (!HasModel()) return;
  if (names.empty()) return Fail("Bad argument: which variables?");
  for (const std::string& name : names) {
    const expr::VarId var = dae::FindVar(work_->dae, name);
    if (!var.has_value()) {
      const std::string nearest = dae::NearestName(work_->dae, name);
      Fail(fmt::format("Not declared variable `{}`{}", name,
                       nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest)));
      continue;
    }
    // The last word counts.
    const std::string full = dae::FullName(work_->dae, var);
    std::erase(options_.known, full);
    std::erase(options_.unknown, full);
    (known ? options_.known : options_.unknown).push_back(full);
  }
}

}  // namespace kerf::driver
