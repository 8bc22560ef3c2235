      integer kerf_nx, kerf_nw, kerf_max_n, kerf_has_start
      parameter (kerf_nx = @n_states@, kerf_nw = @n_symbols@)
      parameter (kerf_max_n = @max_n@, kerf_has_start = @has_start@)
      double precision w(kerf_nw), kerf_tolerance, kerf_max_step
      double precision kerf_a(kerf_max_n*kerf_max_n)
      double precision kerf_b(kerf_max_n), kerf_r(kerf_max_n)
      logical kerf_at_event
      integer kerf_failed, kerf_end
      common /kerf_values/ w, kerf_tolerance, kerf_max_step, kerf_a,
     &  kerf_b, kerf_r, kerf_at_event, kerf_failed, kerf_end
