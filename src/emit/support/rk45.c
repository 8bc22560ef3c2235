/* Dormand and Prince (1980): order 5 with an error estimate and dense output of order 4. */
static double kerf_x0[kerf_n_states + 1], kerf_x1[kerf_n_states + 1], kerf_k[7][kerf_n_states + 1];
static double kerf_t0, kerf_h, kerf_next_h;
/* The state of the last stage but one; whether the last step had the limit of stability as its size, so that it is
   far shorter than what the solution does; and how many had. */
static double kerf_x6[kerf_n_states + 1];
static int kerf_is_limited, kerf_stiff_steps;

static void kerf_slope(double t, const double *x, double *slope) {
  w[0] = t;
  memcpy(w + 1, x, kerf_n_states * sizeof(double));
  kerf_run.dynamic();
  memcpy(slope, w + 1 + kerf_n_states, kerf_n_states * sizeof(double));
}

static void kerf_begin(double t, const double *x) {
  kerf_t0 = t;
  kerf_h = 0;
  memcpy(kerf_x1, x, kerf_n_states * sizeof(double));
  kerf_slope(t, x, kerf_k[6]);
  double size = 0, speed = 0;
  for (int i = 0; i < kerf_n_states; ++i) {
    const double scale = kerf_tolerance * (kerf_nominal[i] + fabs(x[i]));
    size += x[i] * x[i] / (scale * scale);
    speed += kerf_k[6][i] * kerf_k[6][i] / (scale * scale);
  }
  kerf_next_h = size > 1e-10 && speed > 1e-10 ? 0.01 * sqrt(size / speed) : 1e-6;
}

/* The last two stages are at the same time: their difference shows the fastest eigenvalue (Hairer and Wanner, Solving
   Ordinary Differential Equations II, IV.2). */
static void kerf_watch_stiffness(const double *x, double h) {
  double slopes = 0, states = 0;
  for (int i = 0; i < kerf_n_states; ++i) {
    const double scale = kerf_nominal[i] + fabs(x[i]);
    const double slope = (kerf_k[6][i] - kerf_k[5][i]) / scale, state = (x[i] - kerf_x6[i]) / scale;
    slopes += slope * slope;
    states += state * state;
  }
  kerf_is_limited = states > 0 && h * sqrt(slopes / states) > 2;
  if (kerf_stiff_steps < 0) return;
  kerf_stiff_steps = kerf_is_limited ? kerf_stiff_steps + 1 : kerf_stiff_steps * 3 / 4;
  if (kerf_stiff_steps < 100) return;
  kerf_stiff_steps = -1;
  kerf_tell("the model is stiff here: what follows from its fast states is less exact than the tolerance; "
            "translate it with --solver cvode, or take a smaller tolerance");
}

/* One step from where the last one ended, at most to limit. Returns the time reached; x is the state there. */
static double kerf_step(double limit, double *x) {
  static const double c[7] = {0, 0.2, 0.3, 0.8, 8.0 / 9, 1, 1};
  static const double a[7][6] = {
      {0},
      {0.2},
      {3.0 / 40, 9.0 / 40},
      {44.0 / 45, -56.0 / 15, 32.0 / 9},
      {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
      {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
      {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
  static const double e[7] = {71.0 / 57600,      0, -71.0 / 16695, 71.0 / 1920,
                              -17253.0 / 339200, 22.0 / 525,       -1.0 / 40};
  const double t = kerf_t0 + kerf_h;
  double h = kerf_next_h;
  memcpy(kerf_x0, kerf_x1, sizeof kerf_x0);
  memcpy(kerf_k[0], kerf_k[6], sizeof kerf_k[0]);
  kerf_t0 = t;
  for (;;) {
    if (h > kerf_max_step) h = kerf_max_step;
    const int is_last = t + h * (1 + 1e-10) >= limit;
    if (is_last) h = limit - t;
    if (t + h == t && !is_last) kerf_fail("the step size becomes too small");
    for (int stage = 1; stage < 7; ++stage) {
      for (int i = 0; i < kerf_n_states; ++i) {
        double sum = 0;
        for (int j = 0; j < stage; ++j) sum += a[stage][j] * kerf_k[j][i];
        x[i] = kerf_x0[i] + h * sum;
      }
      kerf_slope(t + c[stage] * h, x, kerf_k[stage]);
      if (stage == 5) memcpy(kerf_x6, x, sizeof kerf_x6);
    }
    double error = 0;
    for (int i = 0; i < kerf_n_states; ++i) {
      double sum = 0;
      for (int j = 0; j < 7; ++j) sum += e[j] * kerf_k[j][i];
      const double larger = fabs(x[i]) > fabs(kerf_x0[i]) ? fabs(x[i]) : fabs(kerf_x0[i]);
      const double part = h * sum / (kerf_tolerance * (kerf_nominal[i] + larger));
      error += part * part;
    }
    error = kerf_n_states ? sqrt(error / kerf_n_states) : 0;
    const int is_bad = kerf_failure || !(error < HUGE_VAL);
    if (is_bad && h < 1e-13 * (1 + fabs(t))) kerf_check();
    kerf_failure = NULL;
    double factor = is_bad ? 0.1 : error > 0 ? 0.9 * pow(error, -0.2) : 5;
    factor = factor > 5 ? 5 : factor < 0.2 ? 0.2 : factor;
    if (is_bad || error > 1) {
      h *= is_bad ? 0.1 : factor;
      continue;
    }
    kerf_watch_stiffness(x, h);
    kerf_h = h;
    kerf_next_h = h * factor;
    memcpy(kerf_x1, x, sizeof kerf_x1);
    return is_last ? limit : t + h;
  }
}

/* The state inside the last step. */
static void kerf_interpolate(double t, double *x) {
  static const double d[7] = {-12715105075.0 / 11282082432,  0,
                              87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
                              701980252875.0 / 199316789632, -1453857185.0 / 822651844,
                              69997945.0 / 29380423};
  const double s = kerf_h > 0 ? (t - kerf_t0) / kerf_h : 1;
  for (int i = 0; i < kerf_n_states; ++i) {
    const double change = kerf_x1[i] - kerf_x0[i];
    const double first = kerf_h * kerf_k[0][i] - change;
    const double second = change - kerf_h * kerf_k[6][i] - first;
    double sum = 0;
    for (int j = 0; j < 7; ++j) sum += d[j] * kerf_k[j][i];
    x[i] = kerf_x0[i] + s * (change + (1 - s) * (first + s * (second + (1 - s) * kerf_h * sum)));
  }
}
