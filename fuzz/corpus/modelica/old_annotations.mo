model A
  annotation(Icon());
  Real x;
equation
  annotation(Diagram());
  x = 1;
  annotation(Last());
end A;
