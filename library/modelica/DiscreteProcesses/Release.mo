within DiscreteProcesses;
block Release "Entities that pass give a unit back"
  extends Interfaces.Passing;
  output Integer returned = entered "Units so far";
equation
  mayLeave = true;
  newRank = pre(entry.rank);
  entry.allowed = if entered == exit.n then entered + 1 else entered;
end Release;
