model Base
  replaceable model Part
    Real x = 1;
  end Part;
  Part p;
end Base;
model M
  extends Base(redeclare model Part = Part);
end M;
model N
  extends Base;
  redeclare eldel Part = Part;
end N;
