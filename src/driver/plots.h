// Plots that a run is asked for: which variables in which panel, and the files.
#pragma once

#include <string>
#include <vector>

#include "diag/diag.h"
#include "driver/io.h"
#include "plot/render.h"
#include "sim/simulate.h"

namespace kerf::driver {

struct PlotRequest {
  // Lists of names; each list is a panel.
  std::vector<std::string> panels;
  // Arrays to show over the time, as contours and as surfaces: `rod.T`, or `cell[*].T` for members of an
  // array.
  std::vector<std::string> contours{};
  std::vector<std::string> surfaces{};
  // .svg, .png or .html.
  std::vector<std::string> files;
};

auto IsEmpty(const PlotRequest& request) -> bool;
// Reports files whose ending names no kind of plot, before a run is wasted on them.
auto CheckPlotFiles(const PlotRequest& request, diag::Emitter& emitter) -> bool;
// The names to keep for the plots; reports those that are no variables of the model.
auto PlottedNames(const PlotRequest& request, const model::CompiledModel& compiled, bool has_protected,
                  diag::Emitter& emitter) -> std::vector<std::string>;
// Draws what was kept and says where. False if a file could not be written (reported).
auto WritePlots(const PlotRequest& request, const std::string& title, const sim::Outcome& outcome,
                const std::vector<plot::SummaryRow>& summary, const Io& io, diag::Emitter& emitter) -> bool;

}  // namespace kerf::driver
