/* Events and results. Between events conditions keep their values; a step after which one no longer fits its
   function is cut where that happened. */
static double kerf_scale[kerf_max_relations], kerf_largest[kerf_max_relations];
/* How far beyond its crossing each function was where it was found; negative: it has not crossed at this event. */
static double kerf_crossed_at[kerf_max_relations];
static int kerf_changed_at[kerf_max_relations];
static int kerf_was_told[kerf_max_assertions];
static int kerf_end = -1;

static int kerf_is_same(double a, double b) {
  const double larger = fabs(a) > fabs(b) ? fabs(a) : fabs(b);
  return larger < HUGE_VAL && fabs(a - b) <= 1e-15 * larger;
}

static double kerf_truth(int kind, int side) {
  switch (kind) {
    case 0:  return side < 0;
    case 1:  return side <= 0;
    case 2:  return side > 0;
    case 3:  return side >= 0;
    case 4:  return side == 0;
    default: return side != 0;
  }
}

static int kerf_is_timed(const kerf_relation *r) {
  return r->instant >= 0 && w[r->instant] == w[r->instant] && w[r->slope] != 0;
}

/* A condition on time has its value just after the time or, exactly, that of the instant. */
static double kerf_value(const kerf_relation *r, int is_exact) {
  const double f = w[r->function];
  if (kerf_is_timed(r)) {
    const int is_now = w[0] == w[r->instant] || kerf_is_same(w[0], w[r->instant]);
    const int after = is_now && is_exact ? 0 : w[0] >= w[r->instant] || is_now ? 1 : -1;
    return kerf_truth(r->kind, w[r->slope] > 0 ? after : -after);
  }
  if (f != f) return w[r->held];
  if (r->kind == 6) return floor(f);
  return kerf_truth(r->kind, (f > 0) - (f < 0));
}

/* Of a function from where its condition changes. */
static double kerf_distance(const kerf_relation *r) {
  const double f = w[r->function];
  return r->kind == 6 ? fabs(f - floor(f + 0.5)) : fabs(f);
}

/* Lets the relations follow their functions; what differs by rounding errors alone stays. Where all that do not fit
   change together, the answer may be jumped over: a body that should stick slides the one way, then the other. So
   after some rounds only the one changes that has been as it is for the longest time. */
static int kerf_follow(const kerf_part *part, int is_exact, int round) {
  enum { kerf_together = 20 };
  int is_changed = 0, oldest = -1;
  for (int k = 0; k < part->n_relations; ++k) {
    const kerf_relation *r = &part->relations[k];
    const double value = kerf_value(r, is_exact), f = w[r->function];
    if (value == w[r->held]) continue;
    if (!kerf_is_timed(r) && !is_exact) {
      const double band = 1e-12 * (r->kind == 6 ? 1 : kerf_scale[k]), crossed = kerf_crossed_at[k];
      if ((f != 0 || crossed >= 0) && kerf_distance(r) <= (2 * crossed > band ? 2 * crossed : band)) continue;
    }
    is_changed = 1;
    if (round < kerf_together) {
      w[r->held] = value;
      kerf_changed_at[k] = 0;
    } else if (oldest < 0 || kerf_changed_at[k] < kerf_changed_at[oldest]) {
      oldest = k;
    }
  }
  if (oldest < 0) return is_changed;
  w[part->relations[oldest].held] = kerf_value(&part->relations[oldest], is_exact);
  kerf_changed_at[oldest] = round;
  return is_changed;
}

/* Asks what must hold at all points (0), at events (1) or at the start (2). */
static void kerf_ask(int when) {
  for (int k = 0; k < kerf_n_assertions; ++k) {
    if (kerf_assertions[k][2] != when || w[kerf_assertions[k][0]] != 0) continue;
    if (kerf_assertions[k][1]) kerf_fail(kerf_assertion_texts[k]);
    if (!kerf_was_told[k]) kerf_tell(kerf_assertion_texts[k]);
    kerf_was_told[k] = 1;
  }
}

/* Brings conditions and equations to agree at one instant. */
static void kerf_settle(const kerf_part *part, int is_exact) {
  double now[kerf_max_previous];
  kerf_at_event = 1;
  for (int iteration = 0; iteration < 200; ++iteration) {
    int again = 1;
    for (int inner = 0; inner < 200 + 4 * part->n_relations && again; ++inner) {
      kerf_failure = NULL;
      part->dynamic();
      again = kerf_follow(part, is_exact, inner);
    }
    if (again) break;
    kerf_check();
    if (part == &kerf_run) kerf_ask(1);
    int is_changed = 0;
    for (int k = 0; k < part->n_ends && kerf_end < 0; ++k)
      if (w[part->ends[k]] != 0) kerf_end = k;
    for (int k = 0; k < part->n_reinits; ++k) {
      if (w[part->reinits[k][1]] == 0) continue;
      w[part->reinits[k][0]] = w[part->reinits[k][2]];
      is_changed = 1;
    }
    for (int k = 0; k < part->n_samplers; ++k) {
      if (w[part->samplers[k][0]] != 0) is_changed = 1;
      w[part->samplers[k][0]] = 0;
    }
    for (int k = 0; k < part->n_previous; ++k) now[k] = w[part->previous[k][0]];
    for (int k = 0; k < part->n_previous; ++k) {
      double *before = &w[part->previous[k][1]];
      if (now[k] == *before || (now[k] != now[k] && *before != *before)) continue;
      *before = now[k];
      is_changed = 1;
    }
    if (is_changed) continue;
    if (part != &kerf_run) kerf_ask(2);
    kerf_at_event = 0;
    return;
  }
  kerf_fail("an event does not come to an end");
}

static double kerf_last_tick(double t, double start, double interval) {
  double k = floor((t - start) / interval);
  if (k < 0) k = 0;
  const double next = start + (k + 1) * interval;
  return next <= t || kerf_is_same(next, t) ? next : start + k * interval;
}

static void kerf_set_ticks(void) {
  for (int k = 0; k < kerf_run.n_samplers; ++k) {
    const int *s = kerf_run.samplers[k];
    const double tick = kerf_last_tick(w[0], w[s[1]], w[s[2]]);
    w[s[0]] = tick == w[0] || kerf_is_same(tick, w[0]);
  }
}

static double kerf_next_instant(double t) {
  double next = HUGE_VAL;
  for (int k = 0; k < kerf_run.n_relations; ++k) {
    const kerf_relation *r = &kerf_run.relations[k];
    if (!kerf_is_timed(r)) continue;
    const double instant = w[r->instant];
    if (instant > t && !kerf_is_same(instant, t) && instant < next) next = instant;
  }
  for (int k = 0; k < kerf_run.n_samplers; ++k) {
    const int *s = kerf_run.samplers[k];
    double tick = kerf_last_tick(t, w[s[1]], w[s[2]]);
    if (tick <= t || kerf_is_same(tick, t)) tick += w[s[2]];
    if (tick < next) next = tick;
  }
@next_arrival@
  return next;
}

static void kerf_evaluate(double t, const double *x) {
  w[0] = t;
  memcpy(w + 1, x, kerf_n_states * sizeof(double));
  kerf_run.dynamic();
}

static int kerf_is_left(const kerf_relation *r) {
  if (kerf_is_timed(r) || (r->kind != 6 && w[r->function] == 0)) return 0;
  return kerf_value(r, 0) != w[r->held] && (r->kind < 4 || r->kind == 6 || kerf_truth(r->kind, 0) == w[r->held]);
}

static int kerf_is_any_left(void) {
  for (int k = 0; k < kerf_run.n_relations; ++k)
    if (kerf_is_left(&kerf_run.relations[k])) return 1;
  return 0;
}

static void kerf_show(void) {
  kerf_output();
  kerf_check();
  kerf_write();
  kerf_ask(0);
}

@step_recorder@
/* Present values become old ones. */
static void kerf_begin_event(void) {
  double now[kerf_max_previous];
  for (int k = 0; k < kerf_run.n_previous; ++k) now[k] = w[kerf_run.previous[k][0]];
  for (int k = 0; k < kerf_run.n_previous; ++k) w[kerf_run.previous[k][1]] = now[k];
}

/* Conditions on time that change at the start have the value of that instant there, and change just after it:
   an event like others. */
static void kerf_leave_start(void) {
  int is_left = 0;
  for (int k = 0; k < kerf_run.n_relations; ++k) {
    const kerf_relation *r = &kerf_run.relations[k];
    is_left = is_left || (kerf_is_timed(r) && kerf_value(r, 0) != w[r->held]);
  }
  if (!is_left) return;
  kerf_begin_event();
  kerf_settle(&kerf_run, 0);
  kerf_show();
@record_after@
}

/* The event of the end, at which terminal() is true. */
static void kerf_finish(void) {
  if (kerf_terminal < 0) return;
  kerf_begin_event();
  w[kerf_terminal] = 1;
  kerf_settle(&kerf_run, 0);
  kerf_show();
}

/* Halves the last step until it holds nothing but the first change of a condition. */
static double kerf_locate(double before, double after, double *x) {
  while (after - before > 1e-14 * (fabs(after) + 1e-3)) {
    const double middle = 0.5 * (before + after);
    if (middle <= before || middle >= after) break;
    kerf_interpolate(middle, x);
    kerf_evaluate(middle, x);
    if (kerf_is_any_left()) {
      after = middle;
    } else {
      before = middle;
    }
  }
  kerf_interpolate(after, x);
  return after;
}

/* How far a condition's function is from where its value ends, at the present point; negative beyond. */
static double kerf_margin(int k) {
  const kerf_relation *r = &kerf_run.relations[k];
  const double f = w[r->function], held = w[r->held];
  if (kerf_is_timed(r) || f != f) return HUGE_VAL;
  if (r->kind == 6) return f - held < held + 1 - f ? f - held : held + 1 - f;
  if (r->kind > 3) return kerf_truth(r->kind, 0) == held ? HUGE_VAL : fabs(f);
  return (kerf_truth(r->kind, 1) == held) ? f : -f;
}

static void kerf_margins_at(double t, double *margins) {
  double at[kerf_n_states + 1];
  kerf_interpolate(t, at);
  kerf_evaluate(t, at);
  for (int k = 0; k < kerf_run.n_relations; ++k) margins[k] = kerf_margin(k);
}

/* Where a margin is least between its neighbours, it may have been negative in between: parabolas through the
   three lowest points lead to the lowest one. Returns whether a condition has changed at *t2, which becomes
   that point. */
static int kerf_dips(int k, double t1, double a, double *t2, double b, double t3, double c) {
  double margins[kerf_max_relations], t = *t2;
  for (int trial = 0; trial < 12; ++trial) {
    const double left = (t - t1) * (b - c), right = (t - t3) * (b - a), bend = left - right;
    double next = bend != 0 ? t - 0.5 * ((t - t1) * left - (t - t3) * right) / bend : t;
    if (!(next > t1 && next < t3) || fabs(next - t) <= 1e-3 * (t3 - t1))
      next = t + 0.1 * (t - t1 > t3 - t ? t1 - t : t3 - t);
    kerf_margins_at(next, margins);
    if (kerf_is_any_left()) {
      *t2 = next;
      return 1;
    }
    const double d = margins[k];
    if (d < b) {
      if (next > t) {
        t1 = t, a = b;
      } else {
        t3 = t, c = b;
      }
      t = next, b = d;
    } else if (next > t) {
      t3 = next, c = d;
    } else {
      t1 = next, a = d;
    }
    /* A parabola strays from its points by an eighth of its bend. */
    if (!(b < 0.5 * (a - 2 * b + c))) return 0;
  }
  return 0;
}

/* What the integration leaves uncertain of a condition's function. */
static double kerf_blur(int k) { return kerf_tolerance * (kerf_largest[k] > 1e-2 ? kerf_largest[k] : 1e-2); }

static int kerf_is_beyond(const double *margins) {
  for (int k = 0; k < kerf_run.n_relations; ++k)
    if (margins[k] < -kerf_blur(k)) return 1;
  return 0;
}

/* Conditions that change there and back within the step from `before` to *t leave no trace at its ends. If there
   is one, *t becomes a point at which it has changed. What is smaller than the errors of the integration is left
   alone. */
static int kerf_look_inside(double before, double *t) {
  enum { kerf_parts = 4 };
  double margins[kerf_parts + 1][kerf_max_relations], times[kerf_parts + 1];
  int is_any = 0;
  for (int k = 0; k < kerf_run.n_relations; ++k) is_any = is_any || !kerf_is_timed(&kerf_run.relations[k]);
  if (!is_any) return 0;
  for (int i = 0; i <= kerf_parts; ++i) {
    times[i] = i == kerf_parts ? *t : before + i * (*t - before) / kerf_parts;
    kerf_margins_at(times[i], margins[i]);
    if (i == 0 || i == kerf_parts || !kerf_is_beyond(margins[i])) continue;
    *t = times[i];
    return 1;
  }
  for (int i = 1; i < kerf_parts; ++i) {
    for (int k = 0; k < kerf_run.n_relations; ++k) {
      const double a = margins[i - 1][k], b = margins[i][k], c = margins[i + 1][k];
      if (!(a < HUGE_VAL && b < HUGE_VAL && c < HUGE_VAL) || b > a || b > c) continue;
      const double reach = 0.5 * (a - 2 * b + c);
      if (!(b < reach && reach > kerf_blur(k))) continue;
      if (!kerf_dips(k, times[i - 1], a, &times[i], b, times[i + 1], c)) continue;
      *t = times[i];
      return 1;
    }
  }
  return 0;
}

static void kerf_note_scales(void) {
  for (int k = 0; k < kerf_run.n_relations; ++k) {
    const double f = fabs(w[kerf_run.relations[k].function]);
    if (f == f) kerf_scale[k] = f > kerf_scale[k] / 2 ? f : kerf_scale[k] / 2;
    if (f > kerf_largest[k]) kerf_largest[k] = f;
  }
}

static void kerf_initialise(void) {
  kerf_set();
  if (kerf_has_start) {
    kerf_start.once();
    kerf_check();
    kerf_settle(&kerf_start, 1);
    kerf_after_start();
  }
  kerf_run.once();
  kerf_check();
}
