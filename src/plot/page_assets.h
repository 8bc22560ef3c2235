// The texts of page_*.js and page.css.
#pragma once

#include <string_view>

namespace kerf::plot {

auto page_script() -> std::string_view;
auto page_style() -> std::string_view;

}  // namespace kerf::plot
