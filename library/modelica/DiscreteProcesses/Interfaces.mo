within DiscreteProcesses;
package Interfaces "Connectors, pools of entities, random numbers"

  connector Exit "Where entities leave"
    output Integer n "Entities that have left so far";
    output Integer id "The last of them";
    discrete output Real born "When it was born";
    discrete output Real rank "What ranks it";
    input Integer allowed "How many may have left";
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100}}, fillPattern=FillPattern.Solid)}));
  end Exit;

  connector Entry "Where entities come in"
    input Integer n "Entities that have been sent so far";
    input Integer id "The last of them";
    discrete input Real born "When it was born";
    discrete input Real rank "What ranks it";
    output Integer allowed "How many may have been sent";
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100}})}));
  end Entry;

  connector Seizing "Asks a resource for units, one at a time"
    output Integer asked "Units asked for so far";
    input Integer granted "Units granted so far";
  end Seizing;

  connector Seized "The resource's side of Seizing"
    input Integer asked;
    output Integer granted;
  end Seized;

  class Pool "Entities in the order of their keys; as many as there are"
    extends ExternalObject;

    function constructor
      output Pool pool;
      external "C" pool = dp_pool_new()
        annotation (Include="#include \"DiscreteProcesses.h\"");
    end constructor;

    function destructor
      input Pool pool;
      external "C" dp_pool_delete(pool)
        annotation (Include="#include \"DiscreteProcesses.h\"");
    end destructor;
  end Pool;

  function put "Operation n of a pool: an entity comes in"
    input Pool pool;
    input Integer n;
    input Boolean isAsked "Else nothing happens";
    input Real key "The least is taken first";
    input Integer id;
    input Real born;
    input Real rank;
    input Real now;
    output Integer size "Entities in the pool after that";
    output Real next "The least key";
    external "C" dp_put(pool, n, isAsked, key, id, born, rank, now, size, next)
      annotation (Include="#include \"DiscreteProcesses.h\"");
  end put;

  function take "Operation n of a pool: the entity with the least key goes"
    input Pool pool;
    input Integer n;
    input Boolean isAsked "Else nothing happens";
    output Integer size "Entities in the pool after that";
    output Real next "The least key; never if the pool is empty";
    output Integer id;
    output Real born;
    output Real rank;
    output Real since "When it came into the pool";
    external "C" dp_take(pool, n, isAsked, size, next, id, born, rank, since)
      annotation (Include="#include \"DiscreteProcesses.h\"");
  end take;

  function draw "Draw n of a series of random numbers"
    input Distribution distribution;
    input Real a;
    input Real b;
    input Real c;
    input Integer seed;
    input Integer series;
    input Integer n;
    output Real value;
    external "C" value = dp_draw(distribution, a, b, c, seed, series, n)
      annotation (Include="#include \"DiscreteProcesses.h\"");
  end draw;

  partial block Drawing "Parameters of a time that is drawn"
    parameter Distribution distribution = Distribution.Exponential annotation (Dialog(group="Times"));
    parameter Real a = 1 annotation (Dialog(group="Times"));
    parameter Real b = 1 annotation (Dialog(group="Times"));
    parameter Real c = 1 annotation (Dialog(group="Times"));
    parameter Integer seed = 1 annotation (Dialog(group="Random numbers"));
    parameter Integer series = 0 annotation (Dialog(group="Random numbers"));
  end Drawing;

  partial block OneAtATime "Holds one entity between its entry and its exit"
    Entry entry;
    Exit exit;
    Integer entered(start=0, fixed=true);
  protected
    Boolean arrives(start=false, fixed=true);
    Boolean leaves(start=false, fixed=true);
  initial equation
    pre(exit.n) = 0;
    pre(exit.id) = 0;
    pre(exit.born) = 0;
    pre(exit.rank) = 0;
  equation
    arrives = pre(entry.n) > pre(entered) and not pre(arrives);
  end OneAtATime;

  partial block Passing "Lets entities pass one by one, as soon as they may leave"
    extends OneAtATime;
  protected
    Integer id(start=0, fixed=true);
    discrete Real born(start=0, fixed=true);
    discrete Real rank(start=0, fixed=true);
    Boolean mayLeave "Of values of the last event iteration";
    Real newRank "What ranks those that come";
  equation
    leaves = pre(entered) > pre(exit.n) and mayLeave and pre(exit.allowed) > pre(exit.n) and not arrives
      and not pre(leaves);
  algorithm
    when arrives then
      entered := pre(entered) + 1;
      id := pre(entry.id);
      born := pre(entry.born);
      rank := newRank;
    elsewhen leaves then
      exit.n := pre(exit.n) + 1;
      exit.id := pre(id);
      exit.born := pre(born);
      exit.rank := pre(rank);
    end when;
  end Passing;
end Interfaces;
