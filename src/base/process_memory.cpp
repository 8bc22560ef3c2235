// The second number of /proc/self/statm.
#include "base/process_memory.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <charconv>

namespace kerf::base {

auto ResidentBytes() -> uint64_t {
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  std::array<char, 128> text{};
  const ssize_t n = read(file, text.data(), text.size());
  close(file);
  if (n <= 0) return 0;
  const char* const end = text.data() + n;
  const char* at = text.data();
  while (at < end && *at != ' ') ++at;
  uint64_t pages = 0;
  if (at == end || std::from_chars(at + 1, end, pages).ec != std::errc()) return 0;
  return pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace kerf::base
