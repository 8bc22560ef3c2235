// Messages on a stream.
#include "lsp/transport.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace kerf::lsp {
namespace {

TEST(Transport, MessagesComeBackWhole) {
  MessageReader reader;
  const std::string bytes = Framed("{\"a\":1}") + Framed("") + Framed("[]");
  for (const char c : bytes.substr(0, bytes.size() - 1)) reader.Feed({&c, 1});
  EXPECT_EQ(reader.Next(), "{\"a\":1}");
  EXPECT_EQ(reader.Next(), "");
  EXPECT_EQ(reader.Next(), std::nullopt);
  reader.Feed("]");
  EXPECT_EQ(reader.Next(), "[]");
  EXPECT_EQ(reader.Next(), std::nullopt);
}

TEST(Transport, HeadersMayHaveOtherFieldsAndCase) {
  MessageReader reader;
  reader.Feed("Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:   2\n\r\n{}");
  EXPECT_EQ(reader.Next(), "{}");
}

using Faults = std::vector<std::string>;

TEST(Transport, DamagedHeadersAreSkippedAndTold) {
  MessageReader reader;
  reader.Feed("\r\n\r\ngarbage\r\nContent-Length: -3\r\n\r\nContent-Length: 99999999999999999999\r\n\r\n");
  EXPECT_EQ(reader.Next(), std::nullopt);
  EXPECT_EQ(reader.TakeFaults(), (Faults{"the header has no usable Content-Length: `-3`",
                                         "the header has no usable Content-Length: `99999999999999999999`"}));
  EXPECT_EQ(reader.TakeFaults(), Faults());
  reader.Feed(Framed("{}"));
  EXPECT_EQ(reader.Next(), "{}");
  EXPECT_EQ(reader.TakeFaults(), Faults());
}

TEST(Transport, LengthsThatAreNone) {
  for (const std::string length : {"-5", "", "x", "5x", "0x10", "1e3", "+7", "1.5", "268435457", "1 2",
                                   "9223372036854775808", "18446744073709551617"}) {
    MessageReader reader;
    reader.Feed("Content-Length: " + length + "\r\n\r\n" + Framed("{}"));
    EXPECT_EQ(reader.Next(), "{}") << length;
    EXPECT_EQ(reader.TakeFaults(), Faults{"the header has no usable Content-Length: `" + length + "`"});
  }
  MessageReader reader;
  reader.Feed("Content-Length: " + std::string(1000, '9') + "\r\n\r\n");
  EXPECT_EQ(reader.Next(), std::nullopt);
  EXPECT_EQ(reader.TakeFaults()[0].size(),
            std::string("the header has no usable Content-Length: `…`").size() + 40);
}

TEST(Transport, HeadersWithoutLengthAreTold) {
  MessageReader reader;
  reader.Feed("GET / HTTP/1.1\r\nHost: here\r\n\r\n" + Framed("[]"));
  EXPECT_EQ(reader.Next(), "[]");
  EXPECT_EQ(reader.TakeFaults(), Faults{"the header has no Content-Length"});
}

// A megabyte without a line end is told once, and not kept.
TEST(Transport, EndlessLinesAreDroppedAndToldOnce) {
  MessageReader reader;
  for (int k = 0; k < 64; ++k) {
    reader.Feed(std::string(1 << 14, 'x'));
    EXPECT_EQ(reader.Next(), std::nullopt);
  }
  EXPECT_EQ(reader.TakeFaults(), Faults{"more than 65536 bytes without a header"});
  reader.Feed("\n" + Framed("{}"));
  EXPECT_EQ(reader.Next(), "{}");
  EXPECT_EQ(reader.TakeFaults(), Faults());
}

// Whatever comes in whatever pieces: good messages behind a line end are found again, and nothing is kept.
TEST(Transport, RandomBytesBetweenMessages) {
  std::mt19937 random(7);
  const std::string letters = "Content-Length: 0123456789\r\n\r\n-xyz{}";
  for (int round = 0; round < 300; ++round) {
    std::string garbage;
    for (uint32_t k = random() % 200; k > 0; --k) garbage += letters[random() % letters.size()];
    // Not a length that swallows what follows.
    if (garbage.find("Content-Length:") != std::string::npos) continue;
    const std::string bytes = garbage + "\n\n" + Framed("{\"ok\":1}") + Framed("2");
    MessageReader reader;
    std::vector<std::string> messages;
    for (size_t at = 0; at < bytes.size();) {
      const size_t n = std::min<size_t>(1 + random() % 50, bytes.size() - at);
      reader.Feed(std::string_view(bytes).substr(at, n));
      at += n;
      while (auto message = reader.Next()) messages.push_back(*message);
    }
    EXPECT_EQ(messages, (std::vector<std::string>{"{\"ok\":1}", "2"})) << garbage;
  }
}

}  // namespace
}  // namespace kerf::lsp
