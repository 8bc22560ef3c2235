// Which variable a variable depends on: the graph behind controllability, relative degrees and subsystems.
// Equations that are solved together are one node, so the graph is as large as the equations.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/lists.h"
#include "transform/work.h"

namespace kerf::analysis {

struct Influence {
  // Nodes 0 … n_vars-1 are variables by number, of which only representatives have neighbours; the others are
  // blocks.
  uint32_t n_vars = 0;
  // What a node depends on at once, and what depends on it.
  graph::Lists needs;
  graph::Lists feeds;
  std::vector<expr::VarId> states;
  // By variable: the node of its derivative if it is a state, else kNone. The arc between them is an
  // integration.
  std::vector<uint32_t> derivative;
  // Nodes that carry no small change of a state or an input: what changes at events only.
  std::vector<bool> is_discrete;
  // Inputs of the analysis.
  std::vector<bool> is_input;
};

// The work has been through tear_blocks. What is given for an input by an equation is no influence on it.
auto MakeInfluence(const transform::Work& work) -> Influence;

// How many integrations lie at least between the sources and each node, along `arcs` (needs or feeds), or
// kNone where no way leads. Discrete nodes are no way. Linear in the size of the graph.
auto Distances(const Influence& influence, const graph::Lists& arcs, const std::vector<uint32_t>& sources)
    -> std::vector<uint32_t>;

}  // namespace kerf::analysis
