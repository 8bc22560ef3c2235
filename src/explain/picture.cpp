// Entries are counted into cells row by row; neighbours of one shade become a run.
#include "explain/picture.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "expr/walk.h"

namespace kerf::explain {

namespace {

using expr::VarId;
using transform::Block;
using transform::BlockKind;

constexpr uint32_t kMaxCells = 240;
constexpr uint32_t kNowhere = 0xFFFF'FFFF;

// Equations and unknowns in order of solution; in torn blocks what is solved on the way comes first, so that
// the border of a block shows what is iterated.
struct Order {
  std::vector<transform::EqnId> equations;
  std::vector<uint32_t> place_of_var;
};

class PictureMaker {
 public:
  explicit PictureMaker(const transform::Work& work) : work_(work), walker_(work.dae.world->pool) {
    order_.place_of_var.assign(work.dae.vars.size(), kNowhere);
    for (const Block& block : work.blocks) AddBlock(block);
  }

  auto Run() -> Picture {
    picture_.n = static_cast<uint32_t>(order_.equations.size());
    picture_.scale = std::max(1U, (picture_.n + kMaxCells - 1) / kMaxCells);
    const uint32_t n_cells = (picture_.n + picture_.scale - 1) / picture_.scale;
    std::vector<uint32_t> counts(n_cells, 0);
    for (uint32_t row = 0; row < picture_.n; ++row) {
      Count(order_.equations[row], counts);
      const bool is_last = (row + 1) % picture_.scale == 0 || row + 1 == picture_.n;
      if (is_last) Flush(row / picture_.scale, counts);
    }
    return std::move(picture_);
  }

 private:
  void Add(transform::EqnId equation) { order_.equations.push_back(equation); }

  void Place(VarId var, size_t place) { order_.place_of_var[var.index] = static_cast<uint32_t>(place); }

  void AddBlock(const Block& block) {
    const size_t first = order_.equations.size();
    size_t next = first;
    if (block.kind == BlockKind::Explicit) {
      Add(block.equations[0].equation);
      return Place(block.equations[0].var, next);
    }
    for (const transform::Assigned& inner : block.inner) {
      Add(inner.equation);
      Place(inner.var, next++);
    }
    for (const transform::EqnId equation : block.residuals) Add(equation);
    for (const VarId var : block.iteration_vars) Place(var, next++);
    const auto n_iteration = block.inner.empty() ? 0U : static_cast<uint32_t>(block.iteration_vars.size());
    picture_.boxes.push_back({static_cast<uint32_t>(first), static_cast<uint32_t>(next - first),
                              block.kind == BlockKind::Linear, n_iteration});
  }

  void Count(transform::EqnId equation, std::vector<uint32_t>& counts) {
    const expr::Pool& pool = work_.dae.world->pool;
    const std::array<expr::ExprId, 2> sides = {work_.structure.lhs[equation.index],
                                               work_.structure.rhs[equation.index]};
    for (const expr::ExprId id : walker_.Postorder(sides)) {
      if (pool.op(id) != expr::Op::Var) continue;
      const uint32_t place = order_.place_of_var[work_.aliases.representative[pool.var(id).index].index];
      if (place == kNowhere) continue;
      ++counts[place / picture_.scale];
      ++picture_.n_entries;
    }
  }

  // A cell of scale × scale entries is dark when it has as many as a row of them: the usual sparse matrix
  // would otherwise be pale all over.
  auto ShadeOf(uint32_t count) const -> uint32_t {
    if (picture_.scale == 1) return kShades;
    const double part = static_cast<double>(count) / picture_.scale;
    return std::clamp(static_cast<uint32_t>(part * kShades) + 1, 1U, kShades);
  }

  void Flush(uint32_t row, std::vector<uint32_t>& counts) {
    bool continues = false;
    for (uint32_t col = 0; col < counts.size(); ++col) {
      if (counts[col] == 0) {
        continues = false;
        continue;
      }
      const uint32_t shade = ShadeOf(counts[col]);
      // Single entries stand apart, so that they can be counted.
      if (continues && picture_.scale > 1 && picture_.runs.back().shade == shade) {
        ++picture_.runs.back().length;
      } else {
        picture_.runs.push_back({row, col, 1, shade});
      }
      continues = true;
    }
    std::ranges::fill(counts, 0);
  }

  const transform::Work& work_;
  expr::Walker walker_;
  Order order_;
  Picture picture_;
};

auto BoxText(const Picture& picture, const Box& box) -> std::string {
  // A box smaller than half a cell is seen by its entries.
  const double scale = picture.scale;
  if (box.size / scale < 0.5) return "";
  const double first = box.first / scale;
  const double size = box.size / scale;
  std::string text = fmt::format(
      "<rect class=\"{}\" x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"><title>equations {} "
      "to {}: {} "
      "block of {}{}</title></rect>\n",
      box.is_linear ? "linear" : "nonlinear", first, first, size, size, box.first + 1, box.first + box.size,
      box.is_linear ? "linear" : "nonlinear", box.size,
      box.n_iteration > 0 ? fmt::format(", {} iterated", box.n_iteration) : "");
  if (box.n_iteration > 0) {
    const double border = first + (box.size - box.n_iteration) / scale;
    text += fmt::format("<path class=\"border\" d=\"M{:.2f} {:.2f}V{:.2f}M{:.2f} {:.2f}H{:.2f}\"/>\n", border,
                        first, first + size, first, border, first + size);
  }
  return text;
}

// Single entries stand a little apart.
auto ShadeText(const Picture& picture, uint32_t shade) -> std::string {
  std::string path;
  for (const Run& run : picture.runs) {
    if (run.shade != shade) continue;
    path += picture.scale == 1 ? fmt::format("M{}.1 {}.1h.8v.8h-.8z", run.col, run.row)
                               : fmt::format("M{} {}h{}v1h-{}z", run.col, run.row, run.length, run.length);
  }
  return path.empty() ? "" : fmt::format("<path class=\"shade{}\" d=\"{}\"/>\n", shade, path);
}

}  // namespace

auto MakePicture(const transform::Work& work) -> Picture { return PictureMaker(work).Run(); }

auto SvgOf(const Picture& picture) -> std::string {
  const double side = std::max(1.0, static_cast<double>(picture.n) / picture.scale);
  // Cells of a small matrix need not fill the page [px].
  constexpr double kLargestCell = 26;
  constexpr double kLargestSide = 560;
  std::string svg = fmt::format(
      "<svg class=\"matrix\" viewBox=\"0 0 {0:.2f} {0:.2f}\" role=\"img\" "
      "style=\"--stroke:{1:.3f};max-width:{3:.0f}px\" "
      "aria-label=\"Incidence matrix of {2} equations in order of solution\">\n",
      side, side / std::min(kLargestSide, kLargestCell * side), picture.n, kLargestCell * side);
  svg += fmt::format("<rect class=\"frame\" width=\"{0:.2f}\" height=\"{0:.2f}\"/>\n", side);
  // Of very many boxes the larger ones say more.
  constexpr size_t kMaxBoxes = 400;
  std::vector<Box> boxes = picture.boxes;
  std::ranges::stable_sort(boxes, std::ranges::greater{}, &Box::size);
  boxes.resize(std::min(boxes.size(), kMaxBoxes));
  for (const Box& box : boxes) svg += BoxText(picture, box);
  for (uint32_t shade = 1; shade <= kShades; ++shade) svg += ShadeText(picture, shade);
  return svg + "</svg>\n";
}

}  // namespace kerf::explain
