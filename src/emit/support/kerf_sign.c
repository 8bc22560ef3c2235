static double kerf_sign(double x) { return (x > 0) - (x < 0); }
