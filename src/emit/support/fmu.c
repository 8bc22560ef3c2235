/* @model@: an FMU made by Kerf, in C99. It needs nothing but the C library, and has one instance in a process. */
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

@fmi_types@

@tables@

typedef enum { kerf_real, kerf_integer, kerf_boolean } kerf_type;
typedef enum { kerf_never, kerf_before, kerf_always } kerf_setting;
/* What importers know: value reference, place in w, type, when it may be set, and how many elements follow as an array. */
typedef struct {
  unsigned reference;
  int place;
  kerf_type type;
  kerf_setting setting;
  int count;
} kerf_variable;
enum { kerf_n_variables = @n_variables@, kerf_n_indicators = @n_indicators@ };
static const kerf_variable kerf_variables[] = {
@variables@
};
/* Of variables whose place is negative, from -1 on. */
static const double kerf_constants[] = {
@constants@
};
static const unsigned kerf_first_indicator = @first_indicator@;
static const char kerf_token[] = "@token@";

typedef enum {
  kerf_no_mode,
  kerf_instantiated,
  kerf_initialization,
  kerf_event,
  kerf_continuous,
  kerf_stepping,
  kerf_terminated,
  kerf_failed
} kerf_mode;

/* The instance. */
static struct {
  kerf_mode mode;
  int is_exchange, is_started, has_stop, is_over;
  double start, stop, t, event_time, x[kerf_n_states + 1];
  /* What the importer has set before the run. */
  int is_given[kerf_n_variables + 1];
  double given[kerf_n_variables + 1];
  /* w belongs to t and x, in so far as derivatives go, and wholly. */
  int has_derivatives, has_outputs;
  /* Inputs have changed, and what follows from that has not happened. */
  int has_changes;
  /* Where the step is to end. */
  double target;
  double last_ticks[@run_n_samplers@ + 1];
  double widths[kerf_max_relations];
} kerf_self;
static double kerf_first_w[sizeof w / sizeof w[0]];
static jmp_buf kerf_escape;

static void kerf_log(int is_error, const char *text);

static void kerf_tell(const char *text) { kerf_log(0, text); }

static void kerf_fail(const char *text) {
  kerf_log(1, text);
  longjmp(kerf_escape, 1);
}

static void kerf_check(void) {
  if (kerf_failure) kerf_fail(kerf_failure);
}

static void kerf_write(void) {}

@function_support@
@user_functions@

@numerics@

@solver@

@events@

/* Whether the action comes to its end. */
static int kerf_try(void (*action)(void)) {
  if (setjmp(kerf_escape) != 0) {
    kerf_self.mode = kerf_failed;
    return 0;
  }
  action();
  return 1;
}

static int kerf_reject(const char *text) {
  kerf_log(1, text);
  return 0;
}

static int kerf_is_in(const char *name, int is_allowed) {
  char text[200];
  if (is_allowed) return 1;
  snprintf(text, sizeof text, "%.100s must not be called here", name);
  return kerf_reject(text);
}

static const kerf_variable *kerf_find(unsigned reference) {
  int low = 0, high = kerf_n_variables;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (kerf_variables[middle].reference < reference) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < kerf_n_variables && kerf_variables[low].reference == reference ? &kerf_variables[low] : NULL;
}

/* Hosts see a clear sign a little beyond each crossing: the function is moved by what rounding errors may be. */
static void kerf_set_widths(void) {
  for (int k = 0; k < kerf_run.n_relations; ++k) kerf_self.widths[k] = 1e-12 * kerf_largest[k];
}

static void kerf_update_everything(void) {
  memcpy(kerf_self.x, w + 1, kerf_n_states * sizeof(double));
  kerf_self.has_derivatives = kerf_self.has_outputs = 1;
  kerf_note_scales();
  kerf_set_widths();
}

/* A tick happens once, also where several events share its time. */
static void kerf_take_ticks(void) {
  kerf_set_ticks();
  for (int k = 0; k < kerf_run.n_samplers; ++k) {
    double *tick = &w[kerf_run.samplers[k][0]];
    if (*tick == 0) continue;
    if (w[0] == kerf_self.last_ticks[k] || kerf_is_same(w[0], kerf_self.last_ticks[k])) *tick = 0;
    kerf_self.last_ticks[k] = w[0];
  }
}

static void kerf_begin_run(void) {
  memcpy(w, kerf_first_w, sizeof w);
  memset(kerf_scale, 0, sizeof kerf_scale);
  memset(kerf_largest, 0, sizeof kerf_largest);
  memset(kerf_was_told, 0, sizeof kerf_was_told);
  kerf_end = -1;
  kerf_self.is_over = 0;
  kerf_failure = NULL;
  const double length = (kerf_self.has_stop ? kerf_self.stop : kerf_self.start + kerf_stop - kerf_start_time) - kerf_self.start;
  kerf_max_step = kerf_run.n_relations || !kerf_n_states ? length / 100 : length;
  for (int k = 0; k < kerf_run.n_relations; ++k) kerf_crossed_at[k] = -1;
  for (int k = 0; k < kerf_run.n_samplers; ++k) kerf_self.last_ticks[k] = -HUGE_VAL;
  for (int k = 0; k < kerf_n_variables; ++k)
    if (kerf_self.is_given[k] && kerf_variables[k].place >= 0) w[kerf_variables[k].place] = kerf_self.given[k];
  w[0] = kerf_self.t = kerf_self.event_time = kerf_self.start;
  kerf_initialise();
  kerf_take_ticks();
  kerf_settle(&kerf_run, 1);
  kerf_show();
  kerf_leave_start();
  kerf_update_everything();
  kerf_self.has_changes = 0;
  kerf_self.is_started = 1;
}

/* At a given point between events. */
static void kerf_evaluate_derivatives(void) {
  if (kerf_self.has_derivatives) return;
  kerf_failure = NULL;
  kerf_evaluate(kerf_self.t, kerf_self.x);
  kerf_self.has_derivatives = !kerf_failure;
}

static void kerf_evaluate_all(void) {
  kerf_evaluate_derivatives();
  if (kerf_self.has_outputs || kerf_failure) return;
  kerf_output();
  kerf_self.has_outputs = !kerf_failure;
}

/* What is so far becomes what was before. */
static void kerf_open_event(void) {
  kerf_evaluate(kerf_self.t, kerf_self.x);
  kerf_output();
  kerf_failure = NULL;
  kerf_begin_event();
}

static void kerf_happen(void) {
  kerf_evaluate(kerf_self.t, kerf_self.x);
  kerf_failure = NULL;
  kerf_take_ticks();
  for (int k = 0; k < kerf_run.n_relations; ++k) {
    const kerf_relation *r = &kerf_run.relations[k];
    if (kerf_is_timed(r)) w[r->held] = kerf_value(r, 0);
    if (!kerf_is_left(r)) continue;
    kerf_crossed_at[k] = kerf_distance(r);
    w[r->held] = kerf_value(r, 0);
  }
  kerf_settle(&kerf_run, 0);
  for (int k = 0; k < kerf_run.n_relations; ++k) kerf_crossed_at[k] = -1;
  kerf_show();
  kerf_update_everything();
  kerf_self.has_changes = 0;
  if (kerf_end >= 0 && !kerf_self.is_over) kerf_tell(kerf_end_texts[kerf_end]);
  kerf_self.is_over = kerf_end >= 0;
}

static void kerf_apply_changes(void) {
  if (!kerf_self.has_changes) return;
  kerf_happen();
  kerf_begin(kerf_self.t, kerf_self.x);
}

static void kerf_start_steps(void) { kerf_begin(kerf_self.t, kerf_self.x); }

static void kerf_make_step(void) {
  double *x = kerf_self.x;
  kerf_apply_changes();
  while (kerf_self.t < kerf_self.target && !kerf_is_same(kerf_self.t, kerf_self.target) && kerf_end < 0) {
    const double next = kerf_next_instant(kerf_self.t), before = kerf_self.t;
    const double limit = next < kerf_self.target ? next : kerf_self.target;
    double t = kerf_step(limit, x);
    if (kerf_run.n_relations) kerf_evaluate(t, x);
    const int is_left =
        kerf_is_any_left() || (kerf_run.n_relations && !kerf_is_limited && kerf_look_inside(before, &t));
    if (is_left) t = kerf_locate(before, t, x);
    kerf_self.t = t;
    if (is_left || (t == limit && (next <= kerf_self.target || kerf_is_same(next, kerf_self.target)))) {
      kerf_open_event();
      kerf_happen();
      kerf_begin(t, x);
      continue;
    }
    kerf_evaluate(t, x);
    kerf_note_scales();
    kerf_show();
  }
  kerf_self.has_derivatives = kerf_self.has_outputs = 0;
}

static void kerf_end_run(void) {
  if (kerf_self.has_changes) kerf_happen();
  kerf_finish();
}

static double kerf_indicator(int relation, int is_upper) {
  const kerf_relation *r = &kerf_run.relations[relation];
  const double f = w[r->function], held = w[r->held], width = kerf_self.widths[relation];
  if (f != f || kerf_is_timed(r)) return 1;
  if (r->kind == 6) return (is_upper ? held + 1 - f : f - held) + width;
  if (r->kind > 3) return kerf_truth(r->kind, 0) == held ? width - fabs(f) : 1;
  return kerf_truth(r->kind, 1) == held ? f + width : f - width;
}

static void kerf_indicators(double *values) {
  int n = 0;
  for (int k = 0; k < kerf_run.n_relations; ++k) {
    const kerf_relation *r = &kerf_run.relations[k];
    if (r->instant >= 0 && r->kind != 6) continue;
    values[n++] = kerf_indicator(k, 0);
    if (r->kind == 6) values[n++] = kerf_indicator(k, 1);
  }
}

/* Brings w up to date for whoever reads it; 0 after a message, and -1 where a shorter step may help. */
static int kerf_refresh(void) {
  if (kerf_self.mode == kerf_instantiated) return 1;
  if (kerf_self.mode == kerf_initialization) return kerf_self.is_started || kerf_try(kerf_begin_run);
  if (kerf_self.has_changes && kerf_self.mode != kerf_event && !kerf_try(kerf_apply_changes)) return 0;
  if (!kerf_try(kerf_evaluate_all)) return 0;
  if (!kerf_failure) return 1;
  kerf_log(0, kerf_failure);
  return -1;
}

static int kerf_get(unsigned reference, kerf_type type, double *value) {
  const kerf_variable *v = kerf_find(reference);
  const int indicator = reference < kerf_first_indicator ? -1 : (int)(reference - kerf_first_indicator);
  if (!v && type == kerf_real && indicator >= 0 && indicator < kerf_n_indicators) {
    double values[kerf_n_indicators + 1];
    kerf_indicators(values);
    *value = values[indicator];
    return 1;
  }
  if (!v || v->type != type) return kerf_reject("there is no such variable");
  const int is_new = kerf_self.mode == kerf_instantiated, k = (int)(v - kerf_variables);
  if (is_new && v->place == 0) {
    *value = kerf_self.start;
  } else if ((is_new || v->place < 0) && kerf_self.is_given[k]) {
    *value = kerf_self.given[k];
  } else {
    *value = v->place < 0 ? kerf_constants[-1 - v->place] : w[v->place];
  }
  return 1;
}

static int kerf_give(unsigned reference, kerf_type type, double value) {
  const kerf_variable *v = kerf_find(reference);
  if (!v || v->type != type) return kerf_reject("there is no such variable");
  if (v->setting == kerf_never || value - value != 0) return kerf_reject("a variable cannot be set to that value");
  if (kerf_self.mode == kerf_instantiated || kerf_self.mode == kerf_initialization) {
    kerf_self.is_given[v - kerf_variables] = 1;
    kerf_self.given[v - kerf_variables] = value;
    kerf_self.is_started = 0;
    return 1;
  }
  if (v->setting != kerf_always) return kerf_reject("parameters cannot be set during the run");
  if (v->place < 0) {
    kerf_self.is_given[v - kerf_variables] = 1;
    kerf_self.given[v - kerf_variables] = value;
    return 1;
  }
  if (w[v->place] == value) return 1;
  if (kerf_self.mode == kerf_stepping && !kerf_self.has_changes) {
    if (!kerf_try(kerf_open_event)) return 0;
    kerf_self.has_changes = 1;
  }
  w[v->place] = value;
  kerf_self.has_derivatives = kerf_self.has_outputs = 0;
  return 1;
}

static int kerf_instantiate(int is_exchange, const char *token) {
  if (kerf_self.mode != kerf_no_mode) return kerf_reject("this FMU has one instance in a process");
  if (!token || strcmp(token, kerf_token) != 0) return kerf_reject("the description does not belong to this code");
  static int is_used;
  if (!is_used) memcpy(kerf_first_w, w, sizeof w);
  is_used = 1;
  memset(&kerf_self, 0, sizeof kerf_self);
  kerf_self.mode = kerf_instantiated;
  kerf_self.is_exchange = is_exchange;
  kerf_self.start = kerf_start_time;
  return 1;
}

static int kerf_set_up(int has_tolerance, double tolerance, double start, int has_stop, double stop) {
  if (start - start != 0 || (has_stop && !(stop >= start))) return kerf_reject("a run of that length is not possible");
  if (has_tolerance && tolerance > 0 && tolerance < 1) kerf_tolerance = tolerance;
  kerf_self.start = start;
  kerf_self.has_stop = has_stop && stop < HUGE_VAL;
  kerf_self.stop = stop;
  return 1;
}

static int kerf_exit_initialization(void) {
  if (!kerf_self.is_started && !kerf_try(kerf_begin_run)) return 0;
  kerf_self.mode = kerf_self.is_exchange ? kerf_event : kerf_stepping;
  return kerf_self.is_exchange || kerf_try(kerf_start_steps);
}

/* A host may be a rounding error before an instant that was known beforehand. */
static double kerf_instant_at(double t) {
  for (int k = 0; k < kerf_run.n_relations; ++k) {
    const kerf_relation *r = &kerf_run.relations[k];
    if (kerf_is_timed(r) && kerf_is_same(w[r->instant], t)) return w[r->instant];
  }
  for (int k = 0; k < kerf_run.n_samplers; ++k) {
    const int *s = kerf_run.samplers[k];
    const double tick = kerf_last_tick(t, w[s[1]], w[s[2]]);
    if (kerf_is_same(tick, t)) return tick;
  }
  return t;
}

static int kerf_enter_event(void) {
  kerf_self.t = kerf_self.event_time = kerf_instant_at(kerf_self.t);
  if (!kerf_try(kerf_open_event)) return 0;
  kerf_self.mode = kerf_event;
  return 1;
}

/* Where a step of co-simulation ends: 1; -1: the model has ended the run. */
static int kerf_do_step(double t, double size) {
  const double scale = fabs(t) + fabs(size) + 1e-12;
  if (!(fabs(t - kerf_self.t) <= 1e-9 * scale) || !(size >= 0 && size < HUGE_VAL))
    return kerf_reject("steps begin at the present time, and are not negative");
  kerf_self.target = t + size;
  if (kerf_self.has_stop && kerf_self.target > kerf_self.stop && kerf_self.target - kerf_self.stop <= 1e-9 * scale)
    kerf_self.target = kerf_self.stop;
  if (kerf_end >= 0) return -1;
  if (!kerf_try(kerf_make_step)) return 0;
  return kerf_end >= 0 ? -1 : 1;
}

static void kerf_reset(void) {
  const int is_exchange = kerf_self.is_exchange;
  memset(&kerf_self, 0, sizeof kerf_self);
  memcpy(w, kerf_first_w, sizeof w);
  kerf_self.mode = kerf_instantiated;
  kerf_self.is_exchange = is_exchange;
  kerf_self.start = kerf_start_time;
  kerf_tolerance = @tolerance@;
}

static void kerf_set_time(double t) {
  if (kerf_is_same(t, kerf_self.event_time)) t = kerf_self.event_time;
  if (kerf_self.t != t) kerf_self.has_derivatives = kerf_self.has_outputs = 0;
  kerf_self.t = t;
}

static int kerf_is_readable(void) { return kerf_self.mode != kerf_no_mode && kerf_self.mode != kerf_failed; }
static int kerf_is_running(void) {
  return kerf_self.mode == kerf_event || kerf_self.mode == kerf_continuous || kerf_self.mode == kerf_stepping;
}
static int kerf_is_evaluable(void) {
  return kerf_self.is_exchange && (kerf_is_running() || kerf_self.mode == kerf_initialization || kerf_self.mode == kerf_terminated);
}

@interface@

@procedures@
