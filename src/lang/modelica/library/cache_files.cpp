// Listing and reading of a library's files, and writing of its cache.
#include "lang/modelica/library/cache_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "lang/modelica/library/cache_build.h"
#include "lang/modelica/library/checksum.h"
#include "lang/modelica/library/folder.h"

namespace kerf::modelica {

namespace {

// Larger files are told as too large when they are used [bytes].
constexpr off_t kMaxSourceSize = off_t{1} << 30;

auto Nanoseconds(const timespec& time) -> int64_t {
  return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

// Closes on leaving.
struct Descriptor {
  int fd;
  explicit Descriptor(int given) : fd(given) {}
  Descriptor(const Descriptor&) = delete;
  auto operator=(const Descriptor&) -> Descriptor& = delete;
  ~Descriptor() {
    if (fd >= 0) close(fd);
  }
};

auto WriteAll(int fd, std::span<const std::byte> bytes) -> bool {
  while (!bytes.empty()) {
    const ssize_t n = write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(n));
  }
  return true;
}

}  // namespace

auto StampOf(const std::string& path) -> std::optional<FileStamp> {
  struct stat status{};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileStamp{static_cast<uint64_t>(status.st_size), Nanoseconds(status.st_mtim),
                   Nanoseconds(status.st_ctim)};
}

auto ReadSource(const std::string& path) -> std::optional<std::string> {
  // A pipe in the library must not stop the reader for ever.
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status{};
  if (file.fd < 0 || fstat(file.fd, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  if (status.st_size > kMaxSourceSize) return std::nullopt;
  std::string text(static_cast<size_t>(status.st_size), '\0');
  size_t n_read = 0;
  while (n_read < text.size()) {
    const ssize_t n = read(file.fd, text.data() + n_read, text.size() - n_read);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return std::nullopt;
    n_read += static_cast<size_t>(n);
  }
  if (text.find('\0') != std::string::npos) return std::nullopt;
  return text;
}

auto ListLibraryFiles(const std::string& root) -> std::vector<std::string> {
  struct stat status{};
  if (stat(root.c_str(), &status) != 0) return {};
  if (!S_ISDIR(status.st_mode)) return {""};
  std::vector<std::string> files;
  std::vector<std::string> folders = {""};
  // Links may lead back to a folder that has been seen.
  std::set<std::pair<dev_t, ino_t>> seen;
  while (!folders.empty()) {
    const std::string folder = std::move(folders.back());
    folders.pop_back();
    if (stat((root + folder).c_str(), &status) != 0 || !seen.emplace(status.st_dev, status.st_ino).second)
      continue;
    files.push_back(folder + "/" + std::string(kPackageFile));
    for (const FolderEntry& entry : ListFolder(root + folder).entries) {
      if (entry.is_folder) {
        folders.push_back(folder + "/" + entry.name);
      } else {
        files.push_back(FileOf(folder, entry));
      }
    }
  }
  std::ranges::sort(files);
  return files;
}

auto CacheFileOf(const std::string& cache_folder, const std::string& root) -> std::string {
  std::string name = LastPart(root);
  if (name.ends_with(".mo")) name.resize(name.size() - 3);
  return fmt::format("{}/{}-{:016x}.kerf-cache", cache_folder, name,
                     Checksum(std::as_bytes(std::span(root))));
}

auto WriteCache(const CacheImage& image, const std::string& file) -> bool {
  static std::atomic<uint32_t> n_written = 0;
  std::error_code error;
  std::filesystem::create_directories(FolderOfPath(file), error);
  const std::string temporary = fmt::format("{}.{}-{}.tmp", file, getpid(), n_written++);
  const Descriptor out(open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (out.fd < 0) return false;
  if (WriteAll(out.fd, image.bytes()) && rename(temporary.c_str(), file.c_str()) == 0) return true;
  unlink(temporary.c_str());
  return false;
}

}  // namespace kerf::modelica
