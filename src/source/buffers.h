// Source texts with their line tables. A buffer never changes and lives as long as the store.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/store.h"
#include "diag/consumers.h"
#include "diag/diag.h"

namespace kerf::source {

using diag::BufferId;

class Buffers : public diag::Locator {
 public:
  // Takes over a text. Its length must be below 4 GiB.
  auto Add(std::string file_name, std::string text) -> BufferId;
  // A text that lives elsewhere, such as in a mapped file, as long as `owner`, which the store keeps.
  auto AddView(std::string file_name, std::string_view text, std::shared_ptr<const void> owner) -> BufferId;
  // Reads a file. What prevents it (missing, a directory, too large, not text) is emitted at `from`.
  auto Load(const std::string& path, diag::Emitter& emitter, const diag::Span& from = {}) -> BufferId;

  [[nodiscard]] auto text(BufferId id) const -> std::string_view { return buffers_[id]->text; }
  [[nodiscard]] auto file_name(BufferId id) const -> const std::string& { return buffers_[id]->file_name; }
  [[nodiscard]] auto Locate(const diag::Span& span) const -> std::optional<diag::Location> override;
  // "file:line" of a span's begin, or "" if it has no place.
  [[nodiscard]] auto Place(const diag::Span& span) const -> std::string;

 private:
  struct Buffer {
    std::string file_name;
    // Empty for a text that lives elsewhere.
    std::string owned;
    std::string_view text;
    std::shared_ptr<const void> owner;
    // Made when a place is first asked for: most texts never have one.
    std::once_flag has_lines;
    std::vector<uint32_t> line_starts;
  };
  static auto LineStarts(Buffer& buffer) -> const std::vector<uint32_t>&;

  base::Store<BufferId, std::unique_ptr<Buffer>> buffers_;
};

}  // namespace kerf::source
