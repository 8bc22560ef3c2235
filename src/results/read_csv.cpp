// CSV files as tables, with messages that name the line and the column.
#include <fmt/format.h>

#include <algorithm>

#include "results/csv_records.h"
#include "results/number_text.h"
#include "results/read_result.h"
#include "results/read_text.h"

namespace kerf::results {

namespace {

auto HeaderError(const std::vector<std::string>& names) -> std::string {
  const auto is_number = [](const std::string& name) { return TryParseNumber(name).has_value(); };
  if (std::ranges::all_of(names, is_number)) {
    return fmt::format("a header with the names of the columns is expected, but '{}' is a number", names[0]);
  }
  const auto nameless = std::ranges::find(names, std::string());
  if (nameless == names.end()) return {};
  return fmt::format("column {} has no name", nameless - names.begin() + 1);
}

// Adds the record as a row and returns an empty text, or says what is wrong with it and where.
auto AddRow(Table& table, const std::vector<std::string>& fields) -> std::string {
  if (fields.size() != table.names.size()) {
    return fmt::format(": {} values, but the header names {} columns", fields.size(), table.names.size());
  }
  for (size_t i = 0; i < fields.size(); ++i) {
    const auto value = TryParseNumber(fields[i]);
    if (!value) {
      return fmt::format(", column '{}': {}", table.names[i],
                         fields[i].empty() ? "no value" : fmt::format("'{}' is not a number", fields[i]));
    }
    table.columns[i].push_back(*value);
  }
  return {};
}

auto Failed(const std::string& name, const std::string& text) -> Loaded {
  return {.table = {}, .error = name + ": " + text};
}

}  // namespace

auto ParseCsv(std::string_view text, const std::string& name) -> Loaded {
  CsvRecords records(text);
  if (!records.Next()) return Failed(name, "the file is empty");
  Loaded loaded;
  Table& table = loaded.table;
  table.names = records.fields();
  if (const std::string wrong = HeaderError(table.names); !wrong.empty()) {
    return Failed(name, fmt::format("line {}: {}", records.line(), wrong));
  }
  table.columns.resize(table.names.size());
  while (records.Next()) {
    if (!records.is_terminated() && records.fields().size() < table.names.size()) break;
    if (const std::string wrong = AddRow(table, records.fields()); !wrong.empty()) {
      return Failed(name, fmt::format("line {}{}", records.line(), wrong));
    }
  }
  return loaded;
}

auto ReadCsv(const std::string& path) -> Loaded {
  std::string text;
  const std::string error = ReadText(path, text);
  return error.empty() ? ParseCsv(text, path) : Loaded{.table = {}, .error = error};
}

}  // namespace kerf::results
