// Levels, notes and ranges.
#include "lsp/diagnostics.h"

namespace kerf::lsp {

namespace {

// DiagnosticSeverity of the protocol.
auto Severity(diag::Level level) -> int {
  switch (level) {
    case diag::Level::Error:   return 1;
    case diag::Level::Warning: return 2;
    case diag::Level::Note:    return 3;
  }
  return 3;
}

auto Plain(const diag::Diagnostic& diagnostic, Json range) -> Json {
  return {{"range", std::move(range)},
          {"severity", Severity(diagnostic.level)},
          {"code", diagnostic.code},
          {"source", "kerf"},
          {"message", diagnostic.text}};
}

void AppendNote(Json& json, const std::string& text) {
  json["message"] = json["message"].get<std::string>() + "\n" + text;
}

}  // namespace

auto SyntaxDiagnostics(const Document& document) -> Json {
  Json all = Json::array();
  for (const diag::Diagnostic& diagnostic : document.syntax) {
    Json json = Plain(diagnostic, document.lines->RangeOf(diagnostic.span.begin, diagnostic.span.end));
    Json related = Json::array();
    for (const diag::Note& note : diagnostic.notes) {
      if (!note.span.has_value()) {
        AppendNote(json, note.text);
        continue;
      }
      const Json location = {{"uri", document.uri},
                             {"range", document.lines->RangeOf(note.span.begin, note.span.end)}};
      related.push_back({{"location", location}, {"message", note.text}});
    }
    if (!related.empty()) json["relatedInformation"] = std::move(related);
    all.push_back(std::move(json));
  }
  return all;
}

auto DiagnosticJson(const diag::Diagnostic& diagnostic, Json range, Snapshot& snapshot) -> Json {
  Json json = Plain(diagnostic, std::move(range));
  Json related = Json::array();
  for (const diag::Note& note : diagnostic.notes) {
    if (note.span.has_value()) {
      related.push_back({{"location", snapshot.LocationOf(note.span)}, {"message", note.text}});
    } else {
      AppendNote(json, note.text);
    }
  }
  if (!related.empty()) json["relatedInformation"] = std::move(related);
  return json;
}

}  // namespace kerf::lsp
