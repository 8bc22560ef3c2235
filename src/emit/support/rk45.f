! Dormand and Prince (1980): order 5 with an error estimate and dense
! output of order 4.
      subroutine kerf_slope(t, x, slope)
      integer i
@common@
      double precision t, x(kerf_nx + 1), slope(kerf_nx + 1)
      w(1) = t
      do i = 1, kerf_nx
        w(1 + i) = x(i)
      end do
      call kerf_eval(3)
      do i = 1, kerf_nx
        slope(i) = w(1 + kerf_nx + i)
      end do
      end

      subroutine kerf_begin(t, x)
      integer i
      double precision size, speed, scale
@common@
@steps@
      double precision t, x(kerf_nx + 1)
      kerf_t0 = t
      kerf_h = 0d0
      do i = 1, kerf_nx
        kerf_x1(i) = x(i)
      end do
      call kerf_slope(t, x, kerf_k(1, 7))
      size = 0d0
      speed = 0d0
      do i = 1, kerf_nx
        scale = kerf_tolerance*(kerf_nominal(i) + abs(x(i)))
        size = size + (x(i)/scale)**2
        speed = speed + (kerf_k(i, 7)/scale)**2
      end do
      kerf_next_h = 1d-6
      if (size .gt. 1d-10 .and. speed .gt. 1d-10)
     &  kerf_next_h = 0.01d0*sqrt(size/speed)
      end

! The last two stages are at the same time: their difference shows the
! fastest eigenvalue (Hairer and Wanner, Solving Ordinary Differential
! Equations II, IV.2).
      subroutine kerf_watch(x, state, h)
      integer i
      double precision h, scale, slopes, states
@common@
@steps@
      double precision x(kerf_nx + 1), state(kerf_nx + 1)
      slopes = 0d0
      states = 0d0
      do i = 1, kerf_nx
        scale = kerf_nominal(i) + abs(x(i))
        slopes = slopes + ((kerf_k(i, 7) - kerf_k(i, 6))/scale)**2
        states = states + (state(i)/scale)**2
      end do
      kerf_limited = h*h*slopes .gt. 4d0*states
      if (kerf_stiff .lt. 0) return
      if (kerf_limited) then
        kerf_stiff = kerf_stiff + 1
      else
        kerf_stiff = kerf_stiff*3/4
      end if
      if (kerf_stiff .lt. 100) return
      kerf_stiff = -1
      write (0, '(a, g14.7, a)') 'time ', w(1),
     &  ': the model is stiff here: what follows from its fast'
      write (0, '(a)') 'states is less exact than the tolerance'
      end

! One step from where the last one ended, at most to limit. Gives the
! time reached; x is the state there.
      subroutine kerf_step(limit, x, t)
      integer i, j, stage
      logical is_last, is_bad
      double precision limit, t, h, sum, error, larger, factor
      double precision a(6, 7), c(7), e(7)
@common@
@steps@
      double precision x(kerf_nx + 1), state(kerf_nx + 1)
      save a, c, e
      data c /0d0, 0.2d0, 0.3d0, 0.8d0, 0d0, 1d0, 1d0/
      data a /42*0d0/
      data e /7*0d0/
      c(5) = 8d0/9d0
      a(1, 2) = 0.2d0
      a(1, 3) = 3d0/40d0
      a(2, 3) = 9d0/40d0
      a(1, 4) = 44d0/45d0
      a(2, 4) = -56d0/15d0
      a(3, 4) = 32d0/9d0
      a(1, 5) = 19372d0/6561d0
      a(2, 5) = -25360d0/2187d0
      a(3, 5) = 64448d0/6561d0
      a(4, 5) = -212d0/729d0
      a(1, 6) = 9017d0/3168d0
      a(2, 6) = -355d0/33d0
      a(3, 6) = 46732d0/5247d0
      a(4, 6) = 49d0/176d0
      a(5, 6) = -5103d0/18656d0
      a(1, 7) = 35d0/384d0
      a(3, 7) = 500d0/1113d0
      a(4, 7) = 125d0/192d0
      a(5, 7) = -2187d0/6784d0
      a(6, 7) = 11d0/84d0
      e(1) = 71d0/57600d0
      e(3) = -71d0/16695d0
      e(4) = 71d0/1920d0
      e(5) = -17253d0/339200d0
      e(6) = 22d0/525d0
      e(7) = -1d0/40d0
      t = kerf_t0 + kerf_h
      h = kerf_next_h
      do i = 1, kerf_nx
        kerf_x0(i) = kerf_x1(i)
        kerf_k(i, 1) = kerf_k(i, 7)
      end do
      kerf_t0 = t
   10 continue
      h = min(h, kerf_max_step)
      is_last = t + h*(1d0 + 1d-10) .ge. limit
      if (is_last) h = limit - t
      if (t + h .eq. t .and. .not. is_last)
     &  call kerf_fail('the step size becomes too small')
      do stage = 2, 7
        do i = 1, kerf_nx
          sum = 0d0
          do j = 1, stage - 1
            sum = sum + a(j, stage)*kerf_k(i, j)
          end do
          x(i) = kerf_x0(i) + h*sum
        end do
        call kerf_slope(t + c(stage)*h, x, kerf_k(1, stage))
      end do
      error = 0d0
      do i = 1, kerf_nx
        sum = 0d0
        do j = 1, 7
          sum = sum + e(j)*kerf_k(i, j)
        end do
        larger = max(abs(x(i)), abs(kerf_x0(i)))
        error = error +
     &    (h*sum/(kerf_tolerance*(kerf_nominal(i) + larger)))**2
      end do
      if (kerf_nx .gt. 0) error = sqrt(error/kerf_nx)
      is_bad = kerf_failed .ne. 0 .or. .not. error .lt. 1d300
      if (is_bad .and. h .lt. 1d-13*(1d0 + abs(t))) call kerf_check
      kerf_failed = 0
      factor = 5d0
      if (is_bad) then
        factor = 0.1d0
      else if (error .gt. 0d0) then
        factor = max(0.2d0, min(5d0, 0.9d0*error**(-0.2d0)))
      end if
      if (is_bad .or. error .gt. 1d0) then
        h = h*factor
        go to 10
      end if
      do i = 1, kerf_nx
        state(i) = 0d0
        do j = 1, 6
          state(i) = state(i) + h*(a(j, 7) - a(j, 6))*kerf_k(i, j)
        end do
      end do
      call kerf_watch(x, state, h)
      kerf_h = h
      kerf_next_h = h*factor
      do i = 1, kerf_nx
        kerf_x1(i) = x(i)
      end do
      t = t + h
      if (is_last) t = limit
      end

! The state inside the last step.
      subroutine kerf_interpolate(t, x)
      integer i, j
      double precision t, s, change, first, second, sum, d(7)
@common@
@steps@
      double precision x(kerf_nx + 1)
      d(1) = -12715105075d0/11282082432d0
      d(2) = 0d0
      d(3) = 87487479700d0/32700410799d0
      d(4) = -10690763975d0/1880347072d0
      d(5) = 701980252875d0/199316789632d0
      d(6) = -1453857185d0/822651844d0
      d(7) = 69997945d0/29380423d0
      s = 1d0
      if (kerf_h .gt. 0d0) s = (t - kerf_t0)/kerf_h
      do i = 1, kerf_nx
        change = kerf_x1(i) - kerf_x0(i)
        first = kerf_h*kerf_k(i, 1) - change
        second = change - kerf_h*kerf_k(i, 7) - first
        sum = 0d0
        do j = 1, 7
          sum = sum + d(j)*kerf_k(i, j)
        end do
        x(i) = kerf_x0(i) + s*(change + (1d0 - s)*(first
     &    + s*(second + (1d0 - s)*kerf_h*sum)))
      end do
      end
