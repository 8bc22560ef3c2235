"""A controller in Python for a plant in Modelica: a run that is driven step by step."""

import kerf

TANK = """
model Tank
  input Real inflow(start = 0);
  parameter Real area = 2;
  Real level(start = 0, fixed = true, unit = "m");
equation
  area * der(level) = inflow - 0.3 * level;
end Tank;
"""

model = kerf.load(TANK)
wanted, gain, integral, period = 1.5, 4.0, 0.0, 0.1
with model.run(stop=60) as run:
    run.initialize()
    while not run.is_done:
        error = wanted - run["level"]
        integral += error * period
        run.set(inflow=max(0.0, gain * error + 0.8 * integral))
        run.step_to(min(run.time + period, 60))
    result = run.result()

print(f"level after a minute: {result['level'][-1]:.4f} m")
result.plot(["level"], ["inflow"], title="A level under control").save("tank.html")
assert abs(result["level"][-1] - wanted) < 1e-3
