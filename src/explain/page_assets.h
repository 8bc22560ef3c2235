// Style sheet and script of the page.
#pragma once

#include <string_view>

namespace kerf::explain {

auto page_style() -> std::string_view;
auto page_script() -> std::string_view;

}  // namespace kerf::explain
