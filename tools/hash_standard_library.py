#!/usr/bin/env python3
"""Writes src/session/known_code.def: hashes of the code that the Modelica Standard Library brings along.

    tools/hash_standard_library.py VERSION=FOLDER... > src/session/known_code.def

FOLDER holds a release as it is published: Modelica, ModelicaServices, ModelicaTest, Complex.mo and so on. Line ends count as LF
and the annotation revisionId as empty, because releases differ in them. A file is known if it has an external clause or lies where headers are looked for; a library by all its files .mo (src/session/known_code.h).
"""
import hashlib
import pathlib
import re
import sys

LIBRARIES = ["Complex.mo", "Modelica", "ModelicaServices", "ModelicaTest", "ObsoleteModelica4.mo"]
# Where the annotations IncludeDirectory of these libraries point to.
FOLDERS = ["Resources/C-Sources", "Resources/Data/Tables"]
# A text of an annotation that is not written out there could come from elsewhere.
COMPUTED = re.compile(rb'\b(Include|Library|IncludeDirectory|LibraryDirectory|SourceDirectory)\s*=\s*([^"{\s\\])')


def content(path):
    return re.sub(rb'revisionId="[^"\\\n]*"', b'revisionId=""', path.read_bytes().replace(b"\r\n", b"\n"))


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def models(path):
    return [path] if path.is_file() else sorted(path.rglob("*.mo"), key=lambda file: file.relative_to(path).as_posix().encode())


def library_hash(path):
    whole = hashlib.sha256()
    for file in models(path):
        name = file.name if path.is_file() else file.relative_to(path).as_posix()
        whole.update(f"{name}\0{sha256(content(file))}\n".encode())
    return whole.hexdigest()


def code_files(path):
    for file in models(path):
        text = content(file)
        if not re.search(rb'\bexternal\s*("C"|"FORTRAN 77"|;)', text):
            continue
        if COMPUTED.search(text):
            sys.exit(f"{file}: a text of an annotation is computed")
        yield file
    for folder in FOLDERS:
        yield from (file for file in sorted((path / folder).rglob("*")) if file.is_file())


def main():
    files, libraries = {}, []
    for argument in sys.argv[1:]:
        version, folder = argument.split("=", 1)
        for name in LIBRARIES:
            path = pathlib.Path(folder) / name
            libraries.append((f"{path.stem} {version}", library_hash(path)))
            for file in code_files(path):
                files.setdefault(sha256(content(file)), f"{file.relative_to(folder).as_posix()} {version}")
    print("// Made by tools/hash_standard_library.py. KERF_KNOWN_FILE(SHA-256), KERF_KNOWN_LIBRARY(name, SHA-256).")
    for value, name in sorted(files.items(), key=lambda item: item[1]):
        print(f"// {name}\nKERF_KNOWN_FILE(\"{value}\")")
    for name, value in libraries:
        print(f"KERF_KNOWN_LIBRARY(\"{name}\",\n                   \"{value}\")")


main()
