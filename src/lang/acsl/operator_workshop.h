// What the operators of lang/cssl need of an ACSL model: variables named after the result of the rule, and
// clauses in the one algorithm of all events.
#pragma once

#include "lang/acsl/flattener.h"
#include "lang/cssl/workshop.h"

namespace kerf::acsl {

class OperatorWorkshop : public cssl::Workshop {
 public:
  OperatorWorkshop(Flattener& flattener, const Rule& rule) : flattener_(flattener), rule_(rule) {}

  [[nodiscard]] auto pool() -> expr::Pool& override;
  auto Hidden(std::string_view suffix) -> expr::ExprId override;
  auto Memory(std::string_view suffix, expr::Kind kind, expr::ExprId start) -> expr::ExprId override;
  auto State(std::string_view suffix, expr::ExprId start) -> expr::ExprId override;
  void Equate(expr::ExprId left, expr::ExprId right) override;
  void When(expr::ExprId condition, std::vector<cssl::Change> changes) override;
  [[nodiscard]] auto HappensAtStart() const -> bool override { return false; }

 private:
  [[nodiscard]] auto NameOf(std::string_view suffix) const -> std::string;

  Flattener& flattener_;
  const Rule& rule_;
};

}  // namespace kerf::acsl
