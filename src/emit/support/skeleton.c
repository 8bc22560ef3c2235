/* @model@: a program made by Kerf.
   Compile with: cc -O2 FILE @libraries@
   Arguments: stop time, number of intervals, relative tolerance. The results are comma-separated values. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
@includes@

@tables@
static const int kerf_intervals = @intervals@;
static const int kerf_shown[] = {
@shown@
};
static const char *const kerf_shown_names[] = {
@shown_names@
};

static void kerf_tell(const char *text) { fprintf(stderr, "time %g: %s\n", w[0], text); }

static void kerf_fail(const char *text) {
  kerf_tell(text);
  exit(1);
}

static void kerf_check(void) {
  if (kerf_failure) kerf_fail(kerf_failure);
}

static int kerf_is_silent;

/* One line of the results. */
static void kerf_write(void) {
  for (int k = 0; k < kerf_n_shown && !kerf_is_silent; ++k)
    printf(k ? ",%.15g" : "%.15g", w[kerf_shown[k]]);
  if (!kerf_is_silent) printf("\n");
}

@function_support@
@user_functions@

@numerics@

@solver@

@delays_text@
@executive@

@procedures@
