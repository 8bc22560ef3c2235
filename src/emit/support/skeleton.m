1;
% A program made by Kerf from the model @model@. Run it with: octave-cli FILE [STOP [INTERVALS [TOLERANCE]]]
% The results are comma-separated values on standard output. Solver: ode45 or ode15s, see the last lines.
@names@

@sections@

% The tables of the model: indices of w.
function kerf_load()
  global w kerf_at_event kerf_failed kerf_end kerf_tables
  w = [
@start_values@
  ]';
  kerf_at_event = false;
  kerf_failed = '';
  kerf_end = 0;
  t.n_states = @n_states@;
  t.has_start = @has_start@;
  % Typical sizes of the states.
  t.nominal = [
@nominal@
  ];
  % Where terminal() stands; 0: nowhere.
  t.terminal = @terminal@;
  t.run.once = @kerf_run_once;
  t.run.dynamic = @kerf_run_dynamic;
  t.run.relations = kerf_rows(@run_n_relations@, 5, [
@run_relations@
  ]);
  t.run.previous = kerf_rows(@run_n_previous@, 2, [
@run_previous@
  ]);
  t.run.samplers = kerf_rows(@run_n_samplers@, 3, [
@run_samplers@
  ]);
  t.run.reinits = kerf_rows(@run_n_reinits@, 3, [
@run_reinits@
  ]);
  t.run.ends = kerf_rows(@run_n_ends@, 1, [
@run_ends@
  ]);
  t.run.is_run = true;
  t.start.is_run = false;
  t.start.once = @kerf_start_once;
  t.start.dynamic = @kerf_start_dynamic;
  t.start.relations = kerf_rows(@start_n_relations@, 5, [
@start_relations@
  ]);
  t.start.previous = kerf_rows(@start_n_previous@, 2, [
@start_previous@
  ]);
  t.start.samplers = zeros(0, 3);
  t.start.reinits = zeros(0, 3);
  t.start.ends = zeros(0, 1);
  t.end_texts = {
@run_end_texts@
  };
  t.assertions = kerf_rows(@run_n_assertions@, 3, [
@run_assertions@
  ]);
  t.assertion_texts = {
@run_assertion_texts@
  };
  t.loops = kerf_rows(@n_loops@, 2, [
@loops@
  ]);
  t.unknowns = [
@unknowns@
  ];
  t.shown = [
@shown@
  ];
  t.shown_names = {
@shown_names@
  };
  t.scale = zeros(1, @max_relations@);
  t.largest = zeros(1, @max_relations@);
  % How far beyond its crossing each function was; negative: it has not crossed at this event.
  t.crossed = -ones(1, @max_relations@);
  t.changed_at = zeros(1, @max_relations@);
  t.told = false(1, @run_max_assertions@);
  kerf_tables = t;
end

@functions@

@function_support@
@user_functions@

@numerics@

@delays_text@
@executive@

stop_time = @stop@;
intervals = @intervals@;
tolerance = @tolerance@;
% ode45 for most models, ode15s for stiff ones.
solver = @ode45;
given = argv();
if numel(given) >= 1, stop_time = str2double(given{1}); end
if numel(given) >= 2, intervals = str2double(given{2}); end
if numel(given) >= 3, tolerance = str2double(given{3}); end
kerf_load();
kerf_simulate(@start@, stop_time, intervals, tolerance, solver);
