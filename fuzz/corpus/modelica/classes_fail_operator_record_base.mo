operator record Z
  Real x = 1;
end Z;
operator record Y
  extends Z;
end Y;
package P
  operator record Inner
    Real x = 1;
  end Inner;
end P;
package Q
  extends P;
  constant Real k = 1;
end Q;
model M
  Y y;
  Real a = Q.k;
end M;
