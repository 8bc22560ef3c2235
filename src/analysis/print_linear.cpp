// A linear model for the terminal.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analysis/columns.h"
#include "analysis/linear_model.h"

namespace kerf::analysis {

namespace {

// Wider matrices are for files.
constexpr uint32_t kMaxShown = 10;

auto Number(double value) -> std::string { return fmt::format("{:.6g}", value); }

auto ListText(std::string_view title, const std::vector<std::string>& names,
              const std::vector<double>& values) -> std::string {
  constexpr size_t kMaxListed = 12;
  if (names.empty()) return fmt::format("{:<9}none\n", title);
  std::string text;
  for (size_t k = 0; k < std::min(names.size(), kMaxListed); ++k) {
    text += fmt::format("{:<9}{} = {}\n", k == 0 ? title : "", names[k], Number(values[k]));
  }
  if (names.size() > kMaxListed) text += fmt::format("{:<9}and {} more\n", "", names.size() - kMaxListed);
  return text;
}

auto MatrixText(std::string_view title, const Matrix& matrix, const std::vector<std::string>& rows,
                const std::vector<std::string>& cols) -> std::string {
  if (matrix.entries.empty()) return "";
  if (matrix.n_cols > kMaxShown || matrix.n_rows > 4 * kMaxShown) {
    const auto n = matrix.entries.size() - static_cast<size_t>(std::ranges::count(matrix.entries, 0.0));
    return fmt::format("\n{}  {} × {}, {} entries not zero: see --output FILE.json or FILE.mat\n", title,
                       matrix.n_rows, matrix.n_cols, n);
  }
  std::vector<std::vector<std::string>> lines{{std::string(title)}};
  lines[0].insert(lines[0].end(), cols.begin(), cols.end());
  for (uint32_t i = 0; i < matrix.n_rows; ++i) {
    lines.push_back({rows[i]});
    for (uint32_t j = 0; j < matrix.n_cols; ++j) lines.back().push_back(Number(matrix.at(i, j)));
  }
  return "\n" + InColumns(lines, 1);
}

auto EigenvalueText(const Mode& mode) -> std::string {
  if (!mode.is_pair) return Number(mode.eigenvalue.real());
  const std::string imaginary = Number(mode.eigenvalue.imag()) + "j";
  return mode.eigenvalue.real() == 0 ? "± " + imaginary : Number(mode.eigenvalue.real()) + " ± " + imaginary;
}

auto StatesText(const LinearModel& model, const Mode& mode) -> std::string {
  constexpr size_t kMaxListed = 4;
  std::vector<std::string> parts;
  for (size_t k = 0; k < std::min(mode.states.size(), kMaxListed); ++k) {
    parts.push_back(
        fmt::format("{} {:.0f} %", model.states[mode.states[k].state], 100 * mode.states[k].share));
  }
  if (mode.states.size() > kMaxListed) parts.emplace_back("…");
  return fmt::format("{}", fmt::join(parts, ", "));
}

auto ModesText(const LinearModel& model) -> std::string {
  constexpr size_t kMaxListed = 200;
  if (model.modes.empty()) return "";
  std::vector<std::vector<std::string>> lines{
      {"eigenvalue", "time constant [s]", "frequency [Hz]", "damping", "states that take part"}};
  for (const Mode& mode : model.modes) {
    if (lines.size() > kMaxListed) break;
    const std::string time = std::isinf(mode.time_constant) ? "–"
                             : mode.time_constant < 0       ? Number(-mode.time_constant) + " grows"
                                                            : Number(mode.time_constant);
    lines.push_back({EigenvalueText(mode), time, mode.is_pair ? Number(mode.frequency) : "",
                     mode.is_pair ? Number(mode.damping) : "", StatesText(model, mode)});
  }
  std::string text = "\n" + InColumns(lines, 5);
  if (model.modes.size() > kMaxListed) text += fmt::format("and {} more\n", model.modes.size() - kMaxListed);
  return text;
}

}  // namespace

auto TextOf(const LinearModel& model) -> std::string {
  std::vector<std::string> derivatives;
  for (const std::string& state : model.states) derivatives.push_back(fmt::format("der({})", state));
  const auto size = [](double value) { return std::abs(value); };
  const double worst = model.x_dot.empty() ? 0 : size(*std::ranges::max_element(model.x_dot, {}, size));
  const std::string rest =
      model.is_steady || worst == 0 ? ", at rest" : fmt::format(", largest derivative {}", Number(worst));
  std::string text = fmt::format("{}: {}, {}, {}, at time {}{}\n", model.name,
                                 Counted(model.states.size(), "state"), Counted(model.inputs.size(), "input"),
                                 Counted(model.outputs.size(), "output"), Number(model.time), rest);
  text += ListText("states", model.states, model.x);
  text += ListText("inputs", model.inputs, model.u);
  text += ListText("outputs", model.outputs, model.y);
  text += MatrixText("A", model.a, derivatives, model.states);
  text += MatrixText("B", model.b, derivatives, model.inputs);
  text += MatrixText("C", model.c, model.outputs, model.states);
  text += MatrixText("D", model.d, model.outputs, model.inputs);
  return text + ModesText(model);
}

}  // namespace kerf::analysis
