"""How many tellers does a bank need? Replications of a COSY program, and how sure their means are."""

import os
import sys
from pathlib import Path

import kerf

# With the file as an argument, from the tree of the sources otherwise.
source = Path(os.environ.get("KERF_SOURCE", Path(__file__).resolve().parents[2]))
bank = kerf.load(sys.argv[1] if len(sys.argv) > 1 else source / "examples/cosy/bank.cosy")
runs = bank.simulate(replications=20, keep_points=False)
for row in runs.means.where(name="WAIT"):
    print(f"{row['given']}: customers wait {row['mean']:.2f} ± {row['half_width']:.2f} minutes")
