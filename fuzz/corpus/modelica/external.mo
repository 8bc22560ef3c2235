function f
  input Real x;
  output Real y;
  external "C" y = g(x, size(x, 1)) annotation(Library="m");
  annotation(derivative(order=1)=h);
end f;
