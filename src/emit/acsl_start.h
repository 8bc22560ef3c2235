// The start of an ACSL program: values that are known before it.
#pragma once

#include <optional>
#include <string>

#include "transform/work.h"

namespace kerf::emit {

// Equations of the start v = expression, where the expression follows from parameters and start values,
// become start values of v, or the values of parameters. True for these, by EqnId; the others are left.
auto TakeStartEquations(transform::Work& work) -> std::vector<bool>;

// The value that a variable of the sorted equations has at the start, as an expression of parameters; nothing
// if it follows from more than start values and explicit equations.
auto TryStartValue(transform::Work& work, expr::VarId var) -> std::optional<expr::ExprId>;

// Parameters in an order in which each stands behind those that its value needs, otherwise as they are:
// INITIAL runs from top to bottom.
auto ByNeed(const dae::Dae& dae, const std::vector<expr::VarId>& parameters) -> std::vector<expr::VarId>;

// A variable that the program needs beside those of the model.
auto AddOwnVar(transform::Work& work, base::PathId parent, const std::string& name, dae::VarKind kind)
    -> expr::VarId;

}  // namespace kerf::emit
