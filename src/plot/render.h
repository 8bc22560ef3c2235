// The outputs, all from the one layout.
#pragma once

#include <span>
#include <string>

#include "plot/figure.h"

namespace kerf::plot {

// An SVG document.
auto RenderSvg(const Figure& figure) -> std::string;

// A PNG file with `scale` pixels per pixel of the figure. Returns an error text, or an empty one.
auto WritePng(const Figure& figure, const std::string& path, double scale = 2) -> std::string;

// One line of facts above the plots, such as {"solver", "CVODE"}.
struct SummaryRow {
  std::string key;
  std::string value;
};

// One page that needs no network: the plots with zoom, read-out and a search for variables, or the static
// pictures in a browser without script. Maps are pictures below the plots. `more` are variables that are not
// plotted at first but can be added.
auto RenderHtml(std::span<const Figure> figures, const std::string& title,
                std::span<const SummaryRow> summary = {}, std::span<const Series> more = {}) -> std::string;

// Writes a file .svg, .png or .html. Returns an error text, or an empty one.
auto WriteFigure(const Figure& figure, const std::string& path) -> std::string;

}  // namespace kerf::plot
