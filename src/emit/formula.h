// Expressions by operators, for statements that are made here and not in a model.
#pragma once

#include "expr/pool.h"

namespace kerf::emit {

class Formula {
 public:
  Formula(expr::Pool& pool, expr::ExprId id) : pool_(&pool), id_(id) {}
  [[nodiscard]] auto id() const -> expr::ExprId { return id_; }
  [[nodiscard]] auto Number(double value) const -> Formula { return {*pool_, pool_->Real(value)}; }
  [[nodiscard]] auto Apply(expr::Op op) const -> Formula { return {*pool_, pool_->Unary(op, id_)}; }
  [[nodiscard]] auto Apply(expr::Op op, const Formula& y) const -> Formula {
    return {*pool_, pool_->Binary(op, id_, y.id_)};
  }

 private:
  expr::Pool* pool_;
  expr::ExprId id_;
};

inline auto operator+(const Formula& x, const Formula& y) -> Formula { return x.Apply(expr::Op::Add, y); }
inline auto operator-(const Formula& x, const Formula& y) -> Formula { return x.Apply(expr::Op::Sub, y); }
inline auto operator*(const Formula& x, const Formula& y) -> Formula { return x.Apply(expr::Op::Mul, y); }
inline auto operator/(const Formula& x, const Formula& y) -> Formula { return x.Apply(expr::Op::Div, y); }
inline auto operator<(const Formula& x, const Formula& y) -> Formula { return x.Apply(expr::Op::Less, y); }
inline auto operator>(const Formula& x, const Formula& y) -> Formula { return x.Apply(expr::Op::Greater, y); }
inline auto operator<=(const Formula& x, const Formula& y) -> Formula {
  return x.Apply(expr::Op::LessEqual, y);
}
inline auto operator>=(const Formula& x, const Formula& y) -> Formula {
  return x.Apply(expr::Op::GreaterEqual, y);
}
inline auto operator==(const Formula& x, const Formula& y) -> Formula { return x.Apply(expr::Op::Equal, y); }
inline auto And(const Formula& x, const Formula& y) -> Formula { return x.Apply(expr::Op::And, y); }
inline auto Or(const Formula& x, const Formula& y) -> Formula { return x.Apply(expr::Op::Or, y); }
inline auto Not(const Formula& x) -> Formula { return x.Apply(expr::Op::Not); }

}  // namespace kerf::emit
