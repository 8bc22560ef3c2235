// Making of a cache.
#include "lang/modelica/library/cache_build.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>

#include "base/thread_pool.h"
#include "lang/modelica/library/cache_files.h"
#include "lang/modelica/library/checksum.h"
#include "lang/modelica/syntax/parse.h"

namespace kerf::modelica {

namespace {

// Files changed less than this before they are read are not trusted to show their next change by its time
// [ns]. The coarsest clocks of file systems tick every two seconds.
constexpr int64_t kSettlingTime = 2'000'000'000;

// One file on its way into the cache.
struct Piece {
  CacheEntry entry;
  // Owned if the file was parsed; the view is good in any case.
  std::string text;
  TreeArrays arrays;
  Tree tree;
};

class NoConsumer : public diag::Consumer {
 public:
  void Take(const diag::Diagnostic& /*diagnostic*/) override {}
};

void TakeTree(const Tree& tree, Piece& piece) {
  piece.tree = tree;
  piece.entry.n_tokens = static_cast<uint32_t>(tree.tokens.size());
  piece.entry.n_nodes = static_cast<uint32_t>(tree.nodes.size());
  piece.entry.n_symbols = static_cast<uint32_t>(tree.symbols.size());
  piece.entry.text_size = static_cast<uint32_t>(tree.text.size());
  piece.entry.root = tree.root;
  piece.entry.flags |= kHasTree;
}

// True if the file had to be parsed.
auto MakePiece(const std::string& root, const std::string& path, int64_t now, const CacheImage* old,
               Piece& piece) -> bool {
  const auto stamp = StampOf(root + path);
  if (!stamp) return false;
  piece.entry.stamp = *stamp;
  if (stamp->modified > now - kSettlingTime) piece.entry.flags |= kIsUnsettled;
  const CacheEntry* old_entry = old == nullptr ? nullptr : old->Find(path);
  const bool is_settled = old_entry != nullptr && (old_entry->flags & kIsUnsettled) == 0;
  const bool is_same = is_settled && old_entry->stamp == *stamp;
  // A file that had mistakes still has them.
  if (is_same && (old_entry->flags & kHasTree) == 0) return false;
  const auto old_tree = old_entry == nullptr ? std::nullopt : old->TreeOf(*old_entry);
  if (is_same && old_tree) return TakeTree(*old_tree, piece), false;
  auto text = ReadSource(root + path);
  if (!text) return false;
  // Written again with the same content, as version control does.
  if (old_tree && old_tree->text == *text) return TakeTree(*old_tree, piece), false;
  piece.text = std::move(*text);
  NoConsumer consumer;
  diag::Emitter emitter(consumer);
  piece.arrays = Parse(piece.text, {}, emitter);
  if (emitter.n_errors() + emitter.n_warnings() == 0) TakeTree(piece.arrays.View(piece.text), piece);
  return true;
}

template <typename T>
auto Append(std::byte* to, const T& items) -> std::byte* {
  const auto bytes = std::as_bytes(std::span(items));
  if (!bytes.empty()) std::memcpy(to, bytes.data(), bytes.size());
  return to + bytes.size();
}

void CopySection(const Tree& tree, std::byte* section, CacheEntry& entry) {
  std::byte* to = Append(section, tree.tokens);
  to = Append(to, tree.nodes);
  to = Append(to, tree.symbols);
  to = Append(to, tree.text);
  entry.checksum = Checksum({section, to});
}

auto Aligned(uint64_t offset) -> uint64_t {
  return (offset + kCacheAlignment - 1) / kCacheAlignment * kCacheAlignment;
}

auto Assemble(const std::string& root, const std::vector<std::string>& paths, std::vector<Piece>& pieces)
    -> std::shared_ptr<const CacheImage> {
  CacheHeader header;
  header.format = CacheFormat();
  header.n_entries = pieces.size();
  header.n_root_bytes = root.size();
  std::string path_bytes = root;
  for (size_t k = 0; k < pieces.size(); ++k) {
    pieces[k].entry.path_begin = static_cast<uint32_t>(path_bytes.size());
    pieces[k].entry.path_size = static_cast<uint32_t>(paths[k].size());
    path_bytes += paths[k];
  }
  header.n_path_bytes = path_bytes.size();
  header.size = sizeof(header) + pieces.size() * sizeof(CacheEntry) + path_bytes.size();
  for (Piece& piece : pieces) {
    piece.entry.offset = Aligned(header.size);
    header.size = piece.entry.offset + SectionSize(piece.entry);
  }
  auto bytes = std::make_unique_for_overwrite<std::byte[]>(header.size);
  base::ParallelFor(pieces.size(), base::HardwareThreads(), [&](size_t k) {
    // What lies between two sections is written too.
    const uint64_t end = k + 1 < pieces.size() ? pieces[k + 1].entry.offset : header.size;
    const uint64_t section_end = pieces[k].entry.offset + SectionSize(pieces[k].entry);
    std::memset(bytes.get() + section_end, 0, end - section_end);
    CopySection(pieces[k].tree, bytes.get() + pieces[k].entry.offset, pieces[k].entry);
  });
  std::byte* at = bytes.get() + sizeof(header);
  for (const Piece& piece : pieces) at = Append(at, std::span(&piece.entry, 1));
  at = Append(at, path_bytes);
  if (!pieces.empty()) std::memset(at, 0, pieces[0].entry.offset - static_cast<uint64_t>(at - bytes.get()));
  header.checksum =
      Checksum({bytes.get() + sizeof(header), at}, Checksum(std::as_bytes(std::span(&header, 1))));
  Append(bytes.get(), std::span(&header, 1));
  return CacheImage::Adopt(std::move(bytes), header.size);
}

}  // namespace

auto BuildCache(const std::string& root, const CacheImage* old) -> BuiltCache {
  const std::vector<std::string> paths = ListLibraryFiles(root);
  std::vector<Piece> pieces(paths.size());
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const int64_t now_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
  std::atomic<uint32_t> n_parsed = 0;
  base::ParallelFor(paths.size(), base::HardwareThreads(), [&](size_t k) {
    if (MakePiece(root, paths[k], now_ns, old, pieces[k])) ++n_parsed;
  });
  return {Assemble(root, paths, pieces), n_parsed};
}

}  // namespace kerf::modelica
