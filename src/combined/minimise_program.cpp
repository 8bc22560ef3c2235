// MINIMIZE of a program: each trial is a run of its body.
#include <cmath>

#include "base/number_text.h"
#include "combined/engine.h"
#include "combined/minimise.h"

namespace kerf::combined {

using process::Flow;

namespace {

KERF_DIAG(MinimumNotFound, Warning, "no minimum of `{}` was found within {} trials; the best was {}",
          std::string, uint32_t, std::string);

}  // namespace

auto Engine::Minimise(const process::Minimisation& minimisation, const double* arguments) -> Flow {
  const std::vector<uint32_t>& cells = minimisation.cells;
  const size_t n = cells.size();
  const double tolerance = arguments[0];
  if (!(tolerance > 0) || std::isinf(tolerance))
    return Fail(fmt::format("the tolerance of MINIMIZE is {}", base::NumberText(tolerance)));
  const std::vector<double> start(arguments + 1, arguments + 1 + n);
  std::vector<Box> boxes;
  for (size_t k = 0; k < n; ++k) {
    boxes.push_back({arguments[1 + n + 2 * k], arguments[2 + n + 2 * k]});
    if (start[k] >= boxes[k].least && start[k] <= boxes[k].most && std::isfinite(start[k])) continue;
    return Fail(fmt::format("MINIMIZE begins with `{}` at {}, outside of its range {} to {}",
                            process::CellName(program_, cells[k]), base::NumberText(start[k]),
                            base::NumberText(boxes[k].least), base::NumberText(boxes[k].most)));
  }
  bool is_good = true;
  const auto objective = [&](const std::vector<double>& x) {
    for (size_t k = 0; k < n; ++k) cells_[cells[k]] = x[k];
    is_good = is_good && RunPlain(minimisation.body);
    return cells_[minimisation.objective];
  };
  const Minimum minimum =
      combined::Minimise(objective, start, boxes, tolerance, [&] { return is_good && !ShouldStop(); });
  if (!is_good) return Flow::Fail;
  // The cells keep what belongs to the optimum.
  cells_[minimisation.objective] = objective(minimum.x);
  if (!minimum.is_found && is_good && !ShouldStop())
    emitter_.Emit(minimisation.span, MinimumNotFound, minimisation.name, minimum.n_evaluations,
                  base::NumberText(cells_[minimisation.objective]));
  return is_good ? Flow::Go : Flow::Fail;
}

}  // namespace kerf::combined
