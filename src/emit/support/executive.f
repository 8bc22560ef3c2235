      subroutine kerf_fail(text)
      character*(*) text
@common@
      write (0, '(a, g14.7, a, a)') 'time ', w(1), ': ', text
      stop 1
      end

      subroutine kerf_check
      character*72 kerf_text
      common /kerf_words/ kerf_text
@common@
      if (kerf_failed .eq. 1) call kerf_fail('singular equations')
      if (kerf_failed .eq. 2)
     &  call kerf_fail('an iteration does not converge')
      if (kerf_failed .eq. 3) call kerf_fail(kerf_text)
      if (kerf_failed .eq. 4)
     &  call kerf_fail('a subscript is out of range')
      end

      logical function kerf_is_same(a, b)
      double precision a, b
      kerf_is_same = abs(a - b) .le. 1d-15*max(abs(a), abs(b))
      end

      double precision function kerf_truth(kind, side)
      integer kind, side
      logical truth
      truth = side .ne. 0
      if (kind .eq. 0) truth = side .lt. 0
      if (kind .eq. 1) truth = side .le. 0
      if (kind .eq. 2) truth = side .gt. 0
      if (kind .eq. 3) truth = side .ge. 0
      if (kind .eq. 4) truth = side .eq. 0
      kerf_truth = 0d0
      if (truth) kerf_truth = 1d0
      end

! Column j of relation k of the run (part 1) or of the start (part 2):
! kind, function, held, instant, slope.
      integer function kerf_relation(part, k, j)
      integer part, k, j
@common@
@tables@
      kerf_relation = kerf_run_relations(5*k - 5 + j)
      if (part .eq. 2) kerf_relation = kerf_start_relations(5*k - 5 + j)
      end

      integer function kerf_previous(part, k, j)
      integer part, k, j
@common@
@tables@
      kerf_previous = kerf_run_previous(2*k - 2 + j)
      if (part .eq. 2) kerf_previous = kerf_start_previous(2*k - 2 + j)
      end

      logical function kerf_is_timed(part, k)
      integer part, k, instant, kerf_relation
@common@
      instant = kerf_relation(part, k, 4)
      kerf_is_timed = .false.
      if (instant .le. 0) return
      kerf_is_timed = w(instant) .eq. w(instant) .and.
     &  w(kerf_relation(part, k, 5)) .ne. 0d0
      end

      double precision function kerf_value(part, k)
      integer part, k, side, kind, kerf_relation
      logical kerf_is_timed, kerf_is_same
      double precision f, instant, kerf_truth, kerf_floor
@common@
      kind = kerf_relation(part, k, 1)
      f = w(kerf_relation(part, k, 2))
      side = 0
      if (kerf_is_timed(part, k)) then
        instant = w(kerf_relation(part, k, 4))
        side = -1
        if (w(1) .ge. instant .or. kerf_is_same(w(1), instant)) side = 1
        if (w(kerf_relation(part, k, 5)) .lt. 0d0) side = -side
        kerf_value = kerf_truth(kind, side)
      else if (f .ne. f) then
        kerf_value = w(kerf_relation(part, k, 3))
      else if (kind .eq. 6) then
        kerf_value = kerf_floor(f)
      else
        if (f .gt. 0d0) side = 1
        if (f .lt. 0d0) side = -1
        kerf_value = kerf_truth(kind, side)
      end if
      end

! Lets the relations follow their functions; what differs by rounding
! errors alone stays.
      logical function kerf_follow(part, is_exact)
      integer part, k, held, kind, kerf_relation
      logical is_exact, kerf_is_timed, is_near
      double precision value, f, distance, band, kerf_value
@common@
@tables@
      kerf_follow = .false.
      do k = 1, kerf_n_relations(part)
        value = kerf_value(part, k)
        held = kerf_relation(part, k, 3)
        kind = kerf_relation(part, k, 1)
        f = w(kerf_relation(part, k, 2))
        is_near = .false.
        if (.not. is_exact .and. .not. kerf_is_timed(part, k)) then
          distance = abs(f)
          band = 1d-12*kerf_scale(k)
          if (kind .eq. 6) then
            distance = abs(f - anint(f))
            band = 1d-12
          end if
          is_near = kerf_crossed(k) .ne. 0 .or.
     &      (f .ne. 0d0 .and. distance .le. band)
        end if
        if (value .ne. w(held) .and. .not. is_near) then
          w(held) = value
          kerf_follow = .true.
        end if
      end do
      end

! Asks what must hold at all points (0), at events (1) or at the start
! (2).
      subroutine kerf_ask(when)
      integer when, k
@common@
@tables@
      do k = 1, kerf_n_assertions
        if (kerf_run_assertions(3*k) .eq. when .and.
     &    w(kerf_run_assertions(3*k - 2)) .eq. 0d0) then
          if (kerf_run_assertions(3*k - 1) .ne. 0)
     &      call kerf_fail(kerf_run_assertion_texts(k))
          if (kerf_told(k) .eq. 0) write (0, '(a, g14.7, a, a)')
     &      'time ', w(1), ': ', kerf_run_assertion_texts(k)
          kerf_told(k) = 1
        end if
      end do
      end

! Brings conditions and equations to agree at one instant.
      subroutine kerf_settle(part, is_exact)
      integer part, k, iteration, inner, section, before
      integer kerf_previous
      logical is_exact, again, is_changed, kerf_follow
@common@
@tables@
      double precision now(@max_previous@)
      section = 3
      if (part .eq. 2) section = 6
      kerf_at_event = .true.
      do iteration = 1, 200
        again = .true.
        do inner = 1, 200
          if (again) then
            kerf_failed = 0
            call kerf_eval(section)
            again = kerf_follow(part, is_exact)
          end if
        end do
        if (again) call kerf_fail('an event does not come to an end')
        call kerf_check
        if (part .eq. 1) call kerf_ask(1)
        is_changed = .false.
        if (part .eq. 1) then
          do k = 1, kerf_n_ends
            if (kerf_end .eq. 0 .and. w(kerf_run_ends(k)) .ne. 0d0)
     &        kerf_end = k
          end do
          do k = 1, kerf_n_reinits
            if (w(kerf_run_reinits(3*k - 1)) .ne. 0d0) then
              w(kerf_run_reinits(3*k - 2)) = w(kerf_run_reinits(3*k))
              is_changed = .true.
            end if
          end do
          do k = 1, kerf_n_samplers
            if (w(kerf_run_samplers(3*k - 2)) .ne. 0d0)
     &        is_changed = .true.
            w(kerf_run_samplers(3*k - 2)) = 0d0
          end do
        end if
        do k = 1, kerf_n_previous(part)
          now(k) = w(kerf_previous(part, k, 1))
        end do
        do k = 1, kerf_n_previous(part)
          before = kerf_previous(part, k, 2)
          if (now(k) .ne. w(before) .and. (now(k) .eq. now(k) .or.
     &      w(before) .eq. w(before))) then
            w(before) = now(k)
            is_changed = .true.
          end if
        end do
        if (.not. is_changed) then
          if (part .eq. 2) call kerf_ask(2)
          kerf_at_event = .false.
          return
        end if
      end do
      call kerf_fail('an event does not come to an end')
      end

      double precision function kerf_last_tick(t, start, interval)
      double precision t, start, interval, k, next, kerf_floor
      logical kerf_is_same
      k = max(0d0, kerf_floor((t - start)/interval))
      next = start + (k + 1d0)*interval
      kerf_last_tick = start + k*interval
      if (next .le. t .or. kerf_is_same(next, t)) kerf_last_tick = next
      end

      subroutine kerf_set_ticks
      integer k
      double precision tick, kerf_last_tick
      logical kerf_is_same
@common@
@tables@
      do k = 1, kerf_n_samplers
        tick = kerf_last_tick(w(1), w(kerf_run_samplers(3*k - 1)),
     &    w(kerf_run_samplers(3*k)))
        w(kerf_run_samplers(3*k - 2)) = 0d0
        if (tick .eq. w(1) .or. kerf_is_same(tick, w(1)))
     &    w(kerf_run_samplers(3*k - 2)) = 1d0
      end do
      end

      double precision function kerf_next_instant(t)
      integer k, kerf_relation
      double precision t, tick, instant, kerf_last_tick
@arrival_name@
      logical kerf_is_same, kerf_is_timed
@common@
@tables@
      kerf_next_instant = 1d300
      do k = 1, kerf_n_relations(1)
        if (kerf_is_timed(1, k)) then
          instant = w(kerf_relation(1, k, 4))
          if (instant .gt. t .and. .not. kerf_is_same(instant, t))
     &      kerf_next_instant = min(kerf_next_instant, instant)
        end if
      end do
      do k = 1, kerf_n_samplers
        tick = kerf_last_tick(t, w(kerf_run_samplers(3*k - 1)),
     &    w(kerf_run_samplers(3*k)))
        if (tick .le. t .or. kerf_is_same(tick, t))
     &    tick = tick + w(kerf_run_samplers(3*k))
        kerf_next_instant = min(kerf_next_instant, tick)
      end do
@next_arrival@
      end

      subroutine kerf_evaluate(t, x)
      integer i
@common@
      double precision t, x(kerf_nx + 1)
      w(1) = t
      do i = 1, kerf_nx
        w(1 + i) = x(i)
      end do
      call kerf_eval(3)
      end

      logical function kerf_is_left(k)
      integer k, kind, kerf_relation
      logical kerf_is_timed
      double precision held, kerf_value, kerf_truth
@common@
      kerf_is_left = .false.
      kind = kerf_relation(1, k, 1)
      if (kerf_is_timed(1, k)) return
      if (kind .ne. 6 .and. w(kerf_relation(1, k, 2)) .eq. 0d0) return
      held = w(kerf_relation(1, k, 3))
      kerf_is_left = kerf_value(1, k) .ne. held .and. (kind .lt. 4 .or.
     &  kind .eq. 6 .or. kerf_truth(kind, 0) .eq. held)
      end

      logical function kerf_is_any_left()
      integer k
      logical kerf_is_left
@common@
@tables@
      kerf_is_any_left = .false.
      do k = 1, kerf_n_relations(1)
        if (kerf_is_left(k)) kerf_is_any_left = .true.
      end do
      end

      subroutine kerf_show
      integer k
@common@
@tables@
      call kerf_eval(4)
      call kerf_check
      write (*, '(1pe23.15e3, 99999(:, '','', 1pe23.15e3))')
     &  (w(kerf_shown(k)), k = 1, kerf_n_shown)
      call kerf_ask(0)
      end

@step_recorder@
! x- is shown, then everything that happens at t takes place, then x+ is
! shown.
      subroutine kerf_handle_event(t, x)
      integer k, kerf_relation
      logical kerf_is_left
      double precision kerf_value
@common@
@tables@
      double precision t, x(kerf_nx + 1), now(@max_previous@)
      call kerf_evaluate(t, x)
      call kerf_show
@record_before@
      do k = 1, kerf_n_previous(1)
        now(k) = w(kerf_run_previous(2*k - 1))
      end do
      do k = 1, kerf_n_previous(1)
        w(kerf_run_previous(2*k)) = now(k)
      end do
      call kerf_set_ticks
      do k = 1, kerf_n_relations(1)
        kerf_crossed(k) = 0
        if (kerf_is_left(k)) then
          kerf_crossed(k) = 1
          w(kerf_relation(1, k, 3)) = kerf_value(1, k)
        end if
      end do
      call kerf_settle(1, .false.)
      do k = 1, kerf_n_relations(1)
        kerf_crossed(k) = 0
      end do
      call kerf_show
@record_after@
      end

! Halves the last step until it holds nothing but the first change of a
! condition.
      subroutine kerf_locate(before, after, x)
      double precision before, after, middle
      logical kerf_is_any_left
@common@
      double precision x(kerf_nx + 1)
   10 if (after - before .le. 1d-14*(abs(after) + 1d-3)) go to 20
      middle = 0.5d0*(before + after)
      if (middle .le. before .or. middle .ge. after) go to 20
      call kerf_interpolate(middle, x)
      call kerf_evaluate(middle, x)
      if (kerf_is_any_left()) then
        after = middle
      else
        before = middle
      end if
      go to 10
   20 call kerf_interpolate(after, x)
      end

! Looks for a change of a condition in the last step, at some points
! inside of it as well: what comes and goes between two steps is an
! event, too. x becomes the point of the first change.
      subroutine kerf_look(before, after, x, is_left)
      double precision before, after, last, t
      logical is_left, kerf_is_any_left
      integer i, k, n
@common@
      double precision x(kerf_nx + 1), at(kerf_nx + 1)
      n = 16
      if (kerf_nx .gt. 0) n = 4
      last = before
      do k = 1, n
        t = after
        do i = 1, kerf_nx
          at(i) = x(i)
        end do
        if (k .lt. n) then
          t = before + (after - before)*k/n
          call kerf_interpolate(t, at)
        end if
        call kerf_evaluate(t, at)
        is_left = kerf_is_any_left()
        if (is_left) then
          call kerf_locate(last, t, x)
          after = t
          return
        end if
        last = t
      end do
      end

      subroutine kerf_initialise
@common@
      call kerf_eval(1)
      if (kerf_has_start .ne. 0) then
        call kerf_eval(5)
        call kerf_check
        call kerf_settle(2, .true.)
        call kerf_eval(7)
      end if
      call kerf_eval(2)
      call kerf_check
      end

      subroutine kerf_simulate(start, stop, intervals)
      integer intervals, point, i, k, kerf_relation
      double precision start, stop, t, next, limit, before, at_t, f
      double precision longest
      double precision kerf_next_instant
      logical is_left, is_event, kerf_is_same
@common@
@tables@
      double precision x(kerf_nx + 1), at(kerf_nx + 1)
      t = start
      point = 1
      longest = stop - start
      if (kerf_n_relations(1) .gt. 0 .or. kerf_nx .eq. 0)
     &  longest = (stop - start)/intervals
      kerf_max_step = longest
      w(1) = t
      call kerf_initialise
@settle_start@
      call kerf_show
@record_after@
      do i = 1, kerf_nx
        x(i) = w(1 + i)
      end do
      call kerf_begin(t, x)
   10 if (t .ge. stop .or. kerf_end .ne. 0) go to 40
      next = kerf_next_instant(t)
      before = t
      limit = min(next, stop)
@limit_step@
      call kerf_step(limit, x, t)
      call kerf_look(before, t, x, is_left)
      is_event = is_left .or. (t .eq. limit .and. (next .le. stop .or.
     &  kerf_is_same(next, stop)))
   20 if (point .gt. intervals) go to 30
      at_t = start + point*((stop - start)/intervals)
      if (point .eq. intervals) at_t = stop
      if (at_t .gt. t .or. (is_event .and. kerf_is_same(at_t, t)))
     &  go to 30
      call kerf_interpolate(at_t, at)
      call kerf_evaluate(at_t, at)
      call kerf_show
      point = point + 1
      go to 20
   30 call kerf_evaluate(t, x)
      if (.not. is_event) then
        do k = 1, kerf_n_relations(1)
          f = abs(w(kerf_relation(1, k, 2)))
          if (f .eq. f) kerf_scale(k) = max(f, kerf_scale(k)/2d0)
        end do
@record_step@
        go to 10
      end if
      call kerf_handle_event(t, x)
   35 if (point .le. intervals) then
        at_t = start + point*((stop - start)/intervals)
        if (at_t .le. t .or. kerf_is_same(at_t, t)) then
          point = point + 1
          go to 35
        end if
      end if
      do i = 1, kerf_nx
        x(i) = w(1 + i)
      end do
      call kerf_begin(t, x)
      go to 10
   40 if (kerf_end .ne. 0) write (0, '(a, g14.7, a, a)') 'time ', w(1),
     &  ': the model ends the run: ', kerf_run_end_texts(kerf_end)
      end
