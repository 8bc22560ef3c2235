static double kerf_a[kerf_max_n * kerf_max_n], kerf_columns[kerf_max_n * kerf_max_n], kerf_b[kerf_max_n],
    kerf_r[kerf_max_n];
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
