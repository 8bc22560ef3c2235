! The model. Sections: 1 parameters that depend on others and start
! values, 2 what depends on parameters alone, 3 derivatives, conditions
! and what they need, 4 what is wanted for the results alone, 5 to 7 the
! problem of the start, 100 and more the residuals of loops.
      subroutine kerf_eval(kerf_section)
      integer kerf_section
@common@
@names@
      if (kerf_section .eq. 1) then
@settings@
      else if (kerf_section .eq. 2) then
@run_once@
      else if (kerf_section .eq. 3) then
@run_dynamic@
      else if (kerf_section .eq. 4) then
@run_output@
      else if (kerf_section .eq. 5) then
@start_once@
      else if (kerf_section .eq. 6) then
@start_dynamic@
      else if (kerf_section .eq. 7) then
@after_start@
      end if
@residuals@
      end
