// The queue of messages, answers and diagnostics.
#include "lsp/server.h"

#include <algorithm>
#include <new>

#include <fmt/format.h>

#include "lsp/diagnostics.h"

namespace kerf::lsp {

namespace {

// Error codes of JSON-RPC and of the protocol.
constexpr int kParseError = -32700;
constexpr int kMethodNotFound = -32601;
constexpr int kInvalidParams = -32602;
constexpr int kInternalError = -32603;
constexpr int kServerNotInitialized = -32002;
constexpr int kRequestCancelled = -32800;

auto IsId(const Json& id) -> bool { return id.is_number_integer() || id.is_string(); }

}  // namespace

void Server::Receive(std::string_view content) {
  Json json = Json::parse(content, nullptr, false);
  if (json.is_discarded()) {
    ReplyError(nullptr, kParseError, "the message is no JSON text");
    return;
  }
  if (!json.is_object()) {
    ReplyError(nullptr, kInvalidRequest, "the message is no JSON object");
    return;
  }
  Message message;
  if (json.contains("id") && IsId(json["id"])) message.id = json["id"];
  message.is_request = json.contains("id");
  if (!json.contains("method") || !json["method"].is_string()) {
    // An answer to a request of ours, of which there are none.
    if (!json.contains("result") && !json.contains("error"))
      ReplyError(message.id, kInvalidRequest, "the message has no method");
    return;
  }
  message.method = json["method"].get<std::string>();
  if (json.contains("params")) message.params = std::move(json["params"]);
  if (message.method == "$/cancelRequest") {
    if (message.params.is_object() && message.params.contains("id")) Cancel(message.params["id"]);
    return;
  }
  queue_.push_back(std::move(message));
}

void Server::Cancel(const Json& id) {
  const auto at = std::ranges::find_if(
      queue_, [&](const Message& message) { return message.is_request && message.id == id; });
  // What has been answered cannot be cancelled any more.
  if (at == queue_.end()) return;
  ReplyError(id, kRequestCancelled, "the request was cancelled");
  queue_.erase(at);
}

void Server::HandleNext() {
  if (queue_.empty()) return;
  const Message message = std::move(queue_.front());
  queue_.pop_front();
  if (message.is_request) {
    HandleRequest(message);
    return;
  }
  // A malformed notification has nobody to answer to, but the user may want to know.
  try {
    HandleNotification(message);
  } catch (const Json::exception&) {
    Log(fmt::format("the parameters of the notification `{}` do not fit it", message.method));
  } catch (const std::bad_alloc&) {
    Log(fmt::format("memory ran out in the notification `{}`", message.method));
  } catch (const std::exception&) {
    Log(fmt::format("an internal error occurred in the notification `{}`", message.method));
  }
}

void Server::HandleRequest(const Message& message) {
  if (!is_initialized_ && message.method != "initialize") {
    ReplyError(message.id, kServerNotInitialized, "`initialize` must come first");
    return;
  }
  if (is_shut_down_) {
    ReplyError(message.id, kInvalidRequest, "the server has been shut down");
    return;
  }
  try {
    if (auto result = Answer(message)) {
      Reply(message.id, std::move(*result));
    } else {
      ReplyError(message.id, kMethodNotFound, "there is no method `" + message.method + "`");
    }
  } catch (const Json::exception&) {
    ReplyError(message.id, kInvalidParams,
               fmt::format("the parameters of `{}` do not fit it", message.method));
  } catch (const std::bad_alloc&) {
    ReplyError(message.id, kInternalError, fmt::format("memory ran out in `{}`", message.method));
  } catch (const std::exception&) {
    ReplyError(message.id, kInternalError, fmt::format("an internal error occurred in `{}`", message.method));
  }
}

void Server::Reply(const Json& id, Json result) {
  sink_({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}

void Server::ReplyError(const Json& id, int code, std::string_view text) {
  sink_({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", text}}}});
}

// In the editor's log, as an error.
void Server::Log(std::string_view text) { Notify("window/logMessage", {{"type", 1}, {"message", text}}); }

void Server::Notify(std::string_view method, Json params) {
  sink_({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
}

void Server::Publish(const Document& document, Json diagnostics) {
  Notify("textDocument/publishDiagnostics",
         {{"uri", document.uri}, {"version", document.version}, {"diagnostics", std::move(diagnostics)}});
}

// Without syntax errors now and before, what was told stays until the check tells anew: editors move old
// marks with the text.
void Server::PublishSyntax() {
  for (const std::string& uri : untold_) {
    const auto at = documents_.find(uri);
    if (at == documents_.end()) continue;
    const bool has_errors = !at->second.syntax.empty();
    const bool had_errors = with_syntax_errors_.erase(uri) > 0;
    if (has_errors) with_syntax_errors_.insert(uri);
    if (has_errors || had_errors) Publish(at->second, SyntaxDiagnostics(at->second));
  }
  untold_.clear();
}

auto Server::TryNextCheck() -> std::optional<CheckJob> {
  while (!unchecked_.empty()) {
    const std::string uri = *unchecked_.begin();
    unchecked_.erase(unchecked_.begin());
    const auto at = documents_.find(uri);
    // Half-written text means nothing yet.
    if (at == documents_.end() || with_syntax_errors_.contains(uri)) continue;
    return CheckJob{SourcesNow(), uri, at->second.path, at->second.version};
  }
  return std::nullopt;
}

auto Server::IsCurrent(const CheckJob& job) const -> bool {
  const auto at = documents_.find(job.uri);
  return at != documents_.end() && at->second.version == job.version && !unchecked_.contains(job.uri);
}

void Server::PublishCheck(const CheckJob& job, const Json& diagnostics) {
  if (!IsCurrent(job)) return;
  const Document& document = documents_.at(job.uri);
  Json all = SyntaxDiagnostics(document);
  all.insert(all.end(), diagnostics.begin(), diagnostics.end());
  Publish(document, std::move(all));
}

}  // namespace kerf::lsp
