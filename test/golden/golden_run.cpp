// One temporary folder for each golden file; commands run in it, in this process.
#include "golden_run.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compare_text.h"
#include "compare_values.h"
#include "driver/io.h"

namespace kerf::golden {

namespace {

namespace fs = std::filesystem;

// What the commands look at besides their arguments. No library of the user's may have a say in a test.
constexpr auto kEnvironment =
    std::to_array<const char*>({"HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "MODELICAPATH"});

// Makes a new folder the current one and the user's home, and removes it at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() : before_(fs::current_path()) {
    std::string name = (fs::temp_directory_path() / "kerf-golden-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = fs::canonical(name);
    fs::current_path(folder_);
    for (const char* variable : kEnvironment) {
      const char* value = std::getenv(variable);
      if (value != nullptr) variables_.emplace_back(variable, value);
      unsetenv(variable);
    }
    setenv("HOME", folder_.c_str(), 1);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  auto operator=(const TemporaryFolder&) -> TemporaryFolder& = delete;
  ~TemporaryFolder() {
    for (const char* variable : kEnvironment) unsetenv(variable);
    for (const auto& [variable, value] : variables_) setenv(variable.c_str(), value.c_str(), 1);
    std::error_code error;
    fs::current_path(before_, error);
    fs::remove_all(folder_, error);
  }

  [[nodiscard]] auto path() const -> std::string { return folder_.string(); }

 private:
  fs::path before_;
  fs::path folder_;
  std::vector<std::pair<std::string, std::string>> variables_;
};

void ReplaceAll(std::string& text, std::string_view from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

void Write(const std::string& name, const std::string& text) {
  const fs::path folder = fs::path(name).parent_path();
  if (!folder.empty()) fs::create_directories(folder);
  std::ofstream(name, std::ios::binary) << text;
}

// `file NAME`, with `bytes` for text in which `\0` stands for NUL and no line ends, with `size N` for N
// bytes, with `copies N` for files in which <k> and <k+1> stand for 1…N and 2…N+1.
void WriteFile(const Section& section) {
  const std::string& name = section.words[0];
  const std::string size = WordAfter(section, "size");
  const std::string copies = WordAfter(section, "copies");
  std::string text = section.text;
  if (section.words.back() == "bytes") {
    ReplaceAll(text, "\n", "");
    ReplaceAll(text, "\\0", std::string(1, '\0'));
  }
  if (copies.empty()) {
    Write(name, text);
    if (!size.empty()) fs::resize_file(name, std::stoull(size));
    return;
  }
  const bool is_one_file = name.find("<k>") == std::string::npos;
  std::string all;
  for (unsigned long k = 1; k <= std::stoul(copies); ++k) {
    std::string copy_name = name;
    std::string copy_text = text;
    for (std::string* copy : {&copy_name, &copy_text}) {
      ReplaceAll(*copy, "<k>", std::to_string(k));
      ReplaceAll(*copy, "<k+1>", std::to_string(k + 1));
    }
    all = is_one_file ? all + copy_text : copy_text;
    Write(copy_name, all);
  }
}

struct Printed {
  std::string out;
  std::string err;
  int exit_code = 0;
};

// Leading words NAME=VALUE set variables of the environment, from here on; an empty value takes one away.
auto TakeVariables(const std::vector<std::string>& words) -> std::vector<std::string> {
  size_t k = 0;
  for (; k < words.size() && words[k].find('=') != std::string::npos; ++k) {
    const size_t equals = words[k].find('=');
    const std::string name = words[k].substr(0, equals);
    if (equals + 1 == words[k].size()) {
      unsetenv(name.c_str());
    } else {
      setenv(name.c_str(), words[k].c_str() + equals + 1, 1);
    }
  }
  return {words.begin() + static_cast<std::ptrdiff_t>(k), words.end()};
}

// The name of the folder differs from run to run and is shown as <folder>.
auto Execute(const std::vector<std::string>& words, const std::string& input, const std::string& folder)
    -> Printed {
  Printed printed;
  const std::vector<std::string> arguments = TakeVariables(words);
  std::istringstream in(input);
  driver::Io io;
  io.out = [&](std::string_view text) { printed.out += text; };
  io.err = [&](std::string_view text) { printed.err += text; };
  io.in = &in;
  printed.exit_code = driver::Main(arguments, io);
  for (std::string* text : {&printed.out, &printed.err}) {
    ReplaceAll(*text, folder, "<folder>");
    if (!text->empty() && text->back() != '\n') *text += '\n';
  }
  return printed;
}

// A run and the sections that belong to it.
class RunCheck {
 public:
  RunCheck(const std::vector<Section>& sections, size_t first, std::string folder, Outcome& outcome)
      : run_(sections[first]), folder_(std::move(folder)), outcome_(outcome) {
    for (size_t k = first + 1; k < sections.size(); ++k) {
      const Section& section = sections[k];
      if (section.kind == SectionKind::Run || section.kind == SectionKind::File) break;
      if (section.kind == SectionKind::Stdin) input_ = &section;
      if (section.kind == SectionKind::Exit) exit_ = &section;
      if (section.kind == SectionKind::Stdout) out_ = &section;
      if (section.kind == SectionKind::Stderr) err_ = &section;
      if (section.kind == SectionKind::Values) values_.push_back(&section);
    }
  }

  void Check() {
    const Printed printed = Execute(run_.words, input_ == nullptr ? "" : input_->text, folder_);
    outcome_.has_failing_run |= printed.exit_code != 0;
    outcome_.updated.sections.push_back(run_);
    if (input_ != nullptr) outcome_.updated.sections.push_back(*input_);
    CheckExit(printed);
    bool is_json = false;
    for (const Section* values : values_) is_json |= values->words[0] == "tolerance";
    if (!is_json) CheckText({SectionKind::Stdout, {}, ""}, out_, printed.out);
    CheckText({SectionKind::Stderr, {}, ""}, err_, printed.err);
    for (const Section* values : values_) {
      const std::string report = CompareValues(*values, printed.out);
      if (!report.empty()) Report(outcome_.values_report, "values", report);
      outcome_.updated.sections.push_back(*values);
    }
    if (printed.exit_code == 0) CheckFlatAgain(printed.out);
  }

 private:
  // A flat Modelica model must be read again and flattened to itself.
  void CheckFlatAgain(const std::string& flat) {
    const std::vector<std::string> arguments = TakeVariables(run_.words);
    const auto is_other = [](const std::string& word) { return word.ends_with(".dym") || word == "--why"; };
    if (arguments[0] != "flatten" || flat.empty() || std::ranges::any_of(arguments, is_other)) return;
    Write("again/flat.mo", flat);
    std::vector<std::string> words = {"flatten", "again/flat.mo"};
    // Unbalanced models are listed in that dialect only.
    if (std::ranges::count(arguments, "--mu-modelica") > 0) words.emplace_back("--mu-modelica");
    const Printed again = Execute(words, "", folder_);
    if (again.out == flat) return;
    Report(outcome_.values_report, "the flat model is not read back as it is",
           Difference(flat, again.out) + again.err);
  }

  void Report(std::string& report, std::string_view what, const std::string& text) const {
    report += fmt::format("kerf {}: {}\n{}", fmt::join(run_.words, " "), what, text);
  }

  void CheckExit(const Printed& printed) {
    const std::string expected = exit_ == nullptr ? "0" : exit_->words[0];
    const std::string actual = std::to_string(printed.exit_code);
    if (expected != actual)
      Report(outcome_.report, "exit code", fmt::format("  {} instead of {}\n", actual, expected));
    outcome_.updated.sections.push_back({SectionKind::Exit, {actual}, ""});
  }

  void CheckText(Section updated, const Section* expected, const std::string& actual) {
    if (expected != nullptr) updated = *expected;
    const bool ignored = !updated.words.empty() && updated.words[0] == "ignored";
    const bool same = ignored || AreSameText(updated.text, actual, ToleranceOf(updated));
    if (!same) {
      Report(outcome_.report, updated.kind == SectionKind::Stdout ? "standard output" : "standard error",
             Difference(updated.text, actual));
      updated.text = actual;
    }
    if (!updated.text.empty() || ignored) outcome_.updated.sections.push_back(std::move(updated));
  }

  const Section& run_;
  const std::string folder_;
  Outcome& outcome_;
  const Section* input_ = nullptr;
  const Section* exit_ = nullptr;
  const Section* out_ = nullptr;
  const Section* err_ = nullptr;
  std::vector<const Section*> values_;
};

}  // namespace

auto RunGolden(const GoldenFile& file) -> Outcome {
  const TemporaryFolder folder;
  Outcome outcome;
  outcome.updated.preface = file.preface;
  for (size_t k = 0; k < file.sections.size(); ++k) {
    const Section& section = file.sections[k];
    if (section.kind == SectionKind::File) {
      WriteFile(section);
      outcome.updated.sections.push_back(section);
    } else if (section.kind == SectionKind::Run) {
      RunCheck(file.sections, k, folder.path(), outcome).Check();
    }
  }
  return outcome;
}

}  // namespace kerf::golden
