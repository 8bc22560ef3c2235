// The tutorial models run as their headers say, and every type of the libraries can be read.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>

#include "page.h"
#include "shell.h"

namespace kerf::docs {
namespace {

auto ModelFiles(const std::string& folder) -> std::vector<std::filesystem::path> {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".dym") files.push_back(entry.path());
  }
  return files;
}

TEST(Examples, RunAsTheirHeadersSay) {
  const Workplace workplace;
  std::filesystem::current_path("examples");
  const std::string table = ReadFile("README.md");
  for (const auto& file : ModelFiles(".")) {
    const std::string text = ReadFile(file);
    std::smatch command;
    ASSERT_TRUE(std::regex_search(text, command, std::regex("Run: +(kerf [^\n]*)"))) << file;
    const Result result = RunScript(command[1].str() + "\n");
    EXPECT_EQ(result.exit_code, 0) << file << "\n" << result.output;
    EXPECT_EQ(result.output.find("error:"), std::string::npos) << result.output;
    EXPECT_NE(table.find(command[1].str()), std::string::npos) << file << ": the table has another command";
  }
}

// Random numbers and events are the same everywhere, so what is counted is known.
TEST(Examples, ThreeLanguagesInOneModel) {
  const Workplace workplace;
  const Result result = RunScript("kerf simulate examples/three-languages/trucks.cosy\n");
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_NE(result.output.find("35 events"), std::string::npos) << result.output;
  EXPECT_TRUE(std::regex_search(result.output, std::regex("STAY +mean 939\\.4.* of 79\n"))) << result.output;
  EXPECT_TRUE(std::regex_search(result.output, std::regex("BAYS .* seized 81 times\n"))) << result.output;
}

// The parts of 1991 have endings of their own and are read by the texts that add them.
TEST(Library, PartsOf1991CanBeAdded) {
  const Workplace workplace;
  const std::regex type("model type ([A-Za-z0-9]+)");
  size_t n_types = 0;
  for (const std::string folder : {"bondgraph", "network"}) {
    for (const auto& entry : std::filesystem::directory_iterator("library/dymola/" + folder)) {
      if (entry.path().extension() == ".md") continue;
      const std::string text = ReadFile(entry.path());
      std::smatch name;
      ASSERT_TRUE(std::regex_search(text, name, type)) << entry.path();
      const std::string file = "add_" + entry.path().stem().string() + ".dym";
      std::ofstream(file) << "@" << entry.path().filename().string() << "\n";
      const Result result = RunScript("kerf equations " + file + " " + name[1].str() + "\n");
      EXPECT_EQ(result.exit_code, 0) << result.output;
      ++n_types;
    }
  }
  EXPECT_EQ(n_types, 15U);
}

TEST(Library, TypesCanBeRead) {
  const Workplace workplace;
  const std::regex type("model type ([A-Za-z0-9]+)");
  for (const auto& file : ModelFiles("library/dymola")) {
    const std::string text = ReadFile(file);
    for (std::sregex_iterator at(text.begin(), text.end(), type); at != std::sregex_iterator(); ++at) {
      const Result result = RunScript("kerf equations " + file.string() + " " + (*at)[1].str() + "\n");
      EXPECT_EQ(result.exit_code, 0) << result.output;
    }
  }
}

}  // namespace
}  // namespace kerf::docs
