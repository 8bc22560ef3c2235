// The files of the cache.
#pragma once

#include <memory>
#include <string>

#include "cache/entry.h"

namespace kerf::cache {

// Null if there is none for the key that holds now.
auto TryFind(const std::string& cache_folder, const std::string& key) -> std::unique_ptr<Entry>;
// What cannot be written is not kept, which costs nothing but time.
void Keep(const std::string& cache_folder, const Entry& entry);

}  // namespace kerf::cache
