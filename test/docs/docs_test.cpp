// Every example of docs/*.md and docs/tutorials/*.md: a block ```sh is run, and the block ```text that
// follows it is what must come out. Blocks with a name (```dymola rc.dym, ```c gas.c, ```csv u.csv) are files
// that the commands below them find.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>

#include "compare.h"
#include "page.h"
#include "shell.h"

namespace kerf::docs {
namespace {

auto Pages() -> std::vector<std::string> {
  std::vector<std::string> names;
  const std::filesystem::path docs = KERF_SOURCE_DIR "/docs";
  for (const std::string folder : {"", "tutorials/"}) {
    for (const auto& entry : std::filesystem::directory_iterator(docs / folder)) {
      if (entry.path().extension() == ".md") names.push_back(folder + entry.path().stem().string());
    }
  }
  std::ranges::sort(names);
  return names;
}

auto PathOf(const std::string& name) -> std::string { return KERF_SOURCE_DIR "/docs/" + name + ".md"; }

// Calls `use(command block, output block, output)` for each example of a page, in order.
template <typename Use>
void RunExamples(const Page& page, Use use) {
  const Workplace workplace;
  const Block* command = nullptr;
  for (const Block& block : page.blocks) {
    if (!block.name.empty()) WriteFile(block.name, TextOf(page, block));
    if (block.language == "sh") {
      command = &block;
    } else if (block.language == "text" && command != nullptr) {
      use(*command, block, RunScript(TextOf(page, *command)));
      command = nullptr;
    }
  }
}

class PageTest : public testing::TestWithParam<std::string> {};

TEST_P(PageTest, ExamplesGiveWhatThePageSays) {
  const Page page = ReadPage(PathOf(GetParam()));
  RunExamples(page, [&](const Block& command, const Block& output, const Result& result) {
    const std::string difference = Difference(TextOf(page, output), result.output);
    if (difference.empty()) return;
    ADD_FAILURE() << page.path << ":" << command.first << "\n" << TextOf(page, command) << difference;
  });
}

INSTANTIATE_TEST_SUITE_P(Docs, PageTest, testing::ValuesIn(Pages()), [](const auto& param) {
  std::string name = param.param;
  std::ranges::replace_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

// Outputs that still mean the same stay as they are.
void Update(const std::string& name) {
  const Page page = ReadPage(PathOf(name));
  std::vector<std::pair<Block, std::string>> changes;
  RunExamples(page, [&](const Block&, const Block& output, const Result& result) {
    const std::string before = TextOf(page, output);
    if (!Difference(before, result.output).empty())
      changes.emplace_back(output, Merged(before, result.output));
  });
  if (!changes.empty()) WritePage(page, changes);
  printf("%s: %zu outputs changed\n", name.c_str(), changes.size());
}

}  // namespace
}  // namespace kerf::docs

auto main(int argc, char** argv) -> int {
  testing::InitGoogleTest(&argc, argv);
  if (argc > 1 && std::string_view(argv[1]) == "--update") {
    for (const std::string& name : kerf::docs::Pages()) kerf::docs::Update(name);
    return 0;
  }
  return RUN_ALL_TESTS();
}
