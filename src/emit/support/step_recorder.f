! Points inside a step as well: the cubic between points would be less
! exact than the step.
      subroutine kerf_record_step(before, t, x)
      integer k
      double precision before, t, between
@common@
      double precision x(kerf_nx + 1), at(kerf_nx + 1)
      do k = 1, 3
        between = before + k*(t - before)/4d0
        call kerf_interpolate(between, at)
        call kerf_evaluate(between, at)
        call kerf_eval(4)
        call kerf_record(.false.)
      end do
      call kerf_evaluate(t, x)
      call kerf_eval(4)
      call kerf_record(.false.)
      end

