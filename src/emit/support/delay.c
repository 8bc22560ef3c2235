static double kerf_delay_@number@(double t, double delay) { return kerf_read_past(@number@ - 1, t - delay); }
