// A second, simple interpreter of flat models: at the points of a run it evaluates both sides of every
// equation, every binding, algorithm and assertion. It shares no code with the passes nor with the
// interpreter of `flat`, so that mistakes of the front end (the flat model is wrong) and of what follows it
// (the results do not satisfy the flat model) are told apart.
#pragma once

#include <string>

#include "flat/model.h"
#include "results/table.h"

namespace kerf::torture {

// The first thing that does not hold, or nothing. The table has all variables. Points at which events happen
// are left out, because values before them are not in the table, and what depends on a clock or on the past.
auto CheckFlat(const flat::Model& model, const results::Table& table) -> std::string;
// The same at the first point, with the equations of the start; without what depends on values before it.
auto CheckFlatStart(const flat::Model& model, const results::Table& table) -> std::string;

}  // namespace kerf::torture
