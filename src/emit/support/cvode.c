/* CVODE of SUNDIALS with a sparse Jacobian: BDF, the matrix by differences of states that share no equation. */
static const int kerf_jacobian_columns[] = {
@jacobian_columns@
};
static const int kerf_jacobian_rows[] = {
@jacobian_rows@
};
static const int kerf_colours[] = {
@colours@
};
enum { kerf_is_limited = 0 };
static SUNContext kerf_context;
static void *kerf_cvode;
static N_Vector kerf_y;
static SUNMatrix kerf_matrix;
static SUNLinearSolver kerf_linear_solver;

static int kerf_weights(N_Vector y, N_Vector weights, void *data) {
  (void)data;
  for (int i = 0; i < kerf_n_states; ++i)
    N_VGetArrayPointer(weights)[i] =
        1 / (kerf_tolerance * (kerf_nominal[i] + fabs(N_VGetArrayPointer(y)[i])));
  return 0;
}

static int kerf_slope(double t, N_Vector y, N_Vector slope, void *data) {
  (void)data;
  w[0] = t;
  memcpy(w + 1, N_VGetArrayPointer(y), kerf_n_states * sizeof(double));
  kerf_run.dynamic();
  memcpy(N_VGetArrayPointer(slope), w + 1 + kerf_n_states, kerf_n_states * sizeof(double));
  if (!kerf_failure) return 0;
  kerf_failure = NULL;
  return 1;
}

static int kerf_jacobian(double t, N_Vector y, N_Vector slope, SUNMatrix matrix, void *data, N_Vector shifted,
                         N_Vector changed, N_Vector step) {
  sunindextype *columns = SUNSparseMatrix_IndexPointers(matrix), *rows = SUNSparseMatrix_IndexValues(matrix);
  double *values = SUNSparseMatrix_Data(matrix), *h = N_VGetArrayPointer(step);
  const double *x = N_VGetArrayPointer(y), *f = N_VGetArrayPointer(slope), *g = N_VGetArrayPointer(changed);
  for (int j = 0; j <= kerf_n_states; ++j) columns[j] = kerf_jacobian_columns[j];
  for (int k = 0; k < kerf_jacobian_columns[kerf_n_states]; ++k) rows[k] = kerf_jacobian_rows[k];
  for (int colour = 0; colour < @n_colours@; ++colour) {
    double *z = N_VGetArrayPointer(shifted);
    for (int j = 0; j < kerf_n_states; ++j) {
      h[j] = 1e-7 * (fabs(x[j]) > 1e-3 ? fabs(x[j]) : 1e-3);
      z[j] = kerf_colours[j] == colour ? x[j] + h[j] : x[j];
    }
    if (kerf_slope(t, shifted, changed, data)) return 1;
    for (int j = 0; j < kerf_n_states; ++j) {
      if (kerf_colours[j] != colour) continue;
      for (sunindextype k = columns[j]; k < columns[j + 1]; ++k) values[k] = (g[rows[k]] - f[rows[k]]) / h[j];
    }
  }
  return 0;
}

static void kerf_begin(double t, const double *x) {
  if (kerf_n_states == 0) return;
  const int is_first = kerf_cvode == NULL;
  if (is_first) {
    if (SUNContext_Create(NULL, &kerf_context)) kerf_fail("SUNDIALS cannot be used");
    kerf_y = N_VNew_Serial(kerf_n_states, kerf_context);
    kerf_cvode = CVodeCreate(CV_BDF, kerf_context);
  }
  memcpy(N_VGetArrayPointer(kerf_y), x, kerf_n_states * sizeof(double));
  if (!is_first) {
    if (CVodeReInit(kerf_cvode, t, kerf_y) < 0) kerf_fail("CVODE cannot start again");
    return;
  }
  kerf_matrix = SUNSparseMatrix(kerf_n_states, kerf_n_states, kerf_jacobian_columns[kerf_n_states], CSC_MAT,
                                kerf_context);
  kerf_linear_solver = SUNLinSol_KLU(kerf_y, kerf_matrix, kerf_context);
  if (CVodeInit(kerf_cvode, kerf_slope, t, kerf_y) < 0 ||
      CVodeWFtolerances(kerf_cvode, kerf_weights) < 0 ||
      CVodeSetMaxStep(kerf_cvode, kerf_max_step) < 0 ||
      CVodeSetLinearSolver(kerf_cvode, kerf_linear_solver, kerf_matrix) < 0 ||
      CVodeSetJacFn(kerf_cvode, kerf_jacobian) < 0)
    kerf_fail("CVODE cannot start");
}

static double kerf_step(double limit, double *x) {
  double t = w[0] + kerf_max_step;
  if (kerf_n_states == 0) return t > limit ? limit : t;
  CVodeSetMaxStep(kerf_cvode, kerf_max_step);
  CVodeSetStopTime(kerf_cvode, limit);
  if (CVode(kerf_cvode, limit, kerf_y, &t, CV_ONE_STEP) < 0) kerf_fail("CVODE fails");
  memcpy(x, N_VGetArrayPointer(kerf_y), kerf_n_states * sizeof(double));
  return t;
}

/* The state inside the last step. */
static void kerf_interpolate(double t, double *x) {
  if (kerf_n_states == 0) return;
  if (CVodeGetDky(kerf_cvode, t, 0, kerf_y) < 0) kerf_fail("CVODE cannot interpolate");
  memcpy(x, N_VGetArrayPointer(kerf_y), kerf_n_states * sizeof(double));
}
