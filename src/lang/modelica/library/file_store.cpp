// Reading of files, each once.
#include "lang/modelica/library/file_store.h"

namespace kerf::modelica {

auto FileStore::Load(const std::string& path, const std::string& key, LibraryCache* cache) -> FileId {
  if (const auto found = by_key_.find(key); found != by_key_.end()) return found->second;
  FileId id;
  if (trace_ != nullptr) trace_->Note(path);
  const auto cached = cache == nullptr ? std::nullopt : cache->Find(key);
  if (cached) {
    id = AddCached(path, *cached);
  } else if (const diag::BufferId buffer = buffers_.Load(path, emitter_); buffer.has_value()) {
    id = AddParsed(path, buffer);
  }
  by_key_.emplace(key, id);
  return id;
}

auto FileStore::AddText(const std::string& path, const std::string& key, std::string text) -> FileId {
  const FileId id = AddParsed(path, buffers_.Add(path, std::move(text)));
  by_key_.insert_or_assign(key, id);
  return id;
}

auto FileStore::AddParsed(const std::string& path, diag::BufferId buffer) -> FileId {
  SourceFile file;
  file.path = path;
  file.buffer = buffer;
  const uint32_t n_errors = emitter_.n_errors();
  const std::string_view text = buffers_.text(buffer);
  file.arrays = Parse(text, buffer, emitter_, options_);
  file.tree = file.arrays.View(text);
  file.has_errors = emitter_.n_errors() > n_errors;
  ++n_parsed_;
  return Add(std::move(file));
}

auto FileStore::AddCached(const std::string& path, const CachedTree& cached) -> FileId {
  SourceFile file;
  file.path = path;
  file.buffer = buffers_.AddView(path, cached.tree.text, cached.owner);
  file.tree = cached.tree;
  return Add(std::move(file));
}

auto FileStore::Add(SourceFile file) -> FileId {
  // Moving the arrays leaves their elements, and so the tree's views of them, where they are.
  file.tree.id = files_.size();
  return files_.Add(std::move(file));
}

auto FileStore::NameOf(const Tree& tree, uint32_t symbol) -> base::NameId {
  SourceFile& file = files_[FileId{tree.id}];
  if (file.names.empty()) file.names.resize(tree.symbols.size());
  base::NameId& name = file.names[symbol];
  if (!name.has_value()) {
    const Symbol& s = tree.symbols[symbol];
    name = names_.Intern(tree.text.substr(s.begin, s.end - s.begin));
  }
  return name;
}

}  // namespace kerf::modelica
