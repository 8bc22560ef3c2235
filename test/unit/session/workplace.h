// A folder of its own for tests of foreign code, and commands that run there.
#pragma once

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "driver/io.h"

namespace kerf::session {

struct Ending {
  int code = 0;
  std::string out;
  std::string err;
};

// A folder with a user's home, for models and marks.
class Workplace {
 public:
  Workplace() {
    std::string name = (std::filesystem::temp_directory_path() / "kerf-trust-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) folder_ = name;
    for (const char* variable : {"HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"})
      setenv(variable, (folder_ + "/home").c_str(), 1);
    unsetenv("MODELICAPATH");
    unsetenv("KERF_TRUST");
  }
  Workplace(const Workplace&) = delete;
  auto operator=(const Workplace&) -> Workplace& = delete;
  ~Workplace() { std::filesystem::remove_all(folder_); }

  [[nodiscard]] auto Path(const std::string& name) const -> std::string { return folder_ + "/" + name; }
  void Write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(Path(name)).parent_path());
    std::ofstream(Path(name)) << text;
  }
  // Something was called, or code compiled.
  [[nodiscard]] auto HasRun() const -> bool {
    return std::filesystem::exists(Path("mark")) || std::filesystem::exists(Path("home/kerf/external"));
  }

 private:
  std::string folder_;
};

inline auto Kerf(const std::vector<std::string>& words, const std::string* answers = nullptr) -> Ending {
  Ending ending;
  std::istringstream in(answers == nullptr ? "" : *answers);
  driver::Io io;
  io.out = [&](std::string_view text) { ending.out += text; };
  io.err = [&](std::string_view text) { ending.err += text; };
  io.in = &in;
  io.is_interactive = answers != nullptr;
  io.has_terminal = answers != nullptr;
  ending.code = driver::Main(words, io);
  return ending;
}

// Modelica has two backslashes where C has one.
inline auto MarkCode(const Workplace& place, const std::string& function) -> std::string {
  return fmt::format(
      "#include <stdio.h>\nstatic void kerf_mark(void) {{ FILE *f = fopen(\"{}\", \"w\"); if (f) fclose(f); "
      "}}\n"
      "__attribute__((constructor)) static void kerf_at_load(void) {{ kerf_mark(); }}\n{}\n",
      place.Path("mark"), function);
}

inline auto InString(const std::string& text) -> std::string {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

}  // namespace kerf::session
