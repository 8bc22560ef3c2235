operator record Money
  Real cents;
  encapsulated operator '+'
    import Money;
    function add
      input Money a;
      input Money b;
      output Money c;
    algorithm
      c := Money(a.cents + b.cents);
    end add;
  end '+';
end Money;
model M
  Money a = Money(1);
  Money b = a + a;
  Money c = a*a;
  Money d = -a;
end M;
