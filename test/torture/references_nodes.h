// Connectors that hang together by connections (nodes), and nodes that hang together by links.
#pragma once

#include <vector>

#include "references.h"

namespace kerf::torture {

// A connector of a link inside of a group that no connection outside may name.
auto IsInner(const References& model, uint32_t connector) -> bool;

class ReferenceNodes {
 public:
  explicit ReferenceNodes(const References& model);

  // Of nodes.
  [[nodiscard]] auto size() const -> size_t { return n_nodes_; }
  [[nodiscard]] auto NodeOf(uint32_t connector) const -> uint32_t { return node_of_[connector]; }
  // Connectors that hang together by connections and links, in order.
  [[nodiscard]] auto Together() const -> std::vector<std::vector<uint32_t>>;
  // The parts of which isRoot is true.
  [[nodiscard]] auto ChosenRoots() const -> std::vector<uint32_t>;

  // Nodes whose references are known relative to each other; the ground is a node of its own.
  void AddGround();
  // False if they were joined already.
  auto Join(uint32_t a, uint32_t b) -> bool;
  auto Ground(uint32_t node) -> bool { return Join(node, static_cast<uint32_t>(n_nodes_)); }

 private:
  const References& model_;
  std::vector<uint32_t> node_of_;
  size_t n_nodes_ = 0;
  std::vector<uint32_t> joined_;
};

}  // namespace kerf::torture
