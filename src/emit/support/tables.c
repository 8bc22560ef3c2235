enum {
  kerf_n_states = @n_states@,
  kerf_n_shown = @n_shown@,
  kerf_n_assertions = @run_n_assertions@,
  kerf_max_assertions = @run_max_assertions@,
  kerf_max_relations = @max_relations@,
  kerf_max_previous = @max_previous@,
  kerf_max_n = @max_n@,
  kerf_has_start = @has_start@,
  /* Where terminal() stands; -1: nowhere. */
  kerf_terminal = @terminal@
};

/* All numbers: time, states, derivatives, then the rest. */
static double w[@n_symbols@] = {
@start_values@
};
/* Typical sizes of the states. */
static const double kerf_nominal[] = {
@nominal@
};
static const double kerf_start_time = @start@, kerf_stop = @stop@;
static double kerf_tolerance = @tolerance@, kerf_max_step;
static int kerf_at_event;
static const char *kerf_failure;

typedef struct {
  int kind, function, held, instant, slope;
} kerf_relation;
typedef struct {
  void (*once)(void);
  void (*dynamic)(void);
  int n_relations;
  const kerf_relation *relations;
  int n_previous;
  const int (*previous)[2];
  int n_samplers;
  const int (*samplers)[3];
  int n_reinits;
  const int (*reinits)[3];
  int n_ends;
  const int *ends;
} kerf_part;

static void kerf_set(void);
static void kerf_after_start(void);
static void kerf_run_once(void);
static void kerf_run_dynamic(void);
static void kerf_output(void);
static void kerf_start_once(void);
static void kerf_start_dynamic(void);

static const kerf_relation kerf_run_relations[] = {
@run_relations@
};
static const int kerf_run_previous[][2] = {
@run_previous@
};
static const int kerf_run_samplers[][3] = {
@run_samplers@
};
static const int kerf_run_reinits[][3] = {
@run_reinits@
};
static const int kerf_run_ends[] = {
@run_ends@
};
static const char *const kerf_end_texts[] = {
@run_end_texts@
};
static const int kerf_assertions[][3] = {
@run_assertions@
};
static const char *const kerf_assertion_texts[] = {
@run_assertion_texts@
};
static const kerf_relation kerf_start_relations[] = {
@start_relations@
};
static const int kerf_start_previous[][2] = {
@start_previous@
};
static const kerf_part kerf_run = {
    kerf_run_once,     kerf_run_dynamic,
    @run_n_relations@, kerf_run_relations, @run_n_previous@, kerf_run_previous, @run_n_samplers@, kerf_run_samplers,
    @run_n_reinits@,   kerf_run_reinits,   @run_n_ends@, kerf_run_ends};
static const kerf_part kerf_start = {
    kerf_start_once, kerf_start_dynamic, @start_n_relations@, kerf_start_relations, @start_n_previous@, kerf_start_previous,
    0,               NULL,               0,                   NULL,                 0,                  NULL};
