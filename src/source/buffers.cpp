// Loading of files and the way from byte offsets to lines and columns.
#include "source/buffers.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/whole_file.h"

namespace kerf::source {

namespace {

using diag::Level;

// Larger inputs are refused so that offsets fit 32 bits with room to spare [bytes].
constexpr uint64_t kMaxFileSize = uint64_t{1} << 30;

KERF_DIAG(CannotRead, Error, "cannot read `{}`: {}", std::string, std::string);
KERF_DIAG(NotText, Error, "`{}` is not a text file: byte {} is NUL", std::string, size_t);
KERF_DIAG(FileTooLarge, Error, "`{}` has {} bytes; at most {} are read", std::string, uint64_t, uint64_t);

}  // namespace

auto Buffers::Add(std::string file_name, std::string text) -> BufferId {
  KERF_CHECK(text.size() <= kMaxFileSize);
  auto buffer = std::make_unique<Buffer>();
  buffer->file_name = std::move(file_name);
  buffer->owned = std::move(text);
  buffer->text = buffer->owned;
  return buffers_.Add(std::move(buffer));
}

auto Buffers::AddView(std::string file_name, std::string_view text, std::shared_ptr<const void> owner)
    -> BufferId {
  KERF_CHECK(text.size() <= kMaxFileSize);
  auto buffer = std::make_unique<Buffer>();
  buffer->file_name = std::move(file_name);
  buffer->text = text;
  buffer->owner = std::move(owner);
  return buffers_.Add(std::move(buffer));
}

auto Buffers::LineStarts(Buffer& buffer) -> const std::vector<uint32_t>& {
  std::call_once(buffer.has_lines, [&buffer] {
    buffer.line_starts.push_back(0);
    for (size_t k = 0; k < buffer.text.size(); ++k) {
      if (buffer.text[k] == '\n') buffer.line_starts.push_back(static_cast<uint32_t>(k + 1));
    }
  });
  return buffer.line_starts;
}

auto Buffers::Load(const std::string& path, diag::Emitter& emitter, const diag::Span& from) -> BufferId {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    emitter.Emit(from, CannotRead, path, "it is a folder");
    return {};
  }
  // A device may never end, and a pipe may never begin.
  if (std::filesystem::exists(path, error) && !std::filesystem::is_regular_file(path, error)) {
    emitter.Emit(from, CannotRead, path, "it is a device or a pipe, not a file");
    return {};
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    emitter.Emit(from, CannotRead, path, std::strerror(errno));
    return {};
  }
  const uint64_t size = std::filesystem::file_size(path, error);
  if (!error && size > kMaxFileSize) {
    emitter.Emit(from, FileTooLarge, path, size, kMaxFileSize);
    return {};
  }
  std::string text = base::ReadWhole(file);
  if (file.bad()) {
    emitter.Emit(from, CannotRead, path, std::strerror(errno));
    return {};
  }
  if (const size_t nul = text.find('\0'); nul != std::string::npos) {
    emitter.Emit(from, NotText, path, nul);
    return {};
  }
  return Add(path, std::move(text));
}

auto Buffers::Locate(const diag::Span& span) const -> std::optional<diag::Location> {
  if (!span.has_value() || !buffers_.Contains(span.buffer)) return std::nullopt;
  // Long lines (generated files) are shown in part [bytes].
  constexpr uint32_t kMaxShown = 160;
  Buffer& buffer = *buffers_[span.buffer];
  const std::vector<uint32_t>& line_starts = LineStarts(buffer);
  const auto after = std::ranges::upper_bound(line_starts, span.begin);
  const auto line = static_cast<uint32_t>(after - line_starts.begin());
  const uint32_t start = *(after - 1);
  uint32_t end = start;
  while (end < buffer.text.size() && buffer.text[end] != '\n' && buffer.text[end] != '\r') ++end;
  diag::Location at;
  at.file = buffer.file_name;
  at.line = line;
  at.column = std::min(span.begin, end) - start + 1;
  at.length = std::max(1U, std::min(span.end, end) - std::min(span.begin, end));
  if (end - start <= kMaxShown) at.line_text = buffer.text.substr(start, end - start);
  return at;
}

auto Buffers::Place(const diag::Span& span) const -> std::string {
  const auto at = Locate(span);
  return at ? fmt::format("{}:{}", at->file, at->line) : "";
}

}  // namespace kerf::source
