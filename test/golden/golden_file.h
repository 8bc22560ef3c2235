// The golden file: files, command lines and what they must print. README.md describes the format.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kerf::golden {

enum class SectionKind { File, Run, Stdin, Exit, Stdout, Stderr, Values };

struct Section {
  SectionKind kind;
  // The words after the keyword.
  std::vector<std::string> words;
  std::string text;
};

struct GoldenFile {
  // What stands before the first section.
  std::string preface;
  std::vector<Section> sections;
  // What is wrong with the file itself, or empty.
  std::string error;
};

auto ParseGolden(std::string_view text) -> GoldenFile;
auto PrintGolden(const GoldenFile& file) -> std::string;

// The word after `key`, or empty.
auto WordAfter(const Section& section, std::string_view key) -> std::string;
// The number after the word `tolerance`, or 0.
auto ToleranceOf(const Section& section) -> double;

}  // namespace kerf::golden
