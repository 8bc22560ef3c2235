// An editor in a test: sends messages to a server in the same process and keeps what comes back.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lsp/server.h"

namespace kerf::lsp {

inline constexpr const char* kUri = "untitled:Test";

class Client {
 public:
  explicit Client(ServerOptions options = {}, bool initialize = true)
      : server(std::move(options), [this](const Json& json) { received.push_back(json); }) {
    if (initialize) Request("initialize", {{"capabilities", Json::object()}});
  }

  void Drain() {
    while (server.HasWork()) server.HandleNext();
    server.PublishSyntax();
  }
  void Notify(const std::string& method, const Json& params) {
    server.Receive(Json{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}.dump());
    Drain();
  }
  // The whole answer.
  auto Ask(const std::string& method, const Json& params) -> Json {
    const int id = ++last_id_;
    server.Receive(Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}.dump());
    Drain();
    for (const Json& json : received) {
      if (json.contains("id") && json["id"] == id) return json;
    }
    ADD_FAILURE() << "no answer to " << method;
    return {};
  }
  auto Request(const std::string& method, const Json& params) -> Json {
    const Json answer = Ask(method, params);
    EXPECT_TRUE(answer.contains("result")) << answer.dump();
    return answer.value("result", Json());
  }

  // Opens a text; a `¦` in it is taken out and marks the cursor.
  void Open(std::string marked, const std::string& uri = kUri) {
    const size_t at = marked.find(kMark);
    if (at != std::string::npos) {
      marked.erase(at, kMark.size());
      cursor = Lines(marked).PositionOf(static_cast<uint32_t>(at));
    }
    text = marked;
    Notify("textDocument/didOpen",
           {{"textDocument", {{"uri", uri}, {"languageId", "modelica"}, {"version", 1}, {"text", marked}}}});
  }
  auto AtCursor(const std::string& method, const std::string& uri = kUri) -> Json {
    return Request("textDocument/" + method,
                   {{"textDocument", {{"uri", uri}}}, {"position", ToJson(cursor)}});
  }
  // The text that a range of the document covers.
  auto TextOf(const Json& range) const -> std::string {
    const Lines lines(text);
    const uint32_t begin = lines.OffsetOf(PositionFrom(range.at("start")));
    return text.substr(begin, lines.OffsetOf(PositionFrom(range.at("end"))) - begin);
  }
  auto HoverText(const std::string& marked) -> std::string {
    Open(marked);
    const Json hover = AtCursor("hover");
    return hover.is_null() ? "" : hover.at("contents").at("value").get<std::string>();
  }
  // "line:text" of the definition, from 0.
  auto Definition(const std::string& marked) -> std::string {
    Open(marked);
    const Json at = AtCursor("definition");
    if (at.is_null()) return "";
    const Json& range = at.at("range");
    return std::to_string(range.at("start").at("line").get<int>()) + ":" + TextOf(range);
  }
  auto Labels(const std::string& marked) -> std::vector<std::string> {
    Open(marked);
    std::vector<std::string> labels;
    const Json completion = AtCursor("completion");
    for (const Json& item : completion.at("items")) labels.push_back(item.at("label"));
    return labels;
  }
  // The newest diagnostics that were published for a text.
  auto Diagnostics(const std::string& uri = kUri) const -> Json {
    for (auto json = received.rbegin(); json != received.rend(); ++json) {
      if (json->value("method", "") == "textDocument/publishDiagnostics" && (*json)["params"]["uri"] == uri)
        return (*json)["params"]["diagnostics"];
    }
    return nullptr;
  }
  // Checks the meaning of all texts, here and now.
  void CheckAll() {
    while (auto job = server.TryNextCheck()) {
      Json all = Json::array();
      Check(*job, {[&](const Json& some) { all.insert(all.end(), some.begin(), some.end()); }});
      server.PublishCheck(*job, all);
    }
  }

  std::vector<Json> received;
  Server server;
  std::string text;
  Position cursor;

 private:
  static constexpr std::string_view kMark = "¦";
  int last_id_ = 0;
};

inline auto Has(const std::vector<std::string>& labels, const std::string& label) -> bool {
  return std::ranges::count(labels, label) == 1;
}

}  // namespace kerf::lsp
