// The data of the HTML page: arrays once each, variables and figures that refer to them.
#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <map>
#include <string_view>
#include <vector>

#include "plot/decimate.h"
#include "plot/escape.h"
#include "plot/html.h"

namespace kerf::plot {

namespace {

// Series of more than four times as many points are thinned; zooming in by a factor of ten still shows every
// pixel.
constexpr size_t kColumns = 8000;

auto Base64(std::string_view bytes) -> std::string {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t group = 0;
    for (size_t k = 0; k < 3; ++k) {
      group = group << 8U | (i + k < bytes.size() ? static_cast<uint8_t>(bytes[i + k]) : 0U);
    }
    for (size_t k = 0; k < 4; ++k) {
      const bool is_padding = i + k > bytes.size();
      text += is_padding ? '=' : kLetters[group >> (18 - 6 * k) & 63U];
    }
  }
  return text;
}

class DataBuilder {
 public:
  // The index of the variable made from the series.
  auto AddVariable(const Series& series) -> size_t {
    Series thin = Thinned(series, kColumns);
    const size_t n = PointCount(thin);
    thin.x.resize(n);
    thin.y.resize(n);
    const size_t x = AddArray(thin.x);
    const size_t y = AddArray(thin.y);
    const std::string text = fmt::format("{{\"name\":{},\"x\":{},\"y\":{}}}", JsonString(series.name), x, y);
    const auto [place, is_new] = variable_index_.try_emplace(text, n_variables_);
    if (is_new) {
      variables_ += (n_variables_ == 0 ? "" : ",\n") + text;
      ++n_variables_;
    }
    return place->second;
  }

  [[nodiscard]] auto arrays() const -> const std::string& { return arrays_; }
  [[nodiscard]] auto variables() const -> const std::string& { return variables_; }

 private:
  auto AddArray(const std::vector<double>& values) -> size_t {
    static_assert(std::endian::native == std::endian::little, "the script reads little-endian numbers");
    std::string bytes(values.size() * sizeof(double), '\0');
    if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    const auto [place, is_new] = array_index_.try_emplace(std::move(bytes), array_index_.size());
    if (is_new) arrays_ += (place->second == 0 ? "\"" : ",\n\"") + Base64(place->first) + "\"";
    return place->second;
  }

  std::map<std::string, size_t> array_index_;
  std::map<std::string, size_t> variable_index_;
  std::string arrays_;
  std::string variables_;
  size_t n_variables_ = 0;
};

auto PanelText(const Panel& panel, double height, DataBuilder& builder) -> std::string {
  std::string series;
  for (const Series& one : panel.series) {
    series += fmt::format("{}{}", series.empty() ? "" : ",", builder.AddVariable(one));
  }
  return fmt::format("{{\"title\":{},\"x_label\":{},\"y_label\":{},\"height\":{},\"series\":[{}]}}",
                     JsonString(panel.title), JsonString(panel.x_label), JsonString(panel.y_label), height,
                     series);
}

}  // namespace

auto PageData(std::span<const Figure> figures, std::span<const Series> more) -> std::string {
  DataBuilder builder;
  std::string texts;
  for (const Figure& figure : figures) {
    std::string panels;
    for (const Panel& panel : figure.panels) {
      panels += (panels.empty() ? "" : ",\n") + PanelText(panel, figure.panel_height_px, builder);
    }
    texts += (texts.empty() ? "" : ",\n") +
             fmt::format("{{\"title\":{},\"panels\":[{}]}}", JsonString(figure.title), panels);
  }
  for (const Series& series : more) builder.AddVariable(series);
  return fmt::format("{{\"arrays\":[{}],\n\"variables\":[{}],\n\"figures\":[{}]}}", builder.arrays(),
                     builder.variables(), texts);
}

}  // namespace kerf::plot
