// Looking things up in a table.
#include "results/table.h"

#include <algorithm>

namespace kerf::results {

auto FindColumn(const Table& table, std::string_view name) -> const std::vector<double>* {
  const auto found = std::ranges::find(table.names, name);
  if (found == table.names.end()) return nullptr;
  return &table.columns[static_cast<size_t>(found - table.names.begin())];
}

auto WithoutBlanks(std::string_view name) -> std::string {
  std::string text;
  bool is_quoted = false;
  for (size_t i = 0; i < name.size(); ++i) {
    if (is_quoted && name[i] == '\\' && i + 1 < name.size()) {
      text += name[i++];
    } else if (name[i] == '\'') {
      is_quoted = !is_quoted;
    }
    if (is_quoted || (name[i] != ' ' && name[i] != '\t')) text += name[i];
  }
  return text;
}

auto FindSignal(const Table& table, std::string_view name) -> const std::vector<double>* {
  if (const auto* column = FindColumn(table, name); column != nullptr) return column;
  const std::string wanted = WithoutBlanks(name);
  const auto is_same = [&](const std::string& other) { return WithoutBlanks(other) == wanted; };
  const auto found = std::ranges::find_if(table.names, is_same);
  if (found == table.names.end()) return nullptr;
  return &table.columns[static_cast<size_t>(found - table.names.begin())];
}

auto RowCount(const Table& table) -> size_t { return table.columns.empty() ? 0 : table.columns[0].size(); }

}  // namespace kerf::results
