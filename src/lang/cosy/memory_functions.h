// What the operators of lang/cssl need of the model of a continuous part: variables named after the function
// and its number, and one algorithm for each use.
#pragma once

#include <string>

#include "lang/cosy/model_builder.h"
#include "lang/cssl/workshop.h"

namespace kerf::cosy {

class MemoryWorkshop : public cssl::Workshop {
 public:
  MemoryWorkshop(ModelBuilder& builder, std::string name, Span span)
      : builder_(builder), name_(std::move(name)), span_(span) {}
  // Hands the algorithm over, when the operator is complete.
  void Finish();

  [[nodiscard]] auto pool() -> expr::Pool& override;
  auto Hidden(std::string_view suffix) -> expr::ExprId override;
  auto Memory(std::string_view suffix, expr::Kind kind, expr::ExprId start) -> expr::ExprId override;
  auto State(std::string_view suffix, expr::ExprId start) -> expr::ExprId override;
  void Equate(expr::ExprId left, expr::ExprId right) override;
  void When(expr::ExprId condition, std::vector<cssl::Change> changes) override;
  // Nothing computes initial values here: the first event does.
  [[nodiscard]] auto HappensAtStart() const -> bool override { return true; }

 private:
  auto AddVar(std::string_view suffix, expr::Kind kind, flat::Variability variability, expr::ExprId start)
      -> expr::ExprId;
  [[nodiscard]] auto IsLiteral(expr::ExprId value) const -> bool;
  auto AtStart() -> expr::ExprId;
  auto WhenOf(expr::ExprId condition, std::vector<flat::Statement> body) -> flat::Statement;

  ModelBuilder& builder_;
  std::string name_;
  Span span_;
  std::vector<flat::Statement> statements_;
};

}  // namespace kerf::cosy
