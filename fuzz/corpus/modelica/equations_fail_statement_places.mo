function f
  input Real x;
  output Real y;
algorithm
  x := 1;
  y := x;
  when x > 1 then
    y := 2;
  end when;
end f;
model M
  Real y;
  discrete Real z;
algorithm
  y := f(1);
  break;
  return;
  if y > 1 then
    when y > 2 then
      z := 1;
    end when;
  end if;
end M;
