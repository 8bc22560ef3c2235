model 'my model'
  Real 'a b' = 1;
  Real 'x' = 2;
  Real x = 3;
  parameter Real 'p[1].q' = 4;
  Real '2+2' = 'a b' + 'x' + x + 'p[1].q';
end 'my model';
