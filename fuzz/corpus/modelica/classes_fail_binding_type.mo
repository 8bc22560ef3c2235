model M
  parameter Real p = "text";
  parameter Integer n = 2.5;
  parameter Boolean b = 1;
  parameter Real v[3] = {1, 2};
  parameter String s = 3;
end M;
