      integer kerf_nd, kerf_n_past
      parameter (kerf_nd = @n_delays@, kerf_n_past = 50000)
      double precision kerf_past_t(kerf_n_past, kerf_nd)
      double precision kerf_past_x(kerf_n_past, kerf_nd)
      double precision kerf_jumps(1000, kerf_nd)
      logical kerf_begins(kerf_n_past, kerf_nd)
      integer kerf_points(kerf_nd), kerf_n_jumps(kerf_nd)
      integer kerf_delays(4*kerf_nd + 4)
      common /kerf_past/ kerf_past_t, kerf_past_x, kerf_jumps,
     &  kerf_begins, kerf_points, kerf_n_jumps, kerf_delays
