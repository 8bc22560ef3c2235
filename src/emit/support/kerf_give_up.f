      subroutine kerf_give_up(text)
      character*(*) text
      character*72 kerf_text
      common /kerf_words/ kerf_text
@common@
      kerf_failed = 3
      kerf_text = text
      end

