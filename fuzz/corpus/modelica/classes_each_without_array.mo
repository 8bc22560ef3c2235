model A
  parameter Real p = 1;
end A;
model M
  A a(each p = 2);
end M;
