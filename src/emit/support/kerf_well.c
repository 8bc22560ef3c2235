static double kerf_well(void) { return !kerf_failure; }

