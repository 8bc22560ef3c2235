// An entry as bytes: a mark with the version, a checksum of the rest, the rest.
#include "cache/entry.h"

#include "base/sha256.h"
#include "compile/source_lines.h"
#include "model/fields.h"

// Found by the archive, which is of that namespace.
namespace kerf::model {

template <typename Archive>
void Fields(Archive& archive, Of<Archive, base::FileState>& x) {
  archive(x.mode, x.device, x.inode, x.size, x.modified, x.changed);
}
template <typename Archive>
void Fields(Archive& archive, Of<Archive, base::FileDependency>& x) {
  archive(x.path, x.state, x.content_hash);
}
template <typename Archive>
void Fields(Archive& archive, Of<Archive, cache::StoredNote>& x) {
  archive(x.text, x.place);
}
template <typename Archive>
void Fields(Archive& archive, Of<Archive, cache::StoredDiagnostic>& x) {
  archive(x.code, x.level, x.text, x.place, x.notes);
}
template <typename Archive>
void Fields(Archive& archive, Of<Archive, cache::Entry>& x) {
  archive(x.key, x.dependencies, x.diagnostics, x.sources, x.model);
}

}  // namespace kerf::model

namespace kerf::cache {

namespace {

constexpr std::string_view kMark = "kerf compilation 1\n";
constexpr size_t kDigits = 64;

auto IsSound(const Entry& entry) -> bool {
  const auto is_place = [&](const model::Place& place) {
    return place.file == model::Place::kNoFile ||
           (place.file < entry.sources.size() && place.begin <= place.end &&
            place.end <= entry.sources[place.file].text.size());
  };
  for (const StoredDiagnostic& diagnostic : entry.diagnostics) {
    // Compilations with errors are not kept.
    if (!is_place(diagnostic.place) || diagnostic.level >= static_cast<uint8_t>(diag::Level::Error))
      return false;
    for (const StoredNote& note : diagnostic.notes) {
      if (!is_place(note.place)) return false;
    }
  }
  return true;
}

auto PlaceOf(const diag::Span& span) -> model::Place {
  return span.has_value() ? model::Place{span.buffer.index, span.begin, span.end} : model::Place();
}

}  // namespace

auto Write(const Entry& entry) -> std::string {
  model::Writer writer;
  writer(entry);
  std::string bytes(kMark);
  bytes += base::Sha256Of(writer.bytes());
  return bytes + writer.bytes();
}

auto TryRead(std::string_view bytes) -> std::unique_ptr<Entry> {
  if (!bytes.starts_with(kMark) || bytes.size() < kMark.size() + kDigits) return nullptr;
  const std::string_view rest = bytes.substr(kMark.size() + kDigits);
  if (base::Sha256Of(rest) != bytes.substr(kMark.size(), kDigits)) return nullptr;
  auto entry = std::make_unique<Entry>();
  model::Reader reader(rest);
  reader(*entry);
  return reader.is_good() && reader.IsAtEnd() && IsSound(*entry) ? std::move(entry) : nullptr;
}

void Store(const std::vector<diag::Diagnostic>& diagnostics, const source::Buffers& buffers, Entry& entry) {
  compile::SourceLines lines(buffers);
  for (const diag::Diagnostic& diagnostic : diagnostics) {
    lines.Show(PlaceOf(diagnostic.span));
    for (const diag::Note& note : diagnostic.notes) lines.Show(PlaceOf(note.span));
  }
  entry.sources = lines.Texts();
  for (const diag::Diagnostic& diagnostic : diagnostics) {
    StoredDiagnostic stored{std::string(diagnostic.code),
                            static_cast<uint8_t>(diagnostic.level),
                            diagnostic.text,
                            lines.Moved(PlaceOf(diagnostic.span)),
                            {}};
    for (const diag::Note& note : diagnostic.notes)
      stored.notes.push_back({note.text, lines.Moved(PlaceOf(note.span))});
    entry.diagnostics.push_back(std::move(stored));
  }
}

void Tell(const Entry& entry, source::Buffers& buffers, diag::Emitter& emitter) {
  std::vector<diag::BufferId> files;
  for (const model::SourceText& source : entry.sources)
    files.push_back(buffers.Add(source.name, source.text));
  const auto span = [&](const model::Place& place) -> diag::Span {
    return place.file == model::Place::kNoFile ? diag::Span{}
                                               : diag::Span{files[place.file], place.begin, place.end};
  };
  // Codes live as long as the texts that diagnostics show.
  for (const StoredDiagnostic& stored : entry.diagnostics) {
    const std::string_view code = buffers.text(buffers.Add("", stored.code));
    diag::Diagnostic diagnostic{
        code, static_cast<diag::Level>(stored.level), span(stored.place), stored.text, {}};
    for (const StoredNote& note : stored.notes) diagnostic.notes.push_back({span(note.place), note.text});
    emitter.Take(diagnostic);
  }
}

}  // namespace kerf::cache
