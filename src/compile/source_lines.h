// Of source files the lines that places touch: enough for a message with its caret, and no more of the text.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/compiled_model.h"
#include "source/buffers.h"

namespace kerf::compile {

class SourceLines {
 public:
  explicit SourceLines(const source::Buffers& buffers) : buffers_(buffers) {}

  // First all places are shown, …
  void Show(const model::Place& place);
  // … then each is turned into one of the files that Texts gives.
  [[nodiscard]] auto Texts() -> std::vector<model::SourceText>;
  [[nodiscard]] auto Moved(const model::Place& place) const -> model::Place;

 private:
  struct Line {
    uint32_t number = 0;
    uint32_t begin = 0;
    uint32_t end = 0;
    // Where it begins in the text that is kept.
    uint32_t moved = 0;
  };
  struct File {
    uint32_t number = 0;
    // Begins of all lines, and of those that are kept by their begin.
    std::vector<uint32_t> begins;
    std::map<uint32_t, Line> lines;
  };
  auto FileOf(uint32_t buffer) -> File&;

  const source::Buffers& buffers_;
  // By buffer; numbered in order of their buffers by Texts.
  std::map<uint32_t, File> files_;
};

}  // namespace kerf::compile
