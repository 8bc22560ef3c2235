      double precision function kerf_well()
@common@
      kerf_well = 0d0
      if (kerf_failed .eq. 0) kerf_well = 1d0
      end

