// Any bytes from text through flattening, with limits that keep one input quick: a refused model has a
// message, a flat one is sound, can be printed and its units checked.
#include "base/check.h"
#include "diag/consumers.h"
#include "flat/print.h"
#include "flat/verify.h"
#include "lang/modelica/flatten/flatten.h"
#include "lang/modelica/library/program.h"
#include "source/buffers.h"
#include "target.h"
#include "texts.h"
#include "units/check.h"

namespace {

constexpr uint64_t kMaxSteps = 200'000;
constexpr uint64_t kMaxElements = 2'000;

}  // namespace

auto LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) -> int {
  const std::string text = kerf::fuzz::TextOf(data, size);
  kerf::source::Buffers buffers;
  size_t n_printed = 0;
  kerf::diag::ConsoleConsumer consumer([&](std::string_view part) { n_printed += part.size(); }, buffers,
                                       true);
  kerf::diag::Emitter emitter(consumer);
  auto world = std::make_shared<kerf::flat::World>();
  kerf::modelica::Program program({}, world->names, buffers, emitter);
  const auto classes = program.AddText("input.mo", text);
  if (emitter.n_errors() > 0 || classes.empty()) return 0;
  kerf::modelica::FlattenOptions options;
  options.class_name = program.FullName(classes.back());
  options.max_steps = kMaxSteps;
  options.max_elements = kMaxElements;
  const auto flat = kerf::modelica::Flatten(program, world, options, emitter);
  KERF_CHECK(flat.has_value() || n_printed > 0);
  if (!flat) return 0;
  KERF_CHECK(kerf::flat::Verify(*flat).empty());
  KERF_CHECK(!kerf::flat::Print(*flat).empty());
  kerf::units::CheckUnits(*flat, emitter);
  return 0;
}
