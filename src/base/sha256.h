// SHA-256 (FIPS 180-4): tells whether a text is one that is known, also against somebody who wants it to
// seem so.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace kerf::base {

class Sha256 {
 public:
  void Add(std::string_view bytes);
  // 64 digits in lower case. Nothing may be added afterwards.
  auto Finish() -> std::string;

 private:
  void TakeBlock(const unsigned char* block);

  std::array<uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> rest_{};
  size_t n_rest_ = 0;
  uint64_t n_bytes_ = 0;
};

auto Sha256Of(std::string_view text) -> std::string;

}  // namespace kerf::base
