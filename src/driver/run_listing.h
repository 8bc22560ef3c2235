// Trajectories as text: listings and ranges.
#pragma once

#include <string>
#include <vector>

#include "results/table.h"

namespace kerf::driver {

// One line for every `every`-th point in time. Points that an
// event doubled are listed once, with the later values.
auto Listing(const results::Table& table, const std::vector<std::string>& names, double every) -> std::string;
// Least and largest value of each, with their times.
auto RangeText(const results::Table& table, const std::vector<std::string>& names) -> std::string;

}  // namespace kerf::driver
