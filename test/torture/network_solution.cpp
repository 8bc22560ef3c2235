// The solution of a network without Kerf. Unknowns z are the potentials of the nodes, the currents of the
// branches, and the sine and cosine that the sources need: E z' = A z. Rows without E are constraints; they
// are differentiated until E is regular (D. G. Luenberger, Time-invariant descriptor systems, Automatica 14,
// 1978). Then z(t) = exp(E^-1 A t) z(0), where z(0) fulfils all constraints on the way.
#include <algorithm>
#include <cmath>

#include "network.h"

namespace kerf::torture {

namespace {

using Number = long double;
using Dense = std::vector<std::vector<Number>>;

constexpr Number kNothing = 1e-11L;

auto Zeros(size_t n_rows, size_t n_cols) -> Dense { return {n_rows, std::vector<Number>(n_cols, 0)}; }

void Subtract(std::vector<Number>& row, Number factor, const std::vector<Number>& pivot) {
  for (size_t k = 0; k < row.size(); ++k) row[k] -= factor * pivot[k];
}

auto Largest(const std::vector<Number>& row) -> Number {
  Number largest = 0;
  for (const Number value : row) largest = std::max(largest, std::abs(value));
  return largest;
}

// Rows to reduced echelon form, with the same done to `along`; the columns in the order given. The pivot
// column of each row that has one; these rows come first.
auto Reduce(Dense& m, Dense& along, const std::vector<size_t>& order) -> std::vector<size_t> {
  std::vector<size_t> pivots;
  for (const size_t col : order) {
    const size_t row = pivots.size();
    if (row == m.size()) break;
    size_t best = row;
    for (size_t r = row; r < m.size(); ++r) best = std::abs(m[r][col]) > std::abs(m[best][col]) ? r : best;
    if (std::abs(m[best][col]) < kNothing) continue;
    std::swap(m[best], m[row]);
    std::swap(along[best], along[row]);
    const Number pivot = m[row][col];
    for (Number& value : m[row]) value /= pivot;
    for (Number& value : along[row]) value /= pivot;
    for (size_t r = 0; r < m.size(); ++r) {
      const Number factor = m[r][col];
      if (r == row || factor == 0) continue;
      Subtract(m[r], factor, m[row]);
      Subtract(along[r], factor, along[row]);
    }
    pivots.push_back(col);
  }
  return pivots;
}

struct Descriptor {
  size_t n = 0;
  size_t first_current = 0;
  Dense e;
  Dense a;
  Dense constraints;
};

// Node 0 has potential 0 and no column.
void Potential(Dense& m, size_t row, const Branch& branch, Number factor) {
  if (branch.a > 0) m[row][branch.a - 1] += factor;
  if (branch.b > 0) m[row][branch.b - 1] -= factor;
}

auto Assemble(const Network& network, const std::vector<uint32_t>& nodes) -> Descriptor {
  Descriptor d;
  const size_t n_nodes = nodes.size();
  const size_t n_branches = network.branches.size();
  d.first_current = n_nodes;
  d.n = n_nodes + n_branches + 2;
  const size_t sine = d.n - 2;
  d.e = d.a = Zeros(d.n, d.n);
  for (size_t k = 0; k < n_branches; ++k) {
    const Branch& branch = network.branches[k];
    const size_t row = n_nodes + k;
    const size_t current = d.first_current + k;
    const Number value = branch.value;
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

auto Ascending(size_t n) -> std::vector<size_t> {
  std::vector<size_t> order(n);
  for (size_t k = 0; k < n; ++k) order[k] = k;
  return order;
}

// Leaves in `a` the matrix of z' = a z. False if the equations are singular however often differentiated.
auto Shuffle(Descriptor& d) -> bool {
  for (size_t round = 0; round <= d.n; ++round) {
    const size_t rank = Reduce(d.e, d.a, Ascending(d.n)).size();
    if (rank == d.n) return true;
    for (size_t row = rank; row < d.n; ++row) {
      const Number scale = Largest(d.a[row]);
      if (scale < kNothing) return false;
      for (Number& value : d.a[row]) value /= scale;
      d.constraints.push_back(d.a[row]);
      d.e[row] = d.a[row];
      d.a[row].assign(d.n, 0);
    }
  }
  return false;
}

// What the constraints leave open is drawn; sine and cosine are 0 and 1. Nothing if these are tied.
auto TryStart(Descriptor& d, Rng& rng) -> std::optional<std::vector<Number>> {
  Dense none = Zeros(d.constraints.size(), 0);
  const std::vector<size_t> pivots = Reduce(d.constraints, none, Ascending(d.n));
  std::vector<Number> z(d.n);
  for (Number& value : z) value = 0.1L * static_cast<Number>(rng.Below(41)) - 2;
  z[d.n - 2] = 0;
  z[d.n - 1] = 1;
  for (size_t k = 0; k < pivots.size(); ++k) {
    if (pivots[k] >= d.n - 2) return std::nullopt;
    Number sum = 0;
    for (size_t col = 0; col < d.n; ++col) {
      if (col != pivots[k] && std::ranges::count(pivots, col) == 0) sum -= d.constraints[k][col] * z[col];
    }
    z[pivots[k]] = sum;
  }
  return z;
}

auto Times(const Dense& a, const Dense& b) -> Dense {
  Dense c = Zeros(a.size(), b[0].size());
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t k = 0; k < b.size(); ++k) {
      if (a[i][k] != 0) Subtract(c[i], -a[i][k], b[k]);
    }
  }
  return c;
}

// Taylor series of the matrix divided by a power of two, then squared as often.
auto Exponential(Dense a, Number time) -> Dense {
  Number norm = 0;
  for (auto& row : a) {
    Number sum = 0;
    for (Number& value : row) sum += std::abs(value *= time);
    norm = std::max(norm, sum);
  }
  const int n_squared = norm > 0.25L ? static_cast<int>(std::ceil(std::log2(norm))) + 2 : 0;
  for (auto& row : a) {
    for (Number& value : row) value = std::ldexp(value, -n_squared);
  }
  Dense sum = Zeros(a.size(), a.size());
  for (size_t k = 0; k < a.size(); ++k) sum[k][k] = 1;
  Dense term = sum;
  constexpr int kTerms = 20;
  for (int k = 1; k <= kTerms; ++k) {
    term = Times(term, a);
    for (size_t i = 0; i < a.size(); ++i) {
      for (size_t j = 0; j < a.size(); ++j) sum[i][j] += term[i][j] /= k;
    }
  }
  for (int k = 0; k < n_squared; ++k) sum = Times(sum, sum);
  return sum;
}

auto ValuesOf(const Network& network, const Descriptor& d, const std::vector<Number>& z)
    -> std::vector<BranchValues> {
  std::vector<BranchValues> values;
  for (size_t k = 0; k < network.branches.size(); ++k) {
    const Branch& branch = network.branches[k];
    const Number a = branch.a > 0 ? z[branch.a - 1] : 0;
    const Number b = branch.b > 0 ? z[branch.b - 1] : 0;
    values.push_back({static_cast<double>(a - b), static_cast<double>(z[d.first_current + k])});
  }
  return values;
}

}  // namespace

auto TrySolve(const Network& given, double stop, Rng& rng) -> std::optional<NetworkSolution> {
  std::vector<uint32_t> nodes;
  const Network network = Renumber(given, nodes);
  Descriptor d = Assemble(network, nodes);
  NetworkSolution solution;
  if (!Shuffle(d)) {
    solution.is_singular = true;
    return solution;
  }
  const auto start = TryStart(d, rng);
  if (!start) return std::nullopt;
  const Dense exponential = Exponential(d.a, stop);
  std::vector<Number> end(d.n, 0);
  for (size_t i = 0; i < d.n; ++i) {
    for (size_t k = 0; k < d.n; ++k) end[i] += exponential[i][k] * (*start)[k];
  }
  constexpr Number kBeyond = 1e6L;
  if (!(Largest(end) < kBeyond) || !(Largest(*start) < kBeyond)) return std::nullopt;
  solution.start = ValuesOf(network, d, *start);
  solution.end = ValuesOf(network, d, end);
  return solution;
}

}  // namespace kerf::torture
