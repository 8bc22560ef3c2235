// A temporary folder with library files, and programs that read it.
#pragma once

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "diag/consumers.h"
#include "lang/modelica/library/program.h"

namespace kerf::modelica::test {

namespace fs = std::filesystem;

class Workspace {
 public:
  Workspace() {
    std::string pattern = (fs::temp_directory_path() / "kerf-library-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    // The same without links, as messages show it.
    folder_ = fs::canonical(folder_).string();
  }
  Workspace(const Workspace&) = delete;
  auto operator=(const Workspace&) -> Workspace& = delete;
  ~Workspace() {
    std::error_code error;
    fs::remove_all(folder_, error);
  }

  [[nodiscard]] auto path(const std::string& relative) const -> std::string {
    return folder_ + "/" + relative;
  }
  // Writes a file that was last changed long ago, so that its time tells whether it has changed since.
  auto Write(const std::string& relative, const std::string& text) const -> std::string {
    const std::string file = path(relative);
    fs::create_directories(fs::path(file).parent_path());
    std::ofstream(file, std::ios::binary) << text;
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(1));
    return file;
  }

 private:
  std::string folder_;
};

// A program with all that it needs, and the diagnostics it gave.
struct Loaded {
  explicit Loaded(std::vector<std::string> library_path = {}, std::string cache_folder = "")
      : emitter(consumer),
        program(std::make_unique<Program>(
            ProgramOptions{std::move(library_path), std::move(cache_folder), {}}, names, buffers, emitter)) {}

  auto Name(std::string_view text) -> NameId { return names.Intern(text); }
  auto ChildNames(ClassId id) -> std::vector<std::string> {
    std::vector<std::string> texts;
    for (const ClassId child : program->Children(id)) texts.emplace_back(names[(*program)[child].name]);
    return texts;
  }
  // "code" or "code@file:line" of each diagnostic.
  auto Codes() const -> std::vector<std::string> {
    std::vector<std::string> codes;
    for (const diag::Diagnostic& d : consumer.all) codes.emplace_back(d.code);
    return codes;
  }
  auto LineOf(size_t k) const -> uint32_t {
    const auto at = buffers.Locate(consumer.all.at(k).span);
    return at ? at->line : 0;
  }

  base::Interner names;
  source::Buffers buffers;
  diag::CollectingConsumer consumer;
  diag::Emitter emitter;
  std::unique_ptr<Program> program;
};

using Strings = std::vector<std::string>;

}  // namespace kerf::modelica::test
