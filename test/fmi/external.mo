// A function in C, and an object that C holds.
model External "An object that interpolates, and a function with a static variable of its own"
  class Line "A straight line between points that C keeps"
    extends ExternalObject;
    function constructor
      input Real t[:];
      input Real y[size(t, 1)];
      output Line line;
      external "C" line = line_make(t, y, size(t, 1)) annotation(Include = "
#include <stdlib.h>
double* line_make(const double* t, const double* y, size_t n) {
  double* values = malloc((2*n + 1)*sizeof(double));
  values[0] = n;
  for (size_t k = 0; k < n; ++k) values[1 + k] = t[k], values[1 + n + k] = y[k];
  return values;
}");
    end constructor;
    function destructor
      input Line line;
      external "C" free(line);
    end destructor;
  end Line;
  function at
    input Line line;
    input Real t;
    output Real y;
    external "C" y = line_at(line, t) annotation(Include = "
double line_at(const double* values, double t) {
  const int n = values[0];
  const double *at = values + 1, *y = at + n;
  static int last;
  while (last > 0 && t < at[last]) --last;
  while (last + 2 < n && t > at[last + 1]) ++last;
  return y[last] + (t - at[last])/(at[last + 1] - at[last])*(y[last + 1] - y[last]);
}");
  end at;
  function cube
    input Real x;
    output Real y;
    external "C" y = cube(x) annotation(Include = "static double cube(double x) { return x*x*x; }");
  end cube;
  Line line = Line({0, 0.5, 1, 2}, {0, 1, 0.25, 2});
  parameter Real k = 2;
  Real x(start = 1, fixed = true);
  Real u;
equation
  u = at(line, time);
  der(x) = u - k*cube(x);
end External;
