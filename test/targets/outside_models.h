// Models with functions and objects in C.
#pragma once

namespace kerf::targets_test {

// Functions in C: one that the model brings along, with an array and two outputs, and one of the C library.
inline constexpr const char* kOutside = R"-(
model Outside
  function weigh
    input Real v[:];
    input Integer n;
    output Real y;
    output Integer k;
    external "C" weigh(v, size(v, 1), n, y, k)
      annotation(Include = "
static void weigh(const double *v, int size, int n, double *y, int *k) {
  double s = 0;
  for (int i = 0; i < size; ++i) s += n*v[i]/(i + 1);
  *y = s;
  *k = s > 1 ? 2 : 1;
}");
  end weigh;
  function plain
    input Real x;
    output Real y;
    external "C" y = cbrt(x);
  end plain;
  Real x(start = 1, fixed = true), y, z;
  Integer k;
equation
  (y, k) = weigh({x, 2, time}, 3);
  z = plain(1 + x*x);
  der(x) = -y*x + z;
end Outside;
)-";

// An external object that is made of a vector, a text, whole numbers and another object.
inline constexpr const char* kObjects = R"-(
package Objects
  constant String code = "
#include <stdlib.h>
typedef struct { double a, b; } kerf_test_line;
static void *newLine(const double *a, int n, const char *s, const int *k) {
  kerf_test_line *line = malloc(sizeof *line);
  line->a = a[n - 1];
  line->b = k[1] + (s[1] == 'y');
  return line;
}
static void *newSum(void *line, double c) {
  kerf_test_line *sum = malloc(sizeof *sum);
  *sum = *(kerf_test_line *)line;
  sum->b += c;
  return sum;
}
static void dropLine(void *line) { free(line); }
static double lineAt(void *line, double t) { return ((kerf_test_line *)line)->a*t + ((kerf_test_line *)line)->b; }
";
  class Line
    extends ExternalObject;
    function constructor
      input Real a[:];
      input String s;
      input Integer n[2];
      output Line line;
      external "C" line = newLine(a, size(a, 1), s, n) annotation(Include = code);
    end constructor;
    function destructor
      input Line line;
      external "C" dropLine(line) annotation(Include = code);
    end destructor;
  end Line;
  class Sum
    extends ExternalObject;
    function constructor
      input Line line;
      input Real c;
      output Sum sum;
      external "C" sum = newSum(line, c) annotation(Include = code);
    end constructor;
    function destructor
      input Sum sum;
      external "C" dropLine(sum) annotation(Include = code);
    end destructor;
  end Sum;
  function at
    input Sum sum;
    input Real t;
    output Real y;
    external "C" y = lineAt(sum, t) annotation(Include = code);
  end at;
end Objects;
model Test
  parameter Objects.Line line = Objects.Line({1, 2, 3}, "\"y{}", {4, 5});
  parameter Objects.Sum sum = Objects.Sum(line, 0.25);
  Real x(start = 0, fixed = true), y;
equation
  y = Objects.at(sum, time);
  der(x) = y - x;
end Test;
)-";

// Tables as the Modelica Standard Library has them. Kerf's run takes them from this C code, the programs from
// the definition of the library.
inline constexpr const char* kTables = R"-(
package Tables
  constant String code = "
#include <math.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int n, m; double start, shift; double *t; } kerf_test_table;
static void *made(const double *t, int n, int m, double start, double shift) {
  kerf_test_table *x = malloc(sizeof *x);
  x->n = n; x->m = m; x->start = start; x->shift = shift;
  x->t = malloc(n*m*sizeof(double));
  memcpy(x->t, t, n*m*sizeof(double));
  return x;
}
static int below(const double *g, int n, int stride, double u) {
  int i = 0;
  while (i < n - 2 && u >= g[(i + 1)*stride]) ++i;
  return i;
}
void *ModelicaStandardTables_CombiTable1D_init2(const char *f, const char *s, const double *t, int n, int m,
    const int *c, int k, int smoothness, int extrapolation, int verbose) { return made(t, n, m, 0, 0); }
double ModelicaStandardTables_CombiTable1D_getValue(void *o, int c, double u) {
  kerf_test_table *x = o;
  const double *r = x->t + x->m*below(x->t, x->n, x->m, u);
  return r[c] + (r[x->m + c] - r[c])*(u - r[0])/(r[x->m] - r[0]);
}
void *ModelicaStandardTables_CombiTable2D_init2(const char *f, const char *s, const double *t, int n, int m,
    int smoothness, int extrapolation, int verbose) { return made(t, n, m, 0, 0); }
double ModelicaStandardTables_CombiTable2D_getValue(void *o, double u, double v) {
  kerf_test_table *x = o;
  u = fmin(fmax(u, x->t[x->m]), x->t[(x->n - 1)*x->m]);
  v = fmin(fmax(v, x->t[1]), x->t[x->m - 1]);
  const int i = 1 + below(x->t + x->m, x->n - 1, x->m, u), j = 1 + below(x->t + 1, x->m - 1, 1, v);
  const double *r = x->t + i*x->m, *q = r + x->m, a = (u - r[0])/(q[0] - r[0]),
    b = (v - x->t[j])/(x->t[j + 1] - x->t[j]);
  return (1 - a)*((1 - b)*r[j] + b*r[j + 1]) + a*((1 - b)*q[j] + b*q[j + 1]);
}
void *ModelicaStandardTables_CombiTimeTable_init2(const char *f, const char *s, const double *t, int n, int m,
    double start, const int *c, int k, int smoothness, int extrapolation, double shift, int events,
    int verbose) { return made(t, n, m, start, shift); }
double ModelicaStandardTables_CombiTimeTable_getValue(void *o, int c, double t, double next, double before) {
  kerf_test_table *x = o;
  if (t < x->start) return 0;
  const double first = x->t[0], period = x->t[(x->n - 1)*x->m] - first;
  double s = t - x->shift + (next == before && t >= next ? -1e-9 : 1e-9);
  s -= floor((s - first)/period)*period;
  return x->t[below(x->t, x->n, x->m, s)*x->m + c];
}
double ModelicaStandardTables_CombiTimeTable_nextTimeEvent(void *o, double t) {
  kerf_test_table *x = o;
  if (t < x->start) return x->start;
  const double first = x->t[0], period = x->t[(x->n - 1)*x->m] - first;
  const double base = floor((t + 1e-9 - x->shift - first)/period)*period;
  for (int i = 1; i < x->n; ++i)
    if (x->t[i*x->m] + base + x->shift > t + 1e-9) return x->t[i*x->m] + base + x->shift;
  return t + period;
}
void ModelicaStandardTables_close(void *o) {
  kerf_test_table *x = o;
  free(x->t);
  free(x);
}";
  class Line
    extends ExternalObject;
    function constructor
      input Real table[:, :];
      input Integer columns[:];
      input Integer smoothness;
      input Integer extrapolation;
      output Line line;
      external "C" line = ModelicaStandardTables_CombiTable1D_init2("NoName", "NoName", table, size(table, 1),
        size(table, 2), columns, size(columns, 1), smoothness, extrapolation, 0) annotation(Include = code);
    end constructor;
    function destructor
      input Line line;
      external "C" ModelicaStandardTables_close(line) annotation(Include = code);
    end destructor;
  end Line;
  function at
    input Line line;
    input Integer column;
    input Real u;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTable1D_getValue(line, column, u)
      annotation(Include = code);
  end at;
  class Plane
    extends ExternalObject;
    function constructor
      input Real table[:, :];
      output Plane plane;
      external "C" plane = ModelicaStandardTables_CombiTable2D_init2("NoName", "NoName", table,
        size(table, 1), size(table, 2), 1, 1, 0) annotation(Include = code);
    end constructor;
    function destructor
      input Plane plane;
      external "C" ModelicaStandardTables_close(plane) annotation(Include = code);
    end destructor;
  end Plane;
  function over
    input Plane plane;
    input Real u;
    input Real v;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTable2D_getValue(plane, u, v) annotation(Include = code);
  end over;
  class Course
    extends ExternalObject;
    function constructor
      input Real table[:, :];
      input Real startTime;
      input Real shiftTime;
      output Course course;
      external "C" course = ModelicaStandardTables_CombiTimeTable_init2("NoName", "NoName", table,
        size(table, 1), size(table, 2), startTime, {2}, 1, 3, 3, shiftTime, 1, 0)
        annotation(Include = code);
    end constructor;
    function destructor
      input Course course;
      external "C" ModelicaStandardTables_close(course) annotation(Include = code);
    end destructor;
  end Course;
  function now
    input Course course;
    input Real t;
    input Real next;
    input Real before;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTimeTable_getValue(course, 1, t, next, before)
      annotation(Include = code);
  end now;
  function nextEvent
    input Course course;
    input Real t;
    output Real next;
    external "C" next = ModelicaStandardTables_CombiTimeTable_nextTimeEvent(course, t)
      annotation(Include = code);
  end nextEvent;
  model Test
    parameter Real scale = 0.3;
    parameter Line line = Line([0, 0, 5; 1, 2, 3; 1.5, 2.5, -1; 3, 1, 0], {2, 3}, 1, 2);
    parameter Plane plane = Plane([0, 1, 2, 4; 1, 0, 1, 2; 2, 3, 1, 0; 3.5, 1, 2, -1]);
    parameter Course course = Course([0, 1; 0.7, -2; 1, 3; 1.9, 1], 0.2, 0.1);
    discrete Real next(start = 0, fixed = true);
    Real x(start = 0, fixed = true), y, z, c;
  equation
    y = at(line, 1, 1 + 3*sin(time)) + at(line, 2, 2*time);
    z = over(plane, 2 + 2*sin(2*time), 2.5 + 2*cos(time));
    when {initial(), time >= pre(next)*scale} then
      next = nextEvent(course, time/scale);
    end when;
    c = now(course, time/scale, next, pre(next));
    der(x) = y + z + c - x;
  end Test;
end Tables;
model Test
  extends Tables.Test;
end Test;
)-";

}  // namespace kerf::targets_test
