// See run_record.h.
#include "combined/run_record.h"

#include <fmt/format.h>

#include "base/number_text.h"

namespace kerf::combined {

auto ListText(const process::Program& program, const RunRecord& run) -> std::string {
  std::string text;
  for (size_t k = 0; k < run.list_cells.size(); ++k)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", process::CellName(program, run.list_cells[k]),
                        base::NumberText(run.list_values[k]));
  return text;
}

}  // namespace kerf::combined
