static double kerf_mod(double x, double y) { return x - floor(x / y) * y; }
