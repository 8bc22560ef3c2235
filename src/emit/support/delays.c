/* The past of what is delayed. Points are taken after each step; between them a cubic through the nearest four
   is read, which never reaches over an event. A jump arrives so much later, as an event: until then it is not
   seen. Rows of the table: value, delay, whether the value changes at events only, whether the delay is fixed. */
enum { kerf_n_delays = @n_delays@ };
static const int kerf_delays[][4] = {
@delays@
};
typedef struct {
  double t, value;
  int begins;
} kerf_point;
static struct {
  kerf_point *points;
  double *jumps;
  int n, size, n_jumps, jump_size;
} kerf_past[kerf_n_delays];

static int kerf_is_same(double a, double b);

static void kerf_append(int k, double value, int begins) {
  if (kerf_past[k].n == kerf_past[k].size) {
    kerf_past[k].size = 2 * kerf_past[k].size + 64;
    kerf_past[k].points = realloc(kerf_past[k].points, kerf_past[k].size * sizeof(kerf_point));
    if (!kerf_past[k].points) kerf_fail("no memory for the past");
  }
  const kerf_point point = {w[0], value, begins};
  kerf_past[k].points[kerf_past[k].n++] = point;
}

static void kerf_record(int is_after_event) {
  for (int k = 0; k < kerf_n_delays; ++k) {
    const double value = w[kerf_delays[k][0]];
    if (kerf_past[k].n == 0) kerf_append(k, value, 1);
    const kerf_point last = kerf_past[k].points[kerf_past[k].n - 1];
    const int jumps = is_after_event && (w[0] == last.t || kerf_delays[k][2]) &&
                      fabs(value - last.value) > (kerf_delays[k][2] ? 0 : 1e-12 * fabs(value));
    if (w[0] == last.t && !is_after_event) continue;
    kerf_append(k, value, is_after_event);
    if (!jumps || !kerf_delays[k][3]) continue;
    if (kerf_past[k].n_jumps == kerf_past[k].jump_size) {
      kerf_past[k].jump_size = 2 * kerf_past[k].jump_size + 16;
      kerf_past[k].jumps = realloc(kerf_past[k].jumps, kerf_past[k].jump_size * sizeof(double));
      if (!kerf_past[k].jumps) kerf_fail("no memory for the past");
    }
    kerf_past[k].jumps[kerf_past[k].n_jumps++] = w[0];
  }
}

static void kerf_set_ticks(void);
static void kerf_settle(const kerf_part *part, int is_exact);

/* Before the start the values have been as they are then, which is known when all is settled. Each round gets
   one more of those right that read each other. */
static void kerf_settle_start(void) {
  double first[sizeof w / sizeof w[0]], begun[kerf_n_delays];
  memcpy(first, w, sizeof w);
  for (int k = 0; k < kerf_n_delays; ++k) begun[k] = w[kerf_delays[k][0]];
  for (int round = 0;; ++round) {
    for (int k = 0; k < kerf_n_delays; ++k) {
      kerf_past[k].n = kerf_past[k].n_jumps = 0;
      kerf_append(k, begun[k], 1);
    }
    kerf_set_ticks();
    kerf_settle(&kerf_run, 1);
    kerf_output();
    int is_settled = 1;
    for (int k = 0; k < kerf_n_delays; ++k) {
      const double value = w[kerf_delays[k][0]];
      if (fabs(value - begun[k]) <= kerf_tolerance * fmax(fabs(value), fabs(begun[k]))) continue;
      begun[k] = value;
      is_settled = 0;
    }
    if (is_settled || round > kerf_n_delays) return;
    memcpy(w, first, sizeof w);
  }
}

/* Jumps that arrive now are let through; points that nobody asks for any more go. */
static void kerf_arrive(void) {
  for (int k = 0; k < kerf_n_delays; ++k) {
    const double delay = w[kerf_delays[k][1]];
    int gone = 0;
    while (gone < kerf_past[k].n_jumps && (kerf_past[k].jumps[gone] + delay <= w[0] ||
                                           kerf_is_same(kerf_past[k].jumps[gone] + delay, w[0])))
      ++gone;
    kerf_past[k].n_jumps -= gone;
    if (gone) memmove(kerf_past[k].jumps, kerf_past[k].jumps + gone, kerf_past[k].n_jumps * sizeof(double));
  }
}

static void kerf_next_arrival(double *next) {
  for (int k = 0; k < kerf_n_delays; ++k) {
    if (!kerf_past[k].n_jumps) continue;
    const double arrival = kerf_past[k].jumps[0] + w[kerf_delays[k][1]];
    if (arrival < *next) *next = arrival;
  }
}

/* A step longer than a delay would read what it is about to compute. */
static void kerf_limit_step(double longest) {
  kerf_max_step = longest;
  for (int k = 0; k < kerf_n_delays; ++k) {
    const double delay = w[kerf_delays[k][1]];
    if (delay > 0 && delay < kerf_max_step) kerf_max_step = delay;
  }
}

static double kerf_read_past(int k, double t) {
  const kerf_point *p = kerf_past[k].points;
  const int n = kerf_past[k].n;
  const double barrier = kerf_past[k].n_jumps ? kerf_past[k].jumps[0] : 1e300;
  const int is_short = t >= barrier || kerf_is_same(t, barrier);
  if (n == 0) return w[kerf_delays[k][0]];
  int low = 0, high = n;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (is_short ? p[middle].t < barrier : p[middle].t <= t) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  while (is_short && low < n && p[low].t == barrier && !p[low].begins) ++low;
  while (!is_short && low < n && kerf_is_same(p[low].t, t)) ++low;
  if (low == 0) return p[0].value;
  int first = low - 1, last = low;
  if (kerf_delays[k][2]) return p[first].value;
  while (!p[first].begins && first > 0 && low - 1 - first < 2) --first;
  while (last < n && !p[last].begins && last - first < 4) ++last;
  while (first > 0 && !p[first].begins && last - first < 4) --first;
  if (t < p[first].t) t = p[first].t;
  /* What stays the same stays exactly the same. */
  double sum = p[first].value;
  for (int i = first + 1; i < last; ++i) {
    double weight = 1;
    for (int j = first; j < last; ++j)
      if (j != i) weight *= (t - p[j].t) / (p[i].t - p[j].t);
    sum += weight * (p[i].value - p[first].value);
  }
  return sum;
}

