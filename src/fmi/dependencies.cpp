// Sets of bits are carried along the instructions. What is held or remembered at events does not depend on
// anything between them.
#include "fmi/dependencies.h"

#include <algorithm>
#include <bit>

namespace kerf::fmi {

namespace {

constexpr size_t kWordBits = 64;
// 256 MiB of bits.
constexpr size_t kMaxWords = size_t{1} << 25;

}  // namespace

Dependencies::Dependencies(const model::CompiledModel& compiled, const std::vector<uint32_t>& knowns)
    : compiled_(compiled), n_knowns_(knowns.size()), n_words_((knowns.size() + kWordBits - 1) / kWordBits) {
  const size_t n_slots = compiled.programs->n_slots;
  if (n_words_ * n_slots > kMaxWords) return;
  is_known_ = true;
  bits_.assign(n_words_ * n_slots, 0);
  for (size_t k = 0; k < knowns.size(); ++k)
    bits_[knowns[k] * n_words_ + k / kWordBits] |= uint64_t{1} << (k % kWordBits);
  Follow(compiled.programs->derivative);
  Follow(compiled.programs->output);
}

auto Dependencies::Of(uint32_t slot) const -> std::vector<uint32_t> {
  std::vector<uint32_t> found;
  for (size_t word = 0; word < n_words_; ++word) {
    for (uint64_t rest = bits_[slot * n_words_ + word]; rest != 0; rest &= rest - 1)
      found.push_back(static_cast<uint32_t>(word * kWordBits) +
                      static_cast<uint32_t>(std::countr_zero(rest)));
  }
  return found;
}

void Dependencies::Add(uint64_t* to, const uint64_t* from) const {
  for (size_t word = 0; word < n_words_; ++word) to[word] |= from[word];
}

void Dependencies::Follow(const model::Program& program) {
  for (const model::Step& step : program.steps) {
    if (step.block.has_value()) {
      FollowBlock(compiled_.blocks[step.block]);
    } else {
      FollowCode(step.code);
    }
  }
}

void Dependencies::FollowCode(model::CodeId code) {
  if (!code.has_value()) return;
  const model::Tape& tape = *compiled_.tape;
  for (const model::Loop& loop : tape.codes[code].loops) {
    const model::Shape& shape = tape.shapes[loop.shape];
    for (uint32_t k = 0; k < loop.count; ++k)
      FollowRow(shape, tape.args.data() + loop.first + size_t{k} * shape.n_args);
  }
}

auto Dependencies::FollowRow(const model::Shape& shape, const uint32_t* row) -> void {
  using model::TapeOp;
  results_.assign(shape.code.size() * n_words_, 0);
  // What a call reads is not told from what others of the row read before it.
  std::vector<uint64_t> all(n_words_, 0);
  for (size_t k = 0; k < shape.code.size(); ++k) {
    const model::Instr& instr = shape.code[k];
    uint64_t* result = results_.data() + k * n_words_;
    if (instr.op == TapeOp::Load) Add(result, bits_.data() + row[instr.a] * n_words_);
    if (instr.op == TapeOp::Call || instr.op == TapeOp::CallPartial) Add(result, all.data());
    const int n_operands = operands_of(instr.op);
    if (n_operands > 0) Add(result, results_.data() + instr.a * n_words_);
    if (n_operands > 1) Add(result, results_.data() + instr.b * n_words_);
    if (n_operands > 2) Add(result, results_.data() + instr.c * n_words_);
    Add(all.data(), result);
    if (instr.op == TapeOp::Store) {
      uint64_t* slot = bits_.data() + row[instr.b] * n_words_;
      std::copy_n(result, n_words_, slot);
    }
  }
}

// Each unknown depends on all that the residuals depend on; what is explicit inside is followed once more
// then.
void Dependencies::FollowBlock(const model::Block& block) {
  FollowCode(block.residual);
  std::vector<uint64_t> all(n_words_, 0);
  for (uint32_t k = 0; k < block.unknown_slots.size(); ++k)
    Add(all.data(), bits_.data() + (block.residual_slot + k) * n_words_);
  for (const uint32_t slot : block.unknown_slots)
    std::copy_n(all.data(), n_words_, bits_.data() + slot * n_words_);
  FollowCode(block.residual);
}

}  // namespace kerf::fmi
