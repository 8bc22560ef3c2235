      double precision function kerf_if(condition, yes, no)
      logical condition
      double precision yes, no
      kerf_if = no
      if (condition) kerf_if = yes
      end

      double precision function kerf_sign(x)
      double precision x
      kerf_sign = 0d0
      if (x .gt. 0d0) kerf_sign = 1d0
      if (x .lt. 0d0) kerf_sign = -1d0
      end

      double precision function kerf_floor(x)
      double precision x
      kerf_floor = aint(x)
      if (kerf_floor .gt. x) kerf_floor = kerf_floor - 1d0
      end

      double precision function kerf_ceil(x)
      double precision x, kerf_floor
      kerf_ceil = -kerf_floor(-x)
      end

      double precision function kerf_mod(x, y)
      double precision x, y, kerf_floor
      kerf_mod = x - kerf_floor(x/y)*y
      end
