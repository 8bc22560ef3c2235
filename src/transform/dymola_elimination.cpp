// The step EliminateLargeLoops of dymola_1991.h: Gauss's elimination on expressions, with the sparsest row of
// the safest pivots first, and determinants for what has none.
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "expr/evaluate.h"
#include "transform/dymola_1991.h"
#include "transform/linear_form.h"
#include "transform/parameter_values.h"

namespace kerf::transform {

namespace {

class LoopElimination {
 public:
  LoopElimination(Work& work, const std::vector<std::optional<double>>& values, Block& block,
                  const LinearForm& form, uint32_t& n_made)
      : work_(work),
        values_(values),
        block_(block),
        pool_(work.dae.world->pool),
        evaluator_(pool_),
        generic_(pool_),
        n_made_(n_made),
        rows_(form.n),
        right_(form.right),
        is_pivot_(form.n, false) {
    for (size_t row = 0; row < form.n; ++row) {
      for (size_t col = 0; col < form.n; ++col) {
        if (form.matrix[row * form.n + col].has_value()) rows_[row][col] = form.matrix[row * form.n + col];
      }
    }
  }

  // False if too many unknowns have no pivot; the block is then as it was.
  auto TryRun() -> bool {
    std::vector<size_t> row_of_step;
    std::vector<size_t> col_of_step;
    for (size_t step = 0; step < rows_.size(); ++step) {
      size_t row = 0;
      size_t col = 0;
      if (!TryPivot(row, col)) break;
      is_pivot_[row] = true;
      row_of_step.push_back(row);
      col_of_step.push_back(col);
      for (size_t other = 0; other < rows_.size(); ++other) {
        if (!is_pivot_[other]) Eliminate(other, row, col);
      }
    }
    if (!TrySolveRest(col_of_step)) return false;
    for (size_t step = row_of_step.size(); step-- > 0;) SolveRow(row_of_step[step], col_of_step[step]);
    block_.equations = std::move(out_);
    return true;
  }

 private:
  enum class Risk : uint8_t { Number, Parameters };

  // The value of what follows from parameters.
  auto ValueOf(ExprId value) -> std::optional<double> {
    return evaluator_.TryEvaluate(value, [&](ExprId leaf) -> std::optional<double> {
      if (pool_.op(leaf) != expr::Op::Var) return std::nullopt;
      const size_t index = pool_.var(leaf).index;
      if (const auto made = made_values_.find(index); made != made_values_.end()) return made->second;
      return index < values_.size() ? values_[index] : std::nullopt;
    });
  }

  // Nothing for what varies, and for what is small beside others of its column.
  auto RiskOf(ExprId entry, double largest) -> std::optional<Risk> {
    constexpr double kSmall = 1e-3;
    const auto value = ValueOf(entry);
    if (!value || *value == 0 || std::abs(*value) < kSmall * largest) return std::nullopt;
    return pool_.IsNumber(entry) ? Risk::Number : Risk::Parameters;
  }

  // Of the safest entries one whose row and column have the fewest others (Markowitz).
  auto TryPivot(size_t& row, size_t& col) -> bool {
    std::map<size_t, size_t> n_in_col;
    std::map<size_t, double> largest;
    for (size_t r = 0; r < rows_.size(); ++r) {
      if (is_pivot_[r]) continue;
      for (const auto& [c, entry] : rows_[r]) {
        ++n_in_col[c];
        largest[c] = std::max(largest[c], std::abs(ValueOf(entry).value_or(0)));
      }
    }
    std::optional<std::pair<Risk, size_t>> best;
    for (size_t r = 0; r < rows_.size(); ++r) {
      if (is_pivot_[r]) continue;
      for (const auto& [c, entry] : rows_[r]) {
        const auto risk = RiskOf(entry, largest[c]);
        if (!risk) continue;
        const std::pair candidate{*risk, (rows_[r].size() - 1) * (n_in_col[c] - 1)};
        if (best && *best <= candidate) continue;
        best = candidate;
        row = r;
        col = c;
      }
    }
    return best.has_value();
  }

  void Eliminate(size_t row, size_t pivot_row, size_t col) {
    const auto found = rows_[row].find(col);
    if (found == rows_[row].end()) return;
    const EqnId equation = block_.equations[row].equation;
    const ExprId factor = Named(pool_.Div(found->second, rows_[pivot_row][col]), equation);
    rows_[row].erase(col);
    for (const auto& [c, above] : rows_[pivot_row]) {
      if (c == col) continue;
      const ExprId product = pool_.Mul(factor, above);
      const auto here = rows_[row].find(c);
      const ExprId entry =
          Named(here == rows_[row].end() ? pool_.Neg(product) : pool_.Sub(here->second, product), equation);
      rows_[row][c] = entry;
      if (pool_.IsNumber(entry, 0)) rows_[row].erase(c);
    }
    right_[row] = Named(pool_.Sub(right_[row], pool_.Mul(factor, right_[pivot_row])), equation);
  }

  // The unknowns that are in none of `cols`, from the rows that have given no pivot.
  auto TrySolveRest(const std::vector<size_t>& cols) -> bool {
    std::vector<size_t> rest_rows;
    std::vector<size_t> rest_cols;
    for (size_t k = 0; k < rows_.size(); ++k) {
      if (!is_pivot_[k]) rest_rows.push_back(k);
      if (std::ranges::find(cols, k) == cols.end()) rest_cols.push_back(k);
    }
    LinearForm rest;
    rest.n = rest_rows.size();
    if (rest.n == 0) return true;
    if (rest.n > kMaxDeterminant) return false;
    for (const size_t row : rest_rows) {
      for (const size_t col : rest_cols) {
        const auto found = rows_[row].find(col);
        rest.matrix.push_back(found == rows_[row].end() ? ExprId{} : found->second);
      }
      rest.right.push_back(right_[row]);
    }
    const auto solutions = TryDeterminants(pool_, generic_, rest, [&](ExprId value) {
      return Named(value, block_.equations[rest_rows[0]].equation);
    });
    if (!solutions) return false;
    for (size_t k = 0; k < rest.n; ++k)
      out_.push_back(
          {block_.equations[rest_rows[k]].equation, block_.equations[rest_cols[k]].var, (*solutions)[k]});
    return true;
  }

  void SolveRow(size_t row, size_t col) {
    ExprId sum = right_[row];
    for (const auto& [c, entry] : rows_[row]) {
      if (c != col) sum = pool_.Sub(sum, pool_.Mul(entry, dae::VarLeaf(work_.dae, block_.equations[c].var)));
    }
    out_.push_back(
        {block_.equations[row].equation, block_.equations[col].var, pool_.Div(sum, rows_[row][col])});
  }

  auto Named(ExprId value, EqnId equation) -> ExprId {
    // What is made of literals alone is a number.
    const auto number = evaluator_.TryEvaluate(value, [](ExprId) -> std::optional<double> { return {}; });
    if (number) return pool_.Real(*number);
    const ExprId inner = pool_.op(value) == expr::Op::Neg ? pool_.operand(value, 0) : value;
    if (expr::group_of(pool_.op(inner)) == expr::Group::Leaf) return value;
    flat::World& world = *work_.dae.world;
    dae::Var var;
    var.path =
        world.paths.Child(base::PathStore::kRoot, world.names.Intern(fmt::format("elim{}", ++n_made_)));
    var.is_internal = true;
    const VarId id = work_.dae.vars.Add(var);
    work_.known.push_back(false);
    work_.aliases.representative.push_back(id);
    made_values_[id.index] = ValueOf(value);
    generic_.Set(dae::VarLeaf(work_.dae, id), generic_.Of(value));
    const ExprId leaf = dae::VarLeaf(work_.dae, id);
    // An equation of its own keeps the model complete, for the problem of the start.
    work_.dae.equations.Add({leaf,
                             value,
                             work_.dae.equations[equation].owner,
                             work_.dae.equations[equation].origin,
                             dae::Equation::kNoOutput,
                             {}});
    work_.structure.lhs.push_back(leaf);
    work_.structure.rhs.push_back(value);
    work_.aliases.trivial.push_back(false);
    out_.push_back({equation, id, value});
    return leaf;
  }

  Work& work_;
  const std::vector<std::optional<double>>& values_;
  Block& block_;
  expr::Pool& pool_;
  expr::Evaluator evaluator_;
  expr::GenericValues generic_;
  uint32_t& n_made_;
  // Entries by column.
  std::vector<std::map<size_t, ExprId>> rows_;
  std::vector<ExprId> right_;
  std::vector<bool> is_pivot_;
  // Of the variables made here, where they follow from parameters.
  std::map<size_t, std::optional<double>> made_values_;
  std::vector<Assigned> out_;
};

}  // namespace

void EliminateLargeLoops(Work& work, const Options& options) {
  const std::vector<std::optional<double>> values = ParameterValues(work, options);
  uint32_t n_made = 0;
  for (Block& block : work.blocks) {
    const size_t n = block.equations.size();
    if (n <= kMaxDeterminant || n > kMaxElimination) continue;
    const auto form = TryLinearForm(work, block);
    if (!form) continue;
    block.kind = BlockKind::Linear;
    LoopElimination(work, values, block, *form, n_made).TryRun();
  }
}

}  // namespace kerf::transform
