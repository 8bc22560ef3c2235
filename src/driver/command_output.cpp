// The commands outfile and output of 1991.
#include <cstdio>

#include "base/whole_file.h"
#include "driver/command_processor.h"
#include "driver/listing.h"
#include "emit/acsl_program.h"

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
  EquationListing listing(*work_);
  Deliver(is_sorted ? listing.Blocks(is_solved) : listing.Equations());
}

// Whether `output` knows the language.
auto CommandProcessor::HasLanguage(const std::string& language) -> bool {
  if (language == "acsl" || language == "ACSL") return true;
  Fail(fmt::format("There is no translator to `{}`; there is one to acsl", language));
  return false;
}

void CommandProcessor::OutputVariables(const std::string& language) {
  if (HasLanguage(language)) Deliver(emit::AcslVariables({*work_, eliminated_}));
}

// output acsl model, output acsl program, and with `procedural` behind it the refined layout.
void CommandProcessor::OutputText(const std::vector<std::string>& words) {
  if (!HasLanguage(words[0])) return;
  if (words.size() == 3 && words[2] != "procedural")
    return Fail("Bad argument: only `procedural` can stand behind");
  if (!is_partitioned_) return Fail(fmt::format("output {} {} comes after partition", words[0], words[1]));
  const bool is_program = words[1] == "program";
  if (is_program && !experiment_.has_value())
    return Fail(fmt::format("output {} program comes after enter experiment", words[0]));
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
      work ? emit::TryWriteAcsl({*work, eliminated}, control ? &*control : nullptr, layout, emitter)
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
