/* The place of element k, from 1, of n. */
static int kerf_at(double k, int n) {
  if (k >= 1 && k <= n) return (int)k - 1;
  kerf_failure = "a subscript is out of range";
  return 0;
}

