// Derivatives of functions with an algorithm, by forward differentiation of their statements (Griewank,
// Walther: Evaluating Derivatives, chapter 3): beside each variable v that depends on what is differentiated
// by runs its tangent der_v, assigned just before v is. Functions that are called are differentiated in turn,
// or their derivative annotation is used.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "expr/walk.h"
#include "flat/function.h"

namespace kerf::flat {

class FunctionDifferentiator {
 public:
  explicit FunctionDifferentiator(World& world)
      : world_(world), pool_(world.pool), walker_(world.pool), rewriter_(world.pool) {}

  // The function with the inputs of `body` whose outputs are the partial derivatives of its Real outputs with
  // respect to input `input`, a scalar. Nothing if it cannot be made; `why` then says why not.
  auto Partial(const FunctionBody& body, uint32_t input) -> std::optional<FunctionBody>;
  // The directional derivative: the inputs marked in `active` are followed by their tangents.
  auto Tangent(FunctionId function, const std::vector<bool>& active) -> FunctionId;
  [[nodiscard]] auto why() const -> const std::string& { return why_; }

 private:
  // What is known of one function while it is differentiated.
  struct Work {
    const FunctionBody* body = nullptr;
    FunctionBody made;
    // By position in `body`: where the variable stands in `made`, and its tangent, if it has one.
    std::vector<uint32_t> place;
    std::vector<ExprId> tangent;
    std::vector<bool> is_active;
    expr::Memo<ExprId> derivatives;
  };

  auto Differentiate(Work& work, const std::vector<bool>& active, bool has_seed, uint32_t seed) -> bool;
  void FindActive(Work& work);
  auto DependsOnActive(const Work& work, ExprId id) -> bool;
  auto MarkTargets(Work& work, const Statement& statement) -> bool;
  void PlaceVariables(Work& work, const std::vector<bool>& active, bool has_seed, uint32_t seed);
  void AddTangent(Work& work, uint32_t k, Role role);
  auto TangentName(const Work& work, uint32_t k) -> NameId;
  auto Moved(Work& work, ExprId id) -> ExprId;
  auto Statements(Work& work, const std::vector<Statement>& from, std::vector<Statement>& to) -> bool;
  auto Assignment(Work& work, const Statement& from, std::vector<Statement>& to) -> bool;
  auto TupleAssignment(Work& work, const Statement& from, std::vector<Statement>& to) -> bool;
  auto TangentTarget(Work& work, ExprId target) -> ExprId;
  auto BaseOf(ExprId target) const -> ExprId;

  // differentiate_expression.cpp. A derivative without value is zero.
  auto ChangeOf(Work& work, ExprId id) -> ExprId;
  auto NodeDerivative(Work& work, ExprId id) -> ExprId;
  auto LinearDerivative(Work& work, ExprId id) -> ExprId;
  auto BilinearDerivative(Work& work, ExprId id) -> ExprId;
  auto QuotientDerivative(Work& work, ExprId id) -> ExprId;
  auto PowerDerivative(Work& work, ExprId id) -> ExprId;
  auto ScalarDerivative(Work& work, ExprId id) -> ExprId;
  auto CallDerivative(Work& work, ExprId call, ExprId whole) -> ExprId;
  auto Annotated(const FunctionBody& body, const std::vector<bool>& active) const -> FunctionId;
  auto Zero(ExprId like) -> ExprId;
  auto OrZero(ExprId derivative, ExprId like) -> ExprId;
  auto Sum(ExprId x, ExprId y) -> ExprId;
  auto Fail(std::string why) -> ExprId;
  [[nodiscard]] auto CanVary(const expr::Type& type) const -> bool {
    return type.kind == expr::Kind::Real || type.kind == expr::Kind::Record;
  }

  World& world_;
  expr::Pool& pool_;
  expr::Walker walker_;
  expr::Rewriter rewriter_;
  std::map<std::pair<FunctionId, std::vector<bool>>, FunctionId> tangents_;
  std::string why_;
};

}  // namespace kerf::flat
