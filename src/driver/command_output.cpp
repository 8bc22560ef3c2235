// The commands outfile and output of 1991.
#include <cstdio>

#include "base/whole_file.h"
#include "driver/command_processor.h"
#include "driver/listing.h"

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
  EquationListing listing(*work_);
  Deliver(is_sorted ? listing.Blocks(is_solved) : listing.Equations());
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
  } else {
    Fail(
        "Bad argument: output equations, sorted equations, solved equations, variables LANGUAGE, LANGUAGE "
        "model or LANGUAGE program");
  }
}

}  // namespace kerf::driver
