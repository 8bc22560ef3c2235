// nothing
/* here */