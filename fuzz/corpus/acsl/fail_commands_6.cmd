SET speed = 3.0
START
