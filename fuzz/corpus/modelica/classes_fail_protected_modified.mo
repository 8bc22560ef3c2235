model A
protected
  parameter Real k = 1;
end A;
model M
  A a(k = 2);
end M;
