static void kerf_clear(int n) {
  for (int k = 0; k < n * n; ++k) kerf_a[k] = 0;
}

