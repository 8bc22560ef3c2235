// Any bytes through the Modelica parser: the tree covers the whole text, messages can be printed, and a text
// without errors keeps its tokens when it is formatted and does not change when formatted again.
#include "base/check.h"
#include "diag/consumers.h"
#include "lang/modelica/syntax/format.h"
#include "lang/modelica/syntax/parse.h"
#include "source/buffers.h"
#include "target.h"
#include "texts.h"

namespace {

using kerf::modelica::Tree;

auto TokenText(const Tree& tree, size_t k) -> std::string_view {
  return tree.text.substr(tree.tokens[k].begin, tree.tokens[k].end - tree.tokens[k].begin);
}

void CheckFormat(const Tree& tree, kerf::diag::BufferId buffer) {
  const std::string once = kerf::modelica::Format(tree);
  kerf::diag::CollectingConsumer consumer;
  kerf::diag::Emitter emitter(consumer);
  const auto arrays = kerf::modelica::Parse(once, buffer, emitter);
  const Tree again = arrays.View(once);
  KERF_CHECK(emitter.n_errors() == 0);
  KERF_CHECK(tree.tokens.size() == again.tokens.size());
  for (size_t k = 0; k < tree.tokens.size(); ++k) KERF_CHECK(TokenText(tree, k) == TokenText(again, k));
  KERF_CHECK(kerf::modelica::Format(again) == once);
}

}  // namespace

auto LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) -> int {
  const std::string text = kerf::fuzz::TextOf(data, size);
  kerf::source::Buffers buffers;
  const auto buffer = buffers.Add("input.mo", text);
  size_t n_printed = 0;
  kerf::diag::ConsoleConsumer consumer([&](std::string_view part) { n_printed += part.size(); }, buffers,
                                       true);
  kerf::diag::Emitter emitter(consumer);
  const auto arrays = kerf::modelica::Parse(text, buffer, emitter);
  KERF_CHECK(kerf::modelica::PrintBack(arrays.View(text)) == text);
  if (emitter.n_errors() == 0) CheckFormat(arrays.View(text), buffer);
  return 0;
}
