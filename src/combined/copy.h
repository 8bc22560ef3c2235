// Copies of continuous processes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "events/ids.h"
#include "runtime/chattering.h"
#include "runtime/delay_line.h"
#include "runtime/program.h"
#include "runtime/relations.h"

namespace kerf::combined {

// What a condition was at the last event; one outside of branches is not known before the first.
enum class Truth : int8_t { Unknown, False, True };

// A copy of a continuous process.
struct Copy {
  uint32_t kind = 0;
  events::EntityId entity;
  std::unique_ptr<runtime::Machine> machine;
  std::vector<Truth> condition_was;
  // What its delays remember.
  std::vector<runtime::DelayLine> lines;
  // What its relations remember of the stretch before.
  std::vector<runtime::RelationMemory> relations;
  // Which of its assertions did not hold then.
  std::vector<bool> violated;
  runtime::AccumulationWatch accumulation;
  bool is_suspended = false;
  bool is_dead = false;
};

}  // namespace kerf::combined
