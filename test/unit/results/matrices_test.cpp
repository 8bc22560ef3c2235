// MAT files of plain matrices, byte by byte as the format says.
#include "results/matrices.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "read_bytes.h"

namespace kerf::results {
namespace {

auto Int(const std::string& bytes, size_t at) -> int32_t {
  int32_t value = 0;
  std::memcpy(&value, bytes.data() + at, sizeof(value));
  return value;
}

TEST(Matrices, HaveHeaderNameAndColumns) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("kerf_matrices_" + std::to_string(getpid()) + ".mat"))
          .string();
  ASSERT_EQ(WriteMatrices(path, {{"A", 2, 1, {1.5, -2}, {}}, {"names", 0, 0, {}, {"x", "abc"}}}), "");
  const std::string bytes = ReadBytes(path);
  std::filesystem::remove(path);
  constexpr size_t kHeader = 20;
  ASSERT_EQ(bytes.size(), kHeader + 2 + 16 + kHeader + 6 + 6);
  EXPECT_EQ(Int(bytes, 0), 0);
  EXPECT_EQ(Int(bytes, 4), 2);
  EXPECT_EQ(Int(bytes, 8), 1);
  EXPECT_EQ(Int(bytes, 16), 2);
  EXPECT_EQ(bytes.substr(kHeader, 2), std::string("A\0", 2));
  double second = 0;
  std::memcpy(&second, bytes.data() + kHeader + 2 + 8, sizeof(second));
  EXPECT_EQ(second, -2);
  // Texts are rows of characters, stored column by column.
  EXPECT_EQ(Int(bytes, kHeader + 18), 51);
  EXPECT_EQ(bytes.substr(bytes.size() - 6), "xa b c");
}

TEST(Matrices, SayWhyTheyCannotBeWritten) {
  const std::string error = WriteMatrices("/no/such/folder/a.mat", {{"A", 1, 1, {1}, {}}});
  EXPECT_NE(error.find("/no/such/folder/a.mat"), std::string::npos);
}

}  // namespace
}  // namespace kerf::results
