// A buffered file on top of C streams, because those keep errno.
#include "results/output_file.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace kerf::results {

namespace {

constexpr size_t kBufferBytes = size_t{1} << 20;
constexpr auto kFlushInterval = std::chrono::seconds(1);

}  // namespace

OutputFile::OutputFile(std::string path)
    : path_(std::move(path)), last_flush_(std::chrono::steady_clock::now()) {
  errno = 0;
  file_.reset(std::fopen(path_.c_str(), "wb"));
  if (!file_) {
    FailWith("cannot create", errno);
    return;
  }
  // The buffer here is the only one, so that a flush is one write and a patch is never reordered before it.
  std::setvbuf(file_.get(), nullptr, _IONBF, 0);
}

void OutputFile::Put(std::string_view bytes) { buffer_.append(bytes); }

auto OutputFile::IsFlushDue() const -> bool {
  return buffer_.size() >= kBufferBytes || std::chrono::steady_clock::now() - last_flush_ >= kFlushInterval;
}

auto OutputFile::WriteOut(std::string_view bytes) -> bool {
  errno = 0;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) == bytes.size()) return true;
  return FailWith("cannot write", errno);
}

auto OutputFile::Flush() -> bool {
  if (!error_.empty()) return false;
  last_flush_ = std::chrono::steady_clock::now();
  if (buffer_.empty()) return true;
  if (!WriteOut(buffer_)) return false;
  flushed_ += buffer_.size();
  buffer_.clear();
  return true;
}

auto OutputFile::Patch(long offset, std::string_view bytes) -> bool {
  if (!error_.empty()) return false;
  errno = 0;
  if (std::fseek(file_.get(), offset, SEEK_SET) != 0) return FailWith("cannot write", errno);
  if (!WriteOut(bytes)) return false;
  errno = 0;
  if (std::fseek(file_.get(), 0, SEEK_END) != 0) return FailWith("cannot write", errno);
  return true;
}

auto OutputFile::Close() -> bool {
  if (!error_.empty() || !file_) return error_.empty();
  Flush();
  // A folder that was deleted during the run takes the file with it, and no write tells so.
  struct stat status{};
  if (fstat(fileno(file_.get()), &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 0)
    return FailWith("the file was deleted during the run", 0);
  errno = 0;
  // Some file systems report a full disk only now.
  if (std::fclose(file_.release()) != 0) return FailWith("cannot write", errno);
  return error_.empty();
}

auto OutputFile::FailWith(const char* what, int code) -> bool {
  if (!error_.empty()) return false;
  error_ = fmt::format("{}: {}", path_, what);
  if (code != 0) error_ += fmt::format(": {}", std::strerror(code));
  return false;
}

}  // namespace kerf::results
