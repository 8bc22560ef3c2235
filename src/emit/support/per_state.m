1;
% A program made by Kerf from the model @model@, in the scheme of the μModelica compiler: between two points of
% time each state is integrated by itself while everything else keeps its value. Run it with octave-cli.
@cross_reference@

@functions@

@function_support@
@user_functions@

@numerics@

@values@
@settings@
@run_once@
kerf_points = linspace(@start@, @stop@, @intervals@)';
printf('%s\n', @shown_header@);
for kerf_i = 2:numel(kerf_points)
  @time@ = kerf_points(kerf_i);
  kerf_times = linspace(kerf_points(kerf_i - 1), kerf_points(kerf_i), 10)';
@body@
  kerf_row = sprintf(',%.15g', @shown_variables@);
  printf('%s\n', kerf_row(2:end));
end
