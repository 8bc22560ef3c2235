// Comments of a program for its translation: what stands above a statement or behind it on its line.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "source/buffers.h"

namespace kerf::acsl {

class CommentReader {
 public:
  explicit CommentReader(const source::Buffers& buffers) : buffers_(buffers) {}

  // The comments that a file begins with, also behind its PROGRAM.
  auto Heading(source::BufferId buffer) -> std::vector<std::string>;
  // Lines of comment directly above the place.
  auto Above(const diag::Span& span) -> std::vector<std::string>;
  // These, the heads of sections, and the comment behind it; each is given once.
  auto At(const diag::Span& span) -> std::vector<std::string>;

 private:
  struct Found {
    size_t at = 0;
    std::string text;
    // Nothing else stands on the line.
    bool is_alone = false;
  };
  [[nodiscard]] static auto CommentIn(std::string_view line) -> std::vector<Found>;
  void TakeHead(source::BufferId buffer, std::string_view text, size_t own, std::vector<std::string>& out);
  void Take(source::BufferId buffer, size_t line_start, const std::vector<Found>& found,
            std::vector<std::string>& out);

  const source::Buffers& buffers_;
  std::set<std::pair<uint32_t, size_t>> taken_;
};

}  // namespace kerf::acsl
