SET   y = 1.0 + 2.0*INTEG(t, 0.0)
 
  PROCED, wemp = INTEG(ta - temp + heat, 40.0)
      MACRO bad a, b
MACRO END
SCHEDULE off .XP. temp 2.0, ta = 10.0, pow = 20 10 i = 1, 30)
  10  xd(i) = -i*x(i)
ÿÿÿÿÿÿÿ