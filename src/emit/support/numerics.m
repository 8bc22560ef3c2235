function x = kerf_solve(a, b)
  global kerf_failed
  [l, u, p] = lu(a);
  if any(diag(u) == 0) || any(isnan(u(:)))
    kerf_failed = 'singular equations';
    x = b;
    return
  end
  x = u\(l\(p*b));
end

% Newton's method with a Jacobian by differences and shorter steps where a whole one makes things worse.
% Starts from the present values.
function kerf_newton(loop)
  global w kerf_failed kerf_tables
  n = kerf_tables.loops(loop, 1);
  z = kerf_tables.unknowns(kerf_tables.loops(loop, 2) + (0:n - 1));
  r = kerf_residual(loop);
  for iteration = 1:100
    size_of_r = norm(r);
    if size_of_r == 0, return, end
    if ~isfinite(size_of_r), break, end
    from = w(z);
    jacobian = zeros(n);
    for j = 1:n
      h = 1e-8*max(abs(from(j)), 1e-3);
      w(z(j)) = from(j) + h;
      jacobian(:, j) = (kerf_residual(loop) - r)'/h;
      w(z(j)) = from(j);
    end
    step = kerf_solve(jacobian, -r');
    if ~isempty(kerf_failed), return, end
    change = max(abs(step)./(abs(from) + 1e-6));
    part = 1;
    for halving = 1:30
      w(z) = from + part*step;
      r = kerf_residual(loop);
      if norm(r) < size_of_r || (halving == 1 && change < 1e-10), break, end
      part = part/2;
    end
    if change < 1e-10, return, end
  end
  kerf_failed = 'an iteration does not converge';
end
