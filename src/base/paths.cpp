// Paths: interned (parent, name, subscripts) triples.
#include "base/paths.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/hash.h"

namespace kerf::base {

PathStore::PathStore(Interner& names) : names_(names) { nodes_.Add({PathId{}, NameId{}}); }

auto PathStore::Hash(PathId parent, NameId name, std::span<const int32_t> subscripts) const -> uint64_t {
  uint64_t h = Combine(parent.index, name.index);
  for (const int32_t s : subscripts) h = Combine(h, static_cast<uint32_t>(s));
  return h;
}

auto PathStore::Equal(PathId id, PathId parent, NameId name, std::span<const int32_t> subs) const -> bool {
  const PathNode& node = nodes_[id];
  return node.parent == parent && node.name == name && std::ranges::equal(subscripts(id), subs);
}

auto PathStore::Child(PathId parent, NameId name, std::span<const int32_t> subs) -> PathId {
  return PathId{index_.FindOrAdd(
      Hash(parent, name, subs), [&](uint32_t i) { return Equal(PathId{i}, parent, name, subs); },
      [&] {
        const auto first = static_cast<uint32_t>(subscripts_.size());
        subscripts_.insert(subscripts_.end(), subs.begin(), subs.end());
        return nodes_.Add({parent, name, first, static_cast<uint32_t>(subs.size())}).index;
      })};
}

auto PathStore::FindChild(PathId parent, NameId name, std::span<const int32_t> subs) const -> PathId {
  return PathId{index_.Find(Hash(parent, name, subs),
                            [&](uint32_t i) { return Equal(PathId{i}, parent, name, subs); })};
}

auto PathStore::subscripts(PathId id) const -> std::span<const int32_t> {
  const PathNode& node = nodes_[id];
  return {subscripts_.data() + node.first, node.count};
}

auto PathStore::IsWithin(PathId path, PathId ancestor) const -> bool {
  while (path != ancestor && path != kRoot) path = nodes_[path].parent;
  return path == ancestor;
}

auto PathStore::Depth(PathId path) const -> uint32_t {
  uint32_t depth = 0;
  for (; path != kRoot; path = nodes_[path].parent) ++depth;
  return depth;
}

auto PathStore::RenderLocal(PathId path) const -> std::string {
  std::string text(names_[nodes_[path].name]);
  const auto subs = subscripts(path);
  if (!subs.empty()) text += fmt::format("[{}]", fmt::join(subs, ","));
  return text;
}

auto PathStore::Render(PathId path, PathId from, std::string_view separator,
                       std::string_view last_separator) const -> std::string {
  if (path == kRoot || path == from) return "";
  std::vector<PathId> steps;
  for (PathId step = path; step != from && step != kRoot; step = nodes_[step].parent) steps.push_back(step);
  std::string text;
  for (size_t k = steps.size(); k-- > 0;) {
    if (!text.empty()) text += k == 0 ? last_separator : separator;
    text += RenderLocal(steps[k]);
  }
  return text;
}

}  // namespace kerf::base
