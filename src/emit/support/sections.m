% Parameters that depend on others, and start values.
function kerf_set()
  global w
@settings@
end

% What depends on parameters alone.
function kerf_run_once()
  global w
@run_once@
end

% Derivatives, conditions and what they need.
function kerf_run_dynamic()
  global w kerf_at_event
@run_dynamic@
end

% What is wanted for the results alone.
function kerf_output()
  global w
@run_output@
end

% The problem of the start.
function kerf_start_once()
  global w
@start_once@
end

function kerf_start_dynamic()
  global w kerf_at_event
@start_dynamic@
end

function kerf_after_start()
  global w
@after_start@
end

% The residuals of loops.
function kerf_r = kerf_residual(loop)
  global w
  kerf_r = [];
@residuals@
end
