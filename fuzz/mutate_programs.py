#!/usr/bin/env python3
"""Runs `kerf check` and `kerf simulate` on mutants of whole programs.

The programs are those of examples/ and of the golden files. A mutant is made from its number alone, so the same
number is the same mutant as long as the programs stay the same. A finding is an end by a signal, an exit code that
Kerf does not have, more seconds of processor time than --seconds, or more memory than --megabytes.
"""
import argparse
import collections
import os
import pathlib
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
ENDINGS = (".mo", ".dym", ".csl", ".cosy")
TOKEN = re.compile(rb"[A-Za-z_][A-Za-z_0-9]*|[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|\s+|\"(?:[^\"\\]|\\.)*\"|.", re.S)
NUMBERS = [b"0", b"1", b"-1", b"2", b"3", b"1e308", b"1e-320", b"2147483647", b"2147483648", b"-2147483648", b"4294967296",
           b"9223372036854775807", b"1e19", b"0.1", b"1000", b"100000", b"1000000000", b"1.5", b"1e400", b"00", b"7"]
NOISE = [b"\0", b"\xff", b"\xc3\xa4", b"(", b")", b"[", b"]", b"{", b"}", b";", b",", b".", b"'", b'"', b"//", b"/*", b"*/", b"\\",
         b"=", b":=", b"==", b"<", b"^", b"*", b"/", b"-", b"$", b"&", b"!", b"\r", b"\t", b"end", b"if", b"for", b"when", b"der",
         b"pre", b"extends", b"model", b"initial", b"time", b"true", b"else", b"then", b"loop", b"[1,1]", b"(1)", b"'", b"each"]
VALUE_OPTIONS = {"--set", "--init", "--input", "--solver", "--tolerance", "--step", "--start", "--known", "--unknown"}
# Exit codes of a program that has ended by itself.
EXIT_CODES = {0, 1, 2}

Seed = collections.namedtuple("Seed", "name files main options")


def golden_seeds(path):
    """The files of a golden file with those of its command lines that take a model."""
    files, runs, name, lines = {}, [], None, []
    text = path.read_bytes()
    if len(text) > 200_000:
        return []
    for line in text.split(b"\n") + [b"--- end"]:
        if not line.startswith(b"--- "):
            lines.append(line)
            continue
        if name:
            files[name] = b"\n".join(lines) + b"\n"
        words = line[4:].decode("utf-8", "replace").split()
        # Files with words behind the name are made by the test program.
        name = words[1] if words[:1] == ["file"] and len(words) == 2 else None
        lines = []
        if words[:1] == ["run"]:
            runs.append(line[8:].decode("utf-8", "replace"))
    seeds = []
    for run in runs:
        try:
            words = shlex.split(run)
        except ValueError:
            continue
        words = [w for w in words if "=" not in w or w != words[0]]
        if not words:
            continue
        options, at = [], 1
        main = next((w for w in words[1:] if w in files and w.endswith(ENDINGS)), None)
        while at < len(words):
            if words[at] in VALUE_OPTIONS and at + 1 < len(words):
                options += words[at:at + 2]
                at += 1
            at += 1
        if main:
            seeds.append(Seed(f"{path.parent.name}/{path.stem}", files, main, tuple(options)))
    unique = {(seed.main, seed.options): seed for seed in seeds}
    return list(unique.values())[:4]


def all_seeds():
    seeds = []
    for path in sorted((ROOT / "examples").rglob("*")):
        if path.suffix in ENDINGS and path.stat().st_size < 60_000:
            seeds.append(Seed(f"examples/{path.stem}", {path.name: path.read_bytes()}, path.name, ()))
    for path in sorted((ROOT / "test" / "golden").rglob("*.golden")):
        seeds += golden_seeds(path)
    return seeds


def mutate(rng, text, pool):
    """One change of a text; `pool` are texts of the same language."""
    tokens = TOKEN.findall(text) or [b" "]
    at = rng.randrange(len(tokens))
    kind = rng.randrange(14)
    lines = text.split(b"\n")
    line = rng.randrange(len(lines))
    other = rng.choice(pool)
    if kind == 0:
        del lines[line]
    elif kind == 1:
        lines.insert(rng.randrange(len(lines) + 1), lines[line])
    elif kind == 2:
        first = rng.randrange(len(lines))
        lines[line], lines[first] = lines[first], lines[line]
    elif kind == 3:
        lines.insert(line, rng.choice(other.split(b"\n")))
    if kind < 4:
        return b"\n".join(lines)
    if kind == 4:
        del tokens[at]
    elif kind == 5:
        tokens.insert(at, tokens[rng.randrange(len(tokens))])
    elif kind == 6:
        tokens[at] = rng.choice(TOKEN.findall(other) or [b" "])
    elif kind == 7:
        numbers = [k for k, token in enumerate(tokens) if token[:1].isdigit()]
        if numbers:
            tokens[rng.choice(numbers)] = rng.choice(NUMBERS)
    elif kind == 8:
        tokens[at] = rng.choice(NOISE)
    elif kind == 9:
        tokens.insert(at, rng.choice(NOISE))
    elif kind == 10:
        end = min(len(tokens), at + rng.randrange(1, 20))
        del tokens[at:end]
    elif kind == 11:
        names = [k for k, token in enumerate(tokens) if token[:1].isalpha()]
        if names:
            tokens[rng.choice(names)] = tokens[rng.choice(names)]
    elif kind == 12:
        end = min(len(tokens), at + rng.randrange(1, 30))
        tokens[at:at] = tokens[at:end] * rng.choice([1, 1, 2, 50])
    else:
        cut = rng.randrange(len(other) + 1)
        return text[:rng.randrange(len(text) + 1)] + other[cut:cut + rng.randrange(1, 2000)]
    return b"".join(tokens)


class Runner:
    """The program that runs command lines; one that has gone is started again."""

    def __init__(self, program, arguments):
        self.words = [program, str(arguments.seconds), str(arguments.megabytes)]
        self.environment = {"PATH": os.environ["PATH"], "XDG_CACHE_HOME": str(arguments.scratch / "cache")}
        self.arguments = arguments
        self.process = None

    def run(self, folder, words):
        """What was wrong, or None; and the seconds that it took."""
        if self.process is None:
            self.process = subprocess.Popen(self.words, env=self.environment, stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, text=True)
        self.process.stdin.write("\t".join([str(folder), *words]) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().split()
        if len(answer) != 3:
            raise SystemExit(f"{self.words[0]} has ended")
        code, seconds, kilobytes = int(answer[0]), float(answer[1]), int(answer[2])
        if code in (-signal.SIGXCPU, -signal.SIGKILL, -signal.SIGALRM) or seconds > self.arguments.seconds:
            return f"{seconds:.0f} seconds of processor time, signal {-min(code, 0)}", seconds
        if kilobytes > self.arguments.megabytes * 1024:
            return f"{kilobytes // 1024} megabytes", seconds
        if code not in EXIT_CODES:
            return f"exit code {code}", seconds
        if b"kerf: the memory is used up" in (folder / "stderr").read_bytes():
            return "memory used up", seconds
        return None, seconds


def try_mutant(number, seeds, pools, runner, arguments):
    """None, or what went wrong with which command, and the folder that shows it."""
    rng = random.Random(number)
    seed = rng.choice(seeds)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="mutant-", dir=arguments.scratch))
    ending = pathlib.PurePath(seed.main).suffix
    for name, text in seed.files.items():
        target = (folder / name)
        if not target.resolve().is_relative_to(folder.resolve()):
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if name == seed.main:
            for _ in range(rng.choice([1, 1, 1, 2, 2, 3, 5, 8])):
                text = mutate(rng, text, pools[ending])[:100_000]
        target.write_bytes(text)
    # A mutant may have 1e9 events a second; the limit must get it out wherever it is.
    limit = ["--max-time", str(arguments.seconds / 4)]
    simulate = ["simulate", seed.main, *seed.options, "--stop", "0.05", "--intervals", "10", *limit]
    if ending == ".cosy":
        # Programs say themselves how long they run.
        simulate = ["simulate", seed.main, *limit]
    elif rng.random() < 0.75:
        simulate.append("--interpret")
    finding = None
    for words in (["check", seed.main], simulate):
        if words[0] == "check" and ending == ".cosy":
            continue
        what, seconds = runner.run(folder, words)
        if what:
            finding = f"{number} {seed.name}: {what}: kerf {shlex.join(words)}"
            (folder / "command").write_text("kerf " + shlex.join(words) + "\n")
            break
        if seconds > arguments.seconds / 4:
            print(f"slow {number} {seed.name}: {seconds:.1f} s: kerf {shlex.join(words)}", flush=True)
    if finding:
        kept = arguments.scratch / f"found-{number}"
        shutil.rmtree(kept, ignore_errors=True)
        folder.rename(kept)
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return finding


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the program run_programs")
    parser.add_argument("scratch", type=pathlib.Path, help="folder for mutants that are findings")
    parser.add_argument("--first", type=int, default=0, help="number of the first mutant")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seconds", type=int, default=20, help="processor time of one command")
    parser.add_argument("--megabytes", type=int, default=2048, help="memory of one command")
    arguments = parser.parse_args()
    arguments.scratch.mkdir(parents=True, exist_ok=True)
    arguments.scratch = arguments.scratch.resolve()
    runner = Runner(str(pathlib.Path(arguments.program).resolve()), arguments)
    seeds = all_seeds()
    pools = collections.defaultdict(list)
    for seed in seeds:
        for name, text in seed.files.items():
            pools[pathlib.PurePath(name).suffix].append(text)
    print(f"{len(seeds)} programs, mutants {arguments.first} to {arguments.first + arguments.count - 1}", flush=True)
    n_found = 0
    for number in range(arguments.first, arguments.first + arguments.count):
        finding = try_mutant(number, seeds, pools, runner, arguments)
        if finding:
            n_found += 1
            print(finding, flush=True)
        if number % 1000 == 999:
            print(f"… {number + 1}", flush=True)
    print(f"{arguments.count} mutants, {n_found} findings")
    return 1 if n_found else 0


if __name__ == "__main__":
    sys.exit(main())
