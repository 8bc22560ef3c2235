// Clock partitions as comments: a list at the head of the model, and a mark at what belongs to one.
#include <fmt/format.h>

#include "flat/print_writer.h"

namespace kerf::flat {

namespace {

// "1.2": the second partition of the first base clock.
auto NumberText(const Clocking& clocking, uint32_t partition) -> std::string {
  uint32_t first = partition;
  while (first > 0 && clocking.partitions[first - 1].base == clocking.partitions[first].base) --first;
  return fmt::format("{}.{}", clocking.partitions[first].base + 1, partition - first + 1);
}

auto RatioText(const Ratio& ratio) -> std::string {
  return ratio.d == 1 ? fmt::format("{}", ratio.n) : fmt::format("{}/{}", ratio.n, ratio.d);
}

}  // namespace

auto ClockText(const Clocking& clocking, const std::vector<uint32_t>& partitions, size_t k) -> std::string {
  if (k >= partitions.size() || partitions[k] == Clocking::kUnclocked) return "";
  return fmt::format("// clock {}", NumberText(clocking, partitions[k]));
}

void WriteClocks(Writer& writer) {
  const Clocking& clocking = writer.model().clocking;
  for (uint32_t k = 0; k < clocking.partitions.size(); ++k) {
    const ClockPartition& partition = clocking.partitions[k];
    std::string text = fmt::format("// clock {}:", NumberText(clocking, k));
    text += partition.clock.has_value() ? " " + writer.Expr(partition.clock) : " inferred";
    const bool is_first = k == 0 || clocking.partitions[k - 1].base != partition.base;
    if (!is_first)
      text += partition.interval ? fmt::format(", interval {}", RatioText(*partition.interval))
                                 : ", interval open";
    if (partition.shift && partition.shift->n != 0)
      text += fmt::format(", shift {}", RatioText(*partition.shift));
    if (partition.is_discretized) text += ", discretized";
    writer.Line(1, text);
  }
}

}  // namespace kerf::flat
