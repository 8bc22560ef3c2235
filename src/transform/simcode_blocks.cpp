// Codes of a block: residuals after the torn variables, the Jacobian through them, and tangents.
#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "transform/simcode_builder.h"

namespace kerf::transform {

using expr::Op;

namespace {

// Columns on which something depends, ascending.
using ColumnSet = std::vector<uint32_t>;

void Unite(ColumnSet& columns, const ColumnSet& more) {
  ColumnSet united;
  std::ranges::set_union(columns, more, std::back_inserter(united));
  columns = std::move(united);
}

}  // namespace

auto SimcodeBuilder::BuildBlock(uint32_t index, bool with_tangents) -> simcode::BlockId {
  const Block& block = work_.blocks[index];
  simcode::Block out;
  out.is_linear = block.kind == BlockKind::Linear;
  out.residual_equations = block.residuals;
  out.unknowns = block.iteration_vars;
  for (const Assigned& assigned : block.equations) out.equations.push_back(assigned.equation);
  for (const VarId var : block.iteration_vars) out.unknown_slots.push_back(slot(var));
  out.nominal.assign(block.iteration_vars.size(), 1.0);
  out.residual_slot = slots_.Allocate(static_cast<uint32_t>(block.residuals.size()));

  const std::vector<ExprId>& inner = ordered_blocks_[index].inner;
  const std::vector<ExprId>& residuals = ordered_blocks_[index].residuals;
  simcode::Code code;
  for (size_t k = 0; k < inner.size(); ++k) tape_->Append(code, slot(block.inner[k].var), inner[k]);
  for (uint32_t k = 0; k < residuals.size(); ++k) tape_->Append(code, out.residual_slot + k, residuals[k]);
  out.residual = MakeCode(std::move(code));
  BuildBlockJacobian(block, inner, residuals, out);

  if (with_tangents) {
    for (const Assigned& assigned : block.equations) has_tangent_[slot(assigned.var)] = true;
    simcode::Code tangent;
    for (size_t k = 0; k < inner.size(); ++k)
      tape_->Append(tangent, slot(block.inner[k].var) | kTangentBit, TangentOf(inner[k]));
    for (uint32_t k = 0; k < residuals.size(); ++k) {
      tape_->Append(tangent, (out.residual_slot + k) | kTangentBit, TangentOf(residuals[k]));
    }
    out.tangent = MakeCode(std::move(tangent));
  }
  return sim_.blocks.Add(std::move(out));
}

void SimcodeBuilder::BuildBlockJacobian(const Block& block, const std::vector<ExprId>& inner,
                                        const std::vector<ExprId>& residuals, simcode::Block& out) {
  simcode::Code code;
  const auto n = static_cast<uint32_t>(block.iteration_vars.size());
  // For each slot of the block: the unknowns it depends on, and the slots that hold its derivatives by them.
  std::unordered_map<uint32_t, ColumnSet> columns;
  std::unordered_map<uint64_t, ExprId> partials;
  const auto key = [](uint32_t s, uint32_t col) { return uint64_t{s} << 32 | col; };
  for (uint32_t col = 0; col < n; ++col) {
    columns[out.unknown_slots[col]] = {col};
    partials[key(out.unknown_slots[col], col)] = pool_.Real(1);
  }
  const auto columns_of = [&](ExprId value) {
    ColumnSet found;
    for (const ExprId id : walker_.Postorder(value)) {
      if (pool_.op(id) != Op::Var) continue;
      const auto at = columns.find(slots_.Resolve(pool_.var(id)));
      if (at != columns.end()) Unite(found, at->second);
    }
    return found;
  };
  const auto partial_of = [&](ExprId value, uint32_t col) {
    partials_.Forget();
    return partials_.Differentiate(value, [&](ExprId leaf) -> ExprId {
      if (pool_.op(leaf) != Op::Var) return pool_.Real(0);
      const auto at = partials.find(key(slots_.Resolve(pool_.var(leaf)), col));
      return at == partials.end() ? pool_.Real(0) : at->second;
    });
  };
  for (size_t k = 0; k < inner.size(); ++k) {
    const uint32_t inner_slot = slot(block.inner[k].var);
    ColumnSet found = columns_of(inner[k]);
    for (const uint32_t col : found) {
      const ExprId partial = partial_of(inner[k], col);
      if (pool_.IsNumber(partial)) {
        partials[key(inner_slot, col)] = partial;
        continue;
      }
      const uint32_t partial_slot = slots_.Allocate();
      tape_->Append(code, partial_slot, partial);
      partials[key(inner_slot, col)] = Slots::Ref(pool_, partial_slot);
    }
    columns[inner_slot] = std::move(found);
  }

  // Entries row by row, then sorted into columns.
  struct Entry {
    uint32_t col;
    uint32_t row;
    ExprId value;
  };
  std::vector<Entry> entries;
  for (uint32_t row = 0; row < residuals.size(); ++row) {
    for (const uint32_t col : columns_of(residuals[row]))
      entries.push_back({col, row, partial_of(residuals[row], col)});
  }
  std::ranges::stable_sort(entries, {}, &Entry::col);
  out.jacobian_slot = slots_.Allocate(static_cast<uint32_t>(entries.size()));
  out.pattern.col_ptr.assign(n + 1, 0);
  for (uint32_t k = 0; k < entries.size(); ++k) {
    ++out.pattern.col_ptr[entries[k].col + 1];
    out.pattern.row_index.push_back(entries[k].row);
    tape_->Append(code, out.jacobian_slot + k, entries[k].value);
  }
  for (uint32_t col = 0; col < n; ++col) out.pattern.col_ptr[col + 1] += out.pattern.col_ptr[col];
  out.jacobian = MakeCode(std::move(code));
}

}  // namespace kerf::transform
