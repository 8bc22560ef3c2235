// See folders.h.
#include "fmihost/folders.h"

#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <set>

namespace kerf::fmihost {

namespace {

namespace fs = std::filesystem;

class Folders {
 public:
  Folders() = default;
  Folders(const Folders&) = delete;
  auto operator=(const Folders&) -> Folders& = delete;
  ~Folders() {
    std::error_code failure;
    for (const std::string& folder : present_) fs::remove_all(folder, failure);
  }
  void Add(const std::string& folder) {
    const std::scoped_lock lock(mutex_);
    present_.insert(folder);
  }
  void Remove(const std::string& folder) {
    const std::scoped_lock lock(mutex_);
    std::error_code failure;
    if (present_.erase(folder) > 0) fs::remove_all(folder, failure);
  }

 private:
  std::mutex mutex_;
  std::set<std::string> present_;
};

auto TheFolders() -> Folders& {
  static Folders folders;
  return folders;
}

}  // namespace

auto MakeFolder() -> std::string {
  std::error_code failure;
  std::string name = (fs::temp_directory_path(failure) / "kerf-fmu-XXXXXX").string();
  if (failure || mkdtemp(name.data()) == nullptr) return "";
  TheFolders().Add(name);
  return name;
}

void RemoveFolder(const std::string& folder) { TheFolders().Remove(folder); }

}  // namespace kerf::fmihost
