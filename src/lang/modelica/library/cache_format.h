// The layout of a cache file:
//   CacheHeader, CacheEntry × n_entries by path, the bytes of the paths (the root's first), then per entry a
//   section of tokens, nodes, symbols and text.
// Numbers are those of the machine: a cache is never moved to another one, and `format` tells if it is.
#pragma once

#include <array>
#include <cstdint>

#include "lang/modelica/syntax/tree.h"

namespace kerf::modelica {

inline constexpr std::array<char, 8> kCacheMagic = {'k', 'e', 'r', 'f', 'm', 'o', 'c', '\n'};
// Sections begin at multiples of this [bytes].
inline constexpr uint64_t kCacheAlignment = 16;

// What tells whether a file has changed.
struct FileStamp {
  uint64_t size = 0;
  // Of the content and of the file's data [ns].
  int64_t modified = 0;
  int64_t changed = 0;
  friend auto operator==(const FileStamp&, const FileStamp&) -> bool = default;
};

struct CacheHeader {
  std::array<char, 8> magic = kCacheMagic;
  uint64_t format = 0;
  // Of the whole file [bytes].
  uint64_t size = 0;
  // Of the header with 0 here, the entries and the paths.
  uint64_t checksum = 0;
  uint64_t n_entries = 0;
  uint64_t n_path_bytes = 0;
  uint64_t n_root_bytes = 0;
  uint64_t unused = 0;
};
static_assert(sizeof(CacheHeader) == 64);

enum CacheFlag : uint32_t {
  // Without it the file has mistakes, which the parser must tell each time.
  kHasTree = 1U << 0,
  // The file was changed so shortly before it was read that another change might have the same time.
  kIsUnsettled = 1U << 1,
};

struct CacheEntry {
  FileStamp stamp;
  uint64_t offset = 0;
  uint64_t checksum = 0;
  uint32_t path_begin = 0;
  uint32_t path_size = 0;
  uint32_t n_tokens = 0;
  uint32_t n_nodes = 0;
  uint32_t n_symbols = 0;
  uint32_t text_size = 0;
  uint32_t root = 0;
  uint32_t flags = 0;
};
static_assert(sizeof(CacheEntry) == 72);

// Changes with the layout, the kinds of tokens and nodes, and the text of the parser.
auto CacheFormat() -> uint64_t;

inline auto SectionSize(const CacheEntry& entry) -> uint64_t {
  return uint64_t{entry.n_tokens} * sizeof(Token) + uint64_t{entry.n_nodes} * sizeof(Node) +
         uint64_t{entry.n_symbols} * sizeof(Symbol) + entry.text_size;
}

}  // namespace kerf::modelica
