// Stations of growing lightness, joined by straight lines in the perceptual space Oklab (Ottosson 2020),
// where equal steps look equal.
#include "plot/map_colours.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace kerf::plot {

namespace {

using Triple = std::array<double, 3>;

// Night blue, blue, sea green, leaf green, pale yellow.
constexpr std::array<uint32_t, 5> kStations{0x22195C, 0x2A5CA8, 0x219E9A, 0x8CC65B, 0xFBF0A0};

auto ToLinear(double part) -> double {
  return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
}

auto FromLinear(double part) -> double {
  return part <= 0.0031308 ? part * 12.92 : 1.055 * std::pow(part, 1 / 2.4) - 0.055;
}

auto LinearOf(uint32_t colour) -> Triple {
  const auto part = [colour](unsigned shift) {
    return ToLinear(static_cast<double>((colour >> shift) & 0xFFU) / 255);
  };
  return {part(16), part(8), part(0)};
}

auto ColourOfLinear(const Triple& linear) -> uint32_t {
  uint32_t colour = 0;
  for (const double part : linear) {
    const double byte = std::round(255 * FromLinear(std::clamp(part, 0.0, 1.0)));
    colour = colour << 8U | static_cast<uint32_t>(byte);
  }
  return colour;
}

auto OklabOf(uint32_t colour) -> Triple {
  const auto [r, g, b] = LinearOf(colour);
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

auto ColourOfOklab(const Triple& lab) -> uint32_t {
  const auto cube = [](double value) { return value * value * value; };
  const double l = cube(lab[0] + 0.3963377774 * lab[1] + 0.2158037573 * lab[2]);
  const double m = cube(lab[0] - 0.1055613458 * lab[1] - 0.0638541728 * lab[2]);
  const double s = cube(lab[0] - 0.0894841775 * lab[1] - 1.2914855480 * lab[2]);
  return ColourOfLinear({4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
                         -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
                         -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s});
}

}  // namespace

auto ColourOfValue(double part) -> uint32_t {
  const double at = std::clamp(part, 0.0, 1.0) * (kStations.size() - 1);
  const size_t k = std::min(static_cast<size_t>(at), kStations.size() - 2);
  const Triple from = OklabOf(kStations[k]);
  const Triple to = OklabOf(kStations[k + 1]);
  Triple lab{};
  for (size_t i = 0; i < 3; ++i) lab[i] = std::lerp(from[i], to[i], at - static_cast<double>(k));
  return ColourOfOklab(lab);
}

auto Shaded(uint32_t colour, double part) -> uint32_t {
  Triple linear = LinearOf(colour);
  for (double& value : linear) value *= part;
  return ColourOfLinear(linear);
}

}  // namespace kerf::plot
