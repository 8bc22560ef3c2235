function table = kerf_rows(n, columns, items)
  table = reshape(items, columns, [])';
  table = table(1:n, :);
end

function kerf_check()
  global w kerf_failed
  if ~isempty(kerf_failed), error('time %g: %s', w(1), kerf_failed); end
end

function same = kerf_is_same(a, b)
  larger = max(abs(a), abs(b));
  same = larger < Inf && abs(a - b) <= 1e-15*larger;
end

function truth = kerf_truth(kind, side)
  switch kind
    case 0, truth = side < 0;
    case 1, truth = side <= 0;
    case 2, truth = side > 0;
    case 3, truth = side >= 0;
    case 4, truth = side == 0;
    otherwise, truth = side ~= 0;
  end
end

% A row of relations: kind, function, held, instant, slope.
function timed = kerf_is_timed(r)
  global w
  timed = r(4) > 0 && ~isnan(w(r(4))) && w(r(5)) ~= 0;
end

% A condition on time has its value just after the time or, exactly, that of the instant.
function value = kerf_value(r, is_exact)
  global w
  f = w(r(2));
  if kerf_is_timed(r)
    side = -1;
    is_now = w(1) == w(r(4)) || kerf_is_same(w(1), w(r(4)));
    if w(1) >= w(r(4)) || is_now, side = 1; end
    if is_now && is_exact, side = 0; end
    value = kerf_truth(r(1), side*sign(w(r(5))));
  elseif isnan(f)
    value = w(r(3));
  elseif r(1) == 6
    value = floor(f);
  else
    value = kerf_truth(r(1), sign(f));
  end
end

% Of a function from where its condition changes.
function distance = kerf_distance(r)
  global w
  distance = abs(w(r(2)));
  if r(1) == 6, distance = abs(w(r(2)) - round(w(r(2)))); end
end

% Lets the relations follow their functions; what differs by rounding errors alone stays. Where all that do not fit
% change together, the answer may be jumped over: a body that should stick slides the one way, then the other. So
% after some rounds only the one changes that has been as it is for the longest time.
function changed = kerf_follow(part, is_exact, round_number)
  global w kerf_tables
  changed = false;
  oldest = 0;
  for k = 1:rows(part.relations)
    r = part.relations(k, :);
    value = kerf_value(r, is_exact);
    if value == w(r(3)), continue, end
    if ~is_exact && ~kerf_is_timed(r)
      f = w(r(2));
      band = 1e-12*kerf_tables.scale(k);
      if r(1) == 6, band = 1e-12; end
      crossed = kerf_tables.crossed(k);
      if (f ~= 0 || crossed >= 0) && kerf_distance(r) <= max(band, 2*crossed), continue, end
    end
    changed = true;
    if round_number < 20
      w(r(3)) = value;
      kerf_tables.changed_at(k) = 0;
    elseif oldest == 0 || kerf_tables.changed_at(k) < kerf_tables.changed_at(oldest)
      oldest = k;
    end
  end
  if oldest == 0, return, end
  r = part.relations(oldest, :);
  w(r(3)) = kerf_value(r, is_exact);
  kerf_tables.changed_at(oldest) = round_number;
end

% Asks what must hold at all points (0), at events (1) or at the start (2).
function kerf_ask(when)
  global w kerf_tables
  for k = 1:rows(kerf_tables.assertions)
    a = kerf_tables.assertions(k, :);
    if a(3) ~= when || w(a(1)) ~= 0, continue, end
    text = kerf_tables.assertion_texts{k};
    if a(2), error('time %g: %s', w(1), text); end
    if ~kerf_tables.told(k), fprintf(stderr, 'time %g: %s\n', w(1), text); end
    kerf_tables.told(k) = true;
  end
end

% Brings conditions and equations to agree at one instant.
function kerf_settle(part, is_exact)
  global w kerf_at_event kerf_failed kerf_end
  kerf_at_event = true;
  for iteration = 1:200
    again = true;
    inner = 0;
    while again && inner < 200 + 4*rows(part.relations)
      kerf_failed = '';
      part.dynamic();
      again = kerf_follow(part, is_exact, inner);
      inner = inner + 1;
    end
    if again, break, end
    kerf_check();
    if part.is_run, kerf_ask(1); end
    ended = find(w(part.ends) ~= 0, 1);
    if kerf_end == 0 && ~isempty(ended), kerf_end = ended; end
    changed = false;
    for k = 1:rows(part.reinits)
      if w(part.reinits(k, 2)) == 0, continue, end
      w(part.reinits(k, 1)) = w(part.reinits(k, 3));
      changed = true;
    end
    changed = changed || any(w(part.samplers(:, 1)) ~= 0);
    w(part.samplers(:, 1)) = 0;
    now = w(part.previous(:, 1));
    before = w(part.previous(:, 2));
    changed = changed || any(now ~= before & ~(isnan(now) & isnan(before)));
    w(part.previous(:, 2)) = now;
    if ~changed
      if ~part.is_run, kerf_ask(2); end
      kerf_at_event = false;
      return
    end
  end
  error('time %g: an event does not come to an end', w(1));
end

function tick = kerf_last_tick(t, start, interval)
  k = max(0, floor((t - start)/interval));
  tick = start + k*interval;
  next = start + (k + 1)*interval;
  if next <= t || kerf_is_same(next, t), tick = next; end
end

function kerf_set_ticks()
  global w kerf_tables
  s = kerf_tables.run.samplers;
  for k = 1:rows(s)
    tick = kerf_last_tick(w(1), w(s(k, 2)), w(s(k, 3)));
    w(s(k, 1)) = tick == w(1) || kerf_is_same(tick, w(1));
  end
end

function next = kerf_next_instant(t)
  global w kerf_tables
  next = Inf;
  for k = 1:rows(kerf_tables.run.relations)
    r = kerf_tables.run.relations(k, :);
    if ~kerf_is_timed(r), continue, end
    instant = w(r(4));
    if instant > t && ~kerf_is_same(instant, t), next = min(next, instant); end
  end
  s = kerf_tables.run.samplers;
  for k = 1:rows(s)
    tick = kerf_last_tick(t, w(s(k, 2)), w(s(k, 3)));
    if tick <= t || kerf_is_same(tick, t), tick = tick + w(s(k, 3)); end
    next = min(next, tick);
  end
@next_arrival@
end

function slope = kerf_evaluate(t, x)
  global w kerf_tables
  n = kerf_tables.n_states;
  w(1) = t;
  w(2:n + 1) = x;
  kerf_run_dynamic();
  slope = w(n + 2:2*n + 1);
end

function left = kerf_is_left(r)
  global w
  left = ~kerf_is_timed(r) && (r(1) == 6 || w(r(2)) ~= 0) && kerf_value(r, false) ~= w(r(3)) && ...
         (r(1) < 4 || r(1) == 6 || kerf_truth(r(1), 0) == w(r(3)));
end

function left = kerf_is_any_left()
  global kerf_tables
  left = false;
  for k = 1:rows(kerf_tables.run.relations)
    if kerf_is_left(kerf_tables.run.relations(k, :)), left = true; return, end
  end
end

% Ends an integration with the step after which a condition no longer fits its function.
function stop = kerf_watch(t, x, flag)
  stop = false;
  if ~isempty(flag), return, end
  for k = 1:numel(t)
    kerf_evaluate(t(k), x(:, k));
    stop = stop || kerf_is_any_left();
@record_watched@
  end
end

function kerf_show()
  global w kerf_tables
  kerf_output();
  kerf_check();
  printf('%s\n', strjoin(arrayfun(@(value) sprintf('%.15g', value), w(kerf_tables.shown)', ...
                                  'UniformOutput', false), ','));
  kerf_ask(0);
end

% x- is shown, then everything that happens at t takes place, then x+ is shown.
function kerf_handle_event(t, x)
  global w kerf_tables
  kerf_evaluate(t, x);
@arrive@
  kerf_show();
@record_before@
  run = kerf_tables.run;
  w(run.previous(:, 2)) = w(run.previous(:, 1));
  kerf_set_ticks();
  for k = 1:rows(run.relations)
    r = run.relations(k, :);
    if kerf_is_timed(r), w(r(3)) = kerf_value(r, false); end
    if ~kerf_is_left(r), continue, end
    kerf_tables.crossed(k) = kerf_distance(r);
    w(r(3)) = kerf_value(r, false);
  end
  kerf_settle(run, false);
  kerf_tables.crossed(:) = -1;
  kerf_show();
@record_after@
end

% Conditions on time that change at the start have the value of that instant there, and change just after it:
% an event like others.
function kerf_leave_start()
  global w kerf_tables
  run = kerf_tables.run;
  left = false;
  for k = 1:rows(run.relations)
    r = run.relations(k, :);
    left = left || (kerf_is_timed(r) && kerf_value(r, false) ~= w(r(3)));
  end
  if ~left, return, end
  w(run.previous(:, 2)) = w(run.previous(:, 1));
  kerf_settle(run, false);
  kerf_show();
@record_after@
end

% The event of the end, at which terminal() is true.
function kerf_finish()
  global w kerf_tables
  if kerf_tables.terminal == 0, return, end
  run = kerf_tables.run;
  w(run.previous(:, 2)) = w(run.previous(:, 1));
  w(kerf_tables.terminal) = 1;
  kerf_settle(run, false);
  kerf_show();
end

% One step of Dormand and Prince (1980), order 5: the solution inside a step that the solver has taken.
function x = kerf_advance(t, x, h)
  if h == 0 || isempty(x), return, end
  a = [1/5, 0, 0, 0, 0; 3/40, 9/40, 0, 0, 0; 44/45, -56/15, 32/9, 0, 0; ...
       19372/6561, -25360/2187, 64448/6561, -212/729, 0; 9017/3168, -355/33, 46732/5247, 49/176, -5103/18656];
  c = [1/5, 3/10, 4/5, 8/9, 1];
  k = zeros(numel(x), 6);
  k(:, 1) = kerf_evaluate(t, x);
  for stage = 1:5
    k(:, stage + 1) = kerf_evaluate(t + c(stage)*h, x + h*(k(:, 1:stage)*a(stage, 1:stage)'));
  end
  x = x + h*(k*[35/384; 0; 500/1113; 125/192; -2187/6784; 11/84]);
end

% Halves a step until it holds nothing but the first change of a condition.
function [after, x_after] = kerf_locate(t, x, after)
  before = t;
  while after - before > 1e-14*(abs(after) + 1e-3)
    middle = 0.5*(before + after);
    if middle <= before || middle >= after, break, end
    kerf_evaluate(middle, kerf_advance(t, x, middle - t));
    if kerf_is_any_left(), after = middle; else, before = middle; end
  end
  x_after = kerf_advance(t, x, after - t);
end

% How far the functions of the conditions are from where their values end; negative beyond.
function margins = kerf_margins_at(t, x, at)
  global w kerf_tables
  kerf_evaluate(at, kerf_advance(t, x, at - t));
  relations = kerf_tables.run.relations;
  margins = Inf(1, rows(relations));
  for k = 1:rows(relations)
    r = relations(k, :);
    f = w(r(2));
    held = w(r(3));
    if kerf_is_timed(r) || isnan(f), continue, end
    if r(1) == 6
      margins(k) = min(f - held, held + 1 - f);
    elseif r(1) > 3
      if kerf_truth(r(1), 0) ~= held, margins(k) = abs(f); end
    elseif kerf_truth(r(1), 1) == held
      margins(k) = f;
    else
      margins(k) = -f;
    end
  end
end

% Where a margin is least between its neighbours, it may have been negative in between: parabolas through the
% three lowest points lead to the lowest one.
function [found, at] = kerf_dips(t, x, k, times, values)
  found = false;
  at = times(2);
  for trial = 1:12
    left = (times(2) - times(1))*(values(2) - values(3));
    right = (times(2) - times(3))*(values(2) - values(1));
    at = times(2);
    if left ~= right
      at = at - 0.5*((times(2) - times(1))*left - (times(2) - times(3))*right)/(left - right);
    end
    if ~(at > times(1) && at < times(3)) || abs(at - times(2)) <= 1e-3*(times(3) - times(1))
      longer = times(3);
      if times(2) - times(1) > times(3) - times(2), longer = times(1); end
      at = times(2) + 0.1*(longer - times(2));
    end
    margins = kerf_margins_at(t, x, at);
    found = kerf_is_any_left();
    if found, return, end
    points = [times, at];
    all = [values, margins(k)];
    [points, order] = sort(points);
    all = all(order);
    [~, least] = min(all(2:3));
    times = points(least:least + 2);
    values = all(least:least + 2);
    % A parabola strays from its points by an eighth of its bend.
    if ~(values(2) < 0.5*(values(1) - 2*values(2) + values(3))), return, end
  end
end

% Conditions that change there and back within the step from t leave no trace at its ends. If there is one, `after`
% becomes a point at which it has changed. What is smaller than the errors of the integration is left alone.
function [found, after] = kerf_look_inside(t, x, after, tolerance)
  global kerf_tables
  relations = kerf_tables.run.relations;
  blur = tolerance*max(kerf_tables.largest(1:rows(relations)), 1e-2);
  found = any(arrayfun(@(k) ~kerf_is_timed(relations(k, :)), 1:rows(relations)));
  if ~found, return, end
  times = linspace(t, after, 5);
  margins = zeros(5, rows(relations));
  for i = 1:5
    margins(i, :) = kerf_margins_at(t, x, times(i));
    found = i > 1 && i < 5 && any(margins(i, :) < -blur);
    if found, after = times(i); return, end
  end
  for i = 2:4
    for k = 1:rows(relations)
      m = margins(i - 1:i + 1, k)';
      reach = 0.5*(m(1) - 2*m(2) + m(3));
      if ~all(m < Inf) || m(2) > m(1) || m(2) > m(3) || ~(m(2) < reach && reach > blur(k)), continue, end
      [found, at] = kerf_dips(t, x, k, times(i - 1:i + 1), m);
      if found, after = at; return, end
    end
  end
end

% Points from t to limit, one column of states each. Without states time goes in steps.
function [times, states] = kerf_integrate(solver, options, t, limit, x, max_step)
  if isempty(x)
    times = linspace(t, limit, max(2, ceil(16*(limit - t)/max_step) + 1));
    states = zeros(0, numel(times));
    return
  end
  % The first step of ode45 may be longer than the way to the limit.
  options = odeset(options, 'MaxStep', min([odeget(options, 'MaxStep'), limit - t]));
  % That kerf_watch ends an integration is nothing to be warned of.
  state = warning('off', 'all');
  [times, states] = solver(@kerf_evaluate, [t, limit], x, options);
  warning(state);
  states = states';
end

function kerf_initialise()
  global kerf_tables
  kerf_set();
  if kerf_tables.has_start
    kerf_start_once();
    kerf_check();
    kerf_settle(kerf_tables.start, true);
    kerf_after_start();
  end
  kerf_run_once();
  kerf_check();
end

function kerf_note_scales()
  global w kerf_tables
  for k = 1:rows(kerf_tables.run.relations)
    f = abs(w(kerf_tables.run.relations(k, 2)));
    if isnan(f), continue, end
    kerf_tables.scale(k) = max(f, kerf_tables.scale(k)/2);
    kerf_tables.largest(k) = max(f, kerf_tables.largest(k));
  end
end

function kerf_simulate(start, stop, intervals, tolerance, solver)
  global w kerf_tables kerf_end
  printf('%s\n', strjoin(cellfun(@(name) ['"', name, '"'], kerf_tables.shown_names, 'UniformOutput', false), ','));
  n = kerf_tables.n_states;
  points = [start + (1:intervals - 1)*((stop - start)/intervals), stop];
  point = 1;
  % Conditions are looked at a hundred times at least.
  max_step = (stop - start)/max(intervals, 100);
  has_relations = rows(kerf_tables.run.relations) > 0;
  options = odeset('RelTol', tolerance, 'AbsTol', tolerance*kerf_tables.nominal(1:max(n, 1))(:), 'Refine', 1);
  if has_relations, options = odeset(options, 'OutputFcn', @kerf_watch, 'MaxStep', max_step); end
  t = start;
  w(1) = t;
  kerf_initialise();
@settle_start@
  kerf_show();
@record_after@
  kerf_leave_start();
  x = w(2:n + 1);
  while t < stop && kerf_end == 0
    next = kerf_next_instant(t);
    limit = min(next, stop);
@limit_step@
    [times, states] = kerf_integrate(solver, options, t, limit, x, max_step);
    for k = 1:numel(times) - 1
      from = times(k);
      t = times(k + 1);
      % The solver may end a rounding error beside the limit.
      if kerf_is_same(t, limit), t = limit; end
      x = states(:, k + 1);
      kerf_evaluate(t, x);
      is_left = has_relations && kerf_is_any_left();
      if has_relations && ~is_left, [is_left, t] = kerf_look_inside(from, states(:, k), t, tolerance); end
      if is_left, [t, x] = kerf_locate(from, states(:, k), t); end
      is_event = is_left || (t == limit && (next <= stop || kerf_is_same(next, stop)));
      while point <= intervals && points(point) <= t && ~(is_event && kerf_is_same(points(point), t))
        kerf_evaluate(points(point), kerf_advance(from, states(:, k), points(point) - from));
        kerf_show();
        point = point + 1;
      end
      kerf_evaluate(t, x);
      if is_event, break, end
@record_step@
      kerf_note_scales();
    end
    if ~is_event, continue, end
    kerf_handle_event(t, x);
    while point <= intervals && (points(point) <= t || kerf_is_same(points(point), t)), point = point + 1; end
    x = w(2:n + 1);
  end
  kerf_finish();
  if kerf_end > 0
    fprintf(stderr, 'time %g: the model ends the run: %s\n', w(1), kerf_tables.end_texts{kerf_end});
  end
end
