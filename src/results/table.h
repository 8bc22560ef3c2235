// A trajectory in memory: named columns of equal length, in the order of the file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kerf::results {

struct Table {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;
};

// What reading a file gave: the table, or a text that says why there is none.
struct Loaded {
  Table table;
  std::string error;
};

// The column of that name, or null.
auto FindColumn(const Table& table, std::string_view name) -> const std::vector<double>*;

// The same if blanks outside quotes do not count: tools write `x[1, 2]` as well as `x[1,2]`.
auto FindSignal(const Table& table, std::string_view name) -> const std::vector<double>*;
// The name without blanks outside quotes.
auto WithoutBlanks(std::string_view name) -> std::string;

// The number of rows.
auto RowCount(const Table& table) -> size_t;

}  // namespace kerf::results
