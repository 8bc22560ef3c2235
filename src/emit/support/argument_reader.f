      subroutine kerf_arguments(stop_time, intervals, tolerance)
      integer intervals
      double precision stop_time, tolerance
      character(len=40) text
      call get_command_argument(1, text)
      if (text .ne. ' ') read (text, *) stop_time
      call get_command_argument(2, text)
      if (text .ne. ' ') read (text, *) intervals
      call get_command_argument(3, text)
      if (text .ne. ' ') read (text, *) tolerance
      end
