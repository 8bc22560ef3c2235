// Equations in order of solution: runs of explicit ones, and blocks.
#include <algorithm>

#include "explain/sections.h"

namespace kerf::explain {

namespace {

using transform::Block;
using transform::BlockKind;

class ProblemExplainer {
 public:
  ProblemExplainer(const transform::Work& work, const Words& words, const Limits& limits)
      : work_(work), words_(words), limits_(limits) {}

  auto Run() -> Problem {
    problem_.picture = MakePicture(work_);
    size_t next = 1;
    for (const Block& block : work_.blocks) {
      const size_t last = next + block.equations.size() - 1;
      if (block.kind == BlockKind::Explicit) {
        AddExplicit(block, next);
      } else {
        AddBlock(block, next, last);
      }
      next = last + 1;
    }
    CountBlocks();
    return std::move(problem_);
  }

 private:
  void AddExplicit(const Block& block, size_t number) {
    const bool continues = !problem_.pieces.empty() && problem_.pieces.back().kind == PieceKind::Explicit &&
                           problem_.pieces.back().last + 1 == number;
    if (!continues) problem_.pieces.emplace_back();
    Piece& piece = problem_.pieces.back();
    if (!continues) piece.first = number;
    piece.last = number;
    if (n_explicit_++ >= limits_.explicit_equations) {
      ++piece.n_hidden;
      return;
    }
    piece.rows.push_back(words_.Assigned(block.equations[0]));
  }

  void AddBlock(const Block& block, size_t first, size_t last) {
    if (n_blocks_++ >= limits_.blocks) {
      ++problem_.n_hidden;
      return;
    }
    Piece piece;
    piece.kind = block.kind == BlockKind::Linear ? PieceKind::Linear : PieceKind::Nonlinear;
    piece.first = first;
    piece.last = last;
    piece.why = WhyWhole(block);
    const auto is_full = [&](size_t n) {
      if (n < limits_.block_equations) return false;
      ++piece.n_hidden;
      return true;
    };
    if (block.whole == transform::WholeReason::Torn) {
      for (const transform::Assigned& inner : block.inner) {
        if (!is_full(piece.rows.size()))
          piece.rows.push_back(words_.Assigned({inner.equation, inner.var, {}}));
      }
      for (const transform::EqnId equation : block.residuals) {
        if (!is_full(piece.residuals.size())) piece.residuals.push_back(words_.Equation(equation));
      }
      for (size_t k = 0; k < block.iteration_vars.size(); ++k) {
        if (!is_full(piece.iteration.size()))
          piece.iteration.push_back({words_.Name(block.iteration_vars[k]), WhyIterated(block.reasons[k])});
      }
    } else {
      for (const transform::Assigned& assigned : block.equations) {
        if (!is_full(piece.rows.size()))
          piece.rows.push_back(words_.Assigned({assigned.equation, assigned.var, {}}));
      }
    }
    problem_.pieces.push_back(std::move(piece));
  }

  void CountBlocks() {
    size_t n_linear = 0;
    size_t n_nonlinear = 0;
    size_t largest = 0;
    size_t n_iterated = 0;
    for (const Block& block : work_.blocks) {
      if (block.kind == BlockKind::Explicit) continue;
      (block.kind == BlockKind::Linear ? n_linear : n_nonlinear) += 1;
      largest = std::max(largest, block.equations.size());
      if (block.kind == BlockKind::Nonlinear) n_iterated += block.iteration_vars.size();
    }
    problem_.counts = {{"equations to solve", problem_.picture.n},
                       {"entries of the matrix", problem_.picture.n_entries},
                       {"blocks", work_.blocks.size()},
                       {"linear blocks", n_linear},
                       {"nonlinear blocks", n_nonlinear},
                       {"unknowns of the largest block", largest},
                       {"iteration variables", n_iterated}};
  }

  const transform::Work& work_;
  const Words& words_;
  const Limits& limits_;
  Problem problem_;
  size_t n_explicit_ = 0;
  size_t n_blocks_ = 0;
};

}  // namespace

auto ExplainProblem(const transform::Work& work, const Words& words, const Limits& limits) -> Problem {
  return ProblemExplainer(work, words, limits).Run();
}

}  // namespace kerf::explain
