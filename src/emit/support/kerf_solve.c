static double kerf_a[kerf_max_n * kerf_max_n], kerf_b[kerf_max_n];

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

