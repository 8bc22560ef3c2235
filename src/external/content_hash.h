// Hashes of what goes into a shared object, each mixed with the one before.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kerf::external {

auto HashText(std::string_view text, uint64_t seed) -> uint64_t;
// Of the content; of nothing if it cannot be read.
auto HashFile(const std::string& path, uint64_t seed) -> uint64_t;
// Of the names and contents of all files of C directly in the folder.
auto HashFolder(const std::string& path, uint64_t seed) -> uint64_t;
// Another version of a compiler is another file.
auto HashCompiler(const std::string& name) -> uint64_t;

}  // namespace kerf::external
