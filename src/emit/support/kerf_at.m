% The element k of n.
function k = kerf_at(k, n)
  global kerf_failed
  if k < 1 || k > n
    kerf_failed = 'a subscript is out of range';
    k = 1;
  end
end

