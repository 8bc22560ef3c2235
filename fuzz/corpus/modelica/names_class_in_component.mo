package P
  partial model Base
    type Level = Real(unit = "m", min = 0);
    constant Real g = 9.81;
  end Base;
  model Tank
    extends Base;
    Level h(start = 1);
  equation
    der(h) = -sqrt(2*g*h);
  end Tank;
end P;
model M
  P.Tank t;
end M;
