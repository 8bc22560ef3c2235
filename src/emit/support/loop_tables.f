      integer kerf_loops(2*(@n_loops@ + 1))
      integer kerf_unknowns(@n_unknowns@ + 1)
      common /kerf_loop_tables/ kerf_loops, kerf_unknowns
