model A
  replaceable package P = Q constrainedby R(x=1) "d" annotation(choicesAllMatching=true);
  replaceable model N = A extends B;
  C c(redeclare each final Real x[2]=y, redeclare replaceable type T = Real, final each z.w(start=1)=2 "m");
end A;
