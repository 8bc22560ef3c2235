// Parsing of short texts, with their messages as "code@position".
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "diag/consumers.h"
#include "lang/modelica/syntax/dump_tree.h"
#include "lang/modelica/syntax/parse.h"

namespace kerf::modelica::test {

struct Parsed {
  explicit Parsed(std::string source, const ParseOptions& options = {}) : text(std::move(source)) {
    diag::Emitter emitter(consumer);
    arrays = Parse(text, diag::BufferId{0U}, emitter, options);
    tree = arrays.View(text);
  }
  Parsed(const Parsed&) = delete;
  auto operator=(const Parsed&) -> Parsed& = delete;

  [[nodiscard]] auto messages() const -> std::vector<std::string> {
    std::vector<std::string> all;
    for (const auto& d : consumer.all) all.push_back(fmt::format("{}@{}", d.code, d.span.begin));
    return all;
  }
  [[nodiscard]] auto texts() const -> std::vector<std::string> {
    std::vector<std::string> all;
    for (const auto& d : consumer.all) all.push_back(d.text);
    return all;
  }

  std::string text;
  diag::CollectingConsumer consumer;
  TreeArrays arrays;
  Tree tree;
};

// The dump of the first class of a text, or the messages.
inline auto DumpClass(const std::string& text) -> std::string {
  const Parsed parsed(text);
  if (!parsed.consumer.all.empty()) return fmt::format("{}", fmt::join(parsed.texts(), "; "));
  return DumpTree(Root(parsed.tree).Find(NodeKind::ClassDef));
}

// The dump of the first element of a model.
inline auto DumpElement(const std::string& element) -> std::string {
  const Parsed parsed("model M " + element + "; end M;");
  if (!parsed.consumer.all.empty()) return fmt::format("{}", fmt::join(parsed.texts(), "; "));
  return DumpTree(Root(parsed.tree).child().child().child());
}

// The dump of the first equation or statement of a section.
inline auto DumpItem(const std::string& section, const std::string& item) -> std::string {
  const Parsed parsed("model M " + section + " " + item + "; end M;");
  if (!parsed.consumer.all.empty()) return fmt::format("{}", fmt::join(parsed.texts(), "; "));
  return DumpTree(Root(parsed.tree).child().child().child());
}

// The dump of an expression, with references shortened to their text.
inline auto DumpExpression(const std::string& expression) -> std::string {
  const Parsed parsed("model M equation x = " + expression + "; end M;");
  if (!parsed.consumer.all.empty()) return fmt::format("{}", fmt::join(parsed.texts(), "; "));
  return DumpTree(Root(parsed.tree).child().child().child().Child(1));
}

}  // namespace kerf::modelica::test
