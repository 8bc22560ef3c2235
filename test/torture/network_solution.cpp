// The solution of a network without Kerf. Unknowns z are the potentials of the nodes, the currents of the
// branches, and the sine and cosine that the sources need.
#include <algorithm>

#include "descriptor.h"
#include "network.h"

namespace kerf::torture {

namespace {

// Node 0 has potential 0 and no column.
void Potential(LongMatrix& m, size_t row, const Branch& branch, LongReal factor) {
  if (branch.a > 0) m[row][branch.a - 1] += factor;
  if (branch.b > 0) m[row][branch.b - 1] -= factor;
}

auto Assemble(const Network& network, size_t n_nodes) -> Descriptor {
  Descriptor d;
  const size_t n_branches = network.branches.size();
  d.n = n_nodes + n_branches + 2;
  const size_t sine = d.n - 2;
  d.e = d.a = Zeros(d.n, d.n);
  for (size_t k = 0; k < n_branches; ++k) {
    const Branch& branch = network.branches[k];
    const size_t row = n_nodes + k;
    const size_t current = n_nodes + k;
    const LongReal value = branch.value;
    if (branch.a > 0) d.a[branch.a - 1][current] += 1;
    if (branch.b > 0) d.a[branch.b - 1][current] -= 1;
    switch (branch.element) {
      case Element::Resistor:
        Potential(d.a, row, branch, 1);
        d.a[row][current] = -value;
        break;
      case Element::Capacitor:
        Potential(d.e, row, branch, value);
        d.a[row][current] = 1;
        break;
      case Element::Inductor:
        d.e[row][current] = value;
        Potential(d.a, row, branch, 1);
        break;
      case Element::VoltageSource:
        Potential(d.a, row, branch, 1);
        d.a[row][sine] = -value;
        break;
      case Element::CurrentSource:
        d.a[row][current] = 1;
        d.a[row][sine] = -value;
        break;
    }
  }
  d.e[sine][sine] = d.e[sine + 1][sine + 1] = 1;
  d.a[sine][sine + 1] = network.frequency;
  d.a[sine + 1][sine] = -network.frequency;
  return d;
}

// Nodes get the numbers 0, 1, … without gaps.
auto Renumber(Network network, std::vector<uint32_t>& nodes) -> Network {
  for (const Branch& branch : network.branches) {
    for (const uint32_t node : {branch.a, branch.b}) {
      if (node != 0 && std::ranges::count(nodes, node) == 0) nodes.push_back(node);
    }
  }
  const auto number = [&](uint32_t node) {
    return node == 0 ? 0U : static_cast<uint32_t>(std::ranges::find(nodes, node) - nodes.begin()) + 1;
  };
  for (Branch& branch : network.branches) {
    branch.a = number(branch.a);
    branch.b = number(branch.b);
  }
  return network;
}

auto ValuesOf(const Network& network, size_t n_nodes, const std::vector<LongReal>& z)
    -> std::vector<BranchValues> {
  std::vector<BranchValues> values;
  for (size_t k = 0; k < network.branches.size(); ++k) {
    const Branch& branch = network.branches[k];
    const LongReal a = branch.a > 0 ? z[branch.a - 1] : 0;
    const LongReal b = branch.b > 0 ? z[branch.b - 1] : 0;
    values.push_back({static_cast<double>(a - b), static_cast<double>(z[n_nodes + k])});
  }
  return values;
}

}  // namespace

auto TrySolve(const Network& given, double stop, Rng& rng) -> std::optional<NetworkSolution> {
  std::vector<uint32_t> nodes;
  const Network network = Renumber(given, nodes);
  const auto solved = TrySolve(Assemble(network, nodes.size()), stop, rng);
  if (!solved) return std::nullopt;
  NetworkSolution solution;
  solution.is_singular = solved->is_singular;
  if (solved->is_singular) return solution;
  solution.start = ValuesOf(network, nodes.size(), solved->start);
  solution.end = ValuesOf(network, nodes.size(), solved->end);
  return solution;
}

}  // namespace kerf::torture
