model Resistor
  parameter Real R;
end Resistor;
model A
  parameter Real R = 5;
  model Load = Resistor(R = R);
  model LoadError
    extends Resistor(R = R);
  end LoadError;
  Load good;
  LoadError bad;
end A;
