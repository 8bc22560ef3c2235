// Any bytes from text to a sound flat model that can be printed.
#include "base/check.h"
#include "diag/consumers.h"
#include "flat/print.h"
#include "flat/verify.h"
#include "lang/acsl/acsl.h"
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
  auto program = kerf::acsl::Parse({&buffer, 1}, buffers, emitter);
  if (!program) return 0;
  const auto flat = kerf::acsl::Flatten(*program, {}, emitter);
  KERF_CHECK(flat.has_value() || n_printed > 0);
  if (!flat) return 0;
  KERF_CHECK(kerf::flat::Verify(*flat).empty());
  KERF_CHECK(!kerf::flat::Print(*flat).empty());
  return 0;
}
