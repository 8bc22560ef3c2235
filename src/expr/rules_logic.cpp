// Rules for truth values.
#include "expr/rules.h"

namespace kerf::expr {

namespace {

constexpr auto kLogicRules = std::to_array<Rule>({
    {"not true = false", Op::Not, Form::True, Form::Any,
     [](Pool& p, ExprId, ExprId) { return p.Boolean(false); }},
    {"not false = true", Op::Not, Form::False, Form::Any,
     [](Pool& p, ExprId, ExprId) { return p.Boolean(true); }},
    {"true and y = y", Op::And, Form::True, Form::Any, [](Pool&, ExprId, ExprId y) { return y; }},
    {"x and true = x", Op::And, Form::Any, Form::True, [](Pool&, ExprId x, ExprId) { return x; }},
    {"false and y = false", Op::And, Form::False, Form::Any, [](Pool&, ExprId x, ExprId) { return x; }},
    {"x and false = false", Op::And, Form::Any, Form::False, [](Pool&, ExprId, ExprId y) { return y; }},
    {"false or y = y", Op::Or, Form::False, Form::Any, [](Pool&, ExprId, ExprId y) { return y; }},
    {"x or false = x", Op::Or, Form::Any, Form::False, [](Pool&, ExprId x, ExprId) { return x; }},
    {"true or y = true", Op::Or, Form::True, Form::Any, [](Pool&, ExprId x, ExprId) { return x; }},
    {"x or true = true", Op::Or, Form::Any, Form::True, [](Pool&, ExprId, ExprId y) { return y; }},
});

}  // namespace

auto LogicRules() -> std::span<const Rule> { return kLogicRules; }

}  // namespace kerf::expr
