// The rules of tearing that need no choice: F. Cellier and E. Kofman, Continuous System Simulation, 2006, ch.
// 7 (colouring of the structure digraph), extended by solvability.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/bipartite.h"
#include "graph/tear.h"

namespace kerf::graph {

// A neighbour in the structure digraph, and whether the equation can be solved explicitly for the variable.
struct Occurrence {
  uint32_t index;
  bool is_solvable;
};

// Applies four rules until none fits. An equation is *open* while neither assigned nor known as a residual.
//   1. An open equation with one unknown left, solvable for it, is solved next.
//   2. An unknown left in one open equation only, solvable for it, is solved there after all later ones.
//   3. An open equation solvable for none of its unknowns is a residual.
//   4. An unknown that no open equation can be solved for is a tearing variable.
// Rules 3 and 4 decide only what every continuation would. Work is linear in the number of occurrences.
class Causaliser {
 public:
  Causaliser(const Bipartite& block, std::span<const uint8_t> is_solvable);

  // Takes the unknown as known, for the reason given, and applies the rules.
  void TearAt(uint32_t var, TearRule rule);
  // The equations whose unknowns have changed since the last call, at first all; with repetitions.
  auto TakeTouched() -> std::vector<uint32_t>;
  // The tearing once n_unknowns() is zero.
  auto Take() -> Tearing;

  [[nodiscard]] auto n_unknowns() const -> uint32_t { return n_unknowns_; }
  [[nodiscard]] auto n_vars() const -> uint32_t { return static_cast<uint32_t>(vars_.size()); }
  [[nodiscard]] auto n_tearing_vars() const -> size_t { return tearing_.vars.size(); }
  [[nodiscard]] auto IsOpen(uint32_t eqn) const -> bool { return eqns_[eqn].is_active; }
  [[nodiscard]] auto IsUnknown(uint32_t var) const -> bool { return vars_[var].is_active; }
  // The number of unknowns in an open equation, and of those it can be solved for.
  [[nodiscard]] auto n_unknowns_of(uint32_t eqn) const -> uint32_t { return eqns_[eqn].n_active; }
  [[nodiscard]] auto n_solvable_of(uint32_t eqn) const -> uint32_t { return eqns_[eqn].n_solvable; }
  // The number of open equations in which an unknown occurs.
  [[nodiscard]] auto n_open_eqns_of(uint32_t var) const -> uint32_t { return vars_[var].n_active; }
  [[nodiscard]] auto occurrences_in(uint32_t eqn) const -> std::span<const Occurrence>;

 private:
  // An equation or a variable; the counts are of the active neighbours.
  struct Node {
    uint32_t n_active = 0;
    uint32_t n_solvable = 0;
    bool is_active = true;
  };

  [[nodiscard]] auto occurrences_of(uint32_t var) const -> std::span<const Occurrence>;
  void ApplyRules();
  void ApplyToEqn(uint32_t eqn);
  void ApplyToVar(uint32_t var);
  void NoteTearing(uint32_t var, TearRule rule);
  void Close(uint32_t eqn);
  void MakeKnown(uint32_t var);
  void QueueEqnIfRuled(uint32_t eqn);
  void QueueVarIfRuled(uint32_t var);

  std::vector<Node> eqns_;
  std::vector<Node> vars_;
  std::vector<uint32_t> eqn_begin_;
  std::vector<uint32_t> var_begin_;
  std::vector<Occurrence> in_eqn_;
  std::vector<Occurrence> of_var_;
  std::vector<uint32_t> eqn_queue_;
  std::vector<uint32_t> var_queue_;
  std::vector<uint32_t> touched_;
  // Assignments to be carried out at the end, last one first.
  std::vector<ExplicitStep> backward_;
  std::vector<bool> is_assigned_;
  uint32_t n_unknowns_ = 0;
  Tearing tearing_;
};

}  // namespace kerf::graph
