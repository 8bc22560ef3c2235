operator record C
  Real re;
  encapsulated operator function '+'
    input C a;
  end '+';
  operator '-' end '-';
  pure function f end f; impure function g end g;
  expandable connector K end K;
end C;
