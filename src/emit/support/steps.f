      double precision kerf_x0(kerf_nx + 1), kerf_x1(kerf_nx + 1)
      double precision kerf_k(kerf_nx + 1, 7)
      double precision kerf_t0, kerf_h, kerf_next_h
! Typical sizes of the states.
      double precision kerf_nominal(kerf_nx + 1)
      integer kerf_stiff
      logical kerf_limited
      common /kerf_steps/ kerf_x0, kerf_x1, kerf_k, kerf_t0, kerf_h,
     &  kerf_next_h, kerf_nominal, kerf_stiff, kerf_limited
