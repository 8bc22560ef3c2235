within DiscreteProcesses;
block Acquire "An entity goes on when it has got a unit of a resource"
  extends Interfaces.Passing;
  Interfaces.Seizing resource;
equation
  resource.asked = entered;
  mayLeave = pre(resource.granted) > pre(exit.n);
  newRank = pre(entry.rank);
  entry.allowed = if entered == exit.n then entered + 1 else entered;
  annotation (Documentation(info="<html>
<p>One entity asks at a time; put a queue before this component.</p>
</html>"));
end Acquire;
