// The language server without its streams: messages in, messages out. Messages are queued so that a request
// can be cancelled before its turn; diagnostics are made when nothing is waiting.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/check.h"
#include "lsp/document.h"
#include "lsp/requests.h"
#include "lsp/snapshot.h"

namespace kerf::lsp {

struct ServerOptions {
  // Folders with libraries, before and behind those of the workspace.
  std::vector<std::string> libraries;
  std::vector<std::string> library_path;
  std::string cache_folder;
};

class Server {
 public:
  using Sink = std::function<void(const Json&)>;
  Server(ServerOptions options, Sink sink) : options_(std::move(options)), sink_(std::move(sink)) {}

  // Takes a message as it came; malformed ones are answered at once.
  void Receive(std::string_view content);
  // Tells the editor that what it sent is no message.
  void ReportFault(std::string_view text) { ReplyError(nullptr, kInvalidRequest, text); }
  [[nodiscard]] auto HasWork() const -> bool { return !queue_.empty(); }
  // Handles the oldest message.
  void HandleNext();
  // Tells syntax errors of texts that have changed.
  void PublishSyntax();

  // A text whose meaning has not been checked since it changed; it counts as checked from now on.
  auto TryNextCheck() -> std::optional<CheckJob>;
  [[nodiscard]] auto NeedsCheck() const -> bool { return !unchecked_.empty(); }
  // Whether the result of a check is still of interest.
  [[nodiscard]] auto IsCurrent(const CheckJob& job) const -> bool;
  void PublishCheck(const CheckJob& job, const Json& diagnostics);

  [[nodiscard]] auto is_finished() const -> bool { return is_finished_; }
  // 0 after `shutdown`, else 1.
  [[nodiscard]] auto exit_code() const -> int { return is_shut_down_ ? 0 : 1; }

 private:
  struct Message {
    std::string method;
    // Null for a notification.
    Json id;
    bool is_request = false;
    Json params;
  };

  static constexpr int kInvalidRequest = -32600;

  // server.cpp
  void Cancel(const Json& id);
  void Reply(const Json& id, Json result);
  void ReplyError(const Json& id, int code, std::string_view text);
  void Notify(std::string_view method, Json params);
  void Log(std::string_view text);
  void HandleRequest(const Message& message);
  void Publish(const Document& document, Json diagnostics);

  // server_requests.cpp
  auto Answer(const Message& message) -> std::optional<Json>;
  auto Initialize(const Json& params) -> Json;
  auto PlaceOf(const Json& params) -> std::optional<Place>;
  auto DocumentOf(const Json& params) -> Document*;
  auto CurrentSnapshot() -> Snapshot&;
  auto SourcesNow() const -> Sources;

  // server_notifications.cpp
  void HandleNotification(const Message& message);
  void Open(const Json& params);
  void Change(const Json& params);
  void Close(const Json& params);
  void Save();
  void Configure(const Json& settings);
  void Touch(Document& document);

  ServerOptions options_;
  Sink sink_;
  std::deque<Message> queue_;
  // By URI.
  std::map<std::string, Document> documents_;
  std::vector<std::string> workspace_path_;
  std::vector<std::string> configured_libraries_;
  std::unique_ptr<Snapshot> snapshot_;
  // URIs.
  std::set<std::string> untold_;
  std::set<std::string> unchecked_;
  std::set<std::string> with_syntax_errors_;
  bool is_initialized_ = false;
  bool is_shut_down_ = false;
  bool is_finished_ = false;
};

}  // namespace kerf::lsp
