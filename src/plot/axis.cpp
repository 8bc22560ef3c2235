// Tick labels with factor and offset.
#include "plot/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace kerf::plot {

namespace {

// Characters of a label without sign that are read at a glance.
constexpr int kShort = 5;
// Significant digits beyond which a common offset is split off.
constexpr int kManyDigits = 6;

auto FloorDiv(int a, int b) -> int { return a >= 0 ? a / b : -((-a + b - 1) / b); }

auto Exponent(double value) -> int { return static_cast<int>(std::floor(std::log10(value) + 1e-9)); }

auto Superscript(int number) -> std::string {
  static constexpr std::array<std::string_view, 10> kDigits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char c : std::to_string(number)) text += c == '-' ? "⁻" : kDigits[static_cast<size_t>(c - '0')];
  return text;
}

auto WithMinus(const std::string& text) -> std::string {
  return text.starts_with('-') ? "−" + text.substr(1) : text;
}

// The ticks as k·step − zero·step, scaled by a power of ten.
struct Scale {
  int64_t zero = 0;
  int exponent = 0;
  // The common offset as text, empty if zero is 0.
  std::string offset;
};

// Characters of the longest label: digits before the point, the point, digits behind it.
auto LabelLength(double largest, TickStep step, int exponent) -> int {
  const int before = std::max(Exponent(largest) - exponent, 0) + 1;
  const int behind = std::max(exponent - step.exponent, 0);
  return before + behind + (behind > 0 ? 1 : 0);
}

auto LargestTick(const Ticks& ticks, int64_t zero) -> double {
  const double first = std::fabs(static_cast<double>(ticks.first - zero));
  const double last = std::fabs(static_cast<double>(ticks.last - zero));
  return std::max(first, last) * StepValue(ticks.step);
}

// The offset, a multiple of 10^exponent, without zeros behind the point.
auto OffsetText(double value, int exponent) -> std::string {
  const bool is_plain = value < 1e9 && exponent > -9;
  if (!is_plain) return fmt::format("{:.15g}", value);
  std::string text = fmt::format("{:.{}f}", value, std::max(-exponent, 0));
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

void SplitOffset(const Ticks& ticks, Scale& scale) {
  const double span = std::max(1.0, static_cast<double>(ticks.last - ticks.first)) * StepValue(ticks.step);
  // The offset is a multiple of the power of ten above the span, and so also one of the step.
  const int exponent = std::max(Exponent(span) + 1, ticks.step.exponent + 1);
  const auto per_unit =
      static_cast<int64_t>(std::llround(PowerOfTen(exponent - ticks.step.exponent) / ticks.step.mantissa));
  const double middle = 0.5 * (static_cast<double>(ticks.first) + static_cast<double>(ticks.last));
  const int64_t units = std::llround(middle / static_cast<double>(per_unit));
  scale.zero = units * per_unit;
  const double value = static_cast<double>(units) * PowerOfTen(exponent);
  scale.offset = (value < 0 ? "− " : "+ ") + OffsetText(std::fabs(value), exponent);
}

auto ChooseScale(const Ticks& ticks) -> Scale {
  Scale scale;
  double largest = LargestTick(ticks, 0);
  if (largest == 0) return scale;
  if (Exponent(largest) - ticks.step.exponent + 1 > kManyDigits) {
    SplitOffset(ticks, scale);
    largest = LargestTick(ticks, scale.zero);
    if (largest == 0) return scale;
  }
  if (LabelLength(largest, ticks.step, 0) <= kShort) return scale;
  const int exponent = 3 * FloorDiv(Exponent(largest), 3);
  if (LabelLength(largest, ticks.step, exponent) < LabelLength(largest, ticks.step, 0))
    scale.exponent = exponent;
  return scale;
}

auto TickLabel(int64_t k, TickStep step, const Scale& scale) -> std::string {
  const double units = static_cast<double>((k - scale.zero) * step.mantissa);
  // The power may be beyond the range of a double although the label is not: both parts are small here.
  const double value = units * PowerOfTen(step.exponent - scale.exponent);
  return WithMinus(fmt::format("{:.{}f}", value, std::max(scale.exponent - step.exponent, 0)));
}

}  // namespace

auto WithPrefix(const std::string& label, int exponent) -> std::string {
  static constexpr std::array<std::string_view, 15> kUnits{"s",  "m", "A", "V", "W", "J",  "N",  "Pa",
                                                           "Hz", "F", "H", "C", "T", "Wb", "Ohm"};
  static constexpr std::array<std::string_view, 9> kPrefixes{"p", "n", "µ", "m", "", "k", "M", "G", "T"};
  const size_t open = label.rfind('[');
  if (open == std::string::npos || !label.ends_with(']')) return {};
  const std::string unit = label.substr(open + 1, label.size() - open - 2);
  if (std::ranges::find(kUnits, unit) == kUnits.end()) return {};
  if (exponent % 3 != 0 || exponent < -12 || exponent > 12) return {};
  // Nobody says kiloseconds or megametres.
  if ((unit == "s" && exponent > 0) || (unit == "m" && exponent > 3)) return {};
  return fmt::format("{}[{}{}]", label.substr(0, open), kPrefixes[static_cast<size_t>(exponent / 3) + 4],
                     unit);
}

auto MakeAxis(Range range, const std::string& label, int max_ticks) -> Axis {
  Axis axis;
  axis.range = range;
  axis.label = label;
  const Ticks ticks = NiceTicks(range, max_ticks);
  const Scale scale = ChooseScale(ticks);
  for (int64_t k = ticks.first; k <= ticks.last; ++k) {
    axis.ticks.push_back(std::clamp(static_cast<double>(k) * StepValue(ticks.step), range.low, range.high));
    axis.tick_labels.push_back(TickLabel(k, ticks.step, scale));
  }
  const std::string prefixed = scale.offset.empty() ? WithPrefix(label, scale.exponent) : std::string();
  if (!prefixed.empty()) {
    axis.label = prefixed;
  } else if (scale.exponent != 0) {
    axis.note = "×10" + Superscript(scale.exponent);
  }
  if (!scale.offset.empty()) axis.note += (axis.note.empty() ? "" : " ") + scale.offset;
  return axis;
}

}  // namespace kerf::plot
