! The length of a text without the blanks behind it, at least 1.
      integer function kerf_length(text)
      character*(*) text
      integer k
      kerf_length = 1
      do k = 1, len(text)
        if (text(k:k) .ne. ' ') kerf_length = k
      end do
      end
