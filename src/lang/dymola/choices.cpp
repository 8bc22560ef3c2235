// Conditional statements. A condition fixed at compile time selects a branch; one that varies with time turns
// equal numbers of equations into equations between if-expressions.
#include "lang/dymola/class_builder.h"

namespace kerf::dymola {

namespace {

using expr::Op;
using expr::Pool;

KERF_DIAG(BranchesDiffer, Error, "the branches have {} and {} equations, but the condition varies with time",
          size_t, size_t);
KERF_NOTE(EqualNumbers,
          "write as many equations in each branch, or use a structure parameter in the condition");

}  // namespace

// The branch that a choice with declarations selects; decided once for all passes over the body.
auto ClassBuilder::ChooseBranch(uint32_t index) -> std::optional<BlockId> {
  const auto known = chosen_.find(index);
  if (known != chosen_.end()) return known->second;
  std::optional<BlockId> chosen;
  is_broken_choice_ = false;
  const ChoiceItem& choice = ast_.choices[index];
  for (const Branch& branch : choice.branches) {
    const auto fits = Fits(choice, branch, Use::Fixed);
    if (!fits) break;
    if (*fits) {
      chosen = branch.body;
      break;
    }
  }
  chosen_.emplace(index, chosen);
  return chosen;
}

// Whether a branch is taken; nothing if that is not fixed, which is reported under Use::Fixed alone.
auto ClassBuilder::Fits(const ChoiceItem& choice, const Branch& branch, Use use) -> std::optional<bool> {
  if (branch.labels.empty()) return true;
  if (!choice.selector.has_value()) {
    const Value condition = Evaluate(branch.labels[0], use);
    if (condition.is_fixed) return condition.number != 0;
    is_broken_choice_ = condition.expr == Pool::kError;
    if (!is_broken_choice_ && use == Use::Fixed) ReportNotFixed(ast_[branch.labels[0].root].span);
    return std::nullopt;
  }
  const auto selector = TryFixed(choice.selector);
  is_broken_choice_ = !selector;
  if (!selector) return std::nullopt;
  for (const Expr& label : branch.labels) {
    const auto number = TryFixed(label);
    is_broken_choice_ = !number;
    if (!number) return std::nullopt;
    if (*number == *selector) return true;
  }
  return false;
}

void ClassBuilder::ElaborateChoice(uint32_t index, const Span& span) {
  const ChoiceItem& choice = ast_.choices[index];
  if (choice.has_declarations) {
    const auto chosen = ChooseBranch(index);
    if (chosen) ElaborateBlock(*chosen);
    return;
  }
  for (size_t k = 0; k < choice.branches.size(); ++k) {
    const auto fits = Fits(choice, choice.branches[k], Use::Equation);
    if (!fits && is_broken_choice_) return;
    if (!fits) return ElaborateDynamic(choice, k, span);
    if (*fits) return ElaborateBlock(choice.branches[k].body);
  }
}

// Branches from `first` on: their equations, pair by pair, under the conditions, from the last branch
// backwards.
void ClassBuilder::ElaborateDynamic(const ChoiceItem& choice, size_t first, const Span& span) {
  std::vector<std::vector<ClassEquation>> branches;
  std::vector<ExprId> conditions;
  std::vector<ClassEquation>* const outer = equations_;
  const bool was_dynamic = std::exchange(is_dynamic_, true);
  const uint32_t errors = emitter_.n_errors();
  for (size_t k = first; k < choice.branches.size(); ++k) {
    const Branch& branch = choice.branches[k];
    conditions.push_back(branch.labels.empty() ? Pool::kError
                                               : Evaluate(branch.labels[0], Use::Equation).expr);
    branches.emplace_back();
    equations_ = &branches.back();
    ElaborateBlock(branch.body);
  }
  is_dynamic_ = was_dynamic;
  equations_ = outer;
  if (emitter_.n_errors() != errors) return;
  if (!choice.branches.back().labels.empty()) branches.emplace_back();
  for (const auto& branch : branches) {
    if (branch.size() == branches[0].size()) continue;
    emitter_.Emit(span, BranchesDiffer, branches[0].size(), branch.size()).Note({}, EqualNumbers);
    return;
  }
  MergeBranches(branches, conditions);
}

void ClassBuilder::MergeBranches(const std::vector<std::vector<ClassEquation>>& branches,
                                 const std::vector<ExprId>& conditions) {
  for (size_t k = 0; k < branches[0].size(); ++k) {
    ClassEquation merged = branches.back()[k];
    for (size_t b = branches.size() - 1; b > 0; --b) {
      const ClassEquation& branch = branches[b - 1][k];
      merged.lhs = pool_.If(conditions[b - 1], branch.lhs, merged.lhs);
      merged.rhs = pool_.If(conditions[b - 1], branch.rhs, merged.rhs);
      merged.origin = branch.origin;
    }
    if (merged.lhs == Pool::kError || merged.rhs == Pool::kError) continue;
    equations_->push_back(merged);
  }
}

}  // namespace kerf::dymola
