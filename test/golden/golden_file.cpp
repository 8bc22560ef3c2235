// Reading and writing of golden files.
#include "golden_file.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace kerf::golden {

namespace {

constexpr std::string_view kMark = "--- ";

struct Keyword {
  std::string_view word;
  SectionKind kind;
};

constexpr auto kKeywords = std::to_array<Keyword>({
    {"file", SectionKind::File},
    {"run", SectionKind::Run},
    {"stdin", SectionKind::Stdin},
    {"exit", SectionKind::Exit},
    {"stdout", SectionKind::Stdout},
    {"stderr", SectionKind::Stderr},
    {"values", SectionKind::Values},
});

// Blanks separate words; double quotes keep blanks inside a word.
auto SplitWords(std::string_view line) -> std::vector<std::string> {
  std::vector<std::string> words;
  bool in_word = false;
  bool in_quotes = false;
  for (const char c : line) {
    if (c == ' ' && !in_quotes) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == '"') {
      in_quotes = !in_quotes;
    } else {
      words.back() += c;
    }
  }
  return words;
}

auto Quoted(const std::string& word) -> std::string {
  return word.empty() || word.find(' ') != std::string::npos ? "\"" + word + "\"" : word;
}

auto BeginSection(GoldenFile& file, std::string_view line) -> bool {
  std::vector<std::string> words = SplitWords(line.substr(kMark.size()));
  const auto* keyword =
      std::ranges::find(kKeywords, words.empty() ? std::string_view() : words[0], &Keyword::word);
  if (keyword == kKeywords.end()) {
    file.error = "unknown section: " + std::string(line);
    return false;
  }
  words.erase(words.begin());
  const bool needs_words = keyword->kind == SectionKind::File || keyword->kind == SectionKind::Exit;
  const bool comes_after_run = keyword->kind != SectionKind::File && keyword->kind != SectionKind::Run;
  const bool has_run = std::ranges::count(file.sections, SectionKind::Run, &Section::kind) > 0;
  if (needs_words && words.empty()) file.error = "something is missing after: " + std::string(line);
  if (comes_after_run && !has_run) file.error = "no `--- run` before: " + std::string(line);
  file.sections.push_back({keyword->kind, std::move(words), ""});
  return file.error.empty();
}

}  // namespace

auto ParseGolden(std::string_view text) -> GoldenFile {
  GoldenFile file;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kMark)) {
      if (!BeginSection(file, line)) return file;
    } else {
      (file.sections.empty() ? file.preface : file.sections.back().text) += line + "\n";
    }
  }
  if (file.preface.empty()) file.error = "a golden file begins with a sentence that says what it shows";
  if (std::ranges::count(file.sections, SectionKind::Run, &Section::kind) == 0) file.error = "no `--- run`";
  return file;
}

auto PrintGolden(const GoldenFile& file) -> std::string {
  std::string text = file.preface;
  for (const Section& section : file.sections) {
    text += kMark;
    text += std::ranges::find(kKeywords, section.kind, &Keyword::kind)->word;
    for (const std::string& word : section.words) text += " " + Quoted(word);
    text += "\n" + section.text;
  }
  return text;
}

auto WordAfter(const Section& section, std::string_view key) -> std::string {
  const auto at = std::ranges::find(section.words, key);
  if (at == section.words.end() || at + 1 == section.words.end()) return "";
  return *(at + 1);
}

auto ToleranceOf(const Section& section) -> double {
  const std::string word = WordAfter(section, "tolerance");
  return word.empty() ? 0 : std::stod(word);
}

}  // namespace kerf::golden
