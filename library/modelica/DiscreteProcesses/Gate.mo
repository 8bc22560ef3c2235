within DiscreteProcesses;
block Gate "Lets entities pass while it is open"
  extends Interfaces.Passing;
  input Boolean open;
equation
  mayLeave = pre(open);
  newRank = pre(entry.rank);
  entry.allowed = if open and entered == exit.n then entered + 1 else entered;
  annotation (Documentation(info="<html>
<p>The condition may be one of continuous variables: entities wait before the gate, in a queue, until a level is high enough.</p>
</html>"));
end Gate;
