// What a folder holds that can be a class, and the order its package.order gives.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_trace.h"

namespace kerf::modelica {

inline constexpr std::string_view kPackageFile = "package.mo";

// A file X.mo or a folder X with a package.mo.
struct FolderEntry {
  // Without ".mo".
  std::string name;
  bool is_folder = false;
};

struct FolderListing {
  // By name, a folder before a file of the same name.
  std::vector<FolderEntry> entries;
  // Empty, or what prevented the listing.
  std::string problem;
};

// A trace takes note of what these functions look at.
auto ListFolder(const std::string& folder, base::FileTrace* trace = nullptr) -> FolderListing;
// The file that defines an entry's class.
auto FileOf(const std::string& folder, const FolderEntry& entry) -> std::string;
auto HasPackageFile(const std::string& folder, base::FileTrace* trace = nullptr) -> bool;
// The lines of package.order, without blanks around them; none if there is no such file.
auto ReadOrder(const std::string& folder, base::FileTrace* trace = nullptr) -> std::vector<std::string>;

// Equal for texts that differ in the case of ASCII letters only.
auto FoldedHash(std::string_view text) -> uint64_t;
auto IsEqualIgnoringCase(std::string_view a, std::string_view b) -> bool;
// The name in the same folder that differs from the path's last part in case only, or an empty text.
auto CaseVariant(const std::string& path) -> std::string;

// "a/b" of "a/b/c"; "." if there is no folder in it.
auto FolderOfPath(const std::string& path) -> std::string;
auto LastPart(const std::string& path) -> std::string;

}  // namespace kerf::modelica
