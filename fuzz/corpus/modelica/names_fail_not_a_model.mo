package P
  function f
    input Real x;
    output Real y;
  algorithm
    y := x;
  end f;
  type T = Real(unit = "m");
end P;
