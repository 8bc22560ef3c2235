      double precision kerf_x0(kerf_nx + 1), kerf_x1(kerf_nx + 1)
      double precision kerf_k(kerf_nx + 1, 7)
      double precision kerf_t0, kerf_h, kerf_next_h
      common /kerf_steps/ kerf_x0, kerf_x1, kerf_k, kerf_t0, kerf_h,
     &  kerf_next_h
