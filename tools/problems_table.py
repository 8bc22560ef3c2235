#!/usr/bin/env python3
"""Runs the models of examples/problems and prints how their end values compare with published ones.

    tools/problems_table.py [--kerf PROGRAM] [--write]

problems.csv names the models with their index, the accuracy asked for and options of `kerf simulate`; published.csv has
the values. --write puts the table into docs/problems.md. Exit code 1 if a value is not as accurate as asked for.
"""

import argparse
import csv
import json
import math
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "examples" / "problems"


def read(name):
    with open(FOLDER / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def digits(ours, published):
    """Correct digits: relative to the value, or absolute where that is zero."""
    error = abs(ours - published) / (abs(published) or 1)
    return 16.0 if error < 1e-16 else -math.log10(error)


def row(kerf, problem, published):
    """The line of the table, and whether all values are as accurate as asked for."""
    name = problem["problem"]
    command = [kerf, "simulate", str(FOLDER / f"{name}.mo"), "--json", *problem["options"].split()]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        return f"| {name} | {problem['index']} | fails | | | |", False
    result = json.loads(run.stdout)
    final = result["final"]
    # Where the values differ most, of those that say something.
    compared = [(digits(final[p["variable"]], float(p["value"])), p) for p in published]
    worst, shown = min(compared, key=lambda entry: entry[0])
    variable, value = shown["variable"], float(shown["value"])
    line = (
        f"| [{name}](../examples/problems/{name}.mo) | {problem['index']} | {variable} = {final[variable]:.10g} "
        f"| {value:.10g} | {worst:.1f} | {result['statistics']['steps']} |"
    )
    return line, worst >= -math.log10(float(problem["accuracy"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kerf", default=str(ROOT / "build" / "kerf"))
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    published = read("published.csv")
    lines = ["| problem | index | our value | published | digits | steps |", "|---|---|---|---|---|---|"]
    is_good = True
    for problem in read("problems.csv"):
        line, is_accurate = row(options.kerf, problem, [p for p in published if p["problem"] == problem["problem"]])
        lines.append(line)
        is_good = is_good and is_accurate
        if not is_accurate:
            print(f"{problem['problem']}: not as accurate as {problem['accuracy']}", file=sys.stderr)
    print("\n".join(lines))
    if options.write:
        page = ROOT / "docs" / "problems.md"
        before, rest = page.read_text(encoding="utf-8").split("<!-- table -->\n", 1)
        after = rest.split("<!-- end of table -->\n", 1)[1]
        text = before + "<!-- table -->\n" + "\n".join(lines) + "\n<!-- end of table -->\n" + after
        page.write_text(text, encoding="utf-8")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
