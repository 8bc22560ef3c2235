within DiscreteProcesses;
block Count "Counts passing entities"
  extends Interfaces.Passing;
  output Integer count = entered;
  Real rate = count / max(time, 1e-30) "Entities in a unit of time";
equation
  mayLeave = true;
  newRank = pre(entry.rank);
  entry.allowed = if entered == exit.n then entered + 1 else entered;
end Count;
