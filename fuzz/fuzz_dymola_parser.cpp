// Any bytes through the parser; every diagnostic is also printed, since printing looks at the text again.
#include "base/check.h"
#include "lang/dymola/dymola.h"
#include "target.h"
#include "texts.h"

auto LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) -> int {
  const std::string text = kerf::fuzz::TextOf(data, size);
  if (kerf::fuzz::ReadsOtherFiles(text)) return 0;
  kerf::source::Buffers buffers;
  const auto buffer = buffers.Add("input.dym", text);
  size_t n_printed = 0;
  kerf::diag::ConsoleConsumer consumer([&](std::string_view part) { n_printed += part.size(); }, buffers,
                                       true);
  kerf::diag::Emitter emitter(consumer);
  kerf::dymola::Program program;
  const bool is_good = kerf::dymola::Parse(buffer, buffers, emitter, program);
  // A refusal without a message would leave the user alone.
  KERF_CHECK(is_good || n_printed > 0);
  return 0;
}
