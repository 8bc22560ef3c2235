model A
  extends B(break x, break connect(a, b));
  redeclare model extends M(k=1) "d"
    Real y = break;
  end M;
end A;
