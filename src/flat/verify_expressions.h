// Checks of single expressions and statements in their context, for Verify.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "expr/walk.h"
#include "flat/model.h"

namespace kerf::flat {

class ExpressionVerifier {
 public:
  ExpressionVerifier(const Model& model, std::vector<std::string>& breaches)
      : model_(model), world_(*model.world), breaches_(breaches), walker_(world_.pool) {}

  // Where what is checked next stands: it begins the texts of the breaches.
  void Enter(std::string place, const FunctionBody* body = nullptr, DomainId domain = {});
  void Report(std::string_view text);
  // An expression that must be there.
  void Expression(ExprId id);
  void Optional(ExprId id);
  void Type(const expr::Type& type);
  // target = value.
  void Sides(ExprId target, ExprId value);
  void StatementTree(const Statement& statement);

 private:
  void Node(ExprId id);
  void Condition(ExprId id, bool is_when);
  [[nodiscard]] auto IsIn(ExprId id) const -> bool;
  [[nodiscard]] auto Agree(const expr::Type& x, const expr::Type& y) const -> bool;
  [[nodiscard]] auto IsBoundByDomain(ExprId iterator) const -> bool;

  const Model& model_;
  const World& world_;
  std::vector<std::string>& breaches_;
  expr::Walker walker_;
  std::string place_;
  const FunctionBody* body_ = nullptr;
  DomainId domain_;
  // Iterators of the loops around, and of comprehensions in the expression.
  std::vector<ExprId> loops_;
  std::vector<ExprId> bound_;
};

}  // namespace kerf::flat
