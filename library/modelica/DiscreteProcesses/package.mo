package DiscreteProcesses "Entities, queues, servers and statistics beside continuous equations"

  type Distribution = enumeration(
      Constant "a",
      Uniform "from a to b",
      Exponential "with mean a",
      Normal "with mean a and standard deviation b",
      Triangular "from a to c with the peak at b",
      Erlang "with mean a and b phases",
      Lognormal "with mean a and standard deviation b",
      Weibull "with shape a and scale b") "How times are drawn"
    annotation (Documentation(info="<html>
<p>What the parameters <code>a</code>, <code>b</code> and <code>c</code> of a component mean depends on the distribution.</p>
</html>"));

  type Ranking = enumeration(
      FIFO "First in, first out",
      LIFO "Last in, first out",
      LowFirst "Low rank first",
      HighFirst "High rank first") "Who is the next to leave a queue";

  type Routing = enumeration(
      Random "By probabilities",
      Cyclic "One exit after the other",
      FirstFree "The first exit that accepts") "Where a router sends entities";

  constant Real never = 1e60 "A time that does not come";
  constant Integer unlimited = 2147483647;

  annotation (Documentation(info="<html>
<p>A process-oriented model is a network: <b>entities</b> (customers, trucks, parts) leave a
<a href=\"modelica://DiscreteProcesses.Source\">Source</a>, wait in a <a href=\"modelica://DiscreteProcesses.Queue\">Queue</a>, are worked on
by a <a href=\"modelica://DiscreteProcesses.Server\">Server</a> and end in a <a href=\"modelica://DiscreteProcesses.Sink\">Sink</a>.
An entity is an Integer with the time at which it was born and a rank.</p>
<p><b>Protocol.</b> An exit counts the entities that have left through it, and says who the last one was; an entry says how many it
allows to have left. An exit sends the next entity only while its count is below what is allowed, so nothing is lost, and a full server makes
those before it wait. All of it is decided from values of the last event iteration (<code>pre</code>), so that networks may have
loops and no order of equations matters. One hop costs two iterations of the event iteration.</p>
<p><b>No limits.</b> Queues are external objects that grow as needed. Each operation carries its ordinal number, so that evaluating a
when-clause again does no harm.</p>
<p><b>Random numbers</b> are functions of <code>seed</code>, <code>series</code> and the number of the draw: components with the
same seed are independent if their series differ.</p>
</html>"));
end DiscreteProcesses;
