// Any bytes from text through flatten and the passes up to solve_blocks, with limits that keep one input
// quick.
#include "base/check.h"
#include "lang/dymola/dymola.h"
#include "session/session.h"
#include "target.h"
#include "texts.h"

namespace {

constexpr uint32_t kMaxInstances = 1'000;
constexpr uint32_t kMaxElements = 5'000;

void RunPasses(kerf::flat::Model flat, kerf::source::Buffers& buffers, kerf::diag::Emitter& emitter) {
  kerf::transform::Work work;
  work.flat = std::move(flat);
  kerf::pipeline::RunOptions run;
  run.stop_after = "solve_blocks";
  kerf::session::RunPasses(work, {}, run, buffers, emitter);
}

}  // namespace

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
  if (!kerf::dymola::Parse(buffer, buffers, emitter, program)) return 0;
  kerf::dymola::FlattenOptions options;
  options.max_instances = kMaxInstances;
  options.max_array_elements = kMaxElements;
  options.max_unrolled = kMaxElements;
  auto flat = kerf::dymola::Flatten(program, "", options, emitter);
  KERF_CHECK(flat.has_value() || n_printed > 0);
  if (flat) RunPasses(std::move(*flat), buffers, emitter);
  return 0;
}
