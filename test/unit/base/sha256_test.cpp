// The examples of FIPS 180-4 and its boundary cases.
#include "base/sha256.h"

#include <gtest/gtest.h>

namespace kerf::base {
namespace {

TEST(Sha256Test, PublishedExamples) {
  EXPECT_EQ(Sha256Of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256Of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256Of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(Sha256Of(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

// However a text is cut, also at the ends of blocks.
TEST(Sha256Test, PiecesGiveTheSame) {
  for (const size_t n : {1U, 55U, 56U, 63U, 64U, 65U, 119U, 120U, 128U, 1000U}) {
    std::string text;
    for (size_t k = 0; k < n; ++k) text += static_cast<char>(k * 7);
    for (const size_t cut : {size_t{0}, size_t{1}, n / 2, n}) {
      Sha256 hash;
      hash.Add(text.substr(0, cut));
      hash.Add(text.substr(cut));
      EXPECT_EQ(hash.Finish(), Sha256Of(text)) << n << " " << cut;
    }
  }
}

}  // namespace
}  // namespace kerf::base
