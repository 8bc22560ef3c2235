// A library whose examples get as far as their names say, for the test of `kerf ratchet`.
package Small
  package Examples
    model Matches
      Real x(start = 1, fixed = true);
    equation
      der(x) = -x;
      annotation(experiment(StopTime = 1));
    end Matches;

    model Differs
      Real x(start = 1, fixed = true);
    equation
      der(x) = -x;
      annotation(experiment(StopTime = 1));
    end Differs;

    model NoReference
      Real x(start = 1, fixed = true);
    equation
      der(x) = -x;
      annotation(experiment(StopTime = 1));
    end NoReference;

    model Singular
      Real x;
      Real y;
    equation
      x = 1;
      x = 2 + time;
      annotation(experiment(StopTime = 1));
    end Singular;

    model Unknown
      Real x = nothing;
      annotation(experiment(StopTime = 1));
    end Unknown;

    partial model Part
      annotation(experiment(StopTime = 1));
    end Part;

    model NoExperiment
    end NoExperiment;
  end Examples;

  model NoExample
    annotation(experiment(StopTime = 1));
  end NoExample;

  annotation(version = "1.0.0");
end Small;
