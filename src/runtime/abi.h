/* The C ABI of a compiled model: what a JIT, the tape interpreter or emitted C hand to the executive.
 *
 * All numbers of a model live in one vector w of doubles, its slots: time, parameters, inputs, states,
 * derivatives, algebraic variables, relations, residuals and matrix entries. Slots [0, n_slots) hold values;
 * slot n_slots + s holds the tangent of slot s, for directional derivatives. Truth values are 0.0 and 1.0. */
#ifndef KERF_RUNTIME_ABI_H
#define KERF_RUNTIME_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A piece of straight code: reads and writes w. Never fails; a domain error shows as a value that is not
 * finite. */
typedef struct KerfCode {
  void (*run)(const void* context, double* w);
  const void* context;
} KerfCode;

/* A function from outside the model (a table, a user's shared library). */
typedef struct KerfFunction {
  void (*call)(void* context, const double* in, double* out);
  void* context;
  uint32_t n_in;
  uint32_t n_out;
} KerfFunction;

/* Simultaneous equations r(z) = 0 in n unknowns z, others given.
 *
 * residual: from w computes whatever is explicit once z is known (torn variables) and then r into slots
 *           [residual_slot, residual_slot + n).
 * jacobian: from w (after residual has run) writes the nnz entries of dr/dz, column by column (CSC: col_ptr,
 * row_index), into slots [jacobian_slot, jacobian_slot + nnz). tangent:  from w and the tangents of
 * everything but the torn variables writes the tangents of the torn variables and of r (slots n_slots +
 * residual_slot + i). With the tangents of z set to 0 it gives dr of the others alone. A linear block has
 * r(z) = A z - b: one Newton step from any z solves it. */
typedef struct KerfBlock {
  uint32_t n;
  const uint32_t* unknown_slots;
  const double* nominal; /* Typical magnitude of each unknown; may be null (1). */
  uint32_t residual_slot;
  uint32_t jacobian_slot;
  uint32_t nnz;
  const uint32_t* col_ptr;
  const uint32_t* row_index;
  uint32_t is_linear;
  KerfCode residual;
  KerfCode jacobian;
  KerfCode tangent;
} KerfBlock;

typedef enum KerfStepKind { KERF_STEP_CODE, KERF_STEP_BLOCK } KerfStepKind;

typedef struct KerfStep {
  KerfStepKind kind;
  KerfCode code;    /* For values. */
  KerfCode tangent; /* The same step for tangents; for a block see KerfBlock. */
  uint32_t block;
} KerfStep;

typedef struct KerfProgram {
  uint32_t n_steps;
  const KerfStep* steps;
} KerfProgram;

typedef enum KerfRelationKind {
  KERF_LESS,
  KERF_LESS_EQUAL,
  KERF_GREATER,
  KERF_GREATER_EQUAL,
  KERF_EQUAL,
  KERF_NOT_EQUAL,
  KERF_FLOOR /* held = floor(function); an event whenever function leaves [held, held + 1). */
} KerfRelationKind;

/* How the instant of a condition is found (runtime/location.h). */
typedef enum KerfLocation {
  KERF_LOCATE_DEFAULT, /* As the run says; else by interpolation. */
  KERF_LOCATE_INTERPOLATION,
  KERF_LOCATE_BISECTION,
  KERF_LOCATE_REGULA_FALSI,
  KERF_LOCATE_GENERALISED,
  KERF_LOCATE_HERMITE
} KerfLocation;

/* A condition that generates events: `function` compared with 0. Its truth value is held in `held_slot`
 * between events. */
typedef struct KerfRelation {
  KerfRelationKind kind;
  uint32_t function_slot;
  uint32_t held_slot;
  /* A condition on time alone: the instant in slot time_slot (after the once and event programs) at which it
     changes, and the sign of the function's slope there in slope_slot. Otherwise is_time_event is 0. */
  uint32_t is_time_event;
  uint32_t time_slot;
  uint32_t slope_slot;
  /* How its crossings of 0 are located; all 0: as the run says, to rounding errors, in both directions. */
  KerfLocation location;
  double tolerance; /* |function| that will do for 0; 0: as small as rounding errors let it become. */
  /* 1, -1: events at crossings upwards or downwards only; the equations between events must not depend on
     the held value, which follows the other crossings at the ends of steps. */
  int32_t direction;
  uint32_t is_blind_first_step; /* No event in the first step after an event; as above. */
  uint32_t is_short_living;     /* Crosses there and back within a step: sought by its slopes. */
} KerfRelation;

/* pre(v): before an event, and after each iteration of it, the value in `slot` is copied to `pre_slot`. The
 * event is over when that changes nothing. */
typedef struct KerfPrevious {
  uint32_t slot;
  uint32_t pre_slot;
} KerfPrevious;

/* tick_slot is 1 in the first iteration of the events at start + k * interval, k = 0, 1, …, and 0 otherwise.
 */
typedef struct KerfSampler {
  uint32_t tick_slot;
  uint32_t start_slot;
  uint32_t interval_slot;
} KerfSampler;

/* Where active_slot is not 0 after an iteration of an event, the state takes the value. */
typedef struct KerfReinit {
  uint32_t state_slot;
  uint32_t active_slot;
  uint32_t value_slot;
} KerfReinit;

/* The slot (set by output) is 1 while the model is valid, 0 where it is not: then an error ends the run, and
 * otherwise the run goes on with a warning. One that is_at_events counts in the iterations of events only
 * (the slot is set by event); there 2 means that nothing is asked now. */
typedef struct KerfAssertion {
  uint32_t slot;
  uint32_t is_error;
  uint32_t is_at_events;
} KerfAssertion;

/* A call for what it does, where active_slot (0xFFFFFFFF: always) is not 0: in an iteration of an event, or
 * at every point that is shown. It gives 0 where it fails. */
typedef struct KerfEffect {
  uint32_t active_slot;
  uint32_t is_at_events;
  uint32_t (*run)(void* context, const double* w);
  void* context;
} KerfEffect;

/* delay(expression, T): the expression stands in value_slot (set by output), T in delay_slot; `line` is the
 * runtime's DelayLine that the model's code reads by a call of a function. */
typedef struct KerfDelay {
  uint32_t value_slot;
  uint32_t delay_slot;
  uint32_t is_fixed;
  void* line;
} KerfDelay;

/* States that are chosen during the run. n_candidates variables are tied together by constraints, together
 * with n_eliminated others that the constraints give whatever is chosen; there are n_rows = n_eliminated +
 * n_candidates - n_states constraints. State i is the sum of selection i * n_candidates + j times candidate
 * j; of the selection of a state one factor is 1 and the others are 0.
 *
 * jacobian: from w, after derivative, writes the nnz entries of the constraints' derivatives by the
 * eliminated variables (the first columns) and the candidates (the others). */
typedef struct KerfStateSet {
  uint32_t n_states;
  uint32_t n_candidates;
  uint32_t n_eliminated;
  uint32_t n_rows;
  const uint32_t* state_slots;
  const uint32_t* candidate_slots;
  const double* nominal;    /* Typical magnitude of each candidate. */
  const uint32_t* is_reset; /* Whether reinit gives the candidate new values. */
  const uint32_t* selection_slots;
  uint32_t nnz;
  const uint32_t* entry_rows;
  const uint32_t* entry_cols;
  uint32_t jacobian_slot;
  KerfCode jacobian;
} KerfStateSet;

#define KERF_NO_SET 0xFFFFFFFFU

/* Variables that n constraints give, which must not become singular (runtime/state_watch.h): n that were
 * given up as states for the whole run; or, of a set of states that are chosen during the run, what it
 * eliminates and its candidates, of which those are given that are no states at present.
 *
 * jacobian: from w, after derivative, writes the nnz entries of the constraints' derivatives by these
 * variables (the first columns) and by the others that they tie together. */
typedef struct KerfStateWatch {
  uint32_t n;
  uint32_t set; /* KERF_NO_SET if there is none. */
  uint32_t nnz;
  const uint32_t* entry_rows;
  const uint32_t* entry_cols;
  const double* nominal; /* Typical magnitude by column. */
  uint32_t jacobian_slot;
  KerfCode jacobian;
} KerfStateWatch;

/* The model as F(t, y, y') = 0 for an implicit integrator: y are the states followed by the other unknowns.
 * The residual code also computes the functions of relations and the assertions, so that it can stand in for
 * derivative and output. */
typedef struct KerfImplicit {
  uint32_t n; /* 0: not available. */
  const uint32_t* y_slots;
  const uint32_t* yp_slots; /* 0xFFFFFFFF where y_i does not occur differentiated. */
  uint32_t residual_slot;
  KerfCode residual;
  /* Common CSC pattern of dF/dy and dF/dy'; entries of dF/dy in [jacobian_slot, +nnz), of dF/dy' in the next
   * nnz. */
  uint32_t nnz;
  const uint32_t* col_ptr;
  const uint32_t* row_index;
  uint32_t jacobian_slot;
  KerfCode jacobian;
  uint32_t is_only; /* 1: the model has no state form; derivative and output are empty. */
} KerfImplicit;

typedef struct KerfModel {
  uint32_t n_slots;
  /* Initial contents of w (n_slots values): literals, parameters, start values. */
  const double* start;
  uint32_t time_slot;
  uint32_t n_states;
  uint32_t state_slot;         /* First of n_states consecutive slots. */
  uint32_t derivative_slot;    /* First of n_states consecutive slots, same order. */
  const double* state_nominal; /* May be null (1). */

  KerfProgram once;       /* What depends on parameters alone: run once before everything else. */
  KerfProgram derivative; /* From time and states to derivatives and relation functions. */
  KerfProgram output;     /* The remaining variables, wanted at output points only. Runs after derivative. */
  KerfProgram event; /* In place of derivative at events: what changes at events only as well. Without steps:
                        derivative does. */

  uint32_t n_relations;
  const KerfRelation* relations;
  uint32_t n_blocks;
  const KerfBlock* blocks;
  uint32_t n_assertions;
  const KerfAssertion* assertions;

  uint32_t n_previous;
  const KerfPrevious* previous;
  uint32_t n_samplers;
  const KerfSampler* samplers;
  uint32_t n_reinits;
  const KerfReinit* reinits;
  /* Slots (set by event) of which one that is not 0 ends the run. */
  uint32_t n_terminations;
  const uint32_t* termination_slots;
  uint32_t n_delays;
  const KerfDelay* delays;
  uint32_t n_effects;
  const KerfEffect* effects;
  /* Where has_terminal: terminal_slot is 1 during the event that ends the run. */
  uint32_t has_terminal;
  uint32_t terminal_slot;
  /* 1: the equations of the start. Effects at its event happen once, when all is settled. */
  uint32_t is_start_problem;

  uint32_t n_state_sets;
  const KerfStateSet* state_sets;
  uint32_t n_state_watches;
  const KerfStateWatch* state_watches;

  /* Pattern of d(derivative)/d(state), CSC, and a colouring of its columns; n_colours = 0: unknown, take it
   * as dense. */
  const uint32_t* jac_col_ptr;
  const uint32_t* jac_row_index;
  uint32_t n_colours;
  const uint32_t* colour_of_state;

  KerfImplicit implicit;
  /* Instants known beforehand at which inputs have kinks or jumps, ascending; the integrator is restarted
   * there. */
  uint32_t n_input_events;
  const double* input_events;

  /* Slots that others give values to while the run goes on, and who does, for the time in w, at each
   * evaluation; null: what stands in them holds until somebody changes it. */
  uint32_t n_inputs;
  const uint32_t* input_slots;
  void (*feed)(void* context, double* w);
  void* feed_context;
} KerfModel;

#ifdef __cplusplus
}
#endif

#endif
