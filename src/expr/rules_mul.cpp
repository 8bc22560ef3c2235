// Rules for products, quotients and powers. They hold for scalars; arrays keep what was written.
#include "expr/rules.h"

namespace kerf::expr {

namespace {

constexpr auto kMulRules = std::to_array<Rule>({
    {"0*y = 0", Op::Mul, Form::Zero, Form::Any, [](Pool&, ExprId x, ExprId) { return x; }},
    {"x*0 = 0", Op::Mul, Form::Any, Form::Zero, [](Pool&, ExprId, ExprId y) { return y; }},
    {"1*y = y", Op::Mul, Form::One, Form::Any, [](Pool&, ExprId, ExprId y) { return y; }},
    {"x*1 = x", Op::Mul, Form::Any, Form::One, [](Pool&, ExprId x, ExprId) { return x; }},
    {"x*(-y) = -(x*y)", Op::Mul, Form::Any, Form::Neg,
     [](Pool& p, ExprId x, ExprId y) { return p.Neg(p.Mul(x, p.operand(y, 0))); }},
    {"(-x)*y = -(x*y)", Op::Mul, Form::Neg, Form::Any,
     [](Pool& p, ExprId x, ExprId y) { return p.Neg(p.Mul(p.operand(x, 0), y)); }},
    {"0/y = 0", Op::Div, Form::Zero, Form::Any, [](Pool&, ExprId x, ExprId) { return x; }},
    {"x/1 = x", Op::Div, Form::Any, Form::One, [](Pool&, ExprId x, ExprId) { return x; }},
    {"(-x)/(-y) = x/y", Op::Div, Form::Neg, Form::Neg,
     [](Pool& p, ExprId x, ExprId y) { return p.Div(p.operand(x, 0), p.operand(y, 0)); }},
    {"(x - y)/(-z) = (y - x)/z", Op::Div, Form::Sub, Form::Neg,
     [](Pool& p, ExprId x, ExprId y) {
       return p.Div(p.Sub(p.operand(x, 1), p.operand(x, 0)), p.operand(y, 0));
     }},
    {"x/(y/z) = x*z/y", Op::Div, Form::Any, Form::Div,
     [](Pool& p, ExprId x, ExprId y) {
       // A loop, so that a long chain of quotients is not a deep recursion.
       for (; p.op(y) == Op::Div; y = p.operand(y, 0)) x = p.Mul(x, p.operand(y, 1));
       return p.Div(x, y);
     }},
    {"x**0 = 1", Op::Pow, Form::Any, Form::Zero, [](Pool& p, ExprId, ExprId) { return p.Real(1); }},
    {"x**1 = x", Op::Pow, Form::Any, Form::One, [](Pool&, ExprId x, ExprId) { return x; }},
});

}  // namespace

auto MulRules() -> std::span<const Rule> { return kMulRules; }

}  // namespace kerf::expr
