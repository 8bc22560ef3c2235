// Any bytes through the lexer; every message has a place in the text.
#include "diag/consumers.h"
#include "lang/dymola/dymola.h"
#include "lang/dymola/lexer.h"
#include "target.h"
#include "texts.h"

auto LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) -> int {
  const std::string text = kerf::fuzz::TextOf(data, size);
  kerf::source::Buffers buffers;
  const auto buffer = buffers.Add("input", text);
  kerf::diag::CollectingConsumer consumer;
  kerf::diag::Emitter emitter(consumer);
  kerf::base::Interner names;
  kerf::dymola::Lex(buffer, buffers.text(buffer), names, emitter);
  for (const auto& diagnostic : consumer.all) static_cast<void>(buffers.Locate(diagnostic.span));
  kerf::dymola::ModelTextState(text);
  return 0;
}
