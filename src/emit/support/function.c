/* The model @model@ as functions, made by Kerf.
   @function@_start sets parameters and start values, derivatives and everything else are set by
   @function@_derivatives; @function@_values are all numbers, in the order of the names below. The states are: */
@states@
#include <math.h>

void @function@_start(double t, double x[]);
void @function@_derivatives(double t, const double x[], double dx[]);
double *@function@_values(void);
/* Why the last call failed, or NULL. */
const char *@function@_failure(void);

enum { kerf_n_states = @n_states@, kerf_max_n = @max_n@ };

static double w[@n_symbols@] = {
@start_values@
};
static const char *kerf_failure;

@function_support@
@user_functions@

@numerics@

@names@

@residuals@

static void kerf_derivatives(void) {
@run_dynamic@
@run_output@
}

static void kerf_start(void) {
@settings@
@start_once@
@start_dynamic@
@after_start@
@run_once@
}

/* The names above are macros, so that these functions have names of their own. */
void @function@_start(double kerf_t, double kerf_x[]) {
  kerf_failure = 0;
  w[0] = kerf_t;
  kerf_start();
  for (int kerf_i = 0; kerf_i < kerf_n_states; ++kerf_i) kerf_x[kerf_i] = w[1 + kerf_i];
}

void @function@_derivatives(double kerf_t, const double kerf_x[], double kerf_dx[]) {
  kerf_failure = 0;
  w[0] = kerf_t;
  for (int kerf_i = 0; kerf_i < kerf_n_states; ++kerf_i) w[1 + kerf_i] = kerf_x[kerf_i];
  kerf_derivatives();
  for (int kerf_i = 0; kerf_i < kerf_n_states; ++kerf_i) kerf_dx[kerf_i] = w[1 + kerf_n_states + kerf_i];
}

double *@function@_values(void) { return w; }

const char *@function@_failure(void) { return kerf_failure; }
