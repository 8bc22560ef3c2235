// Values of the expressions of a flat model at one point of a run.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "flat/model.h"
#include "results/table.h"
#include "value.h"

namespace kerf::torture {

// The columns of a table by name, aliases included.
class TablePoint {
 public:
  explicit TablePoint(const results::Table& table);
  auto TryNumber(const std::string& name) const -> std::optional<double>;
  size_t row = 0;
  // What was before is not known.
  bool is_start = false;

 private:
  const results::Table& table_;
  std::map<std::string, size_t> columns_;
};

class FlatEvaluator {
 public:
  FlatEvaluator(const flat::Model& model, const TablePoint& point) : model_(model), point_(point) {}

  auto Run(expr::ExprId id) -> Val;
  auto ValueOf(expr::VarId var) -> Val;
  auto NameOf(expr::VarId var) const -> std::string;
  // All outputs of a call.
  auto Outputs(expr::ExprId call) -> std::vector<Val>;
  // Statements of an algorithm or a function. True if a `return` or `break` ends what is around them.
  enum class Flow : uint8_t { On, Break, Return };
  auto Execute(const std::vector<flat::Statement>& statements) -> Flow;
  void Assign(expr::ExprId target, const Val& value);
  // Calls `visit` for every point of a domain.
  template <typename Visit>
  void ForAll(flat::DomainId domain, const Visit& visit);

  // What an algorithm has assigned so far.
  std::map<uint32_t, Val> assigned;

 private:
  auto Operands(expr::ExprId id, size_t from = 0) -> std::vector<Val>;
  auto Elements(const std::string& prefix, const std::string& suffix, expr::VarId var) -> Val;
  auto Derivative(expr::ExprId id) -> Val;
  auto Special(expr::ExprId id, expr::Op op) -> Val;
  auto Typed(expr::ExprId id, expr::Op op) -> Val;
  auto Reduction(expr::ExprId id) -> Val;
  auto Nested(expr::ExprId id, size_t n_iterators) -> Val;
  auto Text(expr::ExprId id) -> Val;
  auto Iterated(expr::ExprId id) -> Val;
  auto Default(expr::Type type, const std::vector<expr::ExprId>& sizes) -> Val;
  void AssignAll(const flat::Statement& statement);
  auto Loop(const flat::Statement& statement) -> Flow;
  auto Branches(const flat::Statement& statement) -> Flow;
  auto CallBody(const flat::FunctionBody& body, const std::vector<Val>& arguments) -> std::vector<Val>;
  void Change(Val& root, expr::ExprId target, const Val& value);

  struct Iterator {
    uint32_t position;
    uint32_t name;
    Val value;
  };
  const flat::Model& model_;
  const TablePoint& point_;
  std::vector<Iterator> iterators_;
  // Variables of the function that is being called; none outside.
  std::vector<std::optional<Val>>* locals_ = nullptr;
  int depth_ = 0;
  int n_steps_ = 0;
};

template <typename Visit>
void FlatEvaluator::ForAll(flat::DomainId domain, const Visit& visit) {
  if (!domain.has_value()) {
    visit();
    return;
  }
  const auto& iterations = model_.domains[domain].iterations;
  const auto nest = [&](const auto& self, size_t k) -> void {
    if (k == iterations.size()) {
      visit();
      return;
    }
    const flat::Iteration& iteration = iterations[k];
    for (int i = iteration.first; iteration.step > 0 ? i <= iteration.last : i >= iteration.last;
         i += iteration.step) {
      iterators_.push_back({static_cast<uint32_t>(k), iteration.name.index, IntegerVal(i)});
      self(self, k + 1);
      iterators_.pop_back();
    }
  };
  nest(nest, 0);
}

}  // namespace kerf::torture
