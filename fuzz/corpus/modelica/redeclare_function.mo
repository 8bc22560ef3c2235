model Curve
  replaceable function f
    input Real u;
    output Real y;
  algorithm
    y := u;
  end f;
  Real y = f(time);
end Curve;
function square
  input Real u;
  output Real y;
algorithm
  y := u^2;
end square;
model M
  Curve a;
  Curve b(redeclare function f = square);
end M;
