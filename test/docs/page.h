// A page of the manual as its lines and its fenced blocks.
#pragma once

#include <string>
#include <vector>

namespace kerf::docs {

// ```language name … ```; the lines between the fences are first to last - 1.
struct Block {
  std::string language;
  std::string name;
  size_t first = 0;
  size_t last = 0;
};

struct Page {
  std::string path;
  std::vector<std::string> lines;
  std::vector<Block> blocks;
};

auto ReadPage(const std::string& path) -> Page;
auto TextOf(const Page& page, const Block& block) -> std::string;
// Puts new text into blocks, given as pairs in the order of the page, and writes the file.
void WritePage(const Page& page, const std::vector<std::pair<Block, std::string>>& changes);

auto ReadFile(const std::string& path) -> std::string;
void WriteFile(const std::string& path, const std::string& text);

}  // namespace kerf::docs
