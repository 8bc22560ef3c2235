CONTINUOUS SYSTEM @model@
" Made by Kerf.
@names@
@declarations@
TIME @time@
INITIAL
@settings@
@run_once@
SORT
@run_dynamic@
@run_output@
@values@
END
