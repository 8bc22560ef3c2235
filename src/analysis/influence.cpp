// The graph from blocks, bindings of parameters, integrations and values from before events.
#include "analysis/influence.h"

#include <algorithm>
#include <array>
#include <deque>

#include "analysis/leaves.h"

namespace kerf::analysis {

namespace {

using expr::ExprId;
using expr::VarId;
using graph::kNone;

class InfluenceBuilder {
 public:
  explicit InfluenceBuilder(const transform::Work& work) : work_(work), leaves_(work.dae.world->pool) {
    const uint32_t n = work.dae.vars.size();
    result_.n_vars = n;
    result_.derivative.assign(n, kNone);
    result_.is_input.assign(n, false);
    needs_.resize(n);
  }

  auto Run() -> Influence {
    bool has_parameter = false;
    for (const VarId var : work_.directions) {
      result_.is_input[Node(var)] = true;
      has_parameter = has_parameter || work_.dae.vars[var].kind == dae::VarKind::Parameter;
    }
    for (const VarId id : work_.dae.vars.ids()) {
      const dae::Var& var = work_.dae.vars[id];
      result_.is_discrete.push_back(var.is_discrete);
      if (work_.aliases.representative[id.index] != id) continue;
      if (transform::IsState(work_, id)) AddState(id, Node(var.derivative));
      // What was before an event follows from what is.
      if (var.pre_of.has_value() && Node(var.pre_of) != id.index) needs_[id.index] = {Node(var.pre_of)};
      if (has_parameter && var.binding.has_value())
        needs_[id.index] = Nodes(leaves_.All({var.binding, var.binding}));
    }
    for (const transform::Block& block : work_.blocks) AddBlock(block);
    for (const auto& list : needs_) graph::AppendList(result_.needs, list);
    Reverse();
    return std::move(result_);
  }

 private:
  [[nodiscard]] auto Node(VarId var) const -> uint32_t {
    return work_.aliases.representative[var.index].index;
  }

  void AddState(VarId state, uint32_t derivative) {
    result_.states.push_back(state);
    result_.derivative[state.index] = derivative;
    needs_[state.index] = {derivative};
  }

  auto Nodes(const std::vector<VarId>& vars) const -> std::vector<uint32_t> {
    std::vector<uint32_t> nodes;
    for (const VarId var : vars) nodes.push_back(Node(var));
    return nodes;
  }

  static void SortOnce(std::vector<uint32_t>& nodes) {
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  }

  static void Remove(std::vector<uint32_t>& nodes, const std::vector<uint32_t>& others) {
    std::erase_if(nodes, [&](uint32_t node) { return std::ranges::binary_search(others, node); });
  }

  // What a block reads in conditions only stands behind a discrete node of its own.
  void AddBlock(const transform::Block& block) {
    const auto node = static_cast<uint32_t>(needs_.size());
    std::vector<uint32_t> own;
    std::vector<uint32_t> smooth;
    std::vector<uint32_t> held;
    for (const transform::Assigned& assigned : block.equations) {
      own.push_back(Node(assigned.var));
      if (!result_.is_input[own.back()]) needs_[own.back()].push_back(node);
      const std::array<ExprId, 2> sides = {work_.structure.lhs[assigned.equation.index],
                                           work_.structure.rhs[assigned.equation.index]};
      for (const uint32_t read : Nodes(leaves_.Smooth(sides))) smooth.push_back(read);
      for (const uint32_t read : Nodes(leaves_.All(sides))) held.push_back(read);
    }
    for (auto* list : {&own, &smooth, &held}) SortOnce(*list);
    Remove(held, smooth);
    Remove(held, own);
    Remove(smooth, own);
    result_.is_discrete.push_back(false);
    if (held.empty()) {
      needs_.push_back(std::move(smooth));
      return;
    }
    smooth.push_back(node + 1);
    needs_.push_back(std::move(smooth));
    needs_.push_back(std::move(held));
    result_.is_discrete.push_back(true);
  }

  void Reverse() {
    std::vector<std::vector<uint32_t>> feeds(needs_.size());
    for (uint32_t node = 0; node < needs_.size(); ++node) {
      for (const uint32_t other : needs_[node]) feeds[other].push_back(node);
    }
    for (const auto& list : feeds) graph::AppendList(result_.feeds, list);
  }

  const transform::Work& work_;
  Leaves leaves_;
  Influence result_;
  std::vector<std::vector<uint32_t>> needs_;
};

}  // namespace

auto MakeInfluence(const transform::Work& work) -> Influence { return InfluenceBuilder(work).Run(); }

auto Distances(const Influence& influence, const graph::Lists& arcs, const std::vector<uint32_t>& sources)
    -> std::vector<uint32_t> {
  std::vector<uint32_t> distance(arcs.size(), kNone);
  std::vector<bool> is_done(arcs.size(), false);
  const auto derivative = [&](uint32_t node) {
    return node < influence.n_vars ? influence.derivative[node] : kNone;
  };
  // Arcs of length 0 continue at the front of the queue, those of length 1 at its end.
  std::deque<uint32_t> queue;
  for (const uint32_t source : sources) {
    distance[source] = 0;
    queue.push_back(source);
  }
  while (!queue.empty()) {
    const uint32_t node = queue.front();
    queue.pop_front();
    if (is_done[node]) continue;
    is_done[node] = true;
    for (const uint32_t other : arcs[node]) {
      if (influence.is_discrete[other]) continue;
      const bool is_integration = derivative(other) == node || derivative(node) == other;
      const uint32_t through = distance[node] + (is_integration ? 1 : 0);
      if (distance[other] <= through) continue;
      distance[other] = through;
      if (is_integration) queue.push_back(other);
      if (!is_integration) queue.push_front(other);
    }
  }
  return distance;
}

}  // namespace kerf::analysis
