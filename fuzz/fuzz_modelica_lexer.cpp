// Any bytes through the Modelica lexer: the tokens lie in the text one behind the other, and every message
// has a place in it.
#include "base/check.h"
#include "diag/consumers.h"
#include "lang/modelica/syntax/lexer.h"
#include "source/buffers.h"
#include "target.h"
#include "texts.h"

auto LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) -> int {
  const std::string text = kerf::fuzz::TextOf(data, size);
  kerf::source::Buffers buffers;
  const auto buffer = buffers.Add("input.mo", text);
  kerf::diag::CollectingConsumer consumer;
  kerf::diag::Emitter emitter(consumer);
  kerf::modelica::TreeArrays arrays;
  kerf::modelica::Lex(text, buffer, emitter, arrays);
  uint32_t at = 0;
  for (const kerf::modelica::Token& token : arrays.tokens) {
    KERF_CHECK(token.begin >= at && token.end >= token.begin);
    at = token.end;
  }
  KERF_CHECK(at == text.size() && arrays.tokens.back().kind == kerf::modelica::TokenKind::EndOfFile);
  for (const auto& diagnostic : consumer.all) static_cast<void>(buffers.Locate(diagnostic.span));
  return 0;
}
