// See program.h.
#include "process/program.h"

namespace kerf::process {

auto CellName(const Program& program, uint32_t cell) -> std::string {
  for (const Variable& variable : program.variables) {
    if (cell < variable.first || cell >= variable.first + variable.size) continue;
    return variable.is_array ? fmt::format("{}[{}]", variable.name, cell - variable.first + 1)
                             : variable.name;
  }
  return "TIME";
}

}  // namespace kerf::process
