/* A bouncing ball, from its text to its last height.
 *
 *   cc ball.c $(pkg-config --cflags --libs kerf) -o ball && ./ball */
#include <kerf.h>
#include <stdio.h>

static const char kText[] =
    "model Ball\n"
    "  parameter Real e = 0.7 \"part of the speed that is left after a bounce\";\n"
    "  Real h(start = 1, fixed = true, unit = \"m\");\n"
    "  Real v(start = 0, fixed = true, unit = \"m/s\");\n"
    "equation\n"
    "  der(h) = v;\n"
    "  der(v) = -9.81;\n"
    "  when h < 0 then\n"
    "    reinit(v, -e * pre(v));\n"
    "  end when;\n"
    "end Ball;\n";

static int Fail(kerf_error* error) {
  fputs(kerf_error_text(error), stderr);
  kerf_error_free(error);
  return 1;
}

int main(void) {
  kerf_error* error = NULL;
  kerf_session* session = kerf_session_new();
  kerf_model* model = kerf_load_text(session, kText, KERF_MODELICA, "Ball.mo", NULL, &error);
  if (model == NULL) return Fail(error);

  kerf_run_options options;
  kerf_run_options_init(&options, model);
  options.stop = 2;
  for (double e = 0.7; e < 0.95; e += 0.1) {
    const kerf_value value = {kerf_model_find(model, "e"), e};
    const kerf_settings settings = {&value, 1, NULL, 0};
    kerf_result* result = kerf_simulate(model, &options, &settings, &error);
    if (result == NULL) return Fail(error);
    const double* h = kerf_result_values(result, kerf_result_find(result, "h"));
    printf("e = %.1f: %d events, h(2 s) = %.4f m\n", e, (int)kerf_result_statistics(result).state_events,
           h[kerf_result_point_count(result) - 1]);
    kerf_result_free(result);
  }
  kerf_model_free(model);
  kerf_session_free(session);
  return 0;
}
