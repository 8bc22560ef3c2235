@events@

/* x- is shown, then everything that happens at t takes place, then x+ is shown. */
static void kerf_handle_event(double t, const double *x) {
  kerf_evaluate(t, x);
  kerf_show();
@record_before@
  kerf_begin_event();
  kerf_set_ticks();
  for (int k = 0; k < kerf_run.n_relations; ++k) {
    const kerf_relation *r = &kerf_run.relations[k];
    if (kerf_is_timed(r)) w[r->held] = kerf_value(r, 0);
    if (!kerf_is_left(r)) continue;
    kerf_crossed_at[k] = kerf_distance(r);
    w[r->held] = kerf_value(r, 0);
  }
  kerf_settle(&kerf_run, 0);
  for (int k = 0; k < kerf_run.n_relations; ++k) kerf_crossed_at[k] = -1;
  kerf_show();
@record_after@
}

static void kerf_simulate(double start, double stop, int intervals) {
  double x[kerf_n_states + 1] = {0}, at[kerf_n_states + 1], t = start;
  int point = 1;
  /* Conditions are looked at a hundred times at least. */
  const int least = intervals > 100 ? intervals : 100;
  const double longest = kerf_run.n_relations || !kerf_n_states ? (stop - start) / least : stop - start;
  kerf_max_step = longest;
  for (int k = 0; k < kerf_run.n_relations; ++k) kerf_crossed_at[k] = -1;
  w[0] = t;
  kerf_initialise();
@settle_start@
  kerf_show();
@record_after@
  kerf_leave_start();
  memcpy(x, w + 1, kerf_n_states * sizeof(double));
@limit_step@
  kerf_begin(t, x);
  while (t < stop && kerf_end < 0) {
    const double next = kerf_next_instant(t), before = t;
    const double limit = next < stop ? next : stop;
@limit_step@
    t = kerf_step(limit, x);
    if (kerf_run.n_relations) kerf_evaluate(t, x);
    const int is_left =
        kerf_is_any_left() || (kerf_run.n_relations && !kerf_is_limited && kerf_look_inside(before, &t));
    if (is_left) t = kerf_locate(before, t, x);
    const int is_event = is_left || (t == limit && (next <= stop || kerf_is_same(next, stop)));
    for (;; ++point) {
      const double at_t = point >= intervals ? stop : start + point * ((stop - start) / intervals);
      if (point > intervals || at_t > t || (is_event && kerf_is_same(at_t, t))) break;
      kerf_interpolate(at_t, at);
      kerf_evaluate(at_t, at);
      kerf_show();
    }
    if (!is_event) {
      w[0] = t;
      if (kerf_run.n_relations) kerf_evaluate(t, x);
      kerf_note_scales();
@record_step@
      continue;
    }
    kerf_handle_event(t, x);
    while (point <= intervals && (start + point * ((stop - start) / intervals) <= t ||
                                  kerf_is_same(start + point * ((stop - start) / intervals), t)))
      ++point;
    memcpy(x, w + 1, kerf_n_states * sizeof(double));
    kerf_begin(t, x);
  }
  kerf_finish();
  if (kerf_end >= 0) fprintf(stderr, "time %g: the model ends the run: %s\n", w[0], kerf_end_texts[kerf_end]);
}

/* Arguments: stop time, number of intervals, relative tolerance, and any word for the time that the run takes
   and the last states instead of the results. */
int main(int argc, char **argv) {
  const double stop = argc > 1 ? atof(argv[1]) : kerf_stop;
  const int intervals = argc > 2 ? atoi(argv[2]) : kerf_intervals;
  if (argc > 3) kerf_tolerance = atof(argv[3]);
  kerf_is_silent = argc > 4;
  for (int k = 0; k < kerf_n_shown && !kerf_is_silent; ++k)
    printf(k ? ",\"%s\"" : "\"%s\"", kerf_shown_names[k]);
  if (!kerf_is_silent) printf("\n");
  const clock_t begin = clock();
  kerf_simulate(kerf_start_time, stop, intervals);
  if (!kerf_is_silent) return 0;
  printf("%.6f\n", (double)(clock() - begin) / CLOCKS_PER_SEC);
  for (int k = 0; k < kerf_n_states; ++k) printf("%.15g\n", w[1 + k]);
  return 0;
}
