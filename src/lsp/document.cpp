// Edits, and what follows from a new text.
#include "lsp/document.h"

#include <algorithm>

#include "lsp/repair.h"

namespace kerf::lsp {

void ApplyChange(Document& document, const Json& change) {
  const auto& text = change.at("text").get_ref<const std::string&>();
  if (!change.contains("range")) {
    document.text = text;
    return;
  }
  const Json& range = change.at("range");
  const Lines lines(document.text);
  const uint32_t begin = lines.OffsetOf(PositionFrom(range.at("start")));
  const uint32_t end = std::max(begin, lines.OffsetOf(PositionFrom(range.at("end"))));
  document.text.replace(begin, end - begin, text);
}

void Refresh(Document& document) {
  document.lines = std::make_unique<Lines>(document.text);
  diag::CollectingConsumer collected;
  diag::Emitter emitter(collected);
  document.arrays = modelica::Parse(document.text, diag::BufferId{uint32_t{0}}, emitter);
  document.tree = document.arrays.View(document.text);
  document.syntax = std::move(collected.all);
  document.is_aligned = true;
  if (emitter.n_errors() == 0) {
    document.sound = document.text;
    return;
  }
  if (auto repaired = TryRepair(document.text)) {
    document.sound = std::move(*repaired);
    return;
  }
  document.is_aligned = false;
}

auto SoundOffset(const Document& document, uint32_t offset) -> uint32_t {
  if (document.is_aligned) return offset;
  const std::string& old = document.sound;
  const std::string& now = document.text;
  const auto size = static_cast<uint32_t>(std::min(old.size(), now.size()));
  uint32_t same_before = 0;
  while (same_before < size && old[same_before] == now[same_before]) ++same_before;
  if (offset <= same_before) return offset;
  uint32_t same_after = 0;
  while (same_after < size - same_before &&
         old[old.size() - 1 - same_after] == now[now.size() - 1 - same_after]) {
    ++same_after;
  }
  const auto behind = static_cast<uint32_t>(now.size()) - offset;
  return behind <= same_after ? static_cast<uint32_t>(old.size()) - behind : same_before;
}

}  // namespace kerf::lsp
