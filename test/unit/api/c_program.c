/* The header is C11, and a program in C does what one in C++ does. */
#include "api/kerf.h"

#include <math.h>
#include <stddef.h>

static bool Count(void* user, double fraction) {
  *(int*)user += fraction >= 0;
  return true;
}

/* 0, or the number of the line that failed. */
#define CHECK(condition) \
  if (!(condition)) return __LINE__

int RunCProgram(void);
int RunCProgram(void) {
  kerf_session* session = kerf_session_new();
  kerf_error* error = NULL;
  kerf_load_options load;
  kerf_load_options_init(&load);
  const char* values[] = {"k=2"};
  load.values = values;
  load.n_values = 1;
  kerf_model* model = kerf_load_text(
      session, "model M parameter Real k = 1; Real x(start = 1, fixed = true); equation der(x) = -k*x; end M;",
      KERF_MODELICA, NULL, &load, &error);
  CHECK(model != NULL && error == NULL);
  int calls = 0;
  kerf_run_options options;
  kerf_run_options_init(&options, model);
  options.progress = Count;
  options.progress_user = &calls;
  options.tolerance = 1e-9;
  kerf_result* result = kerf_simulate(model, &options, NULL, &error);
  CHECK(result != NULL && calls > 0);
  const double* x = kerf_result_values(result, kerf_result_find(result, "x"));
  CHECK(fabs(x[kerf_result_point_count(result) - 1] - exp(-2)) < 1e-7);
  CHECK(kerf_simulate(model, &options, &(kerf_settings){&(kerf_value){99, 0}, 1, NULL, 0}, &error) == NULL);
  CHECK(error != NULL && kerf_error_count(error) == 1);
  kerf_error_free(error);
  kerf_session_free(session);
  kerf_model_free(model);
  kerf_result_free(result);
  return 0;
}
