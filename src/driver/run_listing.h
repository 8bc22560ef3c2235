// Trajectories as text: listings and ranges.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "results/table.h"

namespace kerf::driver {

// One line for every `every`-th point in time. Points that an
// event doubled are listed once, with the later values.
// With `every` above 1 only each so many-th communication point, and the end; `communicates` tells which
// times are such points, because events make rows of their own.
auto Listing(const results::Table& table, const std::vector<std::string>& names, double every,
             const std::function<bool(double)>& communicates) -> std::string;
// Least and largest value of each, with their times.
auto RangeText(const results::Table& table, const std::vector<std::string>& names) -> std::string;

}  // namespace kerf::driver
