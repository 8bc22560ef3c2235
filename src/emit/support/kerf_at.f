! The element k of n.
      integer function kerf_at(k, n)
      double precision k
      integer n
@common@
      kerf_at = nint(k)
      if (kerf_at .ge. 1 .and. kerf_at .le. n) return
      kerf_at = 1
      kerf_failed = 4
      end

