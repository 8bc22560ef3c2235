static double kerf_columns[kerf_max_n * kerf_max_n], kerf_r[kerf_max_n];
static const int kerf_unknowns[] = {
@unknowns@
};
static const int kerf_loops[][2] = {
@loops@
};
@residual_prototypes@
static void kerf_residual(int loop) {
  switch (loop) {
@residual_cases@
    default: break;
  }
}

static double kerf_norm(const double *r, int n) {
  double sum = 0;
  for (int k = 0; k < n; ++k) sum += r[k] * r[k];
  return sqrt(sum);
}

/* Newton's method with a Jacobian by differences and shorter steps where a whole one makes things worse.
   Starts from the present values of the unknowns. */
static void kerf_newton(int loop) {
  const int n = kerf_loops[loop][0];
  const int *z = kerf_unknowns + kerf_loops[loop][1];
  double before[kerf_max_n] = {0}, from[kerf_max_n] = {0}, residual[kerf_max_n];
  kerf_residual(loop);
  for (int iteration = 0; iteration < 100; ++iteration) {
    for (int k = 0; k < n; ++k) residual[k] = kerf_r[k], from[k] = w[z[k]];
    const double norm = kerf_norm(residual, n);
    if (norm == 0) return;
    if (!(norm < HUGE_VAL)) break;
    for (int j = 0; j < n; ++j) {
      const double h = 1e-8 * (fabs(from[j]) > 1e-3 ? fabs(from[j]) : 1e-3);
      w[z[j]] = from[j] + h;
      kerf_residual(loop);
      for (int i = 0; i < n; ++i) before[i] = (kerf_r[i] - residual[i]) / h;
      for (int i = 0; i < n; ++i) kerf_columns[j * kerf_max_n + i] = before[i];
      w[z[j]] = from[j];
    }
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) kerf_a[i * n + j] = kerf_columns[j * kerf_max_n + i];
      kerf_b[i] = -residual[i];
    }
    kerf_solve(n);
    if (kerf_failure) return;
    double size = 0, part = 1;
    for (int k = 0; k < n; ++k) before[k] = kerf_b[k];
    for (int k = 0; k < n; ++k) {
      const double relative = fabs(before[k]) / (fabs(from[k]) + 1e-6);
      if (relative > size) size = relative;
    }
    for (int halving = 0; halving < 30; ++halving, part /= 2) {
      for (int k = 0; k < n; ++k) w[z[k]] = from[k] + part * before[k];
      kerf_residual(loop);
      if (kerf_norm(kerf_r, n) < norm || (part == 1 && size < 1e-10)) break;
    }
    if (size < 1e-10) return;
  }
  kerf_failure = "an iteration does not converge";
}

