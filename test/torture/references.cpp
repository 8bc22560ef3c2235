// Random references. Nodes are connectors that hang together by connections.
#include "references.h"

#include <algorithm>
#include <numeric>

#include "references_nodes.h"

namespace kerf::torture {

namespace {

class ReferenceMaker {
 public:
  explicit ReferenceMaker(Rng& rng) : rng_(rng) {}

  auto Run() -> References {
    model_.is_type = rng_.Chance(0.3);
    model_.n_residues = static_cast<int>(rng_.Below(2));
    const uint32_t n_parts = 1 + rng_.Below(5);
    const uint32_t n_links = rng_.Below(7);
    model_.n_groups = rng_.Below(n_links / 2 + 1);
    for (uint32_t k = 0; k < n_parts; ++k) model_.parts.push_back(RandomPart());
    for (uint32_t k = 0; k < n_links; ++k) model_.links.push_back({0, false, rng_.Chance(0.4), Number()});
    std::vector<int> priorities(n_parts);
    std::iota(priorities.begin(), priorities.end(), 0);
    for (uint32_t k = 0; k < n_parts; ++k) {
      std::swap(priorities[k], priorities[k + rng_.Below(n_parts - k)]);
      model_.parts[k].priority = priorities[k];
    }
    Connect();
    GiveRoots();
    GiveAngles();
    return model_;
  }

 private:
  auto Number() -> double { return 0.5 + 0.25 * rng_.Below(20); }

  auto RandomPart() -> ReferencePart {
    ReferencePart part;
    part.role = static_cast<ReferenceRole>(rng_.Below(3));
    part.conductance = Number();
    part.source = Number();
    return part;
  }

  // Connectors are put to nodes; the connections of a node are a tree, or have a loop where that says nothing
  // twice.
  void Connect() {
    const uint32_t n = EndOf(model_, static_cast<uint32_t>(model_.links.size()), 0);
    const uint32_t n_nodes = 1 + rng_.Below(4);
    std::vector<std::vector<uint32_t>> nodes(n_nodes);
    for (uint32_t k = 0; k < n; ++k) {
      if (IsInner(model_, k)) continue;
      std::vector<uint32_t>& node = nodes[rng_.Below(n_nodes)];
      if (!node.empty()) AddConnect(node[rng_.Below(static_cast<uint32_t>(node.size()))], k);
      node.push_back(k);
    }
    for (const std::vector<uint32_t>& node : nodes) {
      if (node.size() < 3 || model_.n_residues > 0 || rng_.Chance(0.5)) continue;
      const uint32_t a = rng_.Below(static_cast<uint32_t>(node.size()));
      const uint32_t b = rng_.Below(static_cast<uint32_t>(node.size()));
      if (a != b) AddConnect(node[a], node[b]);
    }
  }

  void AddConnect(uint32_t a, uint32_t b) {
    if (rng_.Chance(0.5)) std::swap(a, b);
    model_.connects.push_back({a, b});
  }

  // Everything that hangs together has one who may say what the reference is, and a load.
  void GiveRoots() {
    const ReferenceNodes nodes(model_);
    for (const std::vector<uint32_t>& together : nodes.Together()) {
      std::vector<uint32_t> parts;
      bool has_root = false;
      for (const uint32_t k : together) {
        if (k >= model_.parts.size()) continue;
        parts.push_back(k);
        has_root = has_root || model_.parts[k].role != ReferenceRole::Load;
      }
      if (parts.empty()) {
        ReferencePart part = RandomPart();
        part.role = ReferenceRole::Root;
        lonely_.push_back(together[0]);
        added_.push_back(part);
      } else if (!has_root) {
        model_.parts[parts[0]].role = rng_.Chance(0.5) ? ReferenceRole::Root : ReferenceRole::PotentialRoot;
      }
    }
    // Numbers of connectors move by the parts that are added.
    const auto before = static_cast<uint32_t>(model_.parts.size());
    const auto more = static_cast<uint32_t>(added_.size());
    for (auto& connect : model_.connects) {
      for (uint32_t& end : connect) end += end >= before ? more : 0;
    }
    for (uint32_t k = 0; k < more; ++k) {
      added_[k].priority = static_cast<int>(before + k);
      model_.parts.push_back(added_[k]);
      AddConnect(lonely_[k] + more, before + k);
    }
  }

  // A root of a node that has its reference already would say it twice.
  void GiveAngles() {
    ReferenceNodes nodes(model_);
    std::vector<double> g(nodes.size());
    for (double& value : g) value = Number();
    nodes.AddGround();
    for (uint32_t k = 0; k < model_.parts.size(); ++k) {
      ReferencePart& part = model_.parts[k];
      const uint32_t node = nodes.NodeOf(k);
      part.g = g[node];
      if (part.role == ReferenceRole::Root && !nodes.Ground(node) && model_.n_residues > 0)
        part.role = ReferenceRole::Load;
    }
    for (const uint32_t chosen : ReferenceNodes(model_).ChosenRoots()) nodes.Ground(nodes.NodeOf(chosen));
    for (uint32_t k = 0; k < model_.links.size(); ++k) {
      const uint32_t a = nodes.NodeOf(EndOf(model_, k, 0));
      const uint32_t b = nodes.NodeOf(EndOf(model_, k, 1));
      model_.links[k].angle = g[b] - g[a];
      model_.links[k].is_open = !nodes.Join(a, b) && model_.n_residues > 0;
    }
    // Whoever is not asked has something else to say.
    for (ReferencePart& part : model_.parts) {
      if (part.role == ReferenceRole::PotentialRoot) part.g += 0.125 * (1 + part.priority);
    }
  }

  Rng& rng_;
  References model_;
  std::vector<uint32_t> lonely_;
  std::vector<ReferencePart> added_;
};

}  // namespace

auto RandomReferences(Rng& rng) -> References { return ReferenceMaker(rng).Run(); }

}  // namespace kerf::torture
