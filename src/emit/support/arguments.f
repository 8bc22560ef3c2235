! Arguments: stop time, number of intervals, relative tolerance.
      call kerf_arguments(stop_time, intervals, kerf_tolerance)
