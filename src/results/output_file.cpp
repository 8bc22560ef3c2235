// A buffered file on top of the system's calls.
#include "results/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace kerf::results {

namespace {

constexpr size_t kBufferBytes = size_t{1} << 20;
constexpr auto kFlushInterval = std::chrono::seconds(1);
constexpr mode_t kMode = 0666;

// 0, or errno. What could be written before the failure has been written.
template <typename Write>
auto WriteAll(std::string_view bytes, const Write& write) -> int {
  while (!bytes.empty()) {
    const ssize_t n = write(bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return n < 0 ? errno : EIO;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return 0;
}

}  // namespace

OutputFile::OutputFile(std::string path)
    : path_(std::move(path)), last_flush_(std::chrono::steady_clock::now()) {
  file_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kMode);
  if (file_ < 0) FailWith("cannot create", errno);
}

OutputFile::~OutputFile() {
  if (file_ >= 0) close(file_);
}

void OutputFile::Put(std::string_view bytes) { buffer_.append(bytes); }

auto OutputFile::IsFlushDue() const -> bool {
  if (buffer_.empty()) return false;
  return buffer_.size() >= kBufferBytes || std::chrono::steady_clock::now() - last_flush_ >= kFlushInterval;
}

auto OutputFile::Flush() -> bool {
  if (has_failed()) return false;
  last_flush_ = std::chrono::steady_clock::now();
  const int code =
      WriteAll(buffer_, [this](std::string_view rest) { return write(file_, rest.data(), rest.size()); });
  if (code != 0) {
    // Half a row would make the file unreadable. A pipe cannot be shortened.
    if (ftruncate(file_, static_cast<off_t>(flushed_)) != 0) errno = 0;
    return FailWith("cannot write", code);
  }
  flushed_ += buffer_.size();
  buffer_.clear();
  return true;
}

auto OutputFile::Patch(off_t offset, std::string_view bytes) -> bool {
  if (has_failed()) return false;
  const int code = WriteAll(bytes, [&](std::string_view rest) {
    const size_t n_done = bytes.size() - rest.size();
    return pwrite(file_, rest.data(), rest.size(), offset + static_cast<off_t>(n_done));
  });
  return code == 0 || FailWith("cannot write", code);
}

auto OutputFile::Close() -> bool {
  if (has_failed() || file_ < 0) return !has_failed();
  Flush();
  // A folder that was deleted during the run takes the file with it, and no write tells so.
  struct stat status{};
  const bool is_known = fstat(file_, &status) == 0;
  if (is_known && S_ISREG(status.st_mode) && status.st_nlink == 0)
    FailWith("the file was deleted during the run", 0);
  // Some file systems report a full disk only now.
  if (close(std::exchange(file_, -1)) != 0) FailWith("cannot write", errno);
  return !has_failed();
}

auto OutputFile::error() const -> std::string {
  if (!has_failed()) return "";
  std::string text = fmt::format("{}: {}", path_, failure_);
  if (code_ != 0) text += fmt::format(": {}", std::strerror(code_));
  return text;
}

auto OutputFile::FailWith(const char* what, int code) -> bool {
  if (has_failed()) return false;
  failure_ = what;
  code_ = code;
  return false;
}

}  // namespace kerf::results
