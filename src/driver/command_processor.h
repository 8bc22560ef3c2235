// The command processors of the translators of 1978 and 1991 in one: models are typed or read, then
// partitioned, printed and posed anew. The commands of 1991 (enter, eliminate, differentiate, output,
// outfile) are in command_1991.cpp and command_output.cpp.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "driver/io.h"
#include "driver/model_options.h"
#include "emit/program.h"
#include "emit/target.h"
#include "lang/dymola/dymola.h"
#include "transform/dymola_1991.h"

namespace kerf::driver {

class CommandProcessor {
 public:
  CommandProcessor(Io& io, const Context& context, dymola::Dialect dialect)
      : io_(io), context_(context), dialect_(dialect) {}

  // Reads a file of models and commands. False if it cannot be read.
  auto ReadFile(const std::string& path) -> bool;
  // One line of input.
  void Line(const std::string& line);
  // The end of input: a model that is not complete is reported.
  void End();

  [[nodiscard]] auto is_stopped() const -> bool { return is_stopped_; }
  // In the middle of a model, or between model types and the model that uses them.
  [[nodiscard]] auto is_reading_model() const -> bool { return state_ != State::Commands; }
  // What to show before a line is typed.
  [[nodiscard]] auto prompt() const -> const char*;
  [[nodiscard]] auto had_errors() const -> bool { return had_errors_; }

 private:
  enum class State : uint8_t { Commands, ModelText, BetweenModels, Experiment };
  // What `eliminate` and `partition eliminate` ask for.
  enum class Step : uint8_t { Equations, Parameters, Variables, Outputs, All };

  void Process(const std::string& name, const std::string& line, size_t line_number);
  void BeginModels();
  void AppendModelLine(const std::string& line);
  void CompileText();
  void FlattenModel();
  void Command(const std::string& line);
  void Print(const std::vector<std::string>& words);
  void PrintVariables(const std::string& which);
  void SetStatus(const std::vector<std::string>& words, bool known);
  void Partition();

  // command_1991.cpp
  void Enter(const std::vector<std::string>& words);
  void EnterFile(const std::string& file);
  void EnterExperiment(const std::string& line);
  auto FindFile(const std::string& file) const -> std::string;
  void Eliminate(const std::vector<std::string>& words);
  void Differentiate();
  void PartitionEliminate();
  void Rework();
  auto MakeWork(transform::OutputRule rule, transform::Eliminated& eliminated)
      -> std::unique_ptr<transform::Work>;
  auto DoStep(Step step, transform::OutputRule rule, const transform::Options& options, transform::Work& work,
              transform::Eliminated& eliminated) -> bool;

  // command_output.cpp
  void Outfile(const std::vector<std::string>& words);
  void Output(const std::vector<std::string>& words);
  void OutputEquations(bool is_sorted, bool is_solved);
  auto LanguageOf(std::string name) -> std::string;
  void OutputVariables(const std::string& name);
  auto TakeSteps(transform::Work& work, transform::Options options) -> bool;
  auto MakeProgram(transform::Work& work, transform::Options& options) -> std::optional<emit::Program>;
  void OutputModel(const emit::Target& target, bool is_program);
  void OutputText(const std::vector<std::string>& words);
  void TellFixedStates();
  void Deliver(const std::string& text);
  void ReportSingular();
  void Help();
  void Say(const std::string& text) { io_.out(text + "\n"); }
  void Fail(const std::string& text);
  auto HasModel() -> bool;

  Io& io_;
  const Context& context_;
  std::unique_ptr<Reporter> reporter_;
  std::unique_ptr<dymola::Program> program_;
  std::unique_ptr<transform::Work> work_;
  transform::Options options_;
  bool is_partitioned_ = false;
  dymola::Dialect dialect_;
  // After `enter model`, until the model is complete.
  bool is_entering_ = false;
  // The eliminations since the model was entered, in order; the equations are made anew with them.
  std::vector<Step> steps_;
  bool is_differentiated_ = false;
  transform::Eliminated eliminated_;
  // Where the next output command writes; empty: to the screen.
  std::string outfile_;
  // The control file, as typed or read.
  source::BufferId experiment_;
  std::string experiment_text_;

  State state_ = State::Commands;
  // Text of the model being read, with the line where it began.
  std::string text_;
  std::string text_name_;
  size_t text_line_ = 1;
  size_t input_line_ = 0;
  int depth_ = 0;
  bool is_good_ = true;
  bool is_stopped_ = false;
  bool had_errors_ = false;
};

}  // namespace kerf::driver
