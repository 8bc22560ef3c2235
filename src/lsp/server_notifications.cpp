// What the editor tells: texts and settings.
#include "lsp/server.h"
#include "lsp/uri.h"

namespace kerf::lsp {

void Server::HandleNotification(const Message& message) {
  const std::string& method = message.method;
  if (method == "exit") is_finished_ = true;
  if (!is_initialized_ || is_shut_down_) return;
  if (method == "textDocument/didOpen") Open(message.params);
  if (method == "textDocument/didChange") Change(message.params);
  if (method == "textDocument/didClose") Close(message.params);
  if (method == "textDocument/didSave" || method == "workspace/didChangeWatchedFiles") Save();
  if (method == "workspace/didChangeConfiguration") {
    Configure(message.params.at("settings"));
    Save();
  }
}

void Server::Touch(Document& document) {
  Refresh(document);
  snapshot_.reset();
  untold_.insert(document.uri);
  unchecked_.insert(document.uri);
}

void Server::Open(const Json& params) {
  const Json& item = params.at("textDocument");
  const auto uri = item.at("uri").get<std::string>();
  auto text = item.at("text").get<std::string>();
  Document& document = documents_[uri];
  document.uri = uri;
  document.path = PathOfUri(uri);
  document.version = item.value("version", int64_t{0});
  document.text = std::move(text);
  document.sound.clear();
  Touch(document);
}

void Server::Change(const Json& params) {
  Document* document = DocumentOf(params);
  if (document == nullptr) return;
  // What follows a malformed change would be out of step; the ones before it count.
  try {
    for (const Json& change : params.at("contentChanges")) ApplyChange(*document, change);
  } catch (const Json::exception&) {
    Touch(*document);
    throw;
  }
  const Json& version = params.at("textDocument").value("version", Json());
  document->version = version.is_number_integer() ? version.get<int64_t>() : document->version + 1;
  Touch(*document);
}

void Server::Close(const Json& params) {
  const Document* document = DocumentOf(params);
  if (document == nullptr) return;
  const std::string uri = document->uri;
  Publish(*document, Json::array());
  documents_.erase(uri);
  untold_.erase(uri);
  unchecked_.erase(uri);
  with_syntax_errors_.erase(uri);
  snapshot_.reset();
}

// Other texts may depend on what is on the disk now.
void Server::Save() {
  snapshot_.reset();
  for (const auto& [uri, document] : documents_) unchecked_.insert(uri);
}

// {"libraries": [folders]}, perhaps inside of "kerf".
void Server::Configure(const Json& settings) {
  if (!settings.is_object()) return;
  const Json& own = settings.contains("kerf") ? settings["kerf"] : settings;
  if (!own.is_object() || !own.contains("libraries") || !own["libraries"].is_array()) return;
  configured_libraries_.clear();
  for (const Json& folder : own["libraries"]) {
    if (folder.is_string()) configured_libraries_.push_back(folder.get<std::string>());
  }
}

}  // namespace kerf::lsp
