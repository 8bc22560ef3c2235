// Looking things up in a table.
#include "results/table.h"

#include <algorithm>

namespace kerf::results {

auto FindColumn(const Table& table, std::string_view name) -> const std::vector<double>* {
  const auto found = std::ranges::find(table.names, name);
  if (found == table.names.end()) return nullptr;
  return &table.columns[static_cast<size_t>(found - table.names.begin())];
}

auto RowCount(const Table& table) -> size_t { return table.columns.empty() ? 0 : table.columns[0].size(); }

}  // namespace kerf::results
