// Messages on a stream.
#include "lsp/transport.h"

#include <gtest/gtest.h>

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

TEST(Transport, DamagedHeadersAreSkipped) {
  MessageReader reader;
  reader.Feed("\r\n\r\ngarbage\r\nContent-Length: -3\r\n\r\nContent-Length: 99999999999999999999\r\n\r\n");
  EXPECT_EQ(reader.Next(), std::nullopt);
  reader.Feed(Framed("{}"));
  EXPECT_EQ(reader.Next(), "{}");
}

}  // namespace
}  // namespace kerf::lsp
