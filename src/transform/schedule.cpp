// Forward for what varies and for levels, backward for what is needed.
#include "transform/schedule.h"

#include <algorithm>

namespace kerf::transform {

void AnalyseItems(Items& items, uint32_t n_slots, const std::vector<uint32_t>& varying,
                  const std::vector<uint32_t>& wanted) {
  std::vector<bool> varies(n_slots, false);
  std::vector<uint32_t> level(n_slots, 0);
  for (const uint32_t slot : varying) varies[slot] = true;
  for (Item& item : items.list) {
    for (const uint32_t slot : items.reads(item)) {
      item.varies = item.varies || varies[slot];
      item.level = std::max(item.level, level[slot]);
    }
    for (const uint32_t slot : items.writes(item)) {
      varies[slot] = item.varies;
      level[slot] = item.level + 1;
    }
  }
  std::vector<bool> needed(n_slots, false);
  for (const uint32_t slot : wanted) needed[slot] = true;
  for (size_t k = items.list.size(); k-- > 0;) {
    Item& item = items.list[k];
    item.needed = item.is_relation ||
                  std::ranges::any_of(items.writes(item), [&](uint32_t slot) { return needed[slot]; });
    if (!item.needed) continue;
    for (const uint32_t slot : items.reads(item)) needed[slot] = true;
  }
}

}  // namespace kerf::transform
