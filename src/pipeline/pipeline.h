// The list of passes and the runner. The order is data, and it is checked when the compiler is compiled.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "transform/passes.h"

namespace kerf::pipeline {

using transform::PassContext;
using transform::Status;
using transform::Work;

// What a pass establishes for those after it.
enum class Fact : uint8_t {
  Flat,
  Scalar,
  Unclocked,
  InputsApplied,
  Posed,
  AliasesKnown,
  IndexReduced,
  Matched,
  StructureChecked,
  Sorted,
  Solved,
  Torn,
  InitialBuilt,
  Simcode
};

class FactSet {
 public:
  constexpr FactSet() = default;
  template <typename... Facts>
  constexpr explicit FactSet(Facts... facts) {
    ((bits_ |= 1U << static_cast<unsigned>(facts)), ...);
  }
  [[nodiscard]] constexpr auto Contains(FactSet other) const -> bool {
    return (bits_ & other.bits_) == other.bits_;
  }
  [[nodiscard]] constexpr auto With(FactSet other) const -> FactSet { return FromBits(bits_ | other.bits_); }
  [[nodiscard]] constexpr auto Without(FactSet other) const -> FactSet {
    return FromBits(bits_ & ~other.bits_);
  }

 private:
  static constexpr auto FromBits(uint32_t bits) -> FactSet {
    FactSet set;
    set.bits_ = bits;
    return set;
  }
  uint32_t bits_ = 0;
};

struct Pass {
  std::string_view name;
  Status (*run)(Work&, PassContext&);
  FactSet needs;
  FactSet gives;
  FactSet breaks;
  std::string_view summary;
};

auto Passes() -> std::span<const Pass>;

struct RunOptions {
  // Runs up to and including this pass; empty: all.
  std::string stop_after;
  // Starts with the pass after this one; empty: with the first.
  std::string start_after;
  // After this pass the model is handed to `dump` as text.
  std::string dump_after;
  std::function<void(std::string_view)> dump;
  // Polled before each pass.
  std::function<bool()> cancelled;
};

// Of a pass that others run several times within one, the sum.
struct PassTime {
  std::string_view name;
  double seconds = 0;
  // Passes around it.
  uint32_t depth = 0;
};

struct RunResult {
  Status status = Status::Ok;
  // A pass stands before those that ran within it, whose times are part of its own.
  std::vector<PassTime> times;
};

// The pass of that name, or null.
auto FindPass(std::string_view name) -> const Pass*;

class Runner : public transform::PassRunner {
 public:
  auto Run(std::string_view pass, Work& work, PassContext& context) -> Status override;
  // The whole table, or the part of it that the options name.
  auto RunAll(Work& work, PassContext& context, const RunOptions& options) -> Status;
  [[nodiscard]] auto times() const -> const std::vector<PassTime>& { return times_; }

 private:
  auto Entry(std::string_view pass) -> size_t;

  std::vector<PassTime> times_;
  // Entries of the passes that are under way.
  std::vector<size_t> under_way_;
};

// The model as text in the form it has after a pass.
auto DumpAfter(const Work& work, std::string_view pass) -> std::string;

}  // namespace kerf::pipeline
