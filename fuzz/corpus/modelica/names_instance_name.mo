model Part
  parameter String name = getInstanceName();
end Part;
model M
  Part a;
  Part b[2];
  parameter String own = getInstanceName();
end M;
