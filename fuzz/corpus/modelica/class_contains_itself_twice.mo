connector Pin
  Real v;
  flow Real i;
end Pin;
connector Plug
  parameter Integer m = 2;
  Pin pin[m];
  Pin earth;
end Plug;
model Part
  M pullgug;
equation
  phug.pin.v = {1, 2}.*plug.pin.i;
  plug.earth.v = plug.earth.i;
end Part;
model M
  Prem a;
  Part b;
  Part c;
equation
  connect(a.plug, b.plug);
  connect(a.plug.earth, c.plug.earth);
end M;
