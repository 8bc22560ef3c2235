! A program made by Kerf from the model @model@.
! The results are comma-separated values.
      program kerf_main
      integer k, intervals, kerf_length
      double precision stop_time
@common@
@tables@
      call kerf_load
      stop_time = @stop@
      intervals = @intervals@
      kerf_tolerance = @tolerance@
@arguments@
      write (*, '(99999a)') '"time"', (',"',
     &  kerf_shown_names(k)(1:kerf_length(kerf_shown_names(k))), '"',
     &  k = 2, kerf_n_shown)
      call kerf_simulate(@start@, stop_time, intervals)
      end

@argument_reader@

@functions@

@function_support@
@user_functions@

@numerics@

@length@

@solver@

@delays_text@
@executive@

! Start values and tables of the model.
      subroutine kerf_load
      integer k
@common@
@tables@
@loop_tables@
@steps@
      do k = 1, kerf_nw
        w(k) = 0d0
      end do
      kerf_at_event = .false.
      kerf_failed = 0
      kerf_end = 0
      kerf_stiff = 0
      kerf_limited = .false.
      do k = 1, @max_relations@
        kerf_crossed(k) = -1d0
        kerf_changed_at(k) = 0
        kerf_scale(k) = 0d0
        kerf_largest(k) = 0d0
      end do
      do k = 1, @run_max_assertions@
        kerf_told(k) = 0
      end do
      kerf_n_relations(1) = @run_n_relations@
      kerf_n_relations(2) = @start_n_relations@
      kerf_n_previous(1) = @run_n_previous@
      kerf_n_previous(2) = @start_n_previous@
      kerf_n_samplers = @run_n_samplers@
      kerf_n_reinits = @run_n_reinits@
      kerf_n_ends = @run_n_ends@
      kerf_n_shown = @n_shown@
      kerf_n_assertions = @run_n_assertions@
@start_values@
@nominal@
@run_relations@
@start_relations@
@run_previous@
@start_previous@
@run_samplers@
@run_reinits@
@run_ends@
@run_end_texts@
@run_assertions@
@run_assertion_texts@
@loops@
@unknowns@
@shown@
@shown_names@
      end

@eval@
