// A cache file in memory, mapped or just made. Nothing in it is believed without a check: the index when it
// is opened, a section when it is first used.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lang/modelica/library/cache_format.h"
#include "lang/modelica/syntax/tree.h"

namespace kerf::modelica {

class CacheImage {
 public:
  // Nothing if there is no such file, or it is damaged, made by another version of Kerf or for another root.
  static auto Map(const std::string& file, std::string_view root) -> std::shared_ptr<const CacheImage>;
  // Bytes made by this process.
  static auto Adopt(std::unique_ptr<std::byte[]> bytes, size_t size) -> std::shared_ptr<const CacheImage>;
  CacheImage(const CacheImage&) = delete;
  auto operator=(const CacheImage&) -> CacheImage& = delete;
  ~CacheImage();

  [[nodiscard]] auto bytes() const -> std::span<const std::byte> { return bytes_; }
  [[nodiscard]] auto entries() const -> std::span<const CacheEntry> { return entries_; }
  [[nodiscard]] auto PathOf(const CacheEntry& entry) const -> std::string_view;
  // The entry of a path relative to the root, or nothing.
  [[nodiscard]] auto Find(std::string_view path) const -> const CacheEntry*;
  // The tree of an entry that has one; nothing if its section is damaged. Safe to call for several entries at
  // once, not for the same one.
  [[nodiscard]] auto TreeOf(const CacheEntry& entry) const -> std::optional<Tree>;
  [[nodiscard]] auto is_mapped() const -> bool { return is_mapped_; }

 private:
  CacheImage() = default;
  auto ReadIndex() -> bool;

  std::span<const std::byte> bytes_;
  std::span<const CacheEntry> entries_;
  std::string_view paths_;
  std::string_view root_;
  std::unique_ptr<std::byte[]> owned_;
  bool is_mapped_ = false;
  // Whether the section of each entry is known to be good.
  mutable std::vector<uint8_t> is_good_;
};

}  // namespace kerf::modelica
