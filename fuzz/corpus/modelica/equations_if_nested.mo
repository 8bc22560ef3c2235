model M
  parameter Boolean p = false;
  Real x;
  Real v[3];
equation
  if time < 1 then
    if time < 0.5 then
      x = 1;
    else
      x = 2;
    end if;
  else
    if p then
      x = 3;
    else
      x = 4;
    end if;
  end if;
  for i in 1:3 loop
    if v[i] > 1 then
      der(v[i]) = 1;
    else
      der(v[i]) = 2*i;
    end if;
  end for;
end M;
