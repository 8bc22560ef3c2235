// Life cycle and bad input.
#include "client.h"

namespace kerf::lsp {
namespace {

auto CodeOf(const Json& answer) -> int { return answer.at("error").at("code").get<int>(); }

TEST(Protocol, InitializeComesFirst) {
  Client client({}, false);
  EXPECT_EQ(CodeOf(client.Ask("textDocument/hover", Json::object())), -32002);
  const Json result = client.Request("initialize", {{"rootUri", nullptr}});
  EXPECT_EQ(result["capabilities"]["positionEncoding"], "utf-16");
  EXPECT_EQ(result["capabilities"]["textDocumentSync"]["change"], 2);
}

TEST(Protocol, ShutdownThenExit) {
  Client client;
  EXPECT_TRUE(client.Request("shutdown", nullptr).is_null());
  EXPECT_EQ(CodeOf(client.Ask("textDocument/hover", Json::object())), -32600);
  EXPECT_FALSE(client.server.is_finished());
  client.Notify("exit", nullptr);
  EXPECT_TRUE(client.server.is_finished());
  EXPECT_EQ(client.server.exit_code(), 0);
  Client rude;
  rude.Notify("exit", nullptr);
  EXPECT_EQ(rude.server.exit_code(), 1);
}

TEST(Protocol, BadMessagesAreAnswered) {
  Client client;
  client.received.clear();
  for (const char* bad : {"{", "\xFF\xFE", "[]", "17", "{\"id\":4}", "{\"id\":{\"a\":1},\"method\":3}"})
    client.server.Receive(bad);
  client.Drain();
  std::vector<int> codes;
  for (const Json& answer : client.received) codes.push_back(CodeOf(answer));
  EXPECT_EQ(codes, (std::vector<int>{-32700, -32700, -32600, -32600, -32600, -32600}));
}

TEST(Protocol, UnknownMethodsAndWrongParameters) {
  Client client;
  client.Open("model M end M;");
  EXPECT_EQ(CodeOf(client.Ask("textDocument/makeCoffee", Json::object())), -32601);
  EXPECT_EQ(CodeOf(client.Ask("textDocument/hover", nullptr)), -32602);
  EXPECT_EQ(CodeOf(client.Ask("textDocument/hover", {{"textDocument", {{"uri", kUri}}}})), -32602);
  EXPECT_EQ(CodeOf(client.Ask("workspace/symbol", {{"query", 3}})), -32602);
  client.Notify("$/madeUp", {1, 2});
  client.Notify("textDocument/didChange", {{"textDocument", 7}});
  client.Notify("textDocument/didChange",
                {{"textDocument", {{"uri", kUri}}}, {"contentChanges", {{{"range", 3}, {"text", ""}}}}});
  EXPECT_TRUE(client.AtCursor("hover").is_null());
}

// No text of a library gets out, whatever is wrong with the parameters.
TEST(Protocol, ErrorsAreInOurWords) {
  Client client;
  client.Open("model M end M;");
  client.received.clear();
  const std::vector<Json> wrong = {nullptr,
                                   3,
                                   "x",
                                   Json::array({1}),
                                   Json::object(),
                                   {{"textDocument", 3}},
                                   {{"textDocument", {{"uri", 3}}}},
                                   {{"textDocument", {{"uri", kUri}}}, {"position", "here"}},
                                   {{"textDocument", {{"uri", kUri}}}, {"position", {{"line", "x"}}}}};
  for (const char* method : {"hover", "definition", "typeDefinition", "references", "completion",
                             "signatureHelp", "documentSymbol", "formatting"}) {
    for (const Json& params : wrong) client.Ask("textDocument/" + std::string(method), params);
  }
  for (const char* method : {"textDocument/didOpen", "textDocument/didChange", "textDocument/didClose",
                             "workspace/didChangeConfiguration"}) {
    for (const Json& params : wrong) client.Notify(method, params);
  }
  size_t n_told = 0;
  size_t n_logged = 0;
  for (const Json& json : client.received) {
    const std::string text = json.dump();
    EXPECT_EQ(text.find("exception"), std::string::npos) << text;
    EXPECT_EQ(text.find("json."), std::string::npos) << text;
    n_told += json.contains("error") ? 1 : 0;
    n_logged += json.value("method", "") == "window/logMessage" ? 1 : 0;
  }
  EXPECT_GT(n_told, 40U);
  EXPECT_GT(n_logged, 10U);
  EXPECT_EQ(client.Ask("textDocument/hover", 3)["error"]["message"],
            "the parameters of `textDocument/hover` do not fit it");
}

TEST(Protocol, FaultsOfTheStreamAreAnswered) {
  Client client;
  client.received.clear();
  client.server.ReportFault("the header has no usable Content-Length: `-5`");
  ASSERT_EQ(client.received.size(), 1U);
  EXPECT_EQ(CodeOf(client.received[0]), -32600);
  EXPECT_TRUE(client.received[0]["id"].is_null());
}

TEST(Protocol, UnknownDocumentsHaveNothing) {
  Client client;
  EXPECT_TRUE(client.AtCursor("hover", "file:///nowhere/x.mo").is_null());
  EXPECT_TRUE(client.AtCursor("references", "file:///nowhere/x.mo").is_null());
  EXPECT_TRUE(client.Request("textDocument/documentSymbol", {{"textDocument", {{"uri", "x:y"}}}}).is_null());
}

TEST(Protocol, CancelledRequestsAreTold) {
  Client client;
  client.Open("model M end M;");
  client.received.clear();
  const Json position = {{"textDocument", {{"uri", kUri}}}, {"position", {{"line", 0}, {"character", 7}}}};
  for (const char* id : {"a", "b"})
    client.server.Receive(Json{{"id", id}, {"method", "textDocument/hover"}, {"params", position}}.dump());
  client.server.Receive(R"({"method":"$/cancelRequest","params":{"id":"a"}})");
  client.server.Receive(R"({"method":"$/cancelRequest","params":{"id":99}})");
  client.Drain();
  ASSERT_EQ(client.received.size(), 2U);
  EXPECT_EQ(client.received[0]["id"], "a");
  EXPECT_EQ(CodeOf(client.received[0]), -32800);
  EXPECT_EQ(client.received[1]["id"], "b");
  EXPECT_TRUE(client.received[1].contains("result"));
}

TEST(Protocol, PositionsOutsideAreHarmless) {
  Client client;
  client.Open("model M\n  Real x;\nend M;\n");
  for (const int line : {-5, 0, 3, 1000000}) {
    for (const char* method : {"hover", "definition", "references", "completion", "signatureHelp"}) {
      client.Request(
          "textDocument/" + std::string(method),
          {{"textDocument", {{"uri", kUri}}}, {"position", {{"line", line}, {"character", 1 << 30}}}});
    }
  }
}

}  // namespace
}  // namespace kerf::lsp
