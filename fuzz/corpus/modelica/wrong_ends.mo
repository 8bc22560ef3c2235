model A
  model B
    Real x;
  end C;
equation
  for i loop if a then x = 1; end for; end for;
  end when;
end;
end A;
end;