"a study of the time in which the fault is cleared"
SET TITLE = 'Three machines'
PREPARE t, del21, del31, freq
OUTPUT t, del21, freq, 'NCIOUT' = 50
PROCED study
  START
  RANGE del21, del31
END
study
SET dclear = 0.107
study
DISPLY del21, a21max, a21min, nswit
SAVE 'late'
SET pbrake = 0.0
START
DISPLAY dclear
RESTOR 'late'
DISPLAY pbrake
ACTION 'VAR' = 3.0, 'VAL' = 0.5, 'LOC' = gmin
STOP
