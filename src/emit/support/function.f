! The model @model@ as subroutines, made by Kerf.
! States:
@states@
! @function@_start sets parameters and start values;
! @function@_derivatives gives the derivatives. kerf_failed in the
! common block tells whether the equations could be solved (0).
      subroutine @function@_start(t, x)
      integer i
@common@
      double precision t, x(*)
      call kerf_load
      w(1) = t
      call kerf_eval(1)
      call kerf_eval(5)
      call kerf_eval(6)
      call kerf_eval(7)
      call kerf_eval(2)
      do i = 1, kerf_nx
        x(i) = w(1 + i)
      end do
      end

      subroutine @function@_derivatives(t, x, dx)
      integer i
@common@
      double precision t, x(*), dx(*)
      kerf_failed = 0
      w(1) = t
      do i = 1, kerf_nx
        w(1 + i) = x(i)
      end do
      call kerf_eval(3)
      call kerf_eval(4)
      do i = 1, kerf_nx
        dx(i) = w(1 + kerf_nx + i)
      end do
      end

@functions@

@function_support@
@user_functions@

@numerics@

! Start values.
      subroutine kerf_load
      integer k
@common@
@loop_tables@
      do k = 1, kerf_nw
        w(k) = 0d0
      end do
      kerf_failed = 0
@start_values@
@loop_values@
      end

@eval@
