// Making of a cache: the files of a library, parsed in parallel where an older cache has no good tree.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lang/modelica/library/cache_image.h"

namespace kerf::modelica {

// Nothing if there is no such file.
auto StampOf(const std::string& path) -> std::optional<FileStamp>;

// All files of a library by path relative to its root, each with a slash in front; for a single file an empty
// path.
auto ListLibraryFiles(const std::string& root) -> std::vector<std::string>;

struct BuiltCache {
  std::shared_ptr<const CacheImage> image;
  uint32_t n_parsed = 0;
};

// `old` may be nothing.
auto BuildCache(const std::string& root, const CacheImage* old) -> BuiltCache;

// Writes beside the file and renames, so that others see the old or the new one, whole. A cache that cannot
// be written is no mistake of the user's: false, and nothing is left behind.
auto WriteCache(const CacheImage& image, const std::string& file) -> bool;

}  // namespace kerf::modelica
