// A file that is written from front to back in large pieces, with patches further up. It reports the first
// failure with the system's reason and the path. A piece that could be written in part only is taken back, so
// that the file ends where the last flush has ended.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace kerf::results {

// Rows after which a flush is due even if they are short and come fast.
inline constexpr uint32_t kRowsPerFlush = 4096;

class OutputFile {
 public:
  explicit OutputFile(std::string path);
  OutputFile(const OutputFile&) = delete;
  auto operator=(const OutputFile&) -> OutputFile& = delete;
  ~OutputFile();

  // Gathers bytes for the end of the file; they reach the disk at Flush or when the buffer is full.
  void Put(std::string_view bytes);
  // True when the last flush is long ago in time or bytes; asked once per row.
  [[nodiscard]] auto IsFlushDue() const -> bool;
  // Allocates nothing, not even for a failure: that is kept as a number.
  auto Flush() -> bool;
  // Overwrites bytes that Flush has written before, at an offset from the start of the file.
  auto Patch(off_t offset, std::string_view bytes) -> bool;
  auto Close() -> bool;

  // Bytes put so far, flushed or not.
  [[nodiscard]] auto size() const -> uint64_t { return flushed_ + buffer_.size(); }
  [[nodiscard]] auto error() const -> std::string;
  [[nodiscard]] auto has_failed() const -> bool { return failure_ != nullptr; }

 private:
  auto FailWith(const char* what, int code) -> bool;

  std::string path_;
  int file_ = -1;
  std::string buffer_;
  uint64_t flushed_ = 0;
  std::chrono::steady_clock::time_point last_flush_;
  // What could not be done, and errno; null: nothing has failed.
  const char* failure_ = nullptr;
  int code_ = 0;
};

// The bytes of a number as it lies in memory, for binary files.
template <typename T>
auto BytesOf(const T& value) -> std::string_view {
  return {reinterpret_cast<const char*>(&value), sizeof(T)};
}

}  // namespace kerf::results
