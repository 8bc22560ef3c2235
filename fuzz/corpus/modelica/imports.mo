package P
  import A = B.C;
  import B.*;
  import B . *;
  import B.{c, d};
  import .E.F "f";
end P;
