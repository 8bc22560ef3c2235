// Use and renewal of a library's cache.
#include "lang/modelica/library/library_cache.h"

#include "lang/modelica/library/cache_build.h"
#include "lang/modelica/library/cache_files.h"

namespace kerf::modelica {

LibraryCache::LibraryCache(std::string root, const std::string& cache_folder)
    : root_(std::move(root)), file_(CacheFileOf(cache_folder, root_)) {}

void LibraryCache::Open() {
  if (is_open_) return;
  is_open_ = true;
  image_ = CacheImage::Map(file_, root_);
  was_found_ = image_ != nullptr;
  if (!was_found_) Renew();
}

void LibraryCache::Renew() {
  is_renewed_ = true;
  const BuiltCache built = BuildCache(root_, image_.get());
  n_parsed_ += built.n_parsed;
  image_ = built.image;
  // Trees that are in use keep the image they lie in.
  if (image_) WriteCache(*image_, file_);
}

auto LibraryCache::Look(std::string_view path) const -> Outcome {
  const CacheEntry* entry = image_ ? image_->Find(path) : nullptr;
  if (entry == nullptr) return {true, std::nullopt};
  // This process has seen the file after it was read.
  if (image_->is_mapped() && (entry->flags & kIsUnsettled) != 0) return {true, std::nullopt};
  if (StampOf(root_ + std::string(path)) != entry->stamp) return {true, std::nullopt};
  if ((entry->flags & kHasTree) == 0) return {false, std::nullopt};
  auto tree = image_->TreeOf(*entry);
  return {!tree, tree};
}

auto LibraryCache::Find(const std::string& path) -> std::optional<CachedTree> {
  if (!path.starts_with(root_)) return std::nullopt;
  Open();
  const std::string_view relative = std::string_view(path).substr(root_.size());
  auto found = Look(relative);
  if (found.is_stale && !is_renewed_) {
    Renew();
    found = Look(relative);
  }
  if (!found.tree) return std::nullopt;
  return CachedTree{*found.tree, image_};
}

auto LibraryCache::n_files() const -> uint32_t {
  return image_ ? static_cast<uint32_t>(image_->entries().size()) : 0;
}

}  // namespace kerf::modelica
