within DiscreteProcesses;
block SetRank "Gives every entity the rank that the input has when it passes"
  extends Interfaces.Passing;
  input Real u "The rank";
equation
  mayLeave = true;
  newRank = u;
  entry.allowed = if entered == exit.n then entered + 1 else entered;
end SetRank;
