// Symbols and formatting.
#include "client.h"

namespace kerf::lsp {
namespace {

auto Ask(Client& client, const std::string& method, Json params = Json::object()) -> Json {
  params["textDocument"] = {{"uri", kUri}};
  return client.Request("textDocument/" + method, params);
}

TEST(DocumentSymbols, AreATree) {
  Client client;
  client.Open("package P\n model M\n  Real x, y;\n end M;\n type E = enumeration(a, b);\nend P;\n");
  const Json symbols = Ask(client, "documentSymbol");
  ASSERT_EQ(symbols.size(), 1U);
  const Json& package = symbols[0];
  EXPECT_EQ(package["name"], "P");
  ASSERT_EQ(package["children"].size(), 2U);
  const Json& model = package["children"][0];
  EXPECT_EQ(client.TextOf(model["selectionRange"]), "M");
  EXPECT_EQ(client.TextOf(model["range"]).substr(0, 7), "model M");
  EXPECT_EQ(model["children"][1]["name"], "y");
  EXPECT_EQ(package["children"][1]["children"][0]["name"], "a");
}

TEST(DocumentSymbols, OfATextWithMistakes) {
  Client client;
  client.Open("model M\n Real x\n Real (\nend M;\nmodel");
  EXPECT_EQ(Ask(client, "documentSymbol")[0]["name"], "M");
}

TEST(WorkspaceSymbols, ByAPartOfTheName) {
  Client client;
  client.Open("package P model ManyThings end ManyThings; model Other end Other; end P;");
  const Json symbols = client.Request("workspace/symbol", {{"query", "thing"}});
  ASSERT_EQ(symbols.size(), 1U);
  EXPECT_EQ(symbols[0]["name"], "ManyThings");
}

TEST(Formatting, ChangesOnlyTheLinesThatNeedIt) {
  Client client;
  client.Open("model M\n  Real x;\n      Real   y;\nequation\n  x = 1;\nend M;\n");
  const Json edits = Ask(client, "formatting", {{"options", {{"tabSize", 2}}}});
  ASSERT_EQ(edits.size(), 1U);
  EXPECT_EQ(client.TextOf(edits[0]["range"]), "      Real   y;\n");
  EXPECT_EQ(edits[0]["newText"], "  Real y;\n");
}

TEST(Formatting, LeavesGoodAndBrokenTextsAlone) {
  Client client;
  client.Open("model M\n  Real x;\nend M;\n");
  EXPECT_TRUE(Ask(client, "formatting", {{"options", {{"tabSize", 2}}}}).empty());
  client.Open("model M\n      Real x\nend M;\n");
  EXPECT_TRUE(Ask(client, "formatting", {{"options", {{"tabSize", 2}}}}).empty());
}

TEST(Formatting, WholeEditGivesTheFormattedText) {
  for (const char* text :
       {"model M Real x; end M;", "\n\n\nmodel M\nReal x;end M;\n\n\n", "model M end M;\n// c"}) {
    Client client;
    client.Open(text);
    const Json edits = Ask(client, "formatting");
    for (const Json& edit : edits) {
      client.Notify("textDocument/didChange",
                    {{"textDocument", {{"uri", kUri}, {"version", 2}}},
                     {"contentChanges", {{{"range", edit["range"]}, {"text", edit["newText"]}}}}});
    }
    EXPECT_TRUE(Ask(client, "formatting").empty()) << text;
  }
}

}  // namespace
}  // namespace kerf::lsp
