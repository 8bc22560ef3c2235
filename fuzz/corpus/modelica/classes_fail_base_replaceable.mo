model Outer
  replaceable model Part
    Real x = 1;
  end Part;
  model Mine
    extends Part;
  end Mine;
  Mine mine;
end Outer;
model Holder
  model Base
    Real y = 1;
  end Base;
end Holder;
model Base
  Real z = 2;
end Base;
model N
  extends Holder;
  extends Base;
end N;
