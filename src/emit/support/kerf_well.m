function y = kerf_well()
  global kerf_failed
  y = isempty(kerf_failed);
end

