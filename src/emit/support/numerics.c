/* Solves kerf_a x = kerf_b by Gaussian elimination with row pivoting; x replaces kerf_b. The matrix is stored
   row by row. */
static void kerf_solve(int n) {
  double *a = kerf_a, *b = kerf_b;
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (fabs(a[i * n + k]) > fabs(a[pivot * n + k])) pivot = i;
    if (a[pivot * n + k] == 0 || a[pivot * n + k] != a[pivot * n + k]) {
      kerf_failure = "singular equations";
      return;
    }
    if (pivot != k) {
      for (int j = 0; j < n; ++j) {
        double t = a[k * n + j];
        a[k * n + j] = a[pivot * n + j];
        a[pivot * n + j] = t;
      }
      double t = b[k];
      b[k] = b[pivot];
      b[pivot] = t;
    }
    for (int i = k + 1; i < n; ++i) {
      double l = a[i * n + k] / a[k * n + k];
      if (l == 0) continue;
      for (int j = k + 1; j < n; ++j) a[i * n + j] -= l * a[k * n + j];
      b[i] -= l * b[k];
    }
  }
  for (int k = n - 1; k >= 0; --k) {
    for (int j = k + 1; j < n; ++j) b[k] -= a[k * n + j] * b[j];
    b[k] /= a[k * n + k];
  }
}

static void kerf_clear(int n) {
  for (int k = 0; k < n * n; ++k) kerf_a[k] = 0;
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
  double before[kerf_max_n], from[kerf_max_n], residual[kerf_max_n];
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
