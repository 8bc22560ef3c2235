// IR 3: solved blocks in order as tape, with slot layout, patterns and event tables. Where a target starts.
#pragma once

#include <string>
#include <vector>

#include "dae/model.h"
#include "simcode/tape.h"

namespace kerf::simcode {

using BlockId = base::Id<struct BlockTag>;
inline constexpr uint32_t kNoSlot = 0xFFFF'FFFF;

// Compressed columns; entries are listed column by column.
struct Pattern {
  std::vector<uint32_t> col_ptr;
  std::vector<uint32_t> row_index;
};

// Simultaneous equations; runtime/abi.h (KerfBlock) says what the codes do.
struct Block {
  std::vector<uint32_t> unknown_slots;
  std::vector<double> nominal;
  uint32_t residual_slot = 0;
  uint32_t jacobian_slot = 0;
  Pattern pattern;
  bool is_linear = false;
  CodeId residual;
  CodeId jacobian;
  CodeId tangent;
  // For messages: the equations that are the residuals, in order, the unknowns, and all equations of the
  // block.
  std::vector<dae::EqnId> residual_equations;
  std::vector<expr::VarId> unknowns;
  std::vector<dae::EqnId> equations;
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

// The order of the names is that of KerfRelationKind.
enum class RelationKind : uint8_t { Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual, Floor };

struct Relation {
  RelationKind kind = RelationKind::Less;
  uint32_t function_slot = 0;
  uint32_t held_slot = 0;
  bool is_time_event = false;
  uint32_t time_slot = 0;
  uint32_t slope_slot = 0;
  // For messages: the condition as written and the equation it stands in.
  expr::ExprId condition;
  dae::EqnId equation;
};

// The implicit form F(t, y, y') = 0.
struct Implicit {
  std::vector<uint32_t> y_slots;
  std::vector<uint32_t> yp_slots;
  uint32_t residual_slot = 0;
  CodeId residual;
  Pattern pattern;
  uint32_t jacobian_slot = 0;
  CodeId jacobian;
  std::vector<dae::EqnId> equations;
};

// Which slots the executive sets and looks at at events; runtime/abi.h says what it does with them.
struct Previous {
  uint32_t slot = 0;
  uint32_t pre_slot = 0;
  expr::VarId var;
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
struct Assertion {
  uint32_t slot = 0;
  bool is_error = false;
  bool is_at_events = false;
};

// A variable other than a state by which tangents can be taken, with how much each slot changes with it: its
// own by 1, those of parameters that depend on it by their derivatives.
struct Direction {
  expr::VarId var;
  std::vector<uint32_t> slots;
  std::vector<double> seeds;
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

// What was given up as states for the whole run, and the constraints that give it; runtime/abi.h.
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

// Which assignment a slot's value comes from, for messages about values that are not finite.
struct Assignment {
  dae::EqnId equation;
  uint32_t slot = 0;
  expr::ExprId value;
};

struct SimCode {
  Tape tape;
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
  std::vector<Relation> relations;
  base::Store<BlockId, Block> blocks;
  std::vector<Assertion> assertions;
  std::vector<Previous> previous;
  std::vector<Sampler> samplers;
  std::vector<Reinit> reinits;
  std::vector<StateSet> state_sets;
  // As Reduction::watched.
  std::vector<StateWatch> state_watches;
  std::vector<uint32_t> termination_slots;
  // As the delays and effects of the DAE.
  std::vector<Delay> delays;
  std::vector<Effect> effects;
  uint32_t terminal_slot = kNoSlot;
  bool is_start_problem = false;
  Pattern jacobian;
  std::vector<uint32_t> colour_of_state;
  uint32_t n_colours = 0;
  Implicit implicit;

  std::vector<Direction> directions;

  // Slot of each DAE variable, and the sign with which an alias reads it (always set; aliases share a slot).
  std::vector<uint32_t> slot_of_var;
  // Typical magnitudes of the states; 1 where nobody has said any.
  std::vector<double> state_nominal;
  // States in slot order.
  std::vector<expr::VarId> states;
  // In order of evaluation; explicit assignments only.
  std::vector<Assignment> assignments;
  // External functions in the order in which Call instructions number them.
  std::vector<expr::FunctionId> functions;
  // With how many arguments each is called. A function called with different numbers has several entries.
  std::vector<uint32_t> function_arguments;
};

}  // namespace kerf::simcode
