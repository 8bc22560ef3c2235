/* Points inside a step as well: the cubic between points would be less exact than the step. */
static void kerf_record_step(double before, double t, const double *x) {
  double at[kerf_n_states + 1];
  for (int k = 1; k < 4; ++k) {
    const double between = before + k * (t - before) / 4;
    kerf_interpolate(between, at);
    kerf_evaluate(between, at);
    kerf_output();
    kerf_record(0);
  }
  kerf_evaluate(t, x);
  kerf_output();
  kerf_record(0);
}

