#!/usr/bin/env python3
"""check_layers.py SRC TABLE: fails if a file under SRC includes a folder that TABLE does not grant to its own folder."""
import pathlib
import re
import sys

FOREIGN = {
    "llvm": r"llvm(-c)?/",
    "sundials": r"(sundials|ida|cvode|kinsol|arkode|nvector|sunmatrix|sunlinsol|suitesparse|klu)[/.]",
    "cairo": r"cairo", "matio": r"matio", "cli": r"CLI/", "edit": r"(histedit|editline)", "ffi": r"ffi", "zip": r"zip\.", "xml": r"pugixml",
}

root, table = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
may, foreign = {}, {}
for line in table.read_text().splitlines():
    words = line.split("#")[0].split()
    if not words:
        continue
    unknown = [w for w in words[1:] if w[0] != "+" and w not in may]
    if unknown:
        sys.exit(f"{table}: {words[0]} names {unknown[0]} before its line")
    may[words[0]] = {w for w in words[1:] if w[0] != "+"}
    foreign[words[0]] = {w[1:] for w in words[1:] if w[0] == "+"}

bad = []
for file in sorted(root.glob("*/**/*")):
    if file.suffix not in {".h", ".cpp", ".def"}:
        continue
    parts = file.relative_to(root).parts
    folder = "/".join(parts[:2]) if parts[0] == "lang" else parts[0]
    if folder not in may:
        bad.append(f"{file}: folder {folder} has no line in {table}")
        continue
    for n, line in enumerate(file.read_text().splitlines(), 1):
        if m := re.match(r'\s*#include "((?:lang/)?[a-z_]+)/', line):
            if m[1] != folder and m[1] not in may[folder]:
                bad.append(f"{file}:{n}: {folder}/ may not include {m[1]}/")
        for lib, pattern in FOREIGN.items():
            if re.match(rf'\s*#include [<"]{pattern}', line) and lib not in foreign[folder]:
                bad.append(f"{file}:{n}: only folders marked +{lib} may include it")
print("\n".join(bad) or f"layers: {len(may)} folders, none broken")
sys.exit(bool(bad))
