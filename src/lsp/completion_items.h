// The list that a completion gives: names, each once, with what is known of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_set>

#include "lsp/resolve.h"

namespace kerf::lsp {

// CompletionItemKind of the protocol.
enum ItemKind : int {
  kFunctionItem = 3,
  kFieldItem = 5,
  kVariableItem = 6,
  kClassItem = 7,
  kInterfaceItem = 8,
  kModuleItem = 9,
  kPropertyItem = 10,
  kEnumItem = 13,
  kKeywordItem = 14,
  kEnumMemberItem = 20,
  kConstantItem = 21,
  kStructItem = 22,
};

class CompletionItems {
 public:
  explicit CompletionItems(Snapshot& snapshot) : snapshot_(snapshot) {}

  // `insert` is what is typed, if it is not the label.
  void Add(std::string_view label, ItemKind kind, const std::string& detail = "",
           const std::string& description = "", const std::string& insert = "");
  // `suffix` follows what is typed, such as " = " of modifiers.
  void AddWords(std::span<const std::string_view> words, ItemKind kind, std::string_view suffix = "");
  void AddKeywords();
  // What can stand after a dot, or with a suffix as a modifier.
  void AddMembers(const Target& owner, std::string_view suffix = "");
  void AddLibraries();
  // All that a simple name can stand for.
  void AddVisible(modelica::Inst* scope);
  auto Take() -> Json { return std::move(items_); }

 private:
  void AddClass(std::string_view label, modelica::NodeRef def);
  void AddElements(modelica::Inst* inst, bool with_protected, std::string_view suffix = "");
  void AddImports(const modelica::Inst* inst);

  Snapshot& snapshot_;
  Json items_ = Json::array();
  std::unordered_set<std::string> seen_;
};

}  // namespace kerf::lsp
