model A
equation
  x = 1 "d" annotation(E=1);
  (a, , b) = f(x);
  connect(a.b[1], c) annotation(Line(points={{0,1},{-2,3}}));
  for i in 1:n, j loop
    if a then x[i] = 2; elseif b then else y = 3; end if;
  end for;
  when {initial(), sample(0, 1)} then
    reinit(x, -1);
  elsewhen c then
  end when;
  assert(true, "m");
end A;
