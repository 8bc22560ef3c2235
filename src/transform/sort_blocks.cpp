// The pass sort_blocks: Tarjan's strong components in the order of section 3.8 of the thesis. A relation that
// changes during the run is held between events, so a discrete variable does not wait for what stands in one:
// blocks that hang together only so are taken apart.
#include <algorithm>

#include "expr/walk.h"
#include "graph/strong_components.h"
#include "transform/passes.h"

namespace kerf::transform {

namespace {

using expr::Op;

KERF_DIAG(DiscreteInLoop, Error,
          "`{}` changes at events only, but is part of simultaneous equations; that cannot be simulated yet",
          std::string);

class BlockSorter {
 public:
  explicit BlockSorter(Work& work)
      : work_(work),
        s_(work.structure),
        pool_(work.dae.world->pool),
        local_(work.dae.vars.size(), graph::kNone),
        walker_(pool_) {}

  void Run() {
    const graph::Lists components = graph::SolutionBlocks(s_.occurrences, s_.matching);
    work_.blocks.clear();
    work_.has_split_blocks = false;
    work_.blocks.reserve(components.size());
    for (uint32_t k = 0; k < components.size(); ++k) {
      const auto cols = components[k];
      const bool has_discrete = cols.size() > 1 && std::ranges::any_of(cols, [&](uint32_t col) {
                                  return work_.dae.vars[s_.var_of_col[col]].is_discrete;
                                });
      if (has_discrete) {
        Split({cols.begin(), cols.end()});
      } else {
        Add(cols);
      }
    }
  }

 private:
  void Add(std::span<const uint32_t> cols) {
    Block block;
    for (const uint32_t col : cols)
      block.equations.push_back({s_.eqn_of_row[s_.matching.row_of_col[col]], s_.var_of_col[col], {}});
    work_.blocks.push_back(std::move(block));
  }

  // Jumps of what changes continuously are held between events; those of what changes at events are not.
  auto IsHeld(ExprId id) -> bool {
    const Op op = pool_.op(id);
    const bool may_be = expr::group_of(op) == expr::Group::Relation || op == Op::Sign || op == Op::Floor ||
                        op == Op::Ceil || op == Op::Mod;
    if (!may_be) return false;
    return std::ranges::any_of(walker_.Postorder(id), [&](ExprId node) {
      if (pool_.op(node) == Op::Time) return true;
      if (pool_.op(node) != Op::Var) return false;
      const dae::Var& var = work_.dae.vars[pool_.var(node)];
      return !var.is_discrete && var.kind != dae::VarKind::Parameter && var.kind != dae::VarKind::Constant;
    });
  }

  // The variables of the block that an equation reads outside of held relations. Below a NoEvent nothing is
  // taken for held.
  void Visit(ExprId root, std::vector<uint32_t>& found) {
    std::vector<std::pair<ExprId, bool>> stack = {{root, false}};
    while (!stack.empty()) {
      const auto [id, is_above_open] = stack.back();
      stack.pop_back();
      const bool is_open = is_above_open || pool_.op(id) == Op::NoEvent;
      // What was seen as part of a relation may also stand outside of one.
      expr::Memo<uint8_t>& visited = is_open ? visited_open_ : visited_;
      if (visited.Has(id)) continue;
      visited[id] = 1;
      if (pool_.op(id) == Op::Var && local_[pool_.var(id).index] != graph::kNone)
        found.push_back(local_[pool_.var(id).index]);
      if (!is_open && IsHeld(id)) continue;
      for (const ExprId operand : pool_.operands(id)) stack.emplace_back(operand, is_open);
    }
  }

  void Split(const std::vector<uint32_t>& cols) {
    work_.has_split_blocks = true;
    for (uint32_t k = 0; k < cols.size(); ++k) local_[s_.var_of_col[cols[k]].index] = k;
    graph::BipartiteBuilder builder(static_cast<uint32_t>(cols.size()));
    graph::Matching matching;
    for (uint32_t k = 0; k < cols.size(); ++k) {
      std::vector<uint32_t> found;
      const EqnId equation = s_.eqn_of_row[s_.matching.row_of_col[cols[k]]];
      visited_.Clear();
      visited_open_.Clear();
      Visit(s_.lhs[equation.index], found);
      Visit(s_.rhs[equation.index], found);
      builder.AddRow(found);
      matching.row_of_col.push_back(k);
      matching.col_of_row.push_back(k);
    }
    const graph::Bipartite graph = builder.Take();
    const graph::Lists parts = graph::SolutionBlocks(graph, matching);
    for (uint32_t p = 0; p < parts.size(); ++p) {
      std::vector<uint32_t> part;
      for (const uint32_t k : parts[p]) part.push_back(cols[k]);
      Add(part);
    }
    for (const uint32_t col : cols) local_[s_.var_of_col[col].index] = graph::kNone;
  }

  Work& work_;
  const Structure& s_;
  const expr::Pool& pool_;
  // Position of a variable in the block at hand.
  std::vector<uint32_t> local_;
  expr::Walker walker_;
  expr::Memo<uint8_t> visited_;
  expr::Memo<uint8_t> visited_open_;
};

}  // namespace

auto SortBlocks(Work& work, PassContext& context) -> Status {
  BlockSorter(work).Run();
  const uint32_t errors = context.diag.n_errors();
  for (const Block& block : work.blocks) {
    if (block.equations.size() == 1) continue;
    for (const Assigned& assigned : block.equations) {
      const dae::Var& var = work.dae.vars[assigned.var];
      if (!var.is_discrete) continue;
      context.diag.Emit(var.origin.has_value() ? work.dae.world->origins[var.origin].span : diag::Span{},
                        DiscreteInLoop, dae::FullName(work.dae, assigned.var));
      break;
    }
  }
  return context.diag.n_errors() == errors ? Status::Ok : Status::Failed;
}

}  // namespace kerf::transform
