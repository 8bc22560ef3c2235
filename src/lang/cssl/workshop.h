// What operators with memory need of the model they stand in; each language makes variables in its own way.
#pragma once

#include <string_view>
#include <vector>

#include "expr/pool.h"

namespace kerf::cssl {

using expr::ExprId;

// target := value
struct Change {
  ExprId target;
  ExprId value;
};

class Workshop {
 public:
  virtual ~Workshop() = default;

  [[nodiscard]] virtual auto pool() -> expr::Pool& = 0;
  // A variable of the operator's own that an equation gives. The suffix goes behind the operator's name.
  virtual auto Hidden(std::string_view suffix) -> ExprId = 0;
  // One that changes at events alone and begins with `start`.
  virtual auto Memory(std::string_view suffix, expr::Kind kind, ExprId start) -> ExprId = 0;
  // One with a derivative.
  virtual auto State(std::string_view suffix, ExprId start) -> ExprId = 0;
  virtual void Equate(ExprId left, ExprId right) = 0;
  // What happens when the condition becomes true, in the order of these calls.
  virtual void When(ExprId condition, std::vector<Change> changes) = 0;
  // Whether that includes conditions which are true from the start.
  [[nodiscard]] virtual auto HappensAtStart() const -> bool = 0;
};

}  // namespace kerf::cssl
