model A
  Real x = if a then -b * c ^ 2 elseif not d and e or f then {i for i in 1:3} else [1, 2; 3, 4] .* (x)[end];
  Boolean b = .A.b(1)[2] <> c and d <= e == false;
equation
  der(x) = y[end - 1, :, 2:end].z + (a).re;
end A;
