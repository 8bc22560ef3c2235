// See references_nodes.h.
#include "references_nodes.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace kerf::torture {

namespace {

auto RootOf(const std::vector<uint32_t>& up, uint32_t k) -> uint32_t {
  while (up[k] != k) k = up[k];
  return k;
}

auto NumberOfConnectors(const References& model) -> uint32_t {
  return EndOf(model, static_cast<uint32_t>(model.links.size()), 0);
}

}  // namespace

auto EndOf(const References& model, uint32_t link, uint32_t which) -> uint32_t {
  return static_cast<uint32_t>(model.parts.size()) + 2 * link + which;
}

auto IsInner(const References& model, uint32_t connector) -> bool {
  const auto first = static_cast<uint32_t>(model.parts.size());
  if (connector < first || connector >= first + 4 * model.n_groups) return false;
  const uint32_t place = (connector - first) % 4;
  return place == 1 || place == 2;
}

ReferenceNodes::ReferenceNodes(const References& model) : model_(model) {
  const uint32_t n = NumberOfConnectors(model);
  std::vector<uint32_t> up(n);
  std::iota(up.begin(), up.end(), 0);
  for (const auto& [a, b] : model.connects) up[RootOf(up, a)] = RootOf(up, b);
  // Inside of a group its two links are connected.
  for (uint32_t k = 0; k < model.n_groups; ++k)
    up[RootOf(up, EndOf(model, 2 * k, 1))] = RootOf(up, EndOf(model, 2 * k + 1, 0));
  std::map<uint32_t, uint32_t> numbers;
  for (uint32_t k = 0; k < n; ++k)
    node_of_.push_back(
        numbers.try_emplace(RootOf(up, k), static_cast<uint32_t>(numbers.size())).first->second);
  n_nodes_ = numbers.size();
}

auto ReferenceNodes::Together() const -> std::vector<std::vector<uint32_t>> {
  std::vector<uint32_t> up(n_nodes_);
  std::iota(up.begin(), up.end(), 0);
  for (uint32_t k = 0; k < model_.links.size(); ++k)
    up[RootOf(up, node_of_[EndOf(model_, k, 0)])] = RootOf(up, node_of_[EndOf(model_, k, 1)]);
  std::map<uint32_t, std::vector<uint32_t>> sets;
  for (uint32_t k = 0; k < node_of_.size(); ++k) sets[RootOf(up, node_of_[k])].push_back(k);
  std::vector<std::vector<uint32_t>> found;
  for (auto& [root, set] : sets) found.push_back(std::move(set));
  return found;
}

auto ReferenceNodes::ChosenRoots() const -> std::vector<uint32_t> {
  std::vector<uint32_t> chosen;
  for (const std::vector<uint32_t>& together : Together()) {
    const auto is_role = [&](uint32_t k, ReferenceRole role) {
      return k < model_.parts.size() && model_.parts[k].role == role;
    };
    const size_t before = chosen.size();
    std::ranges::copy_if(together, std::back_inserter(chosen),
                         [&](uint32_t k) { return is_role(k, ReferenceRole::Root); });
    if (chosen.size() > before) continue;
    std::vector<uint32_t> potential;
    std::ranges::copy_if(together, std::back_inserter(potential),
                         [&](uint32_t k) { return is_role(k, ReferenceRole::PotentialRoot); });
    if (potential.empty()) continue;
    chosen.push_back(
        *std::ranges::min_element(potential, {}, [&](uint32_t k) { return model_.parts[k].priority; }));
  }
  return chosen;
}

void ReferenceNodes::AddGround() {
  joined_.resize(n_nodes_ + 1);
  std::iota(joined_.begin(), joined_.end(), 0);
}

auto ReferenceNodes::Join(uint32_t a, uint32_t b) -> bool {
  const uint32_t root_a = RootOf(joined_, a);
  const uint32_t root_b = RootOf(joined_, b);
  joined_[root_a] = root_b;
  return root_a != root_b;
}

}  // namespace kerf::torture
