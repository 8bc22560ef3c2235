// The numbers under which the world knows what a program declares, in the order of its declarations.
#pragma once

#include <cstdint>
#include <vector>

#include "events/ids.h"
#include "process/program.h"

namespace kerf::combined {

// What is to be known of a transaction when its turn comes.
struct Life {
  // kNone for entities that are no transactions.
  uint32_t process = process::kNone;
  uint32_t routine = process::kNone;
  // The code of the event at which it begins; the one at which it resumes follows from the instruction.
  uint32_t first_code = 0;
  uint32_t block_field = process::kNone;
};

struct Objects {
  events::ClassId entry_class{};
  std::vector<events::ClassId> process_classes;
  std::vector<events::ClassId> copy_classes;
  // By the class of an entity.
  std::vector<Life> lives;
  std::vector<events::FileId> files;
  std::vector<events::FacilityId> facilities;
  std::vector<events::GateId> gates;
  std::vector<events::SignalId> signals;
  std::vector<std::vector<events::SignalId>> signal_lists;
  std::vector<events::VariateId> variates;
  std::vector<events::CollectId> collects;
  std::vector<events::TimeStatisticId> time_values;
  std::vector<events::HistogramId> histograms;
  // Those of which RANDOMGEN says how they are distributed.
  std::vector<bool> is_random;
  // Those that the experiment asks for.
  std::vector<bool> is_collected, is_counted, is_time_value;
};

}  // namespace kerf::combined
