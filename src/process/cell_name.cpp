// See program.h.
#include <algorithm>

#include "process/program.h"

namespace kerf::process {

auto FindVariable(const Program& program, uint32_t cell) -> const Variable* {
  const auto behind = std::ranges::upper_bound(program.variables, cell, {}, &Variable::first);
  if (behind == program.variables.begin()) return nullptr;
  const Variable& variable = *(behind - 1);
  return cell < variable.first + variable.size ? &variable : nullptr;
}

auto CellName(const Program& program, uint32_t cell) -> std::string {
  const Variable* variable = FindVariable(program, cell);
  if (variable == nullptr) return "TIME";
  return variable->is_array ? fmt::format("{}[{}]", variable->name, cell - variable->first + 1)
                            : variable->name;
}

}  // namespace kerf::process
