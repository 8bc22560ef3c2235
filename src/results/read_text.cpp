// Reading in chunks, because a folder opens like a file and fails only when read.
#include "results/read_text.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace kerf::results {

auto ReadText(const std::string& path, std::string& text) -> std::string {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  for (std::array<char, 1 << 16> chunk; file && (file.read(chunk.data(), chunk.size()), file.gcount() > 0);) {
    text.append(chunk.data(), static_cast<size_t>(file.gcount()));
  }
  const bool is_read = file.is_open() && !file.bad();
  return is_read ? "" : fmt::format("{}: cannot read: {}", path, std::strerror(errno));
}

}  // namespace kerf::results
