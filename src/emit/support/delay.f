      double precision function kerf_delay_@number@(t, delay)
      double precision t, delay, kerf_read_past
      kerf_delay_@number@ = kerf_read_past(@number@, t - delay)
      end

