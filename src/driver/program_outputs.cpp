// See program_outputs.h.
#include "driver/program_outputs.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "plot/render.h"

namespace kerf::driver {

namespace {

KERF_DIAG(NotStored, Warning, "`{}` cannot be shown: {}", std::string, std::string);
KERF_DIAG(CannotDrawGraph, Error, "the plot `{}` cannot be written: {}", std::string, std::string);

class Outputs {
 public:
  Outputs(const process::Program& program, const combined::Engine& engine, diag::Emitter& emitter)
      : program_(program), engine_(engine), emitter_(emitter) {}

  // The rows that an output looks at; null with the reason in `why`.
  auto RowsOf(const process::Output& output, std::string& why) const
      -> const std::vector<std::vector<double>>* {
    why = "nothing was stored";
    if (output.is_across_runs) {
      why = "no CROSSPLOT was made";
      return engine_.cross_rows().empty() ? nullptr : &engine_.cross_rows();
    }
    const auto& runs = engine_.runs();
    if (output.run > runs.size()) {
      why = fmt::format("there is no run {}", output.run);
      return nullptr;
    }
    if (runs.empty()) return nullptr;
    const combined::RunRecord& run = output.run > 0 ? runs[output.run - 1] : runs.back();
    if (run.rows.empty() && output.run > 0 && output.run < runs.size()) why = "its run was not kept (SAVE)";
    return run.rows.empty() ? nullptr : &run.rows;
  }

  // Where a cell stands in a row; kNone if it was not stored.
  [[nodiscard]] auto ColumnOf(const process::Output& output, uint32_t cell) const -> uint32_t {
    if (cell == process::kNone) return 0;
    if (output.is_across_runs || program_.stored.empty() || cell == 0) return cell;
    const auto found = std::ranges::find(program_.stored, cell);
    return found == program_.stored.end() ? process::kNone
                                          : static_cast<uint32_t>(found - program_.stored.begin()) + 1;
  }

  auto Values(const process::Output& output, uint32_t cell) const -> std::vector<double> {
    std::string why;
    const auto* rows = RowsOf(output, why);
    const uint32_t column = ColumnOf(output, cell);
    if (rows != nullptr && column == process::kNone) why = "it is not among the names after STORE";
    if (rows == nullptr || column == process::kNone) {
      emitter_.Emit({}, NotStored,
                    cell == process::kNone ? std::string("TIME") : process::CellName(program_, cell), why);
      return {};
    }
    std::vector<double> values;
    values.reserve(rows->size());
    for (const std::vector<double>& row : *rows) values.push_back(row[column]);
    if (!output.is_across_runs || output.versus == process::kNone) return values;
    // Runs come in any order, a curve from left to right.
    std::vector<size_t> order(rows->size());
    std::iota(order.begin(), order.end(), size_t{0});
    const auto x_of = [&](size_t k) { return (*rows)[k][output.versus]; };
    std::ranges::stable_sort(order, {}, x_of);
    std::vector<double> sorted;
    for (const size_t k : order) sorted.push_back(values[k]);
    return sorted;
  }

  auto PanelOf(const process::Output& output) const -> plot::Panel {
    plot::Panel panel;
    panel.x_label = output.versus == process::kNone ? "TIME" : process::CellName(program_, output.versus);
    const std::vector<double> x = Values(output, output.versus);
    for (const uint32_t cell : output.cells) {
      if (!x.empty()) panel.series.push_back({process::CellName(program_, cell), x, Values(output, cell)});
    }
    std::erase_if(panel.series, [](const plot::Series& series) { return series.y.empty(); });
    return panel;
  }

  // An array over time and place: places of a field are known, others count.
  auto MapPanelOf(const process::Output& output) const -> plot::Panel {
    plot::Panel panel;
    plot::Map map;
    map.look = output.kind == process::OutputKind::Surface ? plot::MapLook::Surface : plot::MapLook::Contour;
    map.azimuth = output.azimuth;
    map.elevation = output.elevation;
    map.x = Values(output, process::kNone);
    panel.x_label = "TIME";
    const size_t n = output.cells.size();
    const auto field = std::ranges::find(program_.fields, output.cells[0], &process::Field::first);
    const bool is_field = field != program_.fields.end() && n > 1;
    panel.y_label = is_field ? "PLACE" : "ELEMENT";
    const std::string element = process::CellName(program_, output.cells[0]);
    map.name = element.substr(0, element.find('['));
    map.z.resize(map.x.size() * n);
    for (size_t k = 0; k < n; ++k) {
      const double part = n < 2 ? 0 : static_cast<double>(k) / static_cast<double>(n - 1);
      map.y.push_back(is_field ? std::lerp(field->lower, field->upper, part) : static_cast<double>(k + 1));
      const std::vector<double> values = Values(output, output.cells[k]);
      if (values.size() != map.x.size()) return {};
      for (size_t i = 0; i < values.size(); ++i) map.z[i * n + k] = values[i];
    }
    panel.map = std::move(map);
    return panel;
  }

  void Print(const process::Output& output, const Io& io) const {
    std::vector<std::vector<double>> columns;
    std::string head;
    std::vector<uint32_t> cells = output.cells;
    if (!output.is_across_runs || output.versus != process::kNone) cells.insert(cells.begin(), output.versus);
    for (const uint32_t cell : cells) {
      columns.push_back(Values(output, cell));
      if (columns.back().empty()) return;
      head += fmt::format("{:>14}",
                          cell == process::kNone ? std::string("TIME") : process::CellName(program_, cell));
    }
    if (!output.title.empty()) io.out(output.title + "\n");
    io.out(head + "\n");
    for (size_t k = 0; k < columns[0].size(); ++k) {
      std::string line;
      for (const std::vector<double>& column : columns) line += fmt::format("{:>14.6g}", column[k]);
      io.out(line + "\n");
    }
  }

 private:
  const process::Program& program_;
  const combined::Engine& engine_;
  diag::Emitter& emitter_;
};

}  // namespace

auto WriteProgramOutputs(const process::Program& program, const combined::Engine& engine,
                         const std::vector<std::string>& files, const Io& io, diag::Emitter& emitter)
    -> bool {
  const Outputs outputs(program, engine, emitter);
  plot::Figure figure;
  figure.title = program.name;
  for (const process::Output& output : program.outputs) {
    if (output.kind == process::OutputKind::List) {
      outputs.Print(output, io);
      continue;
    }
    // Nobody looks at graphs that are not drawn.
    if (files.empty()) continue;
    plot::Panel panel = process::IsMap(output.kind) ? outputs.MapPanelOf(output) : outputs.PanelOf(output);
    if (panel.series.empty() && !panel.map.has_value()) continue;
    if (!output.title.empty()) panel.title = output.title;
    figure.panels.push_back(std::move(panel));
  }
  bool is_good = true;
  for (const std::string& file : files) {
    const std::string error = figure.panels.empty() ? "there is no graph" : plot::WriteFigure(figure, file);
    if (!error.empty()) emitter.Emit({}, CannotDrawGraph, file, error);
    is_good = is_good && error.empty();
    if (error.empty()) io.out(fmt::format("plot: {}\n", file));
  }
  return is_good;
}

}  // namespace kerf::driver
