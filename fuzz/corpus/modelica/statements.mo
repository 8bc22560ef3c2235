function f
algorithm
  while a loop
    x := x + 1;
    break;
  end while;
  (a, b) := g(x, n = function h(p=1));
  return;
initial algorithm
  for i loop x[i] := 0; end for;
  g(1);
end f;
