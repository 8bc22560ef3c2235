// Any bytes through lexer, macros and parser, and through the reader of run-time commands; messages are
// printed.
#include "base/check.h"
#include "diag/consumers.h"
#include "lang/acsl/acsl.h"
#include "lang/acsl/commands.h"
#include "target.h"
#include "texts.h"

auto LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) -> int {
  const std::string text = kerf::fuzz::TextOf(data, size);
  kerf::source::Buffers buffers;
  const auto buffer = buffers.Add("input.csl", text);
  size_t n_printed = 0;
  kerf::diag::ConsoleConsumer consumer([&](std::string_view part) { n_printed += part.size(); }, buffers,
                                       true);
  kerf::diag::Emitter emitter(consumer);
  const bool is_good = kerf::acsl::Parse({&buffer, 1}, buffers, emitter).has_value();
  // A refusal without a message would leave the user alone.
  KERF_CHECK(is_good || n_printed > 0);
  static_cast<void>(kerf::acsl::ReadCommands(buffer, buffers, emitter));
  return 0;
}
