// A result as a table, from comma-separated values.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace kerf::targets_test {

struct Table {
  // By name of the variable; "time" among them.
  std::map<std::string, std::vector<double>> columns;
};

auto ReadTable(const std::string& file) -> Table;
// What differs between the two at the times start + k*(stop - start)/n by more than the tolerance, relative
// to the larger of 1 and the value; "" if nothing does. Where a time occurs more than once, its last row
// counts.
auto Differences(const Table& expected, const Table& actual, double stop, int n, double tolerance)
    -> std::string;

}  // namespace kerf::targets_test
