// What is kept of a compilation.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_trace.h"
#include "diag/diag.h"
#include "model/compiled_model.h"
#include "source/buffers.h"

namespace kerf::cache {

struct StoredNote {
  std::string text;
  model::Place place;
};

struct StoredDiagnostic {
  std::string code;
  uint8_t level = 0;
  std::string text;
  model::Place place;
  std::vector<StoredNote> notes;
};

struct Entry {
  // What the file was made for: its name is a hash of that.
  std::string key;
  // As long as these are unchanged, so is the result.
  std::vector<base::FileDependency> dependencies;
  std::vector<StoredDiagnostic> diagnostics;
  // The lines that the diagnostics show.
  std::vector<model::SourceText> sources;
  // As model/file.h writes it.
  std::string model;
};

auto Write(const Entry& entry) -> std::string;
// Null if the bytes are not those of an entry, whole and undamaged.
auto TryRead(std::string_view bytes) -> std::unique_ptr<Entry>;

// Puts diagnostics into the entry, with the lines that they show.
void Store(const std::vector<diag::Diagnostic>& diagnostics, const source::Buffers& buffers, Entry& entry);
// Emits what an entry holds; its lines become files of `buffers`.
void Tell(const Entry& entry, source::Buffers& buffers, diag::Emitter& emitter);

}  // namespace kerf::cache
