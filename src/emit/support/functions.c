static double kerf_sign(double x) { return (x > 0) - (x < 0); }
static double kerf_mod(double x, double y) { return x - floor(x / y) * y; }
