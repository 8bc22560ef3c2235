// The programs of a model over its slots, and the tables of what the executive does with them. Plain data: no
// names and no equations.
#pragma once

#include <cstdint>
#include <vector>

#include "model/tape.h"

namespace kerf::model {

using BlockId = base::Id<struct BlockTag>;
inline constexpr uint32_t kNoSlot = 0xFFFF'FFFF;

// Compressed columns; entries are listed column by column.
struct Pattern {
  std::vector<uint32_t> col_ptr;
  std::vector<uint32_t> row_index;
};

// Either code or a block.
struct Step {
  CodeId code;
  CodeId tangent;
  BlockId block;
};

struct Program {
  std::vector<Step> steps;
};

// Simultaneous equations; runtime/abi.h (KerfBlock) says what the codes do.
struct BlockCode {
  std::vector<uint32_t> unknown_slots;
  std::vector<double> nominal;
  uint32_t residual_slot = 0;
  uint32_t jacobian_slot = 0;
  Pattern pattern;
  bool is_linear = false;
  CodeId residual;
  CodeId jacobian;
  CodeId tangent;
};

// The order of the names is that of KerfRelationKind.
enum class RelationKind : uint8_t { Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual, Floor };

struct RelationCode {
  RelationKind kind = RelationKind::Less;
  uint32_t function_slot = 0;
  uint32_t held_slot = 0;
  bool is_time_event = false;
  uint32_t time_slot = 0;
  uint32_t slope_slot = 0;
};

// The implicit form F(t, y, y') = 0.
struct ImplicitCode {
  std::vector<uint32_t> y_slots;
  std::vector<uint32_t> yp_slots;
  uint32_t residual_slot = 0;
  CodeId residual;
  Pattern pattern;
  uint32_t jacobian_slot = 0;
  CodeId jacobian;
};

// Which slots the executive sets and looks at at events; runtime/abi.h says what it does with them.
struct PreviousSlots {
  uint32_t slot = 0;
  uint32_t pre_slot = 0;
};
struct Sampler {
  uint32_t tick_slot = 0;
  uint32_t start_slot = 0;
  uint32_t interval_slot = 0;
};
struct Reinit {
  uint32_t state_slot = 0;
  uint32_t active_slot = 0;
  uint32_t value_slot = 0;
};
struct Delay {
  uint32_t value_slot = 0;
  uint32_t delay_slot = 0;
  bool is_fixed = false;
};
struct Effect {
  uint32_t active_slot = kNoSlot;
  bool is_at_events = false;
};
struct AssertionCode {
  uint32_t slot = 0;
  bool is_error = false;
  bool is_at_events = false;
};

// States that are chosen during the run; runtime/abi.h (KerfStateSet) says what the executive does with them.
struct StateSet {
  std::vector<uint32_t> state_slots;
  std::vector<uint32_t> candidate_slots;
  std::vector<double> nominal;
  // By candidate, whether events give it new values.
  std::vector<uint32_t> is_reset;
  std::vector<uint32_t> selection_slots;
  uint32_t n_eliminated = 0;
  uint32_t n_rows = 0;
  std::vector<uint32_t> entry_rows;
  std::vector<uint32_t> entry_cols;
  uint32_t jacobian_slot = 0;
  CodeId jacobian;
};

// Constraints that must not become singular, and what they give; runtime/abi.h.
struct StateWatch {
  static constexpr uint32_t kNoSet = 0xFFFF'FFFF;
  uint32_t n = 0;
  // The set of states that it is about.
  uint32_t set = kNoSet;
  // By column.
  std::vector<double> nominal;
  std::vector<uint32_t> entry_rows;
  std::vector<uint32_t> entry_cols;
  uint32_t jacobian_slot = 0;
  CodeId jacobian;
};

// How much each slot changes with a variable other than a state: its own by 1, those of parameters that
// depend on it by their derivatives.
struct DirectionCode {
  std::vector<uint32_t> slots;
  std::vector<double> seeds;
};

// All that runs, in one problem.
struct Programs {
  uint32_t n_slots = 0;
  std::vector<double> start;
  uint32_t time_slot = 0;
  uint32_t n_states = 0;
  uint32_t state_slot = 0;
  uint32_t derivative_slot = 0;
  Program once;
  Program derivative;
  Program output;
  // What is wanted at events: the steps of `derivative` and those that change at events only.
  Program event;
  std::vector<Sampler> samplers;
  std::vector<Reinit> reinits;
  std::vector<StateSet> state_sets;
  std::vector<StateWatch> state_watches;
  std::vector<uint32_t> termination_slots;
  std::vector<Delay> delays;
  std::vector<Effect> effects;
  uint32_t terminal_slot = kNoSlot;
  bool is_start_problem = false;
  Pattern jacobian;
  std::vector<uint32_t> colour_of_state;
  uint32_t n_colours = 0;
  // Typical magnitudes of the states; 1 where nobody has said any.
  std::vector<double> state_nominal;
};

}  // namespace kerf::model
