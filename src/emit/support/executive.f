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

! A condition on time has its value just after the time or, exactly,
! that of the instant.
      double precision function kerf_value(part, k, is_exact)
      integer part, k, side, kind, kerf_relation
      logical is_exact, is_now, kerf_is_timed, kerf_is_same
      double precision f, instant, kerf_truth, kerf_floor
@common@
      kind = kerf_relation(part, k, 1)
      f = w(kerf_relation(part, k, 2))
      side = 0
      if (kerf_is_timed(part, k)) then
        instant = w(kerf_relation(part, k, 4))
        side = -1
        is_now = w(1) .eq. instant .or. kerf_is_same(w(1), instant)
        if (w(1) .ge. instant .or. is_now) side = 1
        if (is_now .and. is_exact) side = 0
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

! Of a function from where its condition changes.
      double precision function kerf_distance(part, k)
      integer part, k, kerf_relation
      double precision f
@common@
      f = w(kerf_relation(part, k, 2))
      kerf_distance = abs(f)
      if (kerf_relation(part, k, 1) .eq. 6)
     &  kerf_distance = abs(f - anint(f))
      end

! Lets the relations follow their functions; what differs by rounding
! errors alone stays. Where all that do not fit change together, the
! answer may be jumped over: a body that should stick slides the one
! way, then the other. So after some rounds only the one changes that
! has been as it is for the longest time.
      logical function kerf_follow(part, is_exact, round)
      integer part, k, held, kind, kerf_relation, round, oldest
      logical is_exact, kerf_is_timed, is_near
      double precision value, f, band, kerf_value, kerf_distance
@common@
@tables@
      kerf_follow = .false.
      oldest = 0
      do k = 1, kerf_n_relations(part)
        value = kerf_value(part, k, is_exact)
        held = kerf_relation(part, k, 3)
        kind = kerf_relation(part, k, 1)
        f = w(kerf_relation(part, k, 2))
        is_near = .false.
        if (.not. is_exact .and. .not. kerf_is_timed(part, k)) then
          band = 1d-12*kerf_scale(k)
          if (kind .eq. 6) band = 1d-12
          band = max(band, 2d0*kerf_crossed(k))
          is_near = (f .ne. 0d0 .or. kerf_crossed(k) .ge. 0d0) .and.
     &      kerf_distance(part, k) .le. band
        end if
        if (value .ne. w(held) .and. .not. is_near) then
          kerf_follow = .true.
          if (round .le. 20) then
            w(held) = value
            kerf_changed_at(k) = 0
          else if (oldest .eq. 0) then
            oldest = k
          else if (kerf_changed_at(k) .lt. kerf_changed_at(oldest)) then
            oldest = k
          end if
        end if
      end do
      if (oldest .eq. 0) return
      w(kerf_relation(part, oldest, 3)) =
     &  kerf_value(part, oldest, is_exact)
      kerf_changed_at(oldest) = round
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
        do inner = 1, 200 + 4*kerf_n_relations(part)
          if (again) then
            kerf_failed = 0
            call kerf_eval(section)
            again = kerf_follow(part, is_exact, inner)
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
      kerf_is_left = kerf_value(1, k, .false.) .ne. held .and.
     &  (kind .lt. 4 .or. kind .eq. 6 .or.
     &  kerf_truth(kind, 0) .eq. held)
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
! Present values become old ones.
      subroutine kerf_begin_event
      integer k
@common@
@tables@
      double precision now(@max_previous@)
      do k = 1, kerf_n_previous(1)
        now(k) = w(kerf_run_previous(2*k - 1))
      end do
      do k = 1, kerf_n_previous(1)
        w(kerf_run_previous(2*k)) = now(k)
      end do
      end

! x- is shown, then everything that happens at t takes place, then x+ is
! shown.
      subroutine kerf_handle_event(t, x)
      integer k, kerf_relation
      logical kerf_is_left, kerf_is_timed
      double precision kerf_value, kerf_distance
@common@
@tables@
      double precision t, x(kerf_nx + 1)
      call kerf_evaluate(t, x)
      call kerf_show
@record_before@
      call kerf_begin_event
      call kerf_set_ticks
      do k = 1, kerf_n_relations(1)
        if (kerf_is_timed(1, k)) w(kerf_relation(1, k, 3)) =
     &    kerf_value(1, k, .false.)
        if (kerf_is_left(k)) then
          kerf_crossed(k) = kerf_distance(1, k)
          w(kerf_relation(1, k, 3)) = kerf_value(1, k, .false.)
        end if
      end do
      call kerf_settle(1, .false.)
      do k = 1, kerf_n_relations(1)
        kerf_crossed(k) = -1d0
      end do
      call kerf_show
@record_after@
      end

! Conditions on time that change at the start have the value of that
! instant there, and change just after it: an event like others.
      subroutine kerf_leave_start
      integer k, kerf_relation
      logical is_left, kerf_is_timed
      double precision kerf_value
@common@
@tables@
      is_left = .false.
      do k = 1, kerf_n_relations(1)
        if (kerf_is_timed(1, k)) is_left = is_left .or.
     &    kerf_value(1, k, .false.) .ne. w(kerf_relation(1, k, 3))
      end do
      if (.not. is_left) return
      call kerf_begin_event
      call kerf_settle(1, .false.)
      call kerf_show
@record_after@
      end

! The event of the end, at which terminal() is true.
      subroutine kerf_finish
      integer kerf_terminal
@common@
      parameter (kerf_terminal = @terminal@)
      if (kerf_terminal .le. 0) return
      call kerf_begin_event
      w(max(kerf_terminal, 1)) = 1d0
      call kerf_settle(1, .false.)
      call kerf_show
      end

! How far a condition's function is from where its value ends, at the
! present point; negative beyond.
      double precision function kerf_margin(k)
      integer k, kind, kerf_relation
      logical kerf_is_timed
      double precision f, held, kerf_truth
@common@
      kind = kerf_relation(1, k, 1)
      f = w(kerf_relation(1, k, 2))
      held = w(kerf_relation(1, k, 3))
      kerf_margin = 1d300
      if (kerf_is_timed(1, k) .or. f .ne. f) return
      if (kind .eq. 6) then
        kerf_margin = min(f - held, held + 1d0 - f)
      else if (kind .gt. 3) then
        if (kerf_truth(kind, 0) .ne. held) kerf_margin = abs(f)
      else if (kerf_truth(kind, 1) .eq. held) then
        kerf_margin = f
      else
        kerf_margin = -f
      end if
      end

      subroutine kerf_margins_at(t, margins)
      integer k
      double precision t, kerf_margin
@common@
@tables@
      double precision margins(@max_relations@), at(kerf_nx + 1)
      call kerf_interpolate(t, at)
      call kerf_evaluate(t, at)
      do k = 1, kerf_n_relations(1)
        margins(k) = kerf_margin(k)
      end do
      end

! Where a margin is least between its neighbours, it may have been
! negative in between: parabolas through the three lowest points lead to
! the lowest one. t2 becomes a point at which a condition has changed.
      logical function kerf_dips(k, from, first, t2, second, to, third)
      integer k, trial
      double precision from, first, t2, second, to, third
      double precision t, t1, t3, a, b, c, d, left, right, next
      logical kerf_is_any_left
      double precision margins(@max_relations@)
      t1 = from
      t = t2
      t3 = to
      a = first
      b = second
      c = third
      kerf_dips = .true.
      do trial = 1, 12
        left = (t - t1)*(b - c)
        right = (t - t3)*(b - a)
        next = t
        if (left .ne. right) next = t -
     &    0.5d0*((t - t1)*left - (t - t3)*right)/(left - right)
        if (.not. (next .gt. t1 .and. next .lt. t3) .or.
     &    abs(next - t) .le. 1d-3*(t3 - t1)) then
          if (t - t1 .gt. t3 - t) then
            next = t + 0.1d0*(t1 - t)
          else
            next = t + 0.1d0*(t3 - t)
          end if
        end if
        call kerf_margins_at(next, margins)
        if (kerf_is_any_left()) then
          t2 = next
          return
        end if
        d = margins(k)
        if (d .lt. b) then
          if (next .gt. t) then
            t1 = t
            a = b
          else
            t3 = t
            c = b
          end if
          t = next
          b = d
        else if (next .gt. t) then
          t3 = next
          c = d
        else
          t1 = next
          a = d
        end if
! A parabola strays from its points by an eighth of its bend.
        if (.not. b .lt. 0.5d0*(a - 2d0*b + c)) go to 10
      end do
   10 kerf_dips = .false.
      end

! What the integration leaves uncertain of a condition's function.
      double precision function kerf_blur(k)
      integer k
@common@
@tables@
      kerf_blur = kerf_tolerance*max(kerf_largest(k), 1d-2)
      end

      logical function kerf_is_beyond(margins)
      integer k
      double precision kerf_blur
@common@
@tables@
      double precision margins(@max_relations@)
      kerf_is_beyond = .false.
      do k = 1, kerf_n_relations(1)
        if (margins(k) .lt. -kerf_blur(k)) kerf_is_beyond = .true.
      end do
      end

! Conditions that change there and back within the step from before to t
! leave no trace at its ends. If there is one, t becomes a point where
! it has changed. What is smaller than the errors of the integration is
! left alone.
      logical function kerf_look_inside(before, t)
      integer i, k
      double precision before, t, times(5), a, b, c, reach, kerf_blur
      logical kerf_is_beyond, kerf_is_timed, kerf_dips
@common@
@tables@
      double precision margins(@max_relations@, 5)
      kerf_look_inside = .false.
      do k = 1, kerf_n_relations(1)
        if (.not. kerf_is_timed(1, k)) kerf_look_inside = .true.
      end do
      if (.not. kerf_look_inside) return
      do i = 1, 5
        times(i) = before + (i - 1)*(t - before)/4d0
        if (i .eq. 5) times(i) = t
        call kerf_margins_at(times(i), margins(1, i))
        if (i .gt. 1 .and. i .lt. 5 .and.
     &    kerf_is_beyond(margins(1, i))) then
          t = times(i)
          return
        end if
      end do
      do i = 2, 4
        do k = 1, kerf_n_relations(1)
          a = margins(k, i - 1)
          b = margins(k, i)
          c = margins(k, i + 1)
          reach = 0.5d0*(a - 2d0*b + c)
          if (max(a, b, c) .lt. 1d300 .and. b .le. a .and. b .le. c
     &      .and. b .lt. reach .and. reach .gt. kerf_blur(k)) then
            if (kerf_dips(k, times(i - 1), a, times(i), b,
     &        times(i + 1), c)) then
              t = times(i)
              return
            end if
          end if
        end do
      end do
      kerf_look_inside = .false.
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
      logical is_left, is_event, kerf_is_any_left, kerf_is_same
      logical kerf_look_inside
@common@
@tables@
@steps@
      double precision x(kerf_nx + 1), at(kerf_nx + 1)
      t = start
      point = 1
      longest = stop - start
! Conditions are looked at a hundred times at least.
      if (kerf_n_relations(1) .gt. 0 .or. kerf_nx .eq. 0)
     &  longest = (stop - start)/max(intervals, 100)
      kerf_max_step = longest
      w(1) = t
      call kerf_initialise
@settle_start@
      call kerf_show
@record_after@
      call kerf_leave_start
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
      call kerf_evaluate(t, x)
      is_left = kerf_is_any_left()
      if (.not. is_left .and. .not. kerf_limited .and.
     &  kerf_n_relations(1) .gt. 0)
     &  is_left = kerf_look_inside(before, t)
      if (is_left) call kerf_locate(before, t, x)
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
          if (f .gt. kerf_largest(k)) kerf_largest(k) = f
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
   40 call kerf_finish
      if (kerf_end .ne. 0) write (0, '(a, g14.7, a, a)') 'time ', w(1),
     &  ': the model ends the run: ', kerf_run_end_texts(kerf_end)
      end
