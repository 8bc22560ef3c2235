// Rules for sums, differences and signs.
#include "expr/rules.h"

namespace kerf::expr {

namespace {

constexpr auto kAddRules = std::to_array<Rule>({
    {"x + 0 = x", Op::Add, Form::Any, Form::Zero, [](Pool&, ExprId x, ExprId) { return x; }},
    {"0 + y = y", Op::Add, Form::Zero, Form::Any, [](Pool&, ExprId, ExprId y) { return y; }},
    {"x + (-y) = x - y", Op::Add, Form::Any, Form::Neg,
     [](Pool& p, ExprId x, ExprId y) { return p.Sub(x, p.operand(y, 0)); }},
    {"(-x) + y = y - x", Op::Add, Form::Neg, Form::Any,
     [](Pool& p, ExprId x, ExprId y) { return p.Sub(y, p.operand(x, 0)); }},
    {"x - 0 = x", Op::Sub, Form::Any, Form::Zero, [](Pool&, ExprId x, ExprId) { return x; }},
    {"0 - y = -y", Op::Sub, Form::Zero, Form::Any, [](Pool& p, ExprId, ExprId y) { return p.Neg(y); }},
    {"x - (-y) = x + y", Op::Sub, Form::Any, Form::Neg,
     [](Pool& p, ExprId x, ExprId y) { return p.Add(x, p.operand(y, 0)); }},
    {"-0 = 0", Op::Neg, Form::Zero, Form::Any, [](Pool&, ExprId x, ExprId) { return x; }},
    {"-(-x) = x", Op::Neg, Form::Neg, Form::Any, [](Pool& p, ExprId x, ExprId) { return p.operand(x, 0); }},
    {"-(x - y) = y - x", Op::Neg, Form::Sub, Form::Any,
     [](Pool& p, ExprId x, ExprId) { return p.Sub(p.operand(x, 1), p.operand(x, 0)); }},
});

}  // namespace

auto AddRules() -> std::span<const Rule> { return kAddRules; }

}  // namespace kerf::expr
