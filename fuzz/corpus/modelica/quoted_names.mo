model 'a b'
  Real '\''; Real 'x.y' = '+';
end 'a b';
