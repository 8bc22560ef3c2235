model A // head
  Real x; // behind


  // own
  /* two
     lines */ Real y;
equation
  x = /* in */ 1 + // one
    2;
  // last
end A; // end
