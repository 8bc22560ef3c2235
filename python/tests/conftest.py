"""What several tests use."""

from __future__ import annotations

import os
from pathlib import Path

import kerf
import pytest

BALL = """model Ball
  parameter Real e = 0.7 "part of the speed that is left";
  parameter Real g = 9.81 "of the earth";
  Real h(start = 1, fixed = true, unit = "m") "height";
  Real v(start = 0, fixed = true, unit = "m/s");
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -e * pre(v));
  end when;
end Ball;
"""

# y follows u with the time constant R C.
RC = """model Rc
  input Real u(start = 0);
  output Real y(start = 0, fixed = true, unit = "V") "voltage";
  parameter Real R = 2;
  parameter Real C = 0.5;
equation
  R * C * der(y) = u - y;
end Rc;
"""

# M/M/1 with rates 1 and 2: the mean stay is 1.
SHOP = """PROGRAM SHOP (INPUT, OUTPUT);
TYPE CUSTOMER = RECORD INTEGER TRANSNBR; REAL GENTIM END;
VAR FILE OF 1000 CUSTOMER: SHOPFILE;
    PROCESS LIFE FILE = SHOPFILE;
    RANDOM GAP, WORK; REAL STAY; INTEGER NR, SERVED;
STORE SERVED;
DISCRETE PROCESS LIFE (VAR RANDOM GAP, WORK; VAR REAL COLLECT HISTOGRAM STAY; VAR INTEGER SERVED; VAR FILE SHOPFILE);
  TYPE CUSTOMER = RECORD INTEGER TRANSNBR; REAL GENTIM END;
  VAR FILE OF 1000 CUSTOMER: SHOPFILE; FACILITY CLERK; INTEGER NR;
  BEGIN
    GENERATE NR FOR LIFE AT TIME + GAP;
    SEIZE CLERK;
    ADVANCE WORK;
    RELEASE CLERK;
    SERVED := SERVED + 1;
    STAY := TIME - SHOPFILE.TRANSNBR.GENTIM
  END;
EXPERIMENT
  HISTOGRAM STAY: 10 CELLS WIDTH = 0.5 FUPLIM = 0.0 END;
  COLLECT STAY END;
  RANDOMGEN GAP: EXPOND AVTIM = 1.0 SEED = 1; WORK: EXPOND AVTIM = 0.5 SEED = 2 END;
  SIMULATE FROM 0.0 TO 2000.0 COMINT = 100.0
END;
SYSTEM
  INITIAL SERVED := 0; FORTRAN WRITE (*,*) 'OPEN' END; GENERATE NR FOR LIFE AT GAP END;
  DISCRETE PROCESSES LIFE (GAP, WORK, STAY, SERVED, SHOPFILE) END END
END
END .
"""


@pytest.fixture(scope="session")
def ball() -> kerf.Model:
    return kerf.loads(BALL)


@pytest.fixture(scope="session")
def rc() -> kerf.Model:
    return kerf.loads(RC)


@pytest.fixture(scope="session")
def source() -> Path:
    """The source tree of Kerf."""
    return Path(os.environ.get("KERF_SOURCE", Path(__file__).resolve().parents[2]))


@pytest.fixture(scope="session")
def program() -> Path:
    """The program `kerf`, to compare with."""
    path = os.environ.get("KERF_PROGRAM")
    if not path:
        pytest.skip("KERF_PROGRAM does not name the program kerf")
    return Path(path)
