model Base
  Real x = 1;
end Base;
model M
  extends Base;
  redeclare model extends Part
    Real y = 2;
  end Part;
  Part p;
end M;
