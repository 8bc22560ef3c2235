// Version numbers of packages and their order (specification, "Version Management"): "4.1.0" is a release,
// "4.1.0 beta 1" comes before it, and anything that does not begin with numbers has no order.
#pragma once

#include <compare>
#include <string_view>

namespace kerf::modelica {

// Releases compare number by number, a pre-release comes before its release, two pre-releases of one release
// compare as texts. Versions without order come before all others, among themselves as texts, so that the
// newest of several is always the same.
auto CompareVersions(std::string_view a, std::string_view b) -> std::strong_ordering;

}  // namespace kerf::modelica
