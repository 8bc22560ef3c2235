function y = kerf_if(condition, yes, no)
  if condition, y = yes; else, y = no; end
end
