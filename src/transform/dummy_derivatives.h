// The work of the pass reduce_index: differentiated equations and the choice of states. One instance works on
// one structure, in which aliases have been replaced and unknowns matched.
#pragma once

#include <functional>
#include <optional>
#include <tuple>
#include <vector>

#include "expr/derivative.h"
#include "expr/evaluate.h"
#include "expr/walk.h"
#include "graph/match.h"
#include "graph/pantelides.h"
#include "graph/strong_components.h"
#include "transform/resolve_dependencies.h"
#include "transform/state_choice.h"
#include "transform/work.h"

namespace kerf::transform {

// Whether a variable that does not occur differentiated is wanted as a state.
auto HasPreferred(const Work& work) -> bool;

class DummyDerivatives {
 public:
  DummyDerivatives(Work& work, const Options& options, bool with_preferred);
  // Adds differentiated equations to the DAE and changes which variables are states. False if there is
  // nothing to do, or if it cannot be done: then the DAE is in disorder.
  auto Run() -> bool;
  // Equations to be replaced first, if that is why it could not be done. The DAE is then in disorder too.
  [[nodiscard]] auto combined() const -> const std::vector<Combined>& { return combined_; }
  // The derivatives that were made on the way and may occur there.
  [[nodiscard]] auto made() const -> const std::vector<MadeDerivative>& { return made_; }

 private:
  // What speaks for a variable as a state, of all that it stands for.
  struct Wish {
    int select = 0;
    flat::StateSelect asked = flat::StateSelect::Never;
    bool is_fixed = false;
    bool has_start = false;
    // An event gives it a new value.
    bool is_reset = false;
  };
  using Rank = std::tuple<int, int, int, uint32_t>;
  // An equation with both sides as they are after replacing aliases.
  struct Row {
    EqnId equation;
    ExprId lhs;
    ExprId rhs;
    std::vector<uint32_t> cols;
  };

  void NumberColumns();
  void AddColumn(VarId var);
  void ShareDerivatives();
  auto IsReached(VarId var, VarId from) const -> bool;
  void LinkDerivatives();
  void BuildRows();

  // dummy_derivatives_rank.cpp
  void FindDependent(const graph::PantelidesResult& found);
  auto TryDerivativeOf(const LinearRow& row) -> std::optional<LinearRow>;
  void FindCancelled(const graph::Lists& blocks, const graph::Matching& matching,
                     const std::function<uint32_t(uint32_t row, uint32_t col)>& highest);

  auto Differentiate(const graph::PantelidesResult& found) -> bool;
  auto DerivativeOf(ExprId leaf) -> ExprId;
  auto NewDerivative(VarId base) -> VarId;

  // dummy_derivatives_choice.cpp
  auto ChooseDummies(const graph::PantelidesResult& found) -> bool;
  auto HighestDerivatives(const std::vector<uint32_t>& level) const -> std::vector<uint32_t>;
  auto RankOf(uint32_t col) const -> Rank;
  auto GenericPartial(const Row& row, uint32_t col) -> CandidateColumn::Entry;
  auto ChooseAtLevel(const std::vector<uint32_t>& rows, std::vector<uint32_t>& cols) -> bool;
  auto IsConstant(ExprId root) -> bool;
  void SetKinds();
  static auto ReasonsOf(const ChosenColumns& choice, size_t n) -> std::vector<ChoiceReason>;
  void NoteConstraints(const graph::PantelidesResult& found);
  void NoteChoices(const std::vector<uint32_t>& cols, const std::vector<ChoiceReason>& reasons,
                   size_t n_equations);
  void NoteKeptBelow(const std::vector<uint32_t>& offered, const std::vector<uint32_t>& chosen);

  // dummy_derivatives_sets.cpp
  void AddSets(const graph::PantelidesResult& found);
  void AddWatched(const graph::PantelidesResult& found);
  void DirectReinit(const dae::Reinit& reinit, std::vector<dae::Reinit>& directed);
  void WatchKept(const dae::StateSet& set);
  void AddStateAssertion(ExprId condition, const std::string& text, bool is_error, flat::OriginId origin);
  auto IsSelected(const dae::StateSet& set, size_t candidate) -> ExprId;

  Work& work_;
  const Options& options_;
  bool with_preferred_;
  expr::Pool& pool_;
  expr::Walker walker_;
  expr::Differentiator differentiator_;
  expr::Differentiator partials_;
  expr::Evaluator evaluator_;
  // Of parameters.
  std::vector<std::optional<double>> values_;
  // By VarId, of representatives.
  std::vector<Wish> wish_;
  std::vector<VarId> derivative_;
  std::vector<uint32_t> col_of_var_;
  // By column.
  std::vector<VarId> var_of_col_;
  std::vector<uint32_t> derivative_col_;
  std::vector<uint32_t> base_col_;
  std::vector<bool> is_dummy_;
  std::vector<Row> rows_;
  // Choices left to the run, with columns and rows as numbered here.
  std::vector<DynamicSet> sets_;
  // Likewise.
  std::vector<WatchedColumns> watched_;
  std::vector<Combined> combined_;
  std::vector<MadeDerivative> made_;
  uint32_t n_equations_ = 0;
};

}  // namespace kerf::transform
