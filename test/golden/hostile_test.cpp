// Names and texts of models never become code: hostile strings at every place of a model, through every
// target and every report. What they hold must stay inside of comments, texts and escaped names.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>
#include <sstream>

#include "../own_path.h"
#include "driver/io.h"

namespace kerf::golden {
namespace {

// Each would do something if it got out; all call `evil`.
const std::vector<std::string> kHostile = {
    "*/ evil(1); /*",
    "/* evil(1)",
    "// evil(1)",
    "</script><script>evil(1)</script>",
    "<img src=x onerror=evil(1)>",
    "\\\" onload=\\\"evil(1)",
    "]]><svg onload=evil(1)>",
    "\\\"; evil(1); \\\"",
    "a\\nevil(1)\\nb",
    "a\\revil(1)",
    "} evil(1) {",
    "%d%s%n evil(1)",
    "' // evil(1) // '",
    "! evil(1)",
    "\" evil(1)",
    "end evil(1)",
    "$(evil(1))",
    "\xC3\xA9 evil(1)",
    "=evil(1)",
    "\xE2\x80\xA8 evil(1)",
};

// Allowed between the quotes of a name.
auto AsName(std::string text) -> std::string {
  text = std::regex_replace(text, std::regex(R"(\\n|\\r)"), "_");
  text = std::regex_replace(text, std::regex(R"(\\?")"), "\\\"");
  text = std::regex_replace(text, std::regex("'"), "\\'");
  return "'" + text + "'";
}

// Allowed between the quotes of a text.
auto AsText(const std::string& text) -> std::string {
  return "\"" + std::regex_replace(text, std::regex(R"(\\?")"), "\\\"") + "\"";
}

auto Model(const std::string& hostile) -> std::string {
  const std::string name = AsName(hostile);
  const std::string text = AsText(hostile);
  return "model " + name + " " + text + "\n  parameter Real " + AsName(hostile + "k") + " = 2 " + text +
         ";\n  Real " + AsName(hostile + "x") + "(start = 1, fixed = true, unit = " + text + ") " + text +
         ";\n  Real " + AsName(hostile + "y") + " " + text + ";\nequation\n  der(" + AsName(hostile + "x") +
         ") = -" + AsName(hostile + "k") + "*" + AsName(hostile + "x") + " " + text + ";\n  " +
         AsName(hostile + "y") + " = 2*" + AsName(hostile + "x") + ";\n  assert(" + AsName(hostile + "x") +
         " < 5, " + text + ");\nend " + name + ";\n";
}

struct Syntax {
  // What opens and closes comments; an empty end: the end of the line.
  std::vector<std::pair<std::string, std::string>> comments;
  std::string quotes;
  // The quotes between which a backslash escapes; elsewhere a quote is written twice.
  std::string escaping;
  bool is_fixed_form = false;
};

// The program without comments and texts.
auto CodeOf(const std::string& text, const Syntax& syntax) -> std::string {
  std::string code;
  bool at_line = true;
  for (size_t k = 0; k < text.size();) {
    if (syntax.is_fixed_form && at_line && (text[k] == '*' || text[k] == 'C' || text[k] == 'c')) {
      k = std::min(text.find('\n', k), text.size());
      continue;
    }
    at_line = text[k] == '\n';
    const auto comment = std::ranges::find_if(
        syntax.comments, [&](const auto& one) { return text.compare(k, one.first.size(), one.first) == 0; });
    if (comment != syntax.comments.end()) {
      const bool is_line = comment->second.empty();
      const size_t end = text.find(is_line ? "\n" : comment->second, k + comment->first.size());
      k = end == std::string::npos ? text.size() : end + comment->second.size();
      continue;
    }
    if (syntax.quotes.find(text[k]) != std::string::npos) {
      const char quote = text[k++];
      while (k < text.size() && text[k] != quote && text[k] != '\n')
        k += syntax.escaping.find(quote) != std::string::npos && text[k] == '\\' ? 2 : 1;
      // A line ends a text: what follows is code.
      if (k < text.size() && text[k] == quote) ++k;
      continue;
    }
    code += text[k++];
  }
  return code;
}

struct Ran {
  int exit = 0;
  std::string out;
  std::string err;
};

auto RunKerf(const std::vector<std::string>& words) -> Ran {
  Ran ran;
  std::istringstream in;
  driver::Io io;
  io.out = [&](std::string_view text) { ran.out += text; };
  io.err = [&](std::string_view text) { ran.err += text; };
  io.in = &in;
  ran.exit = driver::Main(words, io);
  return ran;
}

auto ReadAll(const std::filesystem::path& path) -> std::string {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class Hostile : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = OwnPath("hostile");
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  auto Write(const std::string& text) const -> std::string {
    const auto path = folder_ / "m.mo";
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }
  std::filesystem::path folder_;
};

TEST_F(Hostile, TextsStayTextsInEveryTarget) {
  const Syntax c = {{{"/*", "*/"}, {"//", ""}}, "\"'", "\"'"};
  const Syntax fortran = {{{"!", ""}}, "'\"", "", true};
  const Syntax octave = {{{"%", ""}, {"#", ""}}, "\"'", "\""};
  const Syntax modelica = {{{"/*", "*/"}, {"//", ""}}, "\"'", "\"'"};
  const Syntax simnon = {{{"\"", ""}}, "", ""};
  const Syntax desire = {{{"--", ""}}, "\"", ""};
  const Syntax acsl = {{{"!", ""}, {"\"", "\""}}, "'", ""};
  const std::vector<std::pair<std::string, Syntax>> targets = {
      {"c", c},           {"fortran", fortran},   {"fortran77", fortran},
      {"octave", octave}, {"modelica", modelica}, {"simnon", simnon},
      {"desire", desire}, {"acsl", acsl}};
  size_t n_translated = 0;
  for (const std::string& hostile : kHostile) {
    const std::string path = Write(Model(hostile));
    for (const auto& [target, syntax] : targets) {
      const Ran ran = RunKerf({"translate", path, "--to", target, "--no-units"});
      if (ran.exit != 0) {
        EXPECT_NE(ran.err.find("error"), std::string::npos) << target << ": " << hostile;
        continue;
      }
      ++n_translated;
      EXPECT_FALSE(std::regex_search(CodeOf(ran.out, syntax), std::regex(R"(\bevil\s*\()")))
          << target << ": " << hostile << "\n"
          << ran.out;
    }
  }
  EXPECT_GT(n_translated, kHostile.size() * 4);
}

// Markup of a page that comes from the model: tags and attributes that hold `evil`.
auto HasEvilMarkup(const std::string& page) -> bool {
  return std::regex_search(
      page, std::regex(R"(<script>evil|<img src=x|<svg onload|" onload="evil|</script><script>evil)"));
}

TEST_F(Hostile, TextsStayTextsInEveryReport) {
  for (const std::string& hostile : kHostile) {
    const std::string path = Write(Model(hostile));
    const std::vector<std::vector<std::string>> commands = {
        {"explain", path, "--output", (folder_ / "explain.html").string()},
        {"simulate", path, "--stop", "0.1", "--output", (folder_ / "r.csv").string()},
        {"simulate", path, "--stop", "0.1", "--output", (folder_ / "p.csv").string(), "--plot",
         AsName(hostile + "x"), "--plot-to", (folder_ / "p.html").string()},
        {"simulate", path, "--stop", "0.1", "--output", (folder_ / "q.csv").string(), "--plot",
         AsName(hostile + "x"), "--plot-to", (folder_ / "p.svg").string()},
    };
    for (const auto& command : commands) {
      const Ran ran = RunKerf(command);
      EXPECT_EQ(ran.out.find('\r'), std::string::npos) << hostile;
      EXPECT_EQ(ran.out.find('\x1b'), std::string::npos) << hostile;
    }
    size_t n_pages = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      const std::string extension = entry.path().extension();
      if (extension != ".html" && extension != ".svg") continue;
      ++n_pages;
      EXPECT_FALSE(HasEvilMarkup(ReadAll(entry.path()))) << entry.path() << ": " << hostile;
    }
    EXPECT_GE(n_pages, 1U) << hostile;
    // A header and points: a name adds neither a line nor a column.
    std::istringstream lines(ReadAll(folder_ / "r.csv"));
    std::string line;
    size_t n_columns = 0;
    while (std::getline(lines, line)) {
      size_t n = 1;
      bool is_quoted = false;
      for (const char at : line) {
        if (at == '"') is_quoted = !is_quoted;
        n += at == ',' && !is_quoted ? 1 : 0;
      }
      EXPECT_FALSE(is_quoted) << line;
      if (n_columns == 0) n_columns = n;
      EXPECT_EQ(n, n_columns) << line;
    }
    EXPECT_GT(n_columns, 2U) << hostile;
  }
}

}  // namespace
}  // namespace kerf::golden
