operator record Z
  Real x;
  encapsulated operator 'constructor'
    import Z;
    function one
      input Real a;
      output Z z(x = a);
    algorithm
    end one;
    function other
      input Real b;
      output Z z(x = b);
    algorithm
    end other;
    function none
      input Integer n;
      output Real r;
    algorithm
      r := n;
    end none;
  end 'constructor';
end Z;
model M
  Z z = Z(1.5);
end M;
