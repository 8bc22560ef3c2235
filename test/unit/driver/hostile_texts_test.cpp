// Names, comments and texts of models that are not what they seem, through every command and every target:
// nothing crashes, and what is written keeps the form that its readers rely on.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "driver/io.h"

namespace kerf::driver {
namespace {

namespace fs = std::filesystem;

// Bytes that are no UTF-8, formulas, commands for terminals, and what ends texts and comments elsewhere.
auto Fragments() -> std::vector<std::string> {
  return {"\xFF",
          "\xC3",
          "\xC0\x80",
          "\xED\xA0\x80",
          "\xF4\x90\x80\x80",
          "\xE2\x80",
          "=cmd|\\' /C calc\\'!A0",
          "+x",
          "-x",
          "@SUM(1)",
          "a;=b",
          "a;  -b",
          "\x1b]0;evil\x07",
          "\x7f",
          "\xC2\x9B\x33\x31m",
          "\xE2\x80\xAE",
          "</script><script>alert(1)</script>",
          "<!--",
          "]]>",
          "&amp;",
          "\\\"",
          "*/",
          "\xEF\xBB\xBF",
          "{x}",
          "%s%n",
          "\x01",
          "\t"};
}

auto Without(std::string text, const std::vector<std::string>& words) -> std::string {
  for (const std::string& word : words) {
    for (size_t at = text.find(word); at != std::string::npos; at = text.find(word))
      text.erase(at, word.size());
  }
  return text;
}

auto Models(const std::string& text) -> std::vector<std::pair<std::string, std::string>> {
  const std::string name = "'a" + text + "'";
  const std::string whole = "'" + text + "'";
  const std::string in_braces = Without(text, {"}"});
  const std::string in_quotes = Without(text, {"\\\""});
  return {
      {"m.mo", "model M \"" + text + "\"\n  Real " + name + "(start = 1, fixed = true) \"" + text +
                   "\";\n  Real " + whole + "(unit = \"" + text + "\") = 2*" + name + "; // " + text +
                   "\n  parameter Real p = 1 \"" + text + "\";\nequation\n  der(" + name + ") = -p*" + name +
                   ";\n  assert(time < 9, \"" + text + "\");\nend M;\n"},
      {"m.dym", "model m\n  local x {" + in_braces + "}\n  x' = -x\nend\n"},
      {"m.csl", "PROGRAM \"" + in_quotes + "\"\n! " + text +
                    "\n  CONSTANT a = 1.0\n  DERIVATIVE\n    x = INTEG(-a*x, 1.0)\n    TERMT(t .GE. 1.0, '" +
                    Without(text, {"\\'", "'"}) + "')\n  END\nEND\n"}};
}

auto IsUtf8(const std::string& text) -> bool {
  try {
    static_cast<void>(nlohmann::json(text).dump());
  } catch (const nlohmann::json::exception&) {
    return false;
  }
  return true;
}

auto HasCommands(const std::string& text) -> bool {
  return std::ranges::any_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F;
  });
}

// Cells of the first line as a spreadsheet sees them that separates at `separator`, and knows quotes only at
// the beginning of a cell.
auto FirstCells(const std::string& table, char separator) -> std::vector<std::string> {
  std::vector<std::string> cells;
  const std::string line = table.substr(0, table.find('\n'));
  for (size_t at = 0; at <= line.size();) {
    std::string cell;
    if (at < line.size() && line[at] == '"') {
      for (++at; at < line.size() && !(line[at] == '"' && (at + 1 == line.size() || line[at + 1] != '"'));
           ++at) {
        cell += line[at];
        at += line[at] == '"' ? 1 : 0;
      }
      ++at;
    }
    for (; at < line.size() && line[at] != separator; ++at) cell += line[at];
    cells.push_back(cell);
    ++at;
  }
  return cells;
}

class HostileTexts : public testing::Test {
 protected:
  HostileTexts() {
    std::string pattern = (fs::temp_directory_path() / "kerf-hostile-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~HostileTexts() override { fs::remove_all(folder_); }

  auto Path(const std::string& name) const -> std::string { return folder_ + "/" + name; }
  static auto Read(const std::string& path) -> std::string {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  auto Run(const std::vector<std::string>& arguments) -> int {
    out_.clear();
    err_.clear();
    std::istringstream nothing;
    Io io;
    io.out = [this](std::string_view text) { out_ += text; };
    io.err = [this](std::string_view text) { err_ += text; };
    io.in = &nothing;
    const int code = Main(arguments, io);
    EXPECT_TRUE(code == 0 || code == 1) << arguments[0] << ": " << code << err_;
    EXPECT_EQ(err_.find("internal error"), std::string::npos) << arguments[0];
    EXPECT_FALSE(HasCommands(err_)) << arguments[0];
    return code;
  }

  void Look(const std::string& model) {
    for (const char* command : {"check", "flatten", "equations", "explain", "parse", "format", "structure"})
      Run({command, model});
    Run({"--json-diagnostics", "check", model, "nothing"});
    std::istringstream lines(err_);
    for (std::string line; std::getline(lines, line);) EXPECT_TRUE(nlohmann::json::accept(line)) << line;
    if (Run({"explain", model, "-o", Path("e.html")}) == 0) ExpectPage(Read(Path("e.html")));
  }

  static void ExpectPage(const std::string& page) {
    EXPECT_TRUE(IsUtf8(page));
    EXPECT_EQ(page.find("<script>alert"), std::string::npos);
    EXPECT_FALSE(HasCommands(page));
  }

  static void ExpectTable(const std::string& table) {
    for (const char separator : {',', ';', '\t'}) {
      for (const std::string& cell : FirstCells(table, separator)) {
        const size_t first = cell.find_first_not_of(' ');
        EXPECT_TRUE(first == std::string::npos || std::string("=+-@").find(cell[first]) == std::string::npos)
            << table;
      }
    }
  }

  void Simulate(const std::string& model) {
    const int code =
        Run({"simulate", model, "--stop", "1", "--intervals", "2", "--json", "--output", Path("r.csv"),
             "--output", Path("r.mat"), "--plot-to", Path("p.svg"), "--plot-to", Path("p.html")});
    ASSERT_EQ(code, 0) << err_;
    EXPECT_TRUE(nlohmann::json::accept(out_)) << out_;
    ExpectTable(Read(Path("r.csv")));
    ExpectPage(Read(Path("p.svg")));
    ExpectPage(Read(Path("p.html")));
  }

  void Translate(const std::string& model) {
    for (const char* target : {"c", "fortran", "octave", "simnon", "desire", "acsl", "modelica"})
      Run({"translate", model, "--to", target, "-o", Path("program")});
    EXPECT_EQ(Run({"fmu", model, "-o", Path("m.fmu")}), 0) << err_;
    Run({"compile", model, "-o", Path("m.kerf")});
  }

 private:
  std::string folder_;
  std::string out_;
  std::string err_;
};

TEST_F(HostileTexts, ThroughAllCommands) {
  for (const std::string& fragment : Fragments()) {
    for (const auto& [name, text] : Models(fragment)) {
      SCOPED_TRACE(nlohmann::json(name + ": " + fragment)
                       .dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
      std::ofstream(Path(name), std::ios::binary) << text;
      Look(Path(name));
      Simulate(Path(name));
      Translate(Path(name));
    }
  }
}

}  // namespace
}  // namespace kerf::driver
