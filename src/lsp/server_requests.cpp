// Which function answers which request.
#include <filesystem>

#include "lang/modelica/library/folder.h"
#include "lsp/server.h"
#include "lsp/uri.h"

namespace kerf::lsp {

namespace {

auto Capabilities() -> Json {
  // 2: edits come as ranges.
  const Json sync = {{"openClose", true}, {"change", 2}, {"save", {{"includeText", false}}}};
  return {{"positionEncoding", "utf-16"},
          {"textDocumentSync", sync},
          {"hoverProvider", true},
          {"definitionProvider", true},
          {"typeDefinitionProvider", true},
          {"referencesProvider", true},
          {"documentSymbolProvider", true},
          {"workspaceSymbolProvider", true},
          {"documentFormattingProvider", true},
          {"completionProvider", {{"triggerCharacters", {".", "("}}}},
          {"signatureHelpProvider", {{"triggerCharacters", {"(", ","}}}}};
}

// The folder in which a folder of the workspace is found as a library, or that holds its libraries.
auto LibraryFolderOf(std::string folder) -> std::string {
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  while (folder.size() > 1 && modelica::HasPackageFile(folder)) folder = modelica::FolderOfPath(folder);
  return folder;
}

}  // namespace

auto Server::Initialize(const Json& params) -> Json {
  is_initialized_ = true;
  const auto add = [&](const Json& uri) {
    if (uri.is_string()) workspace_path_.push_back(LibraryFolderOf(PathOfUri(uri.get<std::string>())));
  };
  if (params.is_object()) {
    const Json folders = params.value("workspaceFolders", Json());
    if (folders.is_array()) {
      for (const Json& folder : folders) add(folder.at("uri"));
    } else if (params.contains("rootUri")) {
      add(params["rootUri"]);
    }
    if (params.contains("initializationOptions")) Configure(params["initializationOptions"]);
  }
  return {{"capabilities", Capabilities()}, {"serverInfo", {{"name", "kerf"}, {"version", "0.1.0"}}}};
}

auto Server::SourcesNow() const -> Sources {
  Sources sources;
  auto& path = sources.options.library_path;
  for (const auto* more :
       {&options_.libraries, &configured_libraries_, &workspace_path_, &options_.library_path})
    path.insert(path.end(), more->begin(), more->end());
  sources.options.cache_folder = options_.cache_folder;
  for (const auto& [uri, document] : documents_) {
    if (!document.sound.empty()) sources.texts.push_back({uri, document.path, document.sound});
  }
  return sources;
}

auto Server::CurrentSnapshot() -> Snapshot& {
  if (!snapshot_) snapshot_ = std::make_unique<Snapshot>(SourcesNow());
  return *snapshot_;
}

auto Server::DocumentOf(const Json& params) -> Document* {
  const auto at = documents_.find(params.at("textDocument").at("uri").get<std::string>());
  return at == documents_.end() ? nullptr : &at->second;
}

auto Server::PlaceOf(const Json& params) -> std::optional<Place> {
  const Document* document = DocumentOf(params);
  const Position position = PositionFrom(params.at("position"));
  if (document == nullptr) return std::nullopt;
  Snapshot& snapshot = CurrentSnapshot();
  const uint32_t offset = document->lines->OffsetOf(position);
  return Place{*document, snapshot, snapshot.TreeOf(document->path), SoundOffset(*document, offset), offset};
}

auto Server::Answer(const Message& message) -> std::optional<Json> {
  const std::string& method = message.method;
  const Json& params = message.params;
  if (method == "initialize") return Initialize(params);
  if (method == "shutdown") {
    is_shut_down_ = true;
    return Json(nullptr);
  }
  if (method == "workspace/symbol")
    return WorkspaceSymbols(CurrentSnapshot(), params.at("query").get<std::string>());
  if (method == "textDocument/documentSymbol") {
    const Document* document = DocumentOf(params);
    return document != nullptr ? DocumentSymbols(*document) : Json(nullptr);
  }
  if (method == "textDocument/formatting") {
    const Document* document = DocumentOf(params);
    return document != nullptr ? Formatting(*document, params.value("options", Json())) : Json(nullptr);
  }
  using Request = auto (*)(const Place&)->Json;
  static const std::map<std::string_view, Request> kRequests = {
      {"textDocument/hover", Hover},
      {"textDocument/definition", Definition},
      {"textDocument/typeDefinition", TypeDefinition},
      {"textDocument/completion", Completion},
      {"textDocument/signatureHelp", SignatureHelp},
  };
  const auto request = kRequests.find(method);
  const bool is_references = method == "textDocument/references";
  if (request == kRequests.end() && !is_references) return std::nullopt;
  const auto place = PlaceOf(params);
  if (!place) return Json(nullptr);
  if (!is_references) return request->second(*place);
  const Json context = params.value("context", Json::object());
  return References(*place, context.value("includeDeclaration", true));
}

}  // namespace kerf::lsp
