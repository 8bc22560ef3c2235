// The files that go into a cache and the file that it becomes.
#pragma once

#include <optional>
#include <string>

namespace kerf::modelica {

// A whole source file; nothing if it cannot be read or is no text, which is told when it is used.
auto ReadSource(const std::string& path) -> std::optional<std::string>;

// `<cache_folder>/<name>-<hash>.kerf-cache` for a library at that absolute path.
auto CacheFileOf(const std::string& cache_folder, const std::string& root) -> std::string;

}  // namespace kerf::modelica
