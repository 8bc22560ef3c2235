// Any bytes as modelDescription.xml: what is no sound description is told, and from one that is sound both
// kinds of components are written, as texts that the Modelica parser takes.
#include "base/check.h"
#include "diag/consumers.h"
#include "fmi/modelica_component.h"
#include "fmi/read_description.h"
#include "lang/modelica/syntax/parse.h"
#include "source/buffers.h"
#include "target.h"
#include "texts.h"

auto LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) -> int {
  const std::string text = kerf::fuzz::TextOf(data, size);
  const kerf::fmi::ReadModel read = kerf::fmi::ReadDescription(text);
  for (const kerf::fmi::DescriptionMistake& mistake : read.mistakes) KERF_CHECK(!mistake.text.empty());
  if (!read.mistakes.empty()) return 0;
  // The size of the text follows from the sizes of arrays, which a few bytes can make large.
  uint64_t n_elements = read.model.n_indicators;
  for (const kerf::fmi::ImportedVariable& variable : read.model.variables) n_elements += variable.count();
  if (n_elements > 1000) return 0;
  for (const bool is_co_simulation : {false, true}) {
    const std::string modelica = kerf::fmi::WriteModelica(read.model, {"x.fmu", "X", is_co_simulation});
    kerf::source::Buffers buffers;
    kerf::diag::CollectingConsumer consumer;
    kerf::diag::Emitter emitter(consumer);
    kerf::modelica::Parse(modelica, buffers.Add("x.mo", modelica), emitter);
    KERF_CHECK(emitter.n_errors() == 0);
  }
  return 0;
}
