expandable connector Bus
end Bus;
model M
  Bus a;
  Bus b;
equation
  connect(a.speed, b.speed);
end M;
