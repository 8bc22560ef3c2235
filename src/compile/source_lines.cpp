// Lines keep their numbers: those that nothing refers to are empty.
#include "compile/source_lines.h"

#include <algorithm>

namespace kerf::compile {

auto SourceLines::FileOf(uint32_t buffer) -> File& {
  const auto [at, is_new] = files_.try_emplace(buffer);
  File& file = at->second;
  if (!is_new) return file;
  const std::string_view text = buffers_.text(diag::BufferId{buffer});
  file.begins = {0};
  for (uint32_t k = 0; k < text.size(); ++k) {
    if (text[k] == '\n') file.begins.push_back(k + 1);
  }
  return file;
}

void SourceLines::Show(const model::Place& place) {
  // Beyond this a message shows no more either.
  constexpr uint32_t kMaxLines = 4;
  if (place.file == model::Place::kNoFile) return;
  File& file = FileOf(place.file);
  const auto size = static_cast<uint32_t>(buffers_.text(diag::BufferId{place.file}).size());
  auto at =
      static_cast<uint32_t>(std::ranges::upper_bound(file.begins, place.begin) - file.begins.begin()) - 1;
  for (uint32_t k = 0; k < kMaxLines && at < file.begins.size(); ++k, ++at) {
    if (k > 0 && file.begins[at] >= place.end) return;
    const uint32_t end = at + 1 < file.begins.size() ? file.begins[at + 1] - 1 : size;
    file.lines[file.begins[at]] = {at, file.begins[at], end, 0};
  }
}

auto SourceLines::Texts() -> std::vector<model::SourceText> {
  std::vector<model::SourceText> texts;
  for (auto& [buffer, file] : files_) {
    file.number = static_cast<uint32_t>(texts.size());
    const std::string_view text = buffers_.text(diag::BufferId{buffer});
    std::string kept;
    uint32_t number = 0;
    for (auto& [begin, line] : file.lines) {
      for (; number < line.number; ++number) kept += '\n';
      line.moved = static_cast<uint32_t>(kept.size());
      kept += text.substr(line.begin, line.end - line.begin);
    }
    texts.push_back({buffers_.file_name(diag::BufferId{buffer}), std::move(kept)});
  }
  return texts;
}

auto SourceLines::Moved(const model::Place& place) const -> model::Place {
  if (place.file == model::Place::kNoFile) return place;
  const File& file = files_.at(place.file);
  const Line& first = std::prev(file.lines.upper_bound(place.begin))->second;
  // Without the lines at the end that were too many.
  const Line& last = std::prev(file.lines.upper_bound(std::max(place.begin, place.end)))->second;
  const uint32_t begin = first.moved + (place.begin - first.begin);
  const uint32_t end = last.moved + std::min(place.end - last.begin, last.end - last.begin);
  return {file.number, begin, std::max(begin, end)};
}

}  // namespace kerf::compile
