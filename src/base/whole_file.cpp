// See whole_file.h.
#include "base/whole_file.h"

#include <filesystem>
#include <fstream>

namespace kerf::base {

auto ReadWhole(std::istream& in) -> std::string {
  constexpr size_t kPiece = size_t{1} << 18;
  std::string text;
  while (in) {
    const size_t before = text.size();
    text.resize(before + kPiece);
    in.read(text.data() + before, static_cast<std::streamsize>(kPiece));
    text.resize(before + static_cast<size_t>(in.gcount()));
  }
  return text;
}

auto TryWriteWhole(const std::string& file, std::string_view text) -> bool {
  const std::string beside = file + ".part";
  std::error_code error;
  {
    std::ofstream out(beside, std::ios::binary);
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    out.flush();
    if (!out) {
      std::filesystem::remove(beside, error);
      return false;
    }
  }
  std::filesystem::rename(beside, file, error);
  if (!error) return true;
  std::filesystem::remove(beside, error);
  return false;
}

}  // namespace kerf::base
