package P
  type T = Real(unit="m", min=0);
  type E = enumeration(a "first", b annotation());
  type O = enumeration(:);
  function f = der(g, x, y);
  connector I = input Real[3](each start=1) "in";
end P;
