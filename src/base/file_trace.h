// What of the file system a result depends on: files that were read, folders that were listed, and names at
// which nothing was found. As long as all of that is the same, the result would be the same.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kerf::base {

// A file or folder at one instant. Equal states mean equal contents, unless the state is fresh.
struct FileState {
  // 0: there is nothing of that name. Otherwise its type and permissions.
  uint32_t mode = 0;
  uint64_t device = 0;
  uint64_t inode = 0;
  // Of a folder 0.
  uint64_t size = 0;
  // Times of the last modification and of the last change of the entry [ns].
  int64_t modified = 0;
  int64_t changed = 0;

  [[nodiscard]] auto exists() const -> bool { return mode != 0; }
  friend auto operator==(const FileState&, const FileState&) -> bool = default;
};

auto StateOf(const std::string& path) -> FileState;
// SHA-256 of a file's content, or of the names in a folder; "" if it cannot be read.
auto ContentHashOf(const std::string& path) -> std::string;

struct FileDependency {
  // Absolute.
  std::string path;
  FileState state;
  // Of what had changed so shortly before that another change might leave the state as it is; "" otherwise.
  std::string content_hash;
};

// Whether the file is now what it was then.
auto IsUnchanged(const FileDependency& dependency) -> bool;

class FileTrace {
 public:
  // Before the file is read, the folder listed, or the name looked for.
  void Note(const std::string& path);
  // All files in a folder and below it.
  void NoteTree(const std::string& folder);
  // The result depends on something else: the time, an answer, the environment.
  void NoteOther() { is_complete_ = false; }
  [[nodiscard]] auto is_complete() const -> bool { return is_complete_; }

  // What has been noted, in order of the paths. False if something has changed in the meantime.
  auto TryFinish(std::vector<FileDependency>& dependencies) const -> bool;

 private:
  struct Noted {
    FileState state;
    bool is_fresh = false;
  };
  std::map<std::string, Noted> noted_;
  bool is_complete_ = true;
};

}  // namespace kerf::base
