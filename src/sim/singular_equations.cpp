// A linear block is not torn, so that its matrix is that of its equations; of a torn block the messages know
// the matrix of all equations by all unknowns.
#include "sim/singular_equations.h"

#include <algorithm>

#include "runtime/rank_defect.h"
#include "sim/place.h"

namespace kerf::sim {

namespace {

// Elimination with complete pivoting of that many equations takes about a second.
constexpr size_t kMaxEquations = 700;
constexpr size_t kMaxTold = 8;
constexpr size_t kMaxNamed = 4;

KERF_NOTE(DependentEquation, "{}", std::string);
KERF_NOTE(MoreDependent, "and {} more", size_t);
KERF_NOTE(FurtherDependencies, "and {} more such {}", size_t, std::string);

auto TranslateDefect(const runtime::RankDefect& defect, std::span<const uint32_t> equations,
                     std::span<const uint32_t> unknowns) -> SingularEquations {
  SingularEquations found;
  for (const auto& rows : defect.rows) {
    std::vector<uint32_t>& list = found.dependent.emplace_back();
    for (const uint32_t row : rows) {
      if (equations[row] != model::kNone) list.push_back(equations[row]);
    }
  }
  for (const uint32_t col : defect.columns) {
    if (unknowns[col] != model::kNone) found.open.push_back(unknowns[col]);
  }
  return found;
}

auto PatternOf(const model::Pattern& pattern) -> runtime::CscPattern {
  return {static_cast<uint32_t>(pattern.col_ptr.size() - 1), pattern.col_ptr.data(),
          pattern.row_index.data()};
}

}  // namespace

auto FindSingularEquations(const model::CompiledModel& compiled, uint32_t number,
                           std::span<const double> entries, std::span<const double> unknowns, const double* w)
    -> std::optional<SingularEquations> {
  const model::Block& block = compiled.blocks[model::BlockId{number}];
  if (block.equations.size() > kMaxEquations || block.unknowns.empty()) return std::nullopt;
  if (block.equations.size() > block.unknowns.size()) {
    if (const auto whole = compiled.messages->WholeMatrix(number, unknowns, w)) {
      const auto n = static_cast<uint32_t>(whole->unknowns.size());
      return TranslateDefect(runtime::FindRankDefect(n, whole->entries), whole->equations, whole->unknowns);
    }
  }
  const runtime::CscPattern pattern = PatternOf(block.pattern);
  if (pattern.nnz() != entries.size()) return std::nullopt;
  return TranslateDefect(runtime::FindRankDefect(pattern.n, runtime::DenseMatrix(pattern, entries.data())),
                         block.residual_equations, block.unknowns);
}

auto FindSingularEquations(const model::CompiledModel& compiled, std::span<const double> entries)
    -> std::optional<SingularEquations> {
  const model::Implicit& implicit = compiled.implicit;
  const runtime::CscPattern pattern = PatternOf(implicit.pattern);
  if (pattern.n > kMaxEquations || pattern.nnz() != entries.size()) return std::nullopt;
  std::vector<uint32_t> unknowns;
  for (const uint32_t slot : implicit.y_slots) unknowns.push_back(VariableInSlot(compiled, slot));
  return TranslateDefect(runtime::FindRankDefect(pattern.n, runtime::DenseMatrix(pattern, entries.data())),
                         implicit.equations, unknowns);
}

auto NamesOf(const model::CompiledModel& compiled, std::span<const uint32_t> variables) -> std::string {
  std::string names;
  const size_t n_named = variables.size() > kMaxNamed ? kMaxNamed - 1 : variables.size();
  for (size_t k = 0; k < n_named; ++k) {
    const bool is_last = k + 1 == variables.size();
    names += (k == 0 ? "" : is_last ? " and " : ", ") + fmt::format("`{}`", NameOf(compiled, variables[k]));
  }
  if (n_named < variables.size()) names += fmt::format(" and {} more", variables.size() - n_named);
  return names;
}

void NoteDependent(const model::CompiledModel& compiled, const SingularEquations& found,
                   diag::Emitter::Builder& builder) {
  const std::vector<uint32_t>& shortest = found.dependent[0];
  for (size_t k = 0; k < std::min(shortest.size(), kMaxTold); ++k) {
    builder.Note(SpanOf(compiled.messages->PlaceOfEquation(shortest[k])), DependentEquation,
                 EquationText(compiled, shortest[k]));
  }
  if (shortest.size() > kMaxTold) builder.Note({}, MoreDependent, shortest.size() - kMaxTold);
  const size_t n_further = found.dependent.size() - 1;
  if (n_further > 0) {
    builder.Note({}, FurtherDependencies, n_further,
                 n_further == 1 ? std::string("dependency") : std::string("dependencies"));
  }
}

}  // namespace kerf::sim
