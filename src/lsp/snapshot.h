// What the open texts and the libraries mean together. Trees are immutable, so an edit makes a new snapshot;
// with the cache of the libraries that costs about a millisecond, and the rest is made when it is asked for.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "diag/consumers.h"
#include "flat/world.h"
#include "lang/modelica/inst/instances.h"
#include "lang/modelica/library/program.h"
#include "lsp/json.h"
#include "lsp/positions.h"
#include "source/buffers.h"

namespace kerf::lsp {

struct OpenText {
  std::string uri;
  std::string path;
  std::string text;
};

struct Sources {
  modelica::ProgramOptions options;
  std::vector<OpenText> texts;
};

class Snapshot {
 public:
  explicit Snapshot(Sources sources);
  Snapshot(const Snapshot&) = delete;
  auto operator=(const Snapshot&) -> Snapshot& = delete;

  // The tree of an open text; null if it has no classes that a program can have.
  [[nodiscard]] auto TreeOf(const std::string& path) const -> const modelica::Tree*;
  // What was said about a text when it was added.
  [[nodiscard]] auto said() const -> const std::vector<diag::Diagnostic>& { return said_.all; }
  void Forget() { said_.all.clear(); }

  // The URI and the lines of the file that a node lies in.
  auto UriOf(modelica::NodeRef node) -> std::string { return UriOf(program_->SpanOf(node).buffer); }
  auto UriOf(diag::BufferId buffer) -> std::string;
  auto LinesOf(diag::BufferId buffer) -> const Lines&;
  // {uri, range}; `range` of the naming token alone.
  auto LocationOf(modelica::NodeRef node) -> Json;
  auto LocationOf(const diag::Span& span) -> Json;
  // One tree for each file of the library around a class, in order, read if need be.
  auto TreesOfLibrary(modelica::ClassId any) -> std::vector<const modelica::Tree*>;
  auto OpenTrees() const -> std::vector<const modelica::Tree*>;

  [[nodiscard]] auto sources() const -> const Sources& { return sources_; }
  [[nodiscard]] auto program() -> modelica::Program& { return *program_; }
  [[nodiscard]] auto instances() -> modelica::Instances& { return *instances_; }
  [[nodiscard]] auto names() -> base::Interner& { return world_.names; }
  [[nodiscard]] auto buffers() -> source::Buffers& { return buffers_; }

 private:
  void Add(const OpenText& text);
  auto FindTree(const OpenText& text, const std::vector<modelica::ClassId>& added) -> const modelica::Tree*;

  Sources sources_;
  source::Buffers buffers_;
  flat::World world_;
  diag::CollectingConsumer said_;
  diag::Emitter emitter_{said_};
  std::unique_ptr<modelica::Program> program_;
  std::unique_ptr<modelica::Instances> instances_;
  std::vector<std::pair<std::string, const modelica::Tree*>> open_trees_;
  std::unordered_map<diag::BufferId, std::unique_ptr<Lines>> lines_;
};

}  // namespace kerf::lsp
