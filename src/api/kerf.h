/* libkerf: models compiled, run and asked from C, and from anything that can call C.
 *
 *   kerf_session* session = kerf_session_new();
 *   kerf_error* error = NULL;
 *   kerf_model* model = kerf_load(session, "ball.mo", NULL, &error);
 *   kerf_result* result = model ? kerf_simulate(model, NULL, NULL, &error) : NULL;
 *   if (!result) fputs(kerf_error_text(error), stderr);
 *
 * A function that can fail takes `kerf_error** error` last, which may be NULL. It returns NULL or false after
 * a failure, and then `*error` holds every message with its place; otherwise `*error` is NULL. Nothing is
 * thrown. Whoever gets a handle frees it; freeing NULL does nothing. Handles may be freed in any order.
 *
 * Threads: a kerf_model never changes, and any number of threads may run it at once. Sessions, runs, results
 * and errors belong to one thread at a time. There is no global state.
 *
 * Texts are UTF-8 and end with a zero byte; those that a function returns live as long as the handle they
 * came from. Structures with a first member `size` are set to their defaults by their `_init` function. */
#ifndef KERF_KERF_H
#define KERF_KERF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define KERF_API __attribute__((visibility("default")))
#else
#define KERF_API
#endif

#define KERF_VERSION_MAJOR 0
#define KERF_VERSION_MINOR 1
#define KERF_VERSION_PATCH 0

typedef struct kerf_session kerf_session;
typedef struct kerf_model kerf_model;
typedef struct kerf_run kerf_run;
typedef struct kerf_result kerf_result;
typedef struct kerf_linear kerf_linear;
typedef struct kerf_program kerf_program;
typedef struct kerf_experiment kerf_experiment;
typedef struct kerf_error kerf_error;

/* "0.1.0" */
KERF_API const char* kerf_version(void);

/* ---- Messages ---- */

typedef enum kerf_level { KERF_NOTE = 0, KERF_WARNING = 1, KERF_ERROR = 2 } kerf_level;

typedef struct kerf_message {
  kerf_level level;
  /* Stable, such as "unknown-name"; "" for a note that belongs to the message before it. */
  const char* code;
  const char* text;
  /* "" and 0 where there is no place; lines and columns count from 1. */
  const char* file;
  uint32_t line;
  uint32_t column;
  /* As the command line prints it: place, text, source line and caret, with its notes; "" for such a note
   * itself. */
  const char* rendered;
} kerf_message;

/* All messages as the command line prints them. */
KERF_API const char* kerf_error_text(const kerf_error* error);
KERF_API size_t kerf_error_count(const kerf_error* error);
KERF_API kerf_message kerf_error_message(const kerf_error* error, size_t index);
/* What a run had computed when it failed: the caller's from now on, to be freed by kerf_result_free. NULL if
 * there is nothing, or if it has been taken. */
KERF_API kerf_result* kerf_error_take_result(kerf_error* error);
/* The same of a combined program: the runs that ended before the failure, and the one that failed. */
KERF_API kerf_experiment* kerf_error_take_experiment(kerf_error* error);
KERF_API void kerf_error_free(kerf_error* error);

/* ---- Sessions: where libraries are, who is trusted, who hears warnings ---- */

/* Finds libraries where the command line does: MODELICAPATH, the user's library folder, those that come with
 * Kerf. */
KERF_API kerf_session* kerf_session_new(void);
KERF_API void kerf_session_free(kerf_session* session);
/* A file to be read before the model's, or a folder that holds libraries. */
KERF_API void kerf_session_add_library(kerf_session* session, const char* path);
/* A library, folder or file whose functions in C may be compiled and called. */
KERF_API void kerf_session_add_trust(kerf_session* session, const char* name_or_path);
/* The folder for caches; NULL: none is used. */
KERF_API void kerf_session_set_cache(kerf_session* session, const char* folder);
typedef void (*kerf_message_function)(void* user, const kerf_message* message);
/* Called with each warning and note, also of calls that succeed, in the thread that makes them. */
KERF_API void kerf_session_on_message(kerf_session* session, kerf_message_function function, void* user);

/* ---- Models ---- */

typedef enum kerf_language { KERF_MODELICA, KERF_DYMOLA, KERF_ACSL } kerf_language;

typedef struct kerf_load_options {
  size_t size;
  /* The class to take; NULL: the last one in the file. */
  const char* model;
  /* Parameters as "name=value", put in before the model is compiled: those that decide sizes or structure can
   * be given nowhere else. */
  const char* const* values;
  size_t n_values;
  /* Initial values of states and guesses of others as "name=value". */
  const char* const* starts;
  size_t n_starts;
  /* "u=expression of time" */
  const char* const* inputs;
  size_t n_inputs;
  /* Also the form that the solver `ida` integrates. */
  bool has_implicit_form;
} kerf_load_options;

KERF_API void kerf_load_options_init(kerf_load_options* options);
/* A file (.mo, .dym, .csl, or .kerf as `kerf compile` writes it) or the name of a class in a library. */
KERF_API kerf_model* kerf_load(const kerf_session* session, const char* file_or_class,
                               const kerf_load_options* options, kerf_error** error);
/* `name` stands for the file in messages; NULL: "<text>". */
KERF_API kerf_model* kerf_load_text(const kerf_session* session, const char* text, kerf_language language,
                                    const char* name, const kerf_load_options* options, kerf_error** error);
KERF_API void kerf_model_free(kerf_model* model);
/* Writes a file that kerf_load and `kerf simulate` read without the source. */
KERF_API bool kerf_model_write(const kerf_model* model, const char* path, kerf_error** error);
/* Writes an FMU of FMI 2.0 or 3.0 (`version`: 2 or 3) for model exchange, co-simulation or both. */
KERF_API bool kerf_model_write_fmu(const kerf_model* model, const char* path, int version,
                                   bool has_model_exchange, bool has_co_simulation, kerf_error** error);

KERF_API const char* kerf_model_name(const kerf_model* model);
KERF_API uint32_t kerf_model_equation_count(const kerf_model* model);
KERF_API uint32_t kerf_model_state_count(const kerf_model* model);

typedef enum kerf_kind {
  KERF_CONSTANT,
  KERF_PARAMETER,
  KERF_INPUT,
  KERF_STATE,
  KERF_ALGEBRAIC,
  KERF_DISCRETE
} kerf_kind;

typedef enum kerf_type { KERF_REAL, KERF_INTEGER, KERF_BOOLEAN } kerf_type;

typedef struct kerf_variable {
  const char* name;
  const char* description;
  const char* unit;
  const char* display_unit;
  const char* quantity;
  kerf_kind kind;
  kerf_type type;
  bool is_output;
  bool is_protected;
  bool is_final;
  /* Of a parameter: another value needs another compilation, which a run that is given one does first. */
  bool is_structural;
  /* Of a state or guess: the start value is an initial condition. */
  bool is_fixed;
  bool is_derivative;
  double start;
  double min;
  double max;
  double nominal;
} kerf_variable;

/* Scalar variables, elements of arrays one by one ("x[2]"), numbered from 0 in the order of declaration. */
KERF_API uint32_t kerf_model_variable_count(const kerf_model* model);
KERF_API kerf_variable kerf_model_variable(const kerf_model* model, uint32_t index);
#define KERF_NO_VARIABLE UINT32_MAX
KERF_API uint32_t kerf_model_find(const kerf_model* model, const char* name);
/* The variables that are states, in the order of the integrator; `states` has room for all. */
KERF_API void kerf_model_states(const kerf_model* model, uint32_t* states);
/* The equations as `kerf equations` lists them, solved and in order if `is_solved`; free with kerf_text_free.
 */
KERF_API char* kerf_model_equations(const kerf_model* model, bool is_solved, kerf_error** error);
/* What the compiler did with the equations and why, as `kerf explain` tells it: as text, or as an HTML page
 * that needs nothing else. */
typedef enum kerf_format { KERF_TEXT, KERF_HTML } kerf_format;
KERF_API char* kerf_model_explain(const kerf_model* model, kerf_format format, kerf_error** error);
/* For each text that the functions above and below give to the caller. */
KERF_API void kerf_text_free(char* text);

/* ---- Runs ---- */

typedef struct kerf_run_options {
  size_t size;
  double start;
  double stop;
  double tolerance;
  /* 0: follows the magnitude of each state. */
  double absolute_tolerance;
  /* 0: no limit. */
  double max_step;
  /* The first step, or that of a method with fixed steps; 0: the method's choice. */
  double step;
  uint32_t intervals;
  /* Results after each step as well. */
  bool every_step;
  /* NULL: cvode. */
  const char* solver;
  /* Equations are interpreted instead of translated to machine code. */
  bool is_interpreted;
  /* Patterns of the variables to keep, with * and ?; none: all. */
  const char* const* variables;
  size_t n_variables;
  bool has_protected;
  /* Runs again with a tenth of the tolerance where that is cheap, and warns if the results move visibly. */
  bool checks_tolerance;
  /* 0: no limit. */
  uint64_t max_events;
  /* Called with the part of the run that is done, 0 to 1; the run ends if it returns false. May be NULL. */
  bool (*progress)(void* user, double fraction);
  void* progress_user;
} kerf_run_options;

/* Defaults, with the settings that the model gives; `model` may be NULL. */
KERF_API void kerf_run_options_init(kerf_run_options* options, const kerf_model* model);

/* Value of a parameter, initial value of a state, guess of another variable. */
typedef struct kerf_value {
  uint32_t variable;
  double value;
} kerf_value;

/* An input over time: either a table, linear between its points and constant beyond them, or a function of
 * time that is smooth between the instants `times`. */
typedef struct kerf_input {
  uint32_t variable;
  const double* times;
  const double* values;
  size_t n;
  double (*function)(void* user, double time);
  void* user;
} kerf_input;

typedef struct kerf_settings {
  const kerf_value* values;
  size_t n_values;
  const kerf_input* inputs;
  size_t n_inputs;
} kerf_settings;

/* A whole run. Options and settings may be NULL. After a failure `*result_so_far`, if not NULL, holds what
 * had been computed by then. */
KERF_API kerf_result* kerf_simulate(const kerf_model* model, const kerf_run_options* options,
                                    const kerf_settings* settings, kerf_error** error);

KERF_API void kerf_result_free(kerf_result* result);
/* False: the run ended before its stop time, and the messages tell why. What was computed is there. */
KERF_API bool kerf_result_is_complete(const kerf_result* result);
KERF_API size_t kerf_result_point_count(const kerf_result* result);
KERF_API const double* kerf_result_time(const kerf_result* result);
KERF_API size_t kerf_result_signal_count(const kerf_result* result);
KERF_API const char* kerf_result_signal_name(const kerf_result* result, size_t signal);
/* SIZE_MAX if there is none of that name. */
KERF_API size_t kerf_result_find(const kerf_result* result, const char* name);
/* As many values as there are points; those of a parameter are all equal. */
KERF_API const double* kerf_result_values(const kerf_result* result, size_t signal);

typedef struct kerf_signal {
  const char* name;
  const char* description;
  const char* unit;
  kerf_type type;
  /* A parameter or constant: it has one value in all points. */
  bool is_constant;
} kerf_signal;
/* Empty texts for a signal that there is not. */
KERF_API kerf_signal kerf_result_signal(const kerf_result* result, size_t signal);

typedef enum kerf_event_kind {
  /* At an instant that was known before. */
  KERF_TIME_EVENT,
  /* Where a condition on other variables changed. */
  KERF_STATE_EVENT,
  /* Of the discrete part of a combined program. */
  KERF_PROGRAM_EVENT
} kerf_event_kind;

typedef struct kerf_event {
  double time;
  kerf_event_kind kind;
  /* The conditions that changed, as the source writes them, separated by commas; of a combined program the
   * name of the event. "" where there is none. */
  const char* text;
  /* The point that shows the model after the event; SIZE_MAX if none was kept. The point before it shows the
   * model as it came to the event, if it has the same time. */
  size_t point;
} kerf_event;
/* In the order in which they happened; of a combined program the first 100000. */
KERF_API size_t kerf_result_event_count(const kerf_result* result);
KERF_API kerf_event kerf_result_event(const kerf_result* result, size_t index);

/* Writes a trajectory file, .csv or .mat. */
KERF_API bool kerf_result_write(const kerf_result* result, const char* path, kerf_error** error);

typedef struct kerf_plot_options {
  size_t size;
  /* Names of signals; an empty one begins the next panel. None: one panel with all that vary. */
  const char* const* signals;
  size_t n_signals;
  /* The signal on the horizontal axis; NULL: the time. */
  const char* versus;
  /* NULL: none. */
  const char* title;
  /* In pixels; of each panel in the height. */
  double width;
  double height;
} kerf_plot_options;

KERF_API void kerf_plot_options_init(kerf_plot_options* options);
typedef enum kerf_picture { KERF_SVG, KERF_PAGE } kerf_picture;
/* An SVG document, or an HTML page that zooms and reads values; free with kerf_text_free. */
KERF_API char* kerf_result_plot(const kerf_result* result, const kerf_plot_options* options,
                                kerf_picture picture, kerf_error** error);

typedef struct kerf_statistics {
  uint64_t steps;
  uint64_t rejected_steps;
  uint64_t evaluations;
  uint64_t jacobians;
  uint64_t time_events;
  uint64_t state_events;
  double run_seconds;
} kerf_statistics;
KERF_API kerf_statistics kerf_result_statistics(const kerf_result* result);
/* Warnings and notes of the run. */
KERF_API size_t kerf_result_message_count(const kerf_result* result);
KERF_API kerf_message kerf_result_message(const kerf_result* result, size_t index);

/* ---- Runs step by step ---- */

KERF_API kerf_run* kerf_run_new(const kerf_model* model, const kerf_run_options* options,
                                const kerf_settings* settings, kerf_error** error);
KERF_API void kerf_run_free(kerf_run* run);
/* Solves the initialization problem; kerf_run_step does so if need be. */
KERF_API bool kerf_run_initialize(kerf_run* run, kerf_error** error);
/* One step of the integrator, with the events in it. */
KERF_API bool kerf_run_step(kerf_run* run, kerf_error** error);
/* Up to that time, no further. */
KERF_API bool kerf_run_step_to(kerf_run* run, double time, kerf_error** error);
KERF_API bool kerf_run_is_done(const kerf_run* run);
KERF_API double kerf_run_time(const kerf_run* run);
KERF_API bool kerf_run_get(const kerf_run* run, const uint32_t* variables, size_t n, double* values,
                           kerf_error** error);
/* Before initialization: as in kerf_settings. Afterwards: parameters, inputs and states, an event at the
 * present time. */
KERF_API bool kerf_run_set(kerf_run* run, const kerf_value* values, size_t n, kerf_error** error);
/* Number of events so far. */
KERF_API uint64_t kerf_run_event_count(const kerf_run* run);
/* The result so far. */
KERF_API kerf_result* kerf_run_result(const kerf_run* run, kerf_error** error);

/* ---- Questions other than simulation ---- */

typedef struct kerf_linear_options {
  size_t size;
  /* Where all derivatives are zero, instead of on the trajectory at `time`. */
  bool is_steady;
  double start;
  double time;
  /* NULL, 0: all inputs, all outputs of the model. */
  const char* const* inputs;
  size_t n_inputs;
  const char* const* outputs;
  size_t n_outputs;
} kerf_linear_options;

KERF_API void kerf_linear_options_init(kerf_linear_options* options);
/* x' = A x + B u, y = C x + D u near a point. */
KERF_API kerf_linear* kerf_linearize(const kerf_model* model, const kerf_linear_options* options,
                                     kerf_error** error);
KERF_API void kerf_linear_free(kerf_linear* linear);
/* 'x', 'u' or 'y'. */
KERF_API size_t kerf_linear_count(const kerf_linear* linear, char which);
KERF_API const char* kerf_linear_name(const kerf_linear* linear, char which, size_t index);
KERF_API double kerf_linear_value(const kerf_linear* linear, char which, size_t index);
/* 'A', 'B', 'C' or 'D'. */
KERF_API double kerf_linear_entry(const kerf_linear* linear, char which, size_t row, size_t column);

/* The values of all variables where all derivatives are zero; `values` has room for
 * kerf_model_variable_count. */
KERF_API bool kerf_steady(const kerf_model* model, const kerf_settings* settings, double* values,
                          kerf_error** error);

/* ---- Combined programs: COSY, and models on which processes act ---- */

/* A file .cosy, or a model (a file or a class) that names its process; `options` are those of the model. What
 * kerf_load refuses with the code "combined-program" or "model-with-process" is to be loaded by this. */
KERF_API kerf_program* kerf_program_load(const kerf_session* session, const char* file_or_class,
                                         const kerf_load_options* options, kerf_error** error);
KERF_API kerf_program* kerf_program_load_text(const kerf_session* session, const char* text, const char* name,
                                              kerf_error** error);
KERF_API void kerf_program_free(kerf_program* program);
KERF_API const char* kerf_program_name(const kerf_program* program);
/* Its variables, elements of arrays one by one ("U[3]"). */
KERF_API size_t kerf_program_variable_count(const kerf_program* program);
KERF_API kerf_signal kerf_program_variable(const kerf_program* program, size_t index);

typedef struct kerf_program_options {
  size_t size;
  /* NULL and negative numbers: as the program says. */
  const char* solver;
  double tolerance;
  double absolute_tolerance;
  double max_step;
  /* More than 1: each run so often, with other random numbers; 1: as the program says. */
  uint32_t replications;
  /* Replications in pairs, of which the second takes 1 - u for each random number u. */
  bool is_antithetic;
  /* Processes that share the replications, each of them a fork of the caller's; 0: one for each core. */
  uint32_t workers;
  /* Added to all seeds of the program. */
  uint64_t seed;
  /* Points of each run are kept; otherwise those of the last one, and of those that the program saves. */
  bool keeps_points;
  bool is_interpreted;
  /* 0: no limit. */
  uint64_t max_events;
  /* Takes what the program prints, a line at a time. */
  void (*print)(void* user, const char* line);
  /* Asked again and again; the runs end if it returns false. */
  bool (*goes_on)(void* user);
  void* user;
} kerf_program_options;

KERF_API void kerf_program_options_init(kerf_program_options* options);
/* All runs that the program makes. Any number of threads may run a program at once. */
KERF_API kerf_experiment* kerf_program_run(const kerf_program* program, const kerf_program_options* options,
                                           kerf_error** error);
KERF_API void kerf_experiment_free(kerf_experiment* experiment);

typedef struct kerf_experiment_run {
  /* From 1 on: which SIMULATE of the program, and which of its replications. */
  uint32_t frame;
  uint32_t replication;
  bool is_complete;
  double start;
  double end;
  uint64_t events;
  /* How often a transaction went on. */
  uint64_t transaction_steps;
  /* What the lists of the program gave the run, "TELLERS = 3"; "" if there are none. */
  const char* given;
} kerf_experiment_run;

KERF_API size_t kerf_experiment_run_count(const kerf_experiment* experiment);
KERF_API kerf_experiment_run kerf_experiment_run_at(const kerf_experiment* experiment, size_t run);
/* Points and events of a run; it belongs to the experiment. Without points if they were not kept. */
KERF_API const kerf_result* kerf_experiment_result(const kerf_experiment* experiment, size_t run);
/* The values of all variables at the end of a run, as many as the program has. */
KERF_API const double* kerf_experiment_final(const kerf_experiment* experiment, size_t run);
/* A point for each CROSSPLOT, over the number of the point in place of the time; it belongs to the
 * experiment. */
KERF_API const kerf_result* kerf_experiment_cross(const kerf_experiment* experiment);

typedef enum kerf_statistic_kind {
  /* count, mean, deviation, min, max, half_width */
  KERF_COLLECT,
  /* Over time: mean, deviation, min, max. */
  KERF_TIME_AVERAGE,
  /* Lengths: mean, max, now; mean_time: of waiting. */
  KERF_QUEUE,
  /* Use: mean, capacity, count of seizures; mean_time: of holding. */
  KERF_RESOURCE,
  /* Over replications: count, mean, deviation, half_width. */
  KERF_REPLICATED
} kerf_statistic_kind;

/* What its kind does not name is not a number. */
typedef struct kerf_statistic {
  kerf_statistic_kind kind;
  const char* name;
  /* Of means over replications: what the lists gave their runs. */
  const char* given;
  double count;
  double mean;
  double deviation;
  double min;
  double max;
  /* Of the interval that has the true mean with a probability of 95 %. */
  double half_width;
  double mean_time;
  double now;
  double capacity;
} kerf_statistic;

/* Of a run; of all replications if `run` is SIZE_MAX. */
KERF_API size_t kerf_experiment_statistic_count(const kerf_experiment* experiment, size_t run);
KERF_API kerf_statistic kerf_experiment_statistic(const kerf_experiment* experiment, size_t run,
                                                  size_t index);

/* Cell 0 counts what lies up to first_limit, the last one what lies above the others; the others are `width`
 * wide. */
typedef struct kerf_histogram {
  const char* name;
  double first_limit;
  double width;
  const uint64_t* counts;
  size_t n_counts;
} kerf_histogram;
KERF_API size_t kerf_experiment_histogram_count(const kerf_experiment* experiment, size_t run);
KERF_API kerf_histogram kerf_experiment_histogram(const kerf_experiment* experiment, size_t run,
                                                  size_t index);
/* Warnings and notes of all runs. */
KERF_API size_t kerf_experiment_message_count(const kerf_experiment* experiment);
KERF_API kerf_message kerf_experiment_message(const kerf_experiment* experiment, size_t index);

#ifdef __cplusplus
}
#endif
#endif
