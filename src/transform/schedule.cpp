// Forward for variation, levels and phases, backward for what is needed.
#include "transform/schedule.h"

#include <algorithm>

namespace kerf::transform {

void AnalyseItems(Items& items, std::vector<Variation> variation, const std::vector<uint32_t>& wanted) {
  std::vector<uint32_t> level(variation.size(), 0);
  std::vector<uint32_t> phase(variation.size(), 0);
  for (Item& item : items.list) {
    for (const uint32_t slot : items.reads(item)) {
      item.variation = std::max(item.variation, variation[slot]);
      item.level = std::max(item.level, level[slot]);
      item.phase = std::max(item.phase, phase[slot]);
    }
    if (item.is_at_events) item.variation = std::min(item.variation, Variation::AtEvents);
    if (item.is_direction) item.variation = Variation::Always;
    const bool is_odd = item.variation == Variation::AtEvents;
    if ((item.phase % 2 == 1) != is_odd) ++item.phase;
    for (const uint32_t slot : items.writes(item)) {
      variation[slot] = item.variation;
      level[slot] = item.level + 1;
      phase[slot] = item.phase;
    }
  }
  std::vector<bool> needed(variation.size(), false);
  for (const uint32_t slot : wanted) needed[slot] = true;
  for (size_t k = items.list.size(); k-- > 0;) {
    Item& item = items.list[k];
    item.needed = item.is_relation || item.variation == Variation::AtEvents ||
                  std::ranges::any_of(items.writes(item), [&](uint32_t slot) { return needed[slot]; });
    if (!item.needed) continue;
    for (const uint32_t slot : items.reads(item)) needed[slot] = true;
  }
}

}  // namespace kerf::transform
