package Lib
  constant Real c = 3;
  package Sub
    constant Real d = 4;
    model A
      Real x = 1;
    end A;
    model B
      Real y = 2;
    end B;
    function f
      input Real u;
      output Real v;
    algorithm
      v := 2*u;
    end f;
  end Sub;
end Lib;
model M
  import Lib.c;
  import S = Lib.Sub;
  import Lib.Sub.{A, f};
  import Lib.Sub.*;
  A a;
  B b;
  S.A a2;
  Real x = f(c*time) + d + S.d;
end M;
