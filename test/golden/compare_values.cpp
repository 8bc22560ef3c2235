// Closed forms are read by the expression reader of the command line.
#include "compare_values.h"

#include <cmath>
#include <functional>
#include <optional>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "expr/evaluate.h"
#include "expr/parse.h"
#include "results/read_result.h"

namespace kerf::golden {

namespace {

using Lookup = std::function<std::optional<double>(const std::string&)>;
using Json = nlohmann::json;

auto TryConstant(const std::string& text) -> std::optional<double> {
  expr::Pool pool;
  const expr::ParseResult parsed =
      expr::Parse(pool, text, [&](std::string_view) { return expr::Pool::kError; });
  if (!parsed.message.empty()) return std::nullopt;
  expr::Evaluator evaluator(pool);
  return evaluator.TryEvaluate(parsed.id, [](expr::ExprId) { return std::nullopt; });
}

auto TryJsonValue(const Json& json, const std::string& name) -> std::optional<double> {
  const Json* found = nullptr;
  const bool has_final = json.contains("final");
  if (has_final && json["final"].contains(name)) {
    found = &json["final"][name];
  } else if (json.contains(name)) {
    found = &json[name];
  } else if (name.find('/') != std::string::npos && json.contains(Json::json_pointer("/" + name))) {
    found = &json[Json::json_pointer("/" + name)];
  }
  if (found == nullptr || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

// The row at which values are read: the last one, or the last at the time asked for.
auto RowAt(const results::Table& table, const std::string& time) -> size_t {
  const size_t n_rows = results::RowCount(table);
  if (time.empty()) return n_rows - 1;
  const double wanted = TryConstant(time).value_or(std::nan(""));
  size_t row = n_rows;
  for (size_t k = 0; k < n_rows; ++k) {
    if (std::abs(table.columns[0][k] - wanted) <= 1e-12 * std::max(1.0, std::abs(wanted))) row = k;
  }
  return row;
}

auto CompareLines(const std::string& lines, double tolerance, const Lookup& lookup) -> std::string {
  std::string report;
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) {
    const size_t equals = line.find(" = ");
    if (equals == std::string::npos) {
      report += "not of the form name = value: " + line + "\n";
      continue;
    }
    const std::string name = line.substr(0, equals);
    const auto expected = TryConstant(line.substr(equals + 3));
    const auto actual = lookup(name);
    if (!expected) {
      report += "not a constant: " + line + "\n";
    } else if (!actual) {
      report += "there is no value of " + name + "\n";
    } else if (!(std::abs(*actual - *expected) <= tolerance * std::max(1.0, std::abs(*expected)))) {
      report += fmt::format("{} is {:.17g}, not {:.17g}\n", name, *actual, *expected);
    }
  }
  return report;
}

}  // namespace

auto CompareValues(const Section& section, const std::string& stdout_text) -> std::string {
  const double tolerance = ToleranceOf(section);
  if (tolerance == 0) return "values need a tolerance\n";
  if (section.words[0] == "tolerance") {
    const Json json = Json::parse(stdout_text, nullptr, false);
    if (json.is_discarded()) return "standard output is not JSON:\n" + stdout_text;
    return CompareLines(section.text, tolerance,
                        [&](const std::string& name) { return TryJsonValue(json, name); });
  }
  const results::Loaded loaded = results::ReadResult(section.words[0]);
  if (!loaded.error.empty()) return loaded.error + "\n";
  const size_t row = RowAt(loaded.table, WordAfter(section, "at"));
  if (row >= results::RowCount(loaded.table)) return "the file has no row at that time\n";
  return CompareLines(section.text, tolerance, [&](const std::string& name) -> std::optional<double> {
    const auto* column = results::FindColumn(loaded.table, name);
    if (column == nullptr) return std::nullopt;
    return (*column)[row];
  });
}

}  // namespace kerf::golden
