// Colours, dashes and sizes that all outputs share. The colours are those of Okabe and Ito ("Color universal
// design", 2008), which remain distinct for colour-blind readers, without the yellow that is lost on white.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace kerf::plot {

inline constexpr std::array<uint32_t, 7> kPalette{0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7,
                                                  0xE69F00, 0x56B4E9, 0x4D4D4D};

// Lengths of dash, gap, dash, gap [px]; solid if zero.
using Dash = std::array<double, 4>;
inline constexpr std::array<Dash, 4> kDashes{{{0, 0, 0, 0}, {7, 3.5, 7, 3.5}, {2, 3, 2, 3}, {9, 3, 2, 3}}};

// Curve i takes the colours in turn and then the next kind of dash.
constexpr auto ColourOf(size_t i) -> uint32_t { return kPalette[i % kPalette.size()]; }
constexpr auto DashOf(size_t i) -> const Dash& { return kDashes[i / kPalette.size() % kDashes.size()]; }

inline constexpr uint32_t kInk = 0x222222;
inline constexpr uint32_t kSoftInk = 0x555555;
inline constexpr uint32_t kGridColour = 0xE4E4E4;
inline constexpr uint32_t kFrameColour = 0x8A8A8A;

// Sizes [px].
inline constexpr double kTextSize = 12;
inline constexpr double kPanelTitleSize = 14;
inline constexpr double kTitleSize = 17;
inline constexpr double kCurveWidth = 1.8;
inline constexpr double kDotRadius = 3;
inline constexpr double kPadding = 12;
inline constexpr double kLegendLine = 18;
inline constexpr double kSampleWidth = 24;
inline constexpr double kSampleGap = 6;

}  // namespace kerf::plot
