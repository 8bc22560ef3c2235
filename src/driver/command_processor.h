// The command processor of the 1978 translator: models are typed or read, then partitioned, printed and posed
// anew.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "driver/io.h"
#include "driver/model_options.h"
#include "lang/dymola/dymola.h"

namespace kerf::driver {

class CommandProcessor {
 public:
  CommandProcessor(Io& io, const Context& context) : io_(io), context_(context) {}

  // Reads a file of models and commands. False if it cannot be read.
  auto ReadFile(const std::string& path) -> bool;
  // One line of input.
  void Line(const std::string& line);
  // The end of input: a model that is not complete is reported.
  void End();

  [[nodiscard]] auto is_stopped() const -> bool { return is_stopped_; }
  // In the middle of a model, or between model types and the model that uses them.
  [[nodiscard]] auto is_reading_model() const -> bool { return state_ != State::Commands; }
  [[nodiscard]] auto had_errors() const -> bool { return had_errors_; }

 private:
  enum class State : uint8_t { Commands, ModelText, BetweenModels };

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
