// Which states and inputs a value depends on, from the code that computes it: ModelStructure of an FMU.
#pragma once

#include <cstdint>
#include <vector>

#include "model/compiled_model.h"

namespace kerf::fmi {

class Dependencies {
 public:
  // `knowns`: slots of states and inputs. Where there are too many of them to follow nothing is known.
  Dependencies(const model::CompiledModel& compiled, const std::vector<uint32_t>& knowns);

  [[nodiscard]] auto IsKnown() const -> bool { return is_known_; }
  // Indices into `knowns` of those that the value in the slot depends on between events.
  [[nodiscard]] auto Of(uint32_t slot) const -> std::vector<uint32_t>;

 private:
  void Follow(const model::Program& program);
  void FollowCode(model::CodeId code);
  void FollowBlock(const model::Block& block);
  auto FollowRow(const model::Shape& shape, const uint32_t* row) -> void;
  void Add(uint64_t* to, const uint64_t* from) const;

  const model::CompiledModel& compiled_;
  bool is_known_ = false;
  size_t n_knowns_ = 0;
  size_t n_words_ = 0;
  // A row of bits for each slot; and for each result of the row of a shape that is being looked at.
  std::vector<uint64_t> bits_;
  std::vector<uint64_t> results_;
};

}  // namespace kerf::fmi
