"a study of falling"
SET TITLE = 'Free fall', CINT = 0.25
PREPARE t, h, v
OUTPUT t, h, 'NCIOUT' = 2
PROCED go
  START
  DISPLAY h, G
END
go
set hic = 20.0, tstp=1.5 $ s ialg = 5, nstp = 4
go
RANGE h, v
PRINT 'NCIPRN'=3, T, V
SET tstp = 2.0
CONTIN
DISPLAY t, h
PLOT 'XAXIS'=t, h, v
STOP
START
