// Names of instances and variables as paths of ids: parent, local name, subscripts. Rendered only for
// printing. Path 0 is the root: the model itself, with an empty rendering. A million instances share the
// names of their class.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/id.h"
#include "base/id_index.h"
#include "base/interner.h"
#include "base/store.h"

namespace kerf::base {

struct PathNode {
  PathId parent;
  NameId name;
  // Subscripts of this step: `count` numbers from `first` in PathStore's list. None for a plain name.
  uint32_t first = 0;
  uint32_t count = 0;
};

class PathStore {
 public:
  static constexpr PathId kRoot{uint32_t{0}};

  explicit PathStore(Interner& names);

  // The path parent/name[subscripts]; the same arguments give the same id.
  auto Child(PathId parent, NameId name, std::span<const int32_t> subscripts = {}) -> PathId;
  // The same path if it has been made before, or an id without value.
  [[nodiscard]] auto FindChild(PathId parent, NameId name, std::span<const int32_t> subscripts = {}) const
      -> PathId;

  auto operator[](PathId id) const -> const PathNode& { return nodes_[id]; }
  [[nodiscard]] auto subscripts(PathId id) const -> std::span<const int32_t>;
  [[nodiscard]] auto names() const -> Interner& { return names_; }
  [[nodiscard]] auto size() const -> uint32_t { return nodes_.size(); }
  // True if `ancestor` is `path` or stands above it.
  [[nodiscard]] auto IsWithin(PathId path, PathId ancestor) const -> bool;
  [[nodiscard]] auto Depth(PathId path) const -> uint32_t;

  // "a.b[2].c" below `from` with `separator` between the steps; the local step is `last_separator` apart.
  [[nodiscard]] auto Render(PathId path, PathId from = kRoot, std::string_view separator = ".",
                            std::string_view last_separator = ".") const -> std::string;
  // The local step alone, with subscripts.
  [[nodiscard]] auto RenderLocal(PathId path) const -> std::string;

 private:
  [[nodiscard]] auto Hash(PathId parent, NameId name, std::span<const int32_t> subscripts) const -> uint64_t;
  [[nodiscard]] auto Equal(PathId id, PathId parent, NameId name, std::span<const int32_t> subscripts) const
      -> bool;

  Interner& names_;
  Store<PathId, PathNode, 14> nodes_;
  std::vector<int32_t> subscripts_;
  IdIndex index_;
};

}  // namespace kerf::base
