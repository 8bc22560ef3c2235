/* See heat_rod_cvode.h. */
#include "heat_rod_cvode.h"

#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int rhs(double t, N_Vector y, N_Vector y_dot, void* data) {
  const HeatRodRun* run = data;
  const double* T = N_VGetArrayPointer(y);
  double* dT = N_VGetArrayPointer(y_dot);
  const int n = run->n;
  const double k = run->k;
  dT[0] = k * (sin(t) - 2 * T[0] + T[1]);
  for (int i = 1; i < n - 1; ++i) dT[i] = k * (T[i - 1] - 2 * T[i] + T[i + 1]);
  dT[n - 1] = k * (T[n - 2] - T[n - 1]);
  return 0;
}

static int jacobian(double t, N_Vector y, N_Vector fy, SUNMatrix matrix, void* data, N_Vector a, N_Vector b,
                    N_Vector c) {
  (void)t, (void)y, (void)fy, (void)a, (void)b, (void)c;
  const HeatRodRun* run = data;
  sunindextype* columns = SUNSparseMatrix_IndexPointers(matrix);
  sunindextype* rows = SUNSparseMatrix_IndexValues(matrix);
  double* values = SUNSparseMatrix_Data(matrix);
  sunindextype p = 0;
  for (int j = 0; j < run->n; ++j) {
    columns[j] = p;
    for (int i = j - 1; i <= j + 1; ++i) {
      if (i < 0 || i >= run->n) continue;
      rows[p] = i;
      values[p++] = i != j ? run->k : (j == run->n - 1 ? -run->k : -2 * run->k);
    }
  }
  columns[run->n] = p;
  return 0;
}

static int integrate(HeatRodRun* run, void* cvode, N_Vector y) {
  const double begin = now();
  double t = 0;
  for (int point = 1; point <= run->intervals; ++point) {
    if (CVode(cvode, run->stop * point / run->intervals, y, &t, CV_NORMAL) < 0) return 1;
  }
  run->seconds = now() - begin;
  memcpy(run->final_state, N_VGetArrayPointer(y), (size_t)run->n * sizeof(double));
  CVodeGetNumSteps(cvode, &run->steps);
  CVodeGetNumRhsEvals(cvode, &run->evaluations);
  CVodeGetNumJacEvals(cvode, &run->jacobians);
  return 0;
}

int heat_rod_run(HeatRodRun* run) {
  SUNContext context;
  if (SUNContext_Create(NULL, &context) != 0) return 1;
  N_Vector y = N_VNew_Serial(run->n, context);
  N_VConst(0, y);
  SUNMatrix matrix = SUNSparseMatrix(run->n, run->n, 3 * run->n - 2, CSC_MAT, context);
  SUNLinearSolver solver = SUNLinSol_KLU(y, matrix, context);
  void* cvode = CVodeCreate(CV_BDF, context);
  int failed = CVodeInit(cvode, rhs, 0, y) != CV_SUCCESS;
  failed = failed || CVodeSetUserData(cvode, run) != CV_SUCCESS;
  failed = failed || CVodeSStolerances(cvode, run->tolerance, run->tolerance) != CV_SUCCESS;
  failed = failed || CVodeSetMaxNumSteps(cvode, 1000000) != CV_SUCCESS;
  failed = failed || CVodeSetLinearSolver(cvode, solver, matrix) != CV_SUCCESS;
  failed = failed || CVodeSetJacFn(cvode, jacobian) != CV_SUCCESS;
  failed = failed || CVodeSetStopTime(cvode, run->stop) != CV_SUCCESS;
  failed = failed || integrate(run, cvode, y);
  CVodeFree(&cvode);
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  N_VDestroy(y);
  SUNContext_Free(&context);
  return failed;
}
