% The model @model@ as a function, made by Kerf, for ode45, ode15s and others:
%   [t, x] = ode45(@@function@, [0, 1], @function@(0));
% With time alone it gives the start values of the states, with time and states their derivatives; the second
% result is all numbers. States:
@states@
@names@
function [kerf_x, kerf_values] = @function@(kerf_t, kerf_x)
  global w
  if nargin < 2
    kerf_load();
    w(1) = kerf_t;
    kerf_set();
    kerf_start_once();
    kerf_start_dynamic();
    kerf_after_start();
    kerf_run_once();
    kerf_x = w(2:@n_states@ + 1);
  else
    w(1) = kerf_t;
    w(2:@n_states@ + 1) = kerf_x;
    kerf_run_dynamic();
    kerf_output();
    kerf_x = w(@n_states@ + 2:2*@n_states@ + 1);
  end
  kerf_values = w;
end

@sections@

function kerf_load()
  global w kerf_failed kerf_tables
  w = [
@start_values@
  ]';
  kerf_failed = '';
  kerf_tables.loops = reshape([
@loops@
  ], 2, [])';
  kerf_tables.unknowns = [
@unknowns@
  ];
end

@functions@

@function_support@
@user_functions@

@numerics@
