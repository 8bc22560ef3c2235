! The past of what is delayed. Points are taken after each step; between
! them a cubic through the nearest four is read, which never reaches over
! an event. A jump arrives so much later, as an event: until then it is
! not seen. Rows of the table: value, delay, whether the value changes at
! events only, whether the delay is fixed.
      subroutine kerf_begin_past
      integer k
@common@
@past@
@delays@
      do k = 1, kerf_nd
        kerf_points(k) = 0
        kerf_n_jumps(k) = 0
      end do
      end

! The older half of a past that is full goes, if its delay is over.
      subroutine kerf_append(k, value, begins)
      integer k, i, half
      double precision value
      logical begins
@common@
@past@
      if (kerf_points(k) .eq. kerf_n_past) then
        half = kerf_n_past/2
        if (kerf_past_t(half - 6, k) .gt.
     &    w(1) - w(kerf_delays(4*k - 2)))
     &    call kerf_fail('the past of a delay is too long')
        do i = 1, kerf_n_past - half
          kerf_past_t(i, k) = kerf_past_t(i + half, k)
          kerf_past_x(i, k) = kerf_past_x(i + half, k)
          kerf_begins(i, k) = kerf_begins(i + half, k)
        end do
        kerf_points(k) = kerf_n_past - half
      end if
      kerf_points(k) = kerf_points(k) + 1
      kerf_past_t(kerf_points(k), k) = w(1)
      kerf_past_x(kerf_points(k), k) = value
      kerf_begins(kerf_points(k), k) = begins
      end

      subroutine kerf_record(is_after_event)
      logical is_after_event, jumps
      integer k, n
      double precision value, small
@common@
@past@
      do k = 1, kerf_nd
        value = w(kerf_delays(4*k - 3))
        if (kerf_points(k) .eq. 0) call kerf_append(k, value, .true.)
        n = kerf_points(k)
        small = 1d-12*abs(value)
        if (kerf_delays(4*k - 1) .ne. 0) small = 0d0
        jumps = is_after_event .and. (w(1) .eq. kerf_past_t(n, k) .or.
     &    kerf_delays(4*k - 1) .ne. 0) .and.
     &    abs(value - kerf_past_x(n, k)) .gt. small
        if (w(1) .ne. kerf_past_t(n, k) .or. is_after_event) then
          call kerf_append(k, value, is_after_event)
          if (jumps .and. kerf_delays(4*k) .ne. 0) then
            if (kerf_n_jumps(k) .eq. 1000)
     &        call kerf_fail('too many jumps are on their way')
            kerf_n_jumps(k) = kerf_n_jumps(k) + 1
            kerf_jumps(kerf_n_jumps(k), k) = w(1)
          end if
        end if
      end do
      end

! Before the start the values have been as they are then, which is
! known when all is settled. Each round gets one more of those right
! that read each other.
      subroutine kerf_settle_start
      integer i, k, round
      double precision value
      logical is_settled
@common@
@past@
      double precision first(kerf_nw), begun(kerf_nd)
      call kerf_begin_past
      do i = 1, kerf_nw
        first(i) = w(i)
      end do
      do k = 1, kerf_nd
        begun(k) = w(kerf_delays(4*k - 3))
      end do
      do round = 0, kerf_nd + 1
        if (round .gt. 0) then
          do i = 1, kerf_nw
            w(i) = first(i)
          end do
        end if
        do k = 1, kerf_nd
          kerf_points(k) = 0
          kerf_n_jumps(k) = 0
          call kerf_append(k, begun(k), .true.)
        end do
        call kerf_set_ticks
        call kerf_settle(1, .true.)
        call kerf_eval(4)
        is_settled = .true.
        do k = 1, kerf_nd
          value = w(kerf_delays(4*k - 3))
          if (abs(value - begun(k)) .gt. kerf_tolerance*
     &      max(abs(value), abs(begun(k)))) is_settled = .false.
          begun(k) = value
        end do
        if (is_settled) return
      end do
      end

! Jumps that arrive now are let through.
      subroutine kerf_arrive
      integer k, i, gone
      double precision delay
      logical kerf_is_same
@common@
@past@
      do k = 1, kerf_nd
        delay = w(kerf_delays(4*k - 2))
        gone = 0
        do i = 1, kerf_n_jumps(k)
          if (kerf_jumps(i, k) + delay .le. w(1) .or.
     &      kerf_is_same(kerf_jumps(i, k) + delay, w(1))) gone = i
        end do
        kerf_n_jumps(k) = kerf_n_jumps(k) - gone
        do i = 1, kerf_n_jumps(k)
          kerf_jumps(i, k) = kerf_jumps(i + gone, k)
        end do
      end do
      end

      double precision function kerf_next_arrival()
      integer k
@common@
@past@
      kerf_next_arrival = 1d300
      do k = 1, kerf_nd
        if (kerf_n_jumps(k) .gt. 0) kerf_next_arrival =
     &    min(kerf_next_arrival,
     &    kerf_jumps(1, k) + w(kerf_delays(4*k - 2)))
      end do
      end

! A step longer than a delay would read what it is about to compute.
      subroutine kerf_limit_step(longest)
      integer k
      double precision longest
@common@
@past@
      kerf_max_step = longest
      do k = 1, kerf_nd
        if (w(kerf_delays(4*k - 2)) .gt. 0d0)
     &    kerf_max_step = min(kerf_max_step, w(kerf_delays(4*k - 2)))
      end do
      end

      double precision function kerf_read_past(k, at)
      integer k, n, low, high, middle, first, last, i, j
      double precision at, t, barrier, weight
      logical is_short, is_before, kerf_is_same
@common@
@past@
      t = at
      n = kerf_points(k)
      barrier = 1d300
      if (kerf_n_jumps(k) .gt. 0) barrier = kerf_jumps(1, k)
      is_short = t .ge. barrier .or. kerf_is_same(t, barrier)
      kerf_read_past = w(kerf_delays(4*k - 3))
      if (n .eq. 0) return
      low = 1
      high = n + 1
   10 if (low .lt. high) then
        middle = (low + high)/2
        is_before = kerf_past_t(middle, k) .le. t
        if (is_short) is_before = kerf_past_t(middle, k) .lt. barrier
        if (is_before) then
          low = middle + 1
        else
          high = middle
        end if
        go to 10
      end if
   20 if (low .le. n) then
        is_before = kerf_is_same(kerf_past_t(low, k), t)
        if (is_short) is_before = .not. kerf_begins(low, k) .and.
     &    kerf_past_t(low, k) .eq. barrier
        if (is_before) then
          low = low + 1
          go to 20
        end if
      end if
      kerf_read_past = kerf_past_x(max(low - 1, 1), k)
      if (low .eq. 1 .or. kerf_delays(4*k - 1) .ne. 0) return
      first = low - 1
      last = low
   30 if (.not. kerf_begins(first, k) .and. first .gt. 1 .and.
     &  low - 1 - first .lt. 2) then
        first = first - 1
        go to 30
      end if
   40 if (last .le. n) then
        if (.not. kerf_begins(last, k) .and. last - first .lt. 4) then
          last = last + 1
          go to 40
        end if
      end if
   50 if (.not. kerf_begins(first, k) .and. first .gt. 1 .and.
     &  last - first .lt. 4) then
        first = first - 1
        go to 50
      end if
      t = max(t, kerf_past_t(first, k))
! What stays the same stays exactly the same.
      kerf_read_past = kerf_past_x(first, k)
      do i = first + 1, last - 1
        weight = 1d0
        do j = first, last - 1
          if (j .ne. i) weight = weight*(t - kerf_past_t(j, k))/
     &      (kerf_past_t(i, k) - kerf_past_t(j, k))
        end do
        kerf_read_past = kerf_read_past +
     &    weight*(kerf_past_x(i, k) - kerf_past_x(first, k))
      end do
      end

