partial model Medium
  parameter Real rho;
end Medium;
model Water
  extends Medium(rho = 1000);
end Water;
model Pipe
  replaceable Medium medium;
  Real m = medium.rho * 2;
end Pipe;
model M
  Pipe good(redeclare Water medium);
  Pipe bad;
end M;
