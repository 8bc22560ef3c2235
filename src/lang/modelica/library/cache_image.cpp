// Opening of cache files and the checks that make a damaged one harmless.
#include "lang/modelica/library/cache_image.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "lang/modelica/library/checksum.h"

namespace kerf::modelica {

auto CacheImage::Map(const std::string& file, std::string_view root) -> std::shared_ptr<const CacheImage> {
  const int fd = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return nullptr;
  struct stat status{};
  const bool has_size =
      fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size >= off_t{sizeof(CacheHeader)};
  const auto size = static_cast<size_t>(status.st_size);
  void* at = has_size ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
  close(fd);
  if (at == MAP_FAILED) return nullptr;
  const std::shared_ptr<CacheImage> image(new CacheImage);
  image->bytes_ = {static_cast<const std::byte*>(at), size};
  image->is_mapped_ = true;
  if (!image->ReadIndex() || image->root_ != root) return nullptr;
  return image;
}

auto CacheImage::Adopt(std::unique_ptr<std::byte[]> bytes, size_t size) -> std::shared_ptr<const CacheImage> {
  const std::shared_ptr<CacheImage> image(new CacheImage);
  image->bytes_ = {bytes.get(), size};
  image->owned_ = std::move(bytes);
  return image->ReadIndex() ? image : nullptr;
}

CacheImage::~CacheImage() {
  if (!is_mapped_) return;
  munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

auto CacheImage::ReadIndex() -> bool {
  CacheHeader header;
  std::memcpy(&header, bytes_.data(), sizeof(header));
  if (header.magic != kCacheMagic || header.format != CacheFormat() || header.size != bytes_.size())
    return false;
  const uint64_t room = bytes_.size() - sizeof(header);
  if (header.n_entries > room / sizeof(CacheEntry)) return false;
  const uint64_t entries_size = header.n_entries * sizeof(CacheEntry);
  if (header.n_path_bytes > room - entries_size || header.n_root_bytes > header.n_path_bytes) return false;
  const uint64_t expected = std::exchange(header.checksum, 0);
  const auto index = bytes_.subspan(sizeof(header), entries_size + header.n_path_bytes);
  if (Checksum(index, Checksum(std::as_bytes(std::span(&header, 1)))) != expected) return false;
  // Mapped pages and memory from new[] are aligned for all records.
  entries_ = {reinterpret_cast<const CacheEntry*>(index.data()), header.n_entries};
  paths_ = {reinterpret_cast<const char*>(index.data() + entries_size), header.n_path_bytes};
  root_ = paths_.substr(0, header.n_root_bytes);
  is_good_.resize(entries_.size());
  return std::ranges::all_of(entries_, [&](const CacheEntry& entry) {
    return entry.offset % kCacheAlignment == 0 && entry.offset <= bytes_.size() &&
           SectionSize(entry) <= bytes_.size() - entry.offset && entry.path_begin <= paths_.size() &&
           entry.path_size <= paths_.size() - entry.path_begin;
  });
}

auto CacheImage::PathOf(const CacheEntry& entry) const -> std::string_view {
  return paths_.substr(entry.path_begin, entry.path_size);
}

auto CacheImage::Find(std::string_view path) const -> const CacheEntry* {
  const auto path_of = [this](const CacheEntry& entry) { return PathOf(entry); };
  const auto at = std::ranges::lower_bound(entries_, path, {}, path_of);
  return at != entries_.end() && PathOf(*at) == path ? &*at : nullptr;
}

auto CacheImage::TreeOf(const CacheEntry& entry) const -> std::optional<Tree> {
  if ((entry.flags & kHasTree) == 0) return std::nullopt;
  const std::byte* at = bytes_.data() + entry.offset;
  uint8_t& is_good = is_good_[static_cast<size_t>(&entry - entries_.data())];
  if (is_good == 0 && Checksum({at, SectionSize(entry)}) != entry.checksum) return std::nullopt;
  is_good = 1;
  Tree tree;
  tree.tokens = {reinterpret_cast<const Token*>(at), entry.n_tokens};
  at += tree.tokens.size_bytes();
  tree.nodes = {reinterpret_cast<const Node*>(at), entry.n_nodes};
  at += tree.nodes.size_bytes();
  tree.symbols = {reinterpret_cast<const Symbol*>(at), entry.n_symbols};
  at += tree.symbols.size_bytes();
  tree.text = {reinterpret_cast<const char*>(at), entry.text_size};
  tree.root = entry.root;
  return tree;
}

}  // namespace kerf::modelica
