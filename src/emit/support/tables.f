      integer kerf_n_relations(2), kerf_n_previous(2)
      integer kerf_n_samplers, kerf_n_reinits, kerf_n_ends
      integer kerf_n_shown, kerf_n_assertions
      integer kerf_run_relations(5*@max_relations@)
      integer kerf_start_relations(5*@max_relations@)
      integer kerf_run_previous(2*@max_previous@)
      integer kerf_start_previous(2*@max_previous@)
      integer kerf_run_samplers(3*(@run_n_samplers@ + 1))
      integer kerf_run_reinits(3*(@run_n_reinits@ + 1))
      integer kerf_run_ends(@run_n_ends@ + 1)
      integer kerf_run_assertions(3*(@run_n_assertions@ + 1))
      integer kerf_shown(@n_shown@), kerf_told(@run_max_assertions@)
      integer kerf_changed_at(@max_relations@)
      double precision kerf_scale(@max_relations@)
      double precision kerf_largest(@max_relations@)
! How far beyond its crossing a function was where it was found;
! negative: it has not crossed at this event.
      double precision kerf_crossed(@max_relations@)
      common /kerf_tables/ kerf_scale, kerf_largest, kerf_crossed,
     &  kerf_n_relations,
     &  kerf_n_previous, kerf_n_samplers, kerf_n_reinits, kerf_n_ends,
     &  kerf_n_shown, kerf_n_assertions, kerf_run_relations,
     &  kerf_start_relations, kerf_run_previous, kerf_start_previous,
     &  kerf_run_samplers, kerf_run_reinits, kerf_run_ends,
     &  kerf_run_assertions, kerf_shown, kerf_told,
     &  kerf_changed_at
      character*72 kerf_shown_names(@n_shown@)
      character*72 kerf_run_end_texts(@run_n_ends@ + 1)
      character*72 kerf_run_assertion_texts(@run_n_assertions@ + 1)
      common /kerf_texts/ kerf_shown_names, kerf_run_end_texts,
     &  kerf_run_assertion_texts
