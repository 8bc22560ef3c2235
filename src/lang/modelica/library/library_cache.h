// The trees of a whole library in one file, `<library>-<hash of its path>.kerf-cache`, which is mapped so
// that nothing is parsed again. A tree is used only if the size and the times of its source file are those
// noted when it was written and its checksum is right; the first one that is not makes the cache anew, with
// all stale or missing files parsed in parallel.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "lang/modelica/syntax/tree.h"

namespace kerf::modelica {

class CacheImage;

struct CachedTree {
  Tree tree;
  // Keeps the tree's arrays and text where they are.
  std::shared_ptr<const CacheImage> owner;
};

class LibraryCache {
 public:
  // `root`: the library's folder or single file, as an absolute path without links.
  LibraryCache(std::string root, const std::string& cache_folder);

  // The tree of a file of the library, given by its absolute path; nothing if it must be parsed: it has
  // mistakes, which the parser then tells, or changes just now.
  auto Find(const std::string& path) -> std::optional<CachedTree>;

  // Reads or makes the cache now.
  void Open();
  // A good cache file was there when it was opened.
  [[nodiscard]] auto was_found() const -> bool { return was_found_; }
  [[nodiscard]] auto n_files() const -> uint32_t;
  // How many files have been parsed for the cache by this object.
  [[nodiscard]] auto n_parsed() const -> uint32_t { return n_parsed_; }
  [[nodiscard]] auto file() const -> const std::string& { return file_; }

 private:
  struct Outcome {
    bool is_stale = false;
    std::optional<Tree> tree;
  };
  [[nodiscard]] auto Look(std::string_view path) const -> Outcome;
  void Renew();

  std::string root_;
  std::string file_;
  // Nothing before it is opened.
  std::shared_ptr<const CacheImage> image_;
  bool is_open_ = false;
  bool is_renewed_ = false;
  bool was_found_ = false;
  uint32_t n_parsed_ = 0;
};

}  // namespace kerf::modelica
