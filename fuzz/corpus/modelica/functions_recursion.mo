function fib
  input Integer n;
  output Integer f;
algorithm
  f := if n <= 2 then 1 else fib(n - 1) + fib(n - 2);
end fib;
model M
  Real x[fib(7)] = zeros(fib(7));
  Integer y = fib(integer(time));
end M;
