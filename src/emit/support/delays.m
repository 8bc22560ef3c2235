% The past of what is delayed. Points are taken after each step; between them a cubic through the nearest four
% is read, which never reaches over an event. A jump arrives so much later, as an event: until then it is not
% seen. Rows of the table: value, delay, whether the value changes at events only, whether the delay is fixed.
function kerf_begin_past()
  global kerf_past kerf_jumps kerf_delays
  kerf_delays = kerf_rows(@n_delays@, 4, [
@delays@
  ]);
  kerf_past = cell(1, rows(kerf_delays));
  kerf_jumps = cell(1, rows(kerf_delays));
end

function kerf_record(is_after_event)
  global w kerf_past kerf_jumps kerf_delays
  for k = 1:rows(kerf_delays)
    value = w(kerf_delays(k, 1));
    if isempty(kerf_past{k}), kerf_past{k} = [w(1), value, 1]; end
    last = kerf_past{k}(end, :);
    is_discrete = kerf_delays(k, 3) ~= 0;
    jumps = is_after_event && (w(1) == last(1) || is_discrete) && ...
            abs(value - last(2)) > 1e-12*abs(value)*(~is_discrete);
    if w(1) <= last(1) && ~is_after_event, continue, end
    kerf_past{k}(end + 1, :) = [w(1), value, is_after_event];
    if jumps && kerf_delays(k, 4), kerf_jumps{k}(end + 1) = w(1); end
  end
end

% Before the start the values have been as they are then, which is known when all is settled. Each round gets
% one more of those right that read each other.
function kerf_settle_start(tolerance)
  global w kerf_past kerf_jumps kerf_delays kerf_tables
  kerf_begin_past();
  first = w;
  begun = w(kerf_delays(:, 1));
  for round = 0:rows(kerf_delays) + 1
    if round > 0, w = first; end
    for k = 1:rows(kerf_delays)
      kerf_past{k} = [w(1), begun(k), 1];
      kerf_jumps{k} = [];
    end
    kerf_set_ticks();
    kerf_settle(kerf_tables.run, true);
    kerf_output();
    values = w(kerf_delays(:, 1));
    if all(abs(values - begun) <= tolerance*max(abs(values), abs(begun))), return, end
    begun = values;
  end
end

% Points behind the event at t have not happened.
function kerf_drop_future()
  global w kerf_past
  for k = 1:numel(kerf_past), kerf_past{k}(kerf_past{k}(:, 1) > w(1), :) = []; end
end

% Jumps that arrive now are let through.
function kerf_arrive()
  global w kerf_jumps kerf_delays
  for k = 1:rows(kerf_delays)
    delay = w(kerf_delays(k, 2));
    while ~isempty(kerf_jumps{k}) && (kerf_jumps{k}(1) + delay <= w(1) || kerf_is_same(kerf_jumps{k}(1) + delay, w(1)))
      kerf_jumps{k}(1) = [];
    end
  end
end

function next = kerf_next_arrival()
  global w kerf_jumps kerf_delays
  next = Inf;
  for k = 1:rows(kerf_delays)
    if ~isempty(kerf_jumps{k}), next = min(next, kerf_jumps{k}(1) + w(kerf_delays(k, 2))); end
  end
end

% A step longer than a delay would read what it is about to compute.
function longest = kerf_limit_step(longest)
  global w kerf_delays
  delays = w(kerf_delays(:, 2));
  longest = min([longest; delays(delays > 0)(:)]);
end

function value = kerf_read_past(k, t)
  global w kerf_past kerf_jumps kerf_delays
  p = kerf_past{k};
  n = rows(p);
  if n == 0, value = w(kerf_delays(k, 1)); return, end
  barrier = 1e300;
  if ~isempty(kerf_jumps{k}), barrier = kerf_jumps{k}(1); end
  is_short = t >= barrier || kerf_is_same(t, barrier);
  if is_short
    low = sum(p(:, 1) < barrier) + 1;
    while low <= n && p(low, 1) == barrier && ~p(low, 3), low = low + 1; end
  else
    low = sum(p(:, 1) <= t) + 1;
    while low <= n && kerf_is_same(p(low, 1), t), low = low + 1; end
  end
  value = p(max(low - 1, 1), 2);
  if low == 1 || kerf_delays(k, 3), return, end
  first = low - 1;
  last = low;
  while ~p(first, 3) && first > 1 && low - 1 - first < 2, first = first - 1; end
  while last <= n && ~p(last, 3) && last - first < 4, last = last + 1; end
  while ~p(first, 3) && first > 1 && last - first < 4, first = first - 1; end
  t = max(t, p(first, 1));
  % What stays the same stays exactly the same.
  value = p(first, 2);
  for i = first + 1:last - 1
    others = p([first:i - 1, i + 1:last - 1], 1);
    value = value + (p(i, 2) - p(first, 2))*prod((t - others)./(p(i, 1) - others));
  end
end

