/* The heat rod written by hand on CVODE, as an engineer would who knows the model: BDF, KLU, the tridiagonal
 * Jacobian as a formula. What the benchmark compares Kerf with. */
#ifndef KERF_BENCH_HEAT_ROD_CVODE_H
#define KERF_BENCH_HEAT_ROD_CVODE_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct HeatRodRun {
  int n;
  double k;
  double stop;
  double tolerance;
  int intervals;
  /* Results. */
  double seconds;
  long steps;
  long evaluations;
  long jacobians;
  double* final_state; /* n values, given by the caller. */
} HeatRodRun;

/* 0 if all went well. */
int heat_rod_run(HeatRodRun* run);

#ifdef __cplusplus
}
#endif

#endif
