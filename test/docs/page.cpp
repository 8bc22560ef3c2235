// See page.h.
#include "page.h"

#include <fstream>
#include <sstream>

namespace kerf::docs {

namespace {

constexpr std::string_view kFence = "```";

auto SplitLines(const std::string& text) -> std::vector<std::string> {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace

auto ReadFile(const std::string& path) -> std::string {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void WriteFile(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

auto ReadPage(const std::string& path) -> Page {
  Page page{path, SplitLines(ReadFile(path)), {}};
  bool is_open = false;
  for (size_t k = 0; k < page.lines.size(); ++k) {
    const std::string& line = page.lines[k];
    if (!line.starts_with(kFence)) continue;
    if (is_open) {
      page.blocks.back().last = k;
    } else {
      Block block;
      std::istringstream(line.substr(kFence.size())) >> block.language >> block.name;
      block.first = k + 1;
      page.blocks.push_back(block);
    }
    is_open = !is_open;
  }
  return page;
}

auto TextOf(const Page& page, const Block& block) -> std::string {
  std::string text;
  for (size_t k = block.first; k < block.last; ++k) text += page.lines[k] + "\n";
  return text;
}

void WritePage(const Page& page, const std::vector<std::pair<Block, std::string>>& changes) {
  std::string text;
  size_t next = 0;
  const auto copy_to = [&](size_t end) {
    for (; next < end; ++next) text += page.lines[next] + "\n";
  };
  for (const auto& [block, content] : changes) {
    copy_to(block.first);
    text += content;
    next = block.last;
  }
  copy_to(page.lines.size());
  WriteFile(page.path, text);
}

}  // namespace kerf::docs
