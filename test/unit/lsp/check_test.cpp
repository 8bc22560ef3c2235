// Diagnostics while typing and after a pause.
#include "client.h"
#include "lsp/background.h"

namespace kerf::lsp {
namespace {

auto Codes(const Json& diagnostics) -> std::vector<std::string> {
  std::vector<std::string> codes;
  for (const Json& diagnostic : diagnostics) codes.push_back(diagnostic["code"]);
  return codes;
}

void Type(Client& client, const std::string& text, int version) {
  client.text = text;
  client.Notify("textDocument/didChange", {{"textDocument", {{"uri", kUri}, {"version", version}}},
                                           {"contentChanges", {{{"text", text}}}}});
}

// In a process of its own, as the server does it.
void ExpectToEnd(CheckJob job) {
  BackgroundCheck check;
  ASSERT_TRUE(check.Start(std::move(job)));
  while (!check.TryFinish()) {
  }
  EXPECT_FALSE(check.is_running());
}

TEST(Diagnostics, SyntaxErrorsAreToldAtOnceAndTakenBack) {
  Client client;
  client.Open("model M\n Real x\n Real y;\nend M;\n");
  ASSERT_EQ(client.Diagnostics().size(), 1U);
  EXPECT_EQ(client.Diagnostics()[0]["severity"], 1);
  EXPECT_EQ(client.Diagnostics()[0]["source"], "kerf");
  Type(client, "model M\n Real x;\n Real y;\nend M;\n", 2);
  EXPECT_TRUE(client.Diagnostics().empty());
}

TEST(Diagnostics, ManyEditsInARowAreToldOnce) {
  Client client;
  client.Open("model M end M;");
  client.received.clear();
  for (int version = 2; version < 9; ++version) {
    client.server.Receive(Json{{"method", "textDocument/didChange"},
                               {"params",
                                {{"textDocument", {{"uri", kUri}, {"version", version}}},
                                 {"contentChanges", {{{"text", "model M ((" + std::to_string(version)}}}}}}}
                              .dump());
  }
  client.Drain();
  EXPECT_EQ(client.received.size(), 1U);
  EXPECT_EQ(client.received[0]["params"]["version"], 8);
}

TEST(Diagnostics, UnitsThatDoNotMatchAreWarnings) {
  Client client;
  client.Open("model M\n Real x(unit = \"m\") = 1;\n Real t(unit = \"s\");\nequation\n t = x;\nend M;\n");
  client.CheckAll();
  ASSERT_EQ(Codes(client.Diagnostics()), std::vector<std::string>{"unit-mismatch"});
  EXPECT_EQ(client.Diagnostics()[0]["severity"], 2);
  EXPECT_EQ(client.Diagnostics()[0]["range"]["start"]["line"], 4);
}

TEST(Diagnostics, MeaningIsCheckedInAPause) {
  Client client;
  client.Open("model M\n Real x;\nequation\n x = unknown;\nend M;\n");
  EXPECT_TRUE(client.server.NeedsCheck());
  client.CheckAll();
  EXPECT_FALSE(client.server.NeedsCheck());
  ASSERT_GE(client.Diagnostics().size(), 1U);
  EXPECT_EQ(client.TextOf(client.Diagnostics()[0]["range"]), "unknown");
}

TEST(Diagnostics, ClassesThatAreNoModelsHaveTheirTypesLookedUp) {
  Client client;
  client.Open("package P\n record R Lost a; end R;\n partial model B extends Gone; end B;\nend P;\n");
  client.CheckAll();
  const Json all = client.Diagnostics();
  ASSERT_EQ(all.size(), 2U) << all.dump();
  EXPECT_EQ(client.TextOf(all[0]["range"]), "Lost");
  EXPECT_EQ(client.TextOf(all[1]["range"]), "Gone");
}

TEST(Diagnostics, AMistakeInAnotherTextIsToldWhereItIsUsed) {
  Client client;
  client.Open("model A Real x = nowhere; end A;", "untitled:A");
  client.Open("model B A a; end B;", "untitled:B");
  client.CheckAll();
  const Json all = client.Diagnostics("untitled:B");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0]["range"]["start"]["character"], 6);
  EXPECT_EQ(all[0]["relatedInformation"][0]["location"]["uri"], "untitled:A");
}

TEST(Diagnostics, AnOldCheckSaysNothing) {
  Client client;
  client.Open("model M Real x = unknown; end M;");
  const auto job = client.server.TryNextCheck();
  ASSERT_TRUE(job);
  Type(client, "model M end M;", 2);
  client.received.clear();
  EXPECT_FALSE(client.server.IsCurrent(*job));
  client.server.PublishCheck(*job, Json::array());
  EXPECT_TRUE(client.received.empty());
}

TEST(Diagnostics, ModelsThatTheirUsersCompleteAreNotBlamed) {
  Client client;
  client.Open(R"(partial package Medium
  constant Integer n;
  replaceable partial function density input Real p; output Real d; end density;
end Medium;
model Pipe
  replaceable package M = Medium;
  parameter Integer size;
  Real p = 1, x[size];
  Real d = M.density(p) + M.n + nothing;
end Pipe;
)");
  client.CheckAll();
  const Json all = client.Diagnostics();
  ASSERT_EQ(all.size(), 1U) << all.dump(1);
  EXPECT_EQ(client.TextOf(all[0]["range"]), "nothing");
}

TEST(Diagnostics, AGoodModelHasNone) {
  Client client;
  client.Open("model M\n Real x(start=1, fixed=true);\nequation\n der(x) = -x;\nend M;\n");
  client.CheckAll();
  EXPECT_EQ(Codes(client.Diagnostics()), std::vector<std::string>());
}

TEST(Diagnostics, ClosingTakesThemBack) {
  Client client;
  client.Open("model M (");
  EXPECT_FALSE(client.Diagnostics().empty());
  client.Notify("textDocument/didClose", {{"textDocument", {{"uri", kUri}}}});
  EXPECT_TRUE(client.Diagnostics().empty());
  EXPECT_FALSE(client.server.NeedsCheck());
}

TEST(Diagnostics, StrangeTextsDoNoHarm) {
  for (const char* text :
       {"", " ", "\xC2\xA0", "within A.B; model M end M;", "model M extends M; end M;", "model M M m; end M;",
        "model M end M; model M end M;", "end;", "type T = T;", "package P import P.*; end P;",
        "model M = M(x=1);", "within ;", "type E = enumeration(:);", "function f = der(g, x);",
        "model M Real x(y(z(w=1))); end M;"}) {
    Client client;
    client.Open(text);
    if (auto job = client.server.TryNextCheck()) ExpectToEnd(std::move(*job));
    for (uint32_t k = 0; k <= client.text.size(); ++k) {
      client.cursor = Lines(client.text).PositionOf(k);
      for (const char* method : {"hover", "definition", "references", "completion", "signatureHelp"})
        static_cast<void>(client.AtCursor(method));
    }
  }
}

}  // namespace
}  // namespace kerf::lsp
