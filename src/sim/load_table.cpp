// Tables from result files.
#include <algorithm>

#include "results/read_result.h"
#include "sim/functions.h"

namespace kerf::sim {

namespace {

KERF_DIAG(BadTable, Error, "--input {}: {}", std::string, std::string);

}  // namespace

auto LoadTable(const std::string& path, const std::string& input, diag::Emitter& emitter)
    -> std::shared_ptr<const LookupTable> {
  const results::Loaded loaded = results::ReadResult(path);
  if (!loaded.error.empty()) {
    emitter.Emit({}, BadTable, input, loaded.error);
    return nullptr;
  }
  const auto& names = loaded.table.names;
  const std::vector<double>* values = results::FindColumn(loaded.table, input);
  if (values == nullptr && names.size() == 2) values = &loaded.table.columns[1];
  if (values == nullptr || names.empty()) {
    emitter.Emit({}, BadTable, input,
                 fmt::format("`{}` has no column `{}`; it has {}", path, input, fmt::join(names, ", ")));
    return nullptr;
  }
  auto table = std::make_shared<LookupTable>();
  table->x = loaded.table.columns[0];
  table->y = *values;
  if (table->x.empty() || !std::ranges::is_sorted(table->x)) {
    emitter.Emit({}, BadTable, input,
                 fmt::format("the first column of `{}`, time, must rise and have a value", path));
    return nullptr;
  }
  return table;
}

}  // namespace kerf::sim
