// A path in the temporary folder that no other test has, not even one of another run at the same time.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace kerf {

inline auto OwnPath(const std::string& name) -> std::string {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  const std::string file =
      "kerf_" + std::to_string(getpid()) + "_" + test->test_suite_name() + "_" + test->name() + "_" + name;
  return (std::filesystem::temp_directory_path() / file).string();
}

}  // namespace kerf
