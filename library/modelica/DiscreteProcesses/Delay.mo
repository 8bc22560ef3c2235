within DiscreteProcesses;
block Delay "Every entity takes its time, independent of the others"
  extends Server(final capacity = unlimited);
end Delay;
