package P
  constant Real a = b + 1;
  constant Real b = Q.c;
end P;
package Q
  constant Real c = P.a;
end Q;
model M
  Real x = P.a;
end M;
