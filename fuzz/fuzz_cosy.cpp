// Any bytes as a combined program, read and translated to routines and sound flat models.
#include "base/check.h"
#include "diag/consumers.h"
#include "flat/print.h"
#include "flat/verify.h"
#include "lang/cosy/cosy.h"
#include "target.h"
#include "texts.h"

auto LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) -> int {
  const std::string text = kerf::fuzz::TextOf(data, size);
  kerf::source::Buffers buffers;
  const auto buffer = buffers.Add("input.cosy", text);
  size_t n_printed = 0;
  kerf::diag::ConsoleConsumer consumer([&](std::string_view part) { n_printed += part.size(); }, buffers,
                                       true);
  kerf::diag::Emitter emitter(consumer);
  auto source = kerf::cosy::Parse(buffer, {}, buffers, emitter);
  if (!source) return 0;
  const auto program = kerf::cosy::Translate(*source, emitter);
  KERF_CHECK(program.has_value() || n_printed > 0);
  if (!program || program->system == nullptr) return 0;
  KERF_CHECK(kerf::flat::Verify(program->system->model).empty());
  KERF_CHECK(!kerf::flat::Print(program->system->model).empty());
  return 0;
}
