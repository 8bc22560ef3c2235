// The files that have been read: their texts, trees and the global names of their identifiers. The trees come
// from a library's cache or from the parser.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "base/file_trace.h"
#include "base/interner.h"
#include "base/store.h"
#include "diag/diag.h"
#include "lang/modelica/library/library_cache.h"
#include "lang/modelica/syntax/parse.h"
#include "lang/modelica/syntax/tree.h"
#include "source/buffers.h"

namespace kerf::modelica {

using FileId = base::Id<struct FileTag>;

struct SourceFile {
  // As the user named it, or below a folder the user named.
  std::string path;
  diag::BufferId buffer;
  // Empty if the tree lies in a cache.
  TreeArrays arrays;
  // Its id is that of the file.
  Tree tree;
  // The global name of each symbol, once it has been asked for.
  std::vector<base::NameId> names;
  bool has_errors = false;
};

class FileStore {
 public:
  // `trace` takes note of the files and may be null.
  FileStore(const ParseOptions& options, base::FileTrace* trace, base::Interner& names,
            source::Buffers& buffers, diag::Emitter& emitter)
      : options_(options), trace_(trace), names_(names), buffers_(buffers), emitter_(emitter) {}

  // The file at `path`, read at the first call. `key` is the same for all ways to name it. No value if it
  // cannot be read, which is emitted once.
  auto Load(const std::string& path, const std::string& key, LibraryCache* cache) -> FileId;
  // Text that stands for the file of that key, whether or not there is one.
  auto AddText(const std::string& path, const std::string& key, std::string text) -> FileId;

  auto operator[](FileId id) const -> const SourceFile& { return files_[id]; }
  [[nodiscard]] auto size() const -> uint32_t { return files_.size(); }
  [[nodiscard]] auto n_parsed() const -> uint32_t { return n_parsed_; }
  auto NameOf(const Tree& tree, uint32_t symbol) -> base::NameId;

 private:
  auto AddParsed(const std::string& path, diag::BufferId buffer) -> FileId;
  auto AddCached(const std::string& path, const CachedTree& cached) -> FileId;
  auto Add(SourceFile file) -> FileId;

  ParseOptions options_;
  base::FileTrace* trace_;
  base::Interner& names_;
  source::Buffers& buffers_;
  diag::Emitter& emitter_;
  base::Store<FileId, SourceFile, 6> files_;
  // Without value for a file that cannot be read.
  std::unordered_map<std::string, FileId> by_key_;
  uint32_t n_parsed_ = 0;
};

}  // namespace kerf::modelica
