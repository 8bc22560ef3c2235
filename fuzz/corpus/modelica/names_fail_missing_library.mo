model M
  Hydraulics.Pumps.Gear pump;
  Electrics.Resistor r;
end M;
