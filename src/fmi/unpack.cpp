// See unpack.h. Sizes that an archive states are not believed: what comes out is counted.
#include "fmi/unpack.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace kerf::fmi {

namespace {

namespace fs = std::filesystem;

constexpr size_t kBlock = size_t{64} << 10;

struct CloseArchive {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
struct CloseEntry {
  void operator()(zip_file_t* entry) const { zip_fclose(entry); }
};
using ArchivePointer = std::unique_ptr<zip_t, CloseArchive>;
using EntryPointer = std::unique_ptr<zip_file_t, CloseEntry>;

auto Open(const std::string& path, std::string& error) -> ArchivePointer {
  int code = 0;
  ArchivePointer archive(zip_open(path.c_str(), ZIP_RDONLY, &code));
  if (archive != nullptr) return archive;
  zip_error_t problem;
  zip_error_init_with_code(&problem, code);
  error = fmt::format("it is not an archive that can be read ({})", zip_error_strerror(&problem));
  zip_error_fini(&problem);
  return nullptr;
}

// Gives the bytes of an entry to `take` in blocks, at most `limit` of them.
template <typename Take>
auto ReadBytes(zip_t& archive, zip_uint64_t index, uint64_t limit, std::string& error, const Take& take)
    -> bool {
  const char* const name = zip_get_name(&archive, index, 0);
  const EntryPointer entry(zip_fopen_index(&archive, index, 0));
  if (entry == nullptr) {
    error = fmt::format("its entry `{}` cannot be read ({})", name, zip_strerror(&archive));
    return false;
  }
  std::vector<char> block(kBlock);
  uint64_t n_bytes = 0;
  while (true) {
    const zip_int64_t n = zip_fread(entry.get(), block.data(), block.size());
    if (n == 0) return true;
    if (n < 0) {
      error = fmt::format("its entry `{}` is damaged ({})", name, zip_file_strerror(entry.get()));
      return false;
    }
    n_bytes += static_cast<uint64_t>(n);
    if (n_bytes > limit) {
      error = fmt::format("its entry `{}` is larger than {} bytes when unpacked", name, limit);
      return false;
    }
    if (!take(std::string_view(block.data(), static_cast<size_t>(n)))) {
      error = fmt::format("its entry `{}` cannot be written", name);
      return false;
    }
  }
}

auto IsLink(zip_t& archive, zip_uint64_t index) -> bool {
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  if (zip_file_get_external_attributes(&archive, index, 0, &system, &attributes) != 0) return false;
  return system == ZIP_OPSYS_UNIX && S_ISLNK(attributes >> 16U);
}

// Some tools write paths with backslashes.
auto CleanName(std::string name) -> std::string {
  for (char& c : name) c = c == '\\' ? '/' : c;
  return name;
}

// Whether the path stays in the folder that it is added to.
auto StaysInside(const std::string& name) -> bool {
  if (name.empty() || name[0] == '/' || (name.size() > 1 && name[1] == ':')) return false;
  if (name.find('\0') != std::string::npos) return false;
  for (const fs::path& part : fs::path(name)) {
    if (part == "..") return false;
  }
  return true;
}

// What no simulation reads. Its folders are made all the same: they tell which platforms there are.
auto IsLeftOut(const std::string& name) -> bool {
  return name.starts_with("documentation/") || name.starts_with("sources/") ||
         name.starts_with("binaries/win") || name.starts_with("binaries/darwin");
}

class Unpacker {
 public:
  Unpacker(const std::string& folder, const UnpackLimits& limits, std::string& error)
      : folder_(folder), limits_(limits), error_(error) {}

  auto Run(const std::string& path) -> bool {
    const ArchivePointer archive = Open(path, error_);
    if (archive == nullptr) return false;
    const zip_int64_t n = zip_get_num_entries(archive.get(), 0);
    if (static_cast<uint64_t>(n) > limits_.n_entries) {
      error_ = fmt::format("it has {} entries; at most {} are unpacked", n, limits_.n_entries);
      return false;
    }
    for (zip_int64_t k = 0; k < n; ++k) {
      if (!Take(*archive, static_cast<zip_uint64_t>(k))) return false;
    }
    return true;
  }

 private:
  auto Take(zip_t& archive, zip_uint64_t index) -> bool {
    const char* const given = zip_get_name(&archive, index, 0);
    if (given == nullptr) {
      error_ = fmt::format("its entry number {} has no name", index + 1);
      return false;
    }
    const std::string name = CleanName(given);
    if (!StaysInside(name)) {
      error_ = fmt::format("its entry `{}` would be written outside of the folder", given);
      return false;
    }
    if (IsLink(archive, index)) {
      error_ = fmt::format("its entry `{}` is a link", given);
      return false;
    }
    const fs::path target = fs::path(folder_) / name;
    std::error_code failure;
    fs::create_directories(name.ends_with('/') ? target : target.parent_path(), failure);
    if (failure) {
      error_ = fmt::format("its entry `{}` cannot be written ({})", given, failure.message());
      return false;
    }
    return name.ends_with('/') || IsLeftOut(name) || Write(archive, index, target.string());
  }

  // Of entries with one name the first counts.
  auto Write(zip_t& archive, zip_uint64_t index, const std::string& target) -> bool {
    constexpr mode_t kMode = 0700;
    const int file = open(target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kMode);
    if (file < 0 && errno == EEXIST) return true;
    if (file < 0) {
      error_ = fmt::format("its entry `{}` cannot be written", zip_get_name(&archive, index, 0));
      return false;
    }
    const auto take = [&](std::string_view bytes) {
      n_bytes_ += bytes.size();
      return write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
    };
    const bool good = ReadBytes(archive, index, limits_.total - n_bytes_, error_, take);
    close(file);
    return good;
  }

  const std::string& folder_;
  const UnpackLimits& limits_;
  std::string& error_;
  uint64_t n_bytes_ = 0;
};

}  // namespace

auto TryReadEntry(const std::string& archive, const std::string& name, std::string& error,
                  const UnpackLimits& limits) -> std::optional<std::string> {
  const ArchivePointer opened = Open(archive, error);
  if (opened == nullptr) return std::nullopt;
  const zip_int64_t index = zip_name_locate(opened.get(), name.c_str(), 0);
  if (index < 0) {
    error = fmt::format("it has no {}", name);
    return std::nullopt;
  }
  std::string text;
  const auto take = [&](std::string_view bytes) {
    text += bytes;
    return true;
  };
  if (!ReadBytes(*opened, static_cast<zip_uint64_t>(index), limits.text, error, take)) return std::nullopt;
  return text;
}

auto Unpack(const std::string& archive, const std::string& folder, std::string& error,
            const UnpackLimits& limits) -> bool {
  return Unpacker(folder, limits, error).Run(archive);
}

}  // namespace kerf::fmi
