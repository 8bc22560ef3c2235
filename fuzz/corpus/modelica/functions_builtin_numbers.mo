model M
  constant Real a = sqrt(16) + exp(0) + log(1) + log10(100);
  constant Integer b = div(7, 2) + mod(-1, 3) + rem(7, 4) + abs(-2) + sign(-0.5) + integer(2.9);
  constant Real c = ceil(1.2) + floor(-1.2);
  constant Real d = max(2, 3.5) + min({4, 1, 3});
  Real e = sin(time) + cos(time) + tan(time) + asin(0) + acos(1) + atan(time) + atan2(time, 2);
  Real f = sinh(time) + cosh(time) + tanh(time);
  Real g = smooth(1, noEvent(if time < 1 then 0 else time - 1));
  Real h = delay(time, 0.5) + semiLinear(time, 1, 2) + homotopy(time, 0);
  Boolean i = edge(k) or change(k) or initial() or terminal();
  Boolean k = sample(0, 0.1);
end M;
