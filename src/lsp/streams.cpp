// Writing goes on after signals and partial writes.
#include "lsp/streams.h"

#include <unistd.h>

#include <cerrno>

namespace kerf::lsp {

auto WriteAll(int descriptor, std::string_view bytes) -> bool {
  while (!bytes.empty()) {
    const ssize_t n = write(descriptor, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

}  // namespace kerf::lsp
