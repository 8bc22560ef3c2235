model M
  parameter Real x0(fixed = false);
  Real x;
  Real y(start = 1);
  discrete Integer n;
initial equation
  der(x) = 0;
  x0 = 2*y;
  if time > 0 then
    y = 3;
  else
    y = 4;
  end if;
initial algorithm
  n := 0;
  for i in 1:3 loop
    n := n + i;
  end for;
equation
  der(x) = x0 - x;
  der(y) = -y;
  when sample(0, 1) then
    n = pre(n) + 1;
  end when;
end M;
