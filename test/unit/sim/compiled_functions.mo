// Functions that the interpreter and machine code must compute alike; compiled_calls_test.cpp calls each of
// them with random numbers. `Calls` names them all.
package CompiledFunctions

  partial function Base
    input Real a;
    input Real b;
    input Real c;
  end Base;

  type Level = enumeration(low, middle, high);

  record Point
    Real x;
    Real y;
  end Point;

  record Shape
    Point corner;
    Real sides[3];
    Integer n;
    String name;
  end Shape;

  function arithmetic
    extends Base;
    output Real y;
  algorithm
    y := a + b*c - a/(1 + b^2) + (1 + c^2)^0.3 + abs(a)^b - a^3;
    y := y + sin(a) + cos(b) + tan(c/2) + exp(a/10) + log(1 + b^2) + log10(2 + c^2) + sqrt(abs(a));
    y := y + asin(a/20) + acos(b/20) + atan(c) + atan2(a, b) + sinh(a/5) + cosh(b/5) + tanh(c) + sign(a);
    y := y + min(a, b) + max(b, c) + floor(a) + ceil(b);
    annotation(Inline = false);
  end arithmetic;

  function integers
    extends Base;
    output Real y;
    output Integer k;
  protected
    Integer i;
    Integer j;
    Integer n[3];
  algorithm
    i := integer(10*a);
    j := integer(7*b) + (if integer(7*b) == 0 then 1 else 0);
    n := {div(i, j), mod(i, j), rem(i, j)};
    k := n[1] + 100*n[2] - n[3] + abs(i) + sign(j) + min(i, j) - max(i, j);
    y := mod(a, 0.7) + rem(b, 0.3) + div(c, 0.2) + i/7 + j^2;
    annotation(Inline = false);
  end integers;

  function choices
    extends Base;
    output Real y;
  protected
    Boolean both = a > 0 and b > 0 or c > 1;
    Level level;
  algorithm
    if a < -1 then
      level := Level.low;
    elseif a < 1 then
      level := Level.middle;
    else
      level := Level.high;
    end if;
    y := if both and not a > b then 1 elseif level == Level.middle then c else -c;
    y := y + Integer(level) + (if level < Level.high then 10 else 20);
    annotation(Inline = false);
  end choices;

  function loops
    extends Base;
    output Real y;
  protected
    Integer n = 0;
    Real x = abs(a) + 1;
  algorithm
    y := 0;
    for i in 1:5 loop
      for j in i:-1:1 loop
        y := y + i*a + j*b;
        if y > 50 then
          break;
        end if;
      end for;
    end for;
    for v in {a, b, c} loop
      y := y + v*v;
    end for;
    for r in 0:0.25:1 loop
      y := y + r*c;
    end for;
    while x > 0.01 loop
      x := x/2;
      n := n + 1;
      if n > 100 then
        return;
      end if;
    end while;
    y := y + n;
    annotation(Inline = false);
  end loops;

  function fixedArrays
    extends Base;
    output Real y[3];
    output Real m[2, 3];
  protected
    constant Real table[3, 3] = {{1, 2, 3}, {4, 5.5, 6}, {7, 8, 10}};
    Real v[3] = {a, b, c};
    Real w[3];
  algorithm
    w := table*v + 2*v - v/3;
    m := {v, w};
    m[2, 2:3] := m[1, 1:2];
    m[:, 1] := {sum(w), product(v)};
    y := (transpose(table)*v) .* v + cross(v, w) + skew(v)*w;
    y := y + v*table + fill(v*w, 3) + {max(w), min(w), table[2, 2]};
    y[{3, 1}] := y[{1, 2}];
    y := y .^ 2 + identity(3)*y + diagonal(v)*w + outerProduct(v, w)*v - symmetric(table)*v + vector(matrix(w));
    annotation(Inline = false);
  end fixedArrays;

  function openSum
    input Real v[:];
    output Real y;
    output Integer n = size(v, 1);
  protected
    Real half[div(size(v, 1), 2)];
    Real joined[:];
  algorithm
    for i in 1:size(half, 1) loop
      half[i] := v[2*i - 1]*v[2*i];
    end for;
    joined := cat(1, v, half, {1.5});
    joined := joined[1:2:end];
    y := sum(joined) + size(joined, 1)*half[end] + joined*linspace(0, 1, size(joined, 1));
    annotation(Inline = false);
  end openSum;

  function openArrays
    extends Base;
    output Real y;
  protected
    Integer n;
    Real s;
    Real grid[:, :];
  algorithm
    (s, n) := openSum({a, b, c, a*b, b*c});
    y := s + n + openSum({a, c});
    grid := {i*a + j*b for i in 1:n, j in 1:3};
    y := y + sum(grid) + grid[2, n] + size(grid, 1) - size(grid, 2);
    grid := transpose(grid);
    y := y + grid[n, 2] + sum(size(grid)) + max(grid*grid[1, :]*ones(n, 3));
    annotation(Inline = false);
  end openArrays;

  function reductions
    extends Base;
    output Real y;
  protected
    Real v[4] = {k*a - b for k in 1:4};
  algorithm
    y := sum(v[k]^2 for k in 1:4) + product(1 + v[k]/10 for k in 1:4);
    y := y + min(v[k] for k in 2:4) + max(abs(x) for x in v) + sum(i*j for i in 1:3, j in 1:2);
    y := y + sum(v[k] for k in 1:0) + max({i + j*c for i in 1:3, j in 1:2});
    annotation(Inline = false);
  end reductions;

  function makeShape
    input Real a;
    input Real b;
    output Shape s;
  algorithm
    s.corner := Point(a, b);
    s.sides := {a, b, a + b};
    s.sides[2] := s.sides[1]*2;
    s.n := 3;
    s.name := "triangle";
    annotation(Inline = false);
  end makeShape;

  function records
    extends Base;
    output Real y;
    output Point p;
  protected
    Shape s = makeShape(a, b);
    Shape list[2];
    Point swapped;
  algorithm
    list[1] := s;
    list[2] := makeShape(b, c);
    list[2].corner.x := c;
    list[1].sides[2:3] := {a, c};
    swapped := Point(s.corner.y, s.corner.x);
    y := sum(list.n) + list[2].corner.x*list[1].sides[3] + sum(list.sides[2]) + swapped.x - swapped.y;
    p := list[if a > 0 then 1 else 2].corner;
    p := Point(p.y, p.x);
    annotation(Inline = false);
  end records;

  function factorial
    input Integer n;
    output Real y;
  algorithm
    y := if n <= 1 then 1 else n*factorial(n - 1);
    annotation(Inline = false);
  end factorial;

  function scaled
    input Real x;
    input Real factor = 2*x;
    output Real y;
  algorithm
    y := factor*x;
    annotation(Inline = false);
  end scaled;

  partial function Curve
    input Real x;
    output Real y;
  end Curve;

  function parabola
    extends Curve;
    input Real p[2];
  algorithm
    y := p[1]*x^2 + p[2];
    annotation(Inline = false);
  end parabola;

  function integral
    input Curve f;
    input Real from;
    input Real to;
    output Real y;
  algorithm
    y := 0;
    for k in 1:10 loop
      y := y + f(from + (k - 0.5)*(to - from)/10)*(to - from)/10;
    end for;
    annotation(Inline = false);
  end integral;

  function calls
    extends Base;
    output Real y;
  algorithm
    y := factorial(5 + integer(abs(a))) + scaled(b) + scaled(b, c);
    y := y + integral(function parabola(p = {a, b}), 0, c);
    annotation(Inline = false);
  end calls;

  function failures
    extends Base;
    output Real y;
  protected
    Real v[3] = {a, b, c};
  algorithm
    assert(a > -2, "a is " + String(a));
    y := v[1 + integer(abs(b))] + sqrt(c) + 1/(if a > 1.5 then 0 else 1) + log(1 + b);
    annotation(Inline = false);
  end failures;

  function texts
    input Real a;
    input String unit;
    output Real y;
  algorithm
    y := if unit == "m" then a else Modelica_Length(unit + "!")*a;
    annotation(Inline = false);
  end texts;

  function Modelica_Length
    input String text;
    output Integer n;
    external "C" n = ModelicaStrings_length(text);
  end Modelica_Length;

  function partlyTexts
    extends Base;
    output Real y;
  algorithm
    y := texts(a, "m") + b;
    if c > 1 then
      y := y + Modelica_Length(String(integer(c)) + "x");
    end if;
    annotation(Inline = false);
  end partlyTexts;

  function alwaysTexts
    extends Base;
    output Real y;
  protected
    Integer n = Modelica_Length("n" + String(integer(10*a)));
  algorithm
    y := n + scaled(b);
    annotation(Inline = false);
  end alwaysTexts;

  function lengthOfName
    extends Base;
    output Real y;
  algorithm
    y := Modelica_Length("name") + a*b;
    annotation(Inline = false);
  end lengthOfName;

  function warns
    extends Base;
    output Real y;
  algorithm
    assert(a < 0, "a is high", AssertionLevel.warning);
    y := a + b + c;
    annotation(Inline = false);
  end warns;

  function endless
    extends Base;
    output Real y;
  algorithm
    y := a;
    while c > 0 loop
      y := y + 1;
    end while;
    annotation(Inline = false);
  end endless;

  model Calls
    Real a = sin(time);
    Real b = cos(time);
    Real c = time;
    Real x[5];
    Integer k;
    Real v[3];
    Real m[2, 3];
    Real z[11];
    Point p;
  equation
    x[1] = arithmetic(a, b, c);
    (x[2], k) = integers(a, b, c);
    x[3] = choices(a, b, c);
    x[4] = loops(a, b, c);
    (v, m) = fixedArrays(a, b, c);
    x[5] = openArrays(a, b, c);
    z[1] = reductions(a, b, c);
    (z[2], p) = records(a, b, c);
    z[3] = calls(a, b, c);
    z[4] = if time > 100 then failures(a, b, c) else 0;
    z[5] = partlyTexts(a, b, c);
    z[6] = alwaysTexts(a, b, c);
    z[7] = openSum({a, b, c, 1});
    z[8] = scaled(a);
    z[9] = warns(a, b, c);
    z[10] = endless(a, b, c);
    z[11] = lengthOfName(a, b, c);
  end Calls;

end CompiledFunctions;
