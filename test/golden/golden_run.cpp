// One temporary folder for each golden file; commands run in it, in this process.
#include "golden_run.h"

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

// Makes a new folder the current one, and removes it at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() : before_(fs::current_path()) {
    std::string name = (fs::temp_directory_path() / "kerf-golden-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = name;
    fs::current_path(folder_);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  auto operator=(const TemporaryFolder&) -> TemporaryFolder& = delete;
  ~TemporaryFolder() {
    std::error_code error;
    fs::current_path(before_, error);
    fs::remove_all(folder_, error);
  }

 private:
  fs::path before_;
  fs::path folder_;
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

auto Execute(const std::vector<std::string>& arguments, const std::string& input) -> Printed {
  Printed printed;
  std::istringstream in(input);
  driver::Io io;
  io.out = [&](std::string_view text) { printed.out += text; };
  io.err = [&](std::string_view text) { printed.err += text; };
  io.in = &in;
  printed.exit_code = driver::Main(arguments, io);
  for (std::string* text : {&printed.out, &printed.err}) {
    if (!text->empty() && text->back() != '\n') *text += '\n';
  }
  return printed;
}

// A run and the sections that belong to it.
class RunCheck {
 public:
  RunCheck(const std::vector<Section>& sections, size_t first, Outcome& outcome)
      : run_(sections[first]), outcome_(outcome) {
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
    const Printed printed = Execute(run_.words, input_ == nullptr ? "" : input_->text);
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
  }

 private:
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
      RunCheck(file.sections, k, outcome).Check();
    }
  }
  return outcome;
}

}  // namespace kerf::golden
