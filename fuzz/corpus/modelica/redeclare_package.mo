partial package Medium
  constant String name = "none";
  constant Integer n = 1;
  type Density = Real(unit = "kg/m3");
  replaceable partial function density
    input Real t;
    output Density d;
  end density;
end Medium;
package Water
  extends Medium(name = "water", n = 2, Density(nominal = 1000));
  redeclare function extends density
  algorithm
    d := 1000 - 0.2*t;
  end density;
end Water;
package Air
  extends Medium(name = "air");
  redeclare function density
    input Real t;
    output Density d;
  algorithm
    d := 1.2 - 0.004*t;
  end density;
end Air;
model Tank
  replaceable package M = Water constrainedby Medium;
  M.Density rho = M.density(time);
  parameter String what = M.name;
  Real x[M.n] = ones(M.n);
end Tank;
model Plant
  Tank a;
  Tank b(redeclare package M = Air);
end Plant;
