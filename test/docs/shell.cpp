// See shell.h.
#include "shell.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <utility>
#include <vector>

#include "driver/io.h"
#include "page.h"

namespace kerf::docs {

namespace {

// Words separated by blanks; quotes hold words together.
auto SplitWords(const std::string& line) -> std::vector<std::string> {
  std::vector<std::string> words;
  std::string word;
  bool has_word = false;
  char quote = '\0';
  for (const char c : line) {
    const bool is_quote = quote == '\0' ? c == '"' || c == '\'' : c == quote;
    if (is_quote) {
      quote = quote == '\0' ? c : '\0';
      has_word = true;
    } else if (c == ' ' && quote == '\0') {
      if (has_word) words.push_back(std::exchange(word, ""));
      has_word = false;
    } else {
      word += c;
      has_word = true;
    }
  }
  if (has_word) words.push_back(word);
  return words;
}

auto RunKerf(std::vector<std::string> arguments, std::string& output) -> int {
  std::istringstream input;
  const auto redirect = std::ranges::find(arguments, "<");
  if (redirect != arguments.end() && redirect + 1 != arguments.end()) {
    input.str(ReadFile(*(redirect + 1)));
    arguments.erase(redirect, redirect + 2);
  }
  driver::Io io;
  io.out = [&](std::string_view text) { output += text; };
  io.err = io.out;
  io.in = &input;
  return driver::Main(arguments, io);
}

void ReplaceAll(std::string& text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

// A program of its own. $KERF is the folder of the sources; what is built there is where this was built.
auto RunProgram(std::string line, std::string& output) -> int {
  ReplaceAll(line, "$KERF/build", KERF_BINARY_DIR);
  ReplaceAll(line, "$KERF", KERF_SOURCE_DIR);
  if (line.starts_with("c++ ") || line.find("-lkerf") != std::string::npos) line += KERF_SANITIZER_FLAGS;
  FILE* pipe = popen((line + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return 1;
  char part[4096];
  for (size_t n = fread(part, 1, sizeof part, pipe); n > 0; n = fread(part, 1, sizeof part, pipe)) {
    output.append(part, n);
  }
  return pclose(pipe);
}

auto RunLine(const std::string& line, std::string& output) -> int {
  std::vector<std::string> words = SplitWords(line);
  if (words.empty()) return 0;
  const std::string verb = words[0];
  if (verb == "cc" || verb == "c++" || verb.starts_with("./") || verb.starts_with("$KERF/build/"))
    return RunProgram(line, output);
  words.erase(words.begin());
  if (verb == "kerf") return RunKerf(words, output);
  if (verb == "cat" && words.size() == 1) {
    output += ReadFile(words[0]);
    return 0;
  }
  output += "the manual's test does not know the command " + verb + "\n";
  return 1;
}

}  // namespace

auto RunScript(const std::string& script) -> Result {
  Result result;
  std::istringstream lines(script);
  std::string line;
  std::string part;
  while (std::getline(lines, part)) {
    const bool continues = part.ends_with('\\');
    line += continues ? part.substr(0, part.size() - 1) : part;
    if (continues) continue;
    const int code = RunLine(std::exchange(line, ""), result.output);
    if (code != 0) result.exit_code = code;
  }
  return result;
}

Workplace::Workplace() : before_(std::filesystem::current_path()) {
  std::string pattern = std::filesystem::temp_directory_path() / "kerf_docs_XXXXXX";
  folder_ = mkdtemp(pattern.data());
  const std::filesystem::path source = KERF_SOURCE_DIR;
  for (const char* name : {"examples", "library"}) {
    std::filesystem::copy(source / name, folder_ + "/" + name, std::filesystem::copy_options::recursive);
  }
  std::filesystem::current_path(folder_);
  // What is kept between commands is as new as the folder.
  setenv("XDG_CACHE_HOME", (folder_ + "/.cache").c_str(), 1);
}

Workplace::~Workplace() {
  std::filesystem::current_path(before_);
  std::filesystem::remove_all(folder_);
}

}  // namespace kerf::docs
