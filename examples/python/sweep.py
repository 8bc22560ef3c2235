"""How high is a bouncing ball after a second? One model, many parameters, two threads."""

from concurrent.futures import ThreadPoolExecutor

import kerf

BALL = """
model Ball
  parameter Real e = 0.7 "part of the speed that is left after a bounce";
  Real h(start = 1, fixed = true, unit = "m");
  Real v(start = 0, fixed = true, unit = "m/s");
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -e * pre(v));
  end when;
end Ball;
"""

model = kerf.load(BALL)


def height(e: float) -> float:
    return float(model.simulate(stop=1.0, e=e)["h"][-1])


shares = [0.6 + k / 100 for k in range(30)]
# A run does not hold the interpreter, so threads run at the same time.
with ThreadPoolExecutor(max_workers=2) as pool:
    for e, h in zip(shares, pool.map(height, shares)):
        print(f"e = {e:.2f}: {h:.4f} m after a second")
