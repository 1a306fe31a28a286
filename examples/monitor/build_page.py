#!/usr/bin/env python3
"""Puts the monitor together: one file with the page, its scripts and the library in WebAssembly.

usage: build_page.py <monitor_page.wasm> <monitor.html>
"""
import base64
import gzip
import pathlib
import re
import sys

PAGE = pathlib.Path(__file__).resolve().parent / "page"
MOST_BYTES = 600 * 1024
IMPORT = re.compile(r'^import (?:\{[^}]*\} )?from "([^"]+)";\n', re.MULTILINE)


def bundle(path, seen):
    """A script and all that it imports, each once and before it is needed, as one script."""
    if path in seen:
        return ""
    seen.add(path)
    text = path.read_text()
    before = "".join(bundle((path.parent / name).resolve(), seen) for name in IMPORT.findall(text))
    own = re.sub(r"^export ", "", IMPORT.sub("", text), flags=re.MULTILINE)
    if re.search(r"^(import|export) ", own, re.MULTILINE):
        sys.exit(f"{path} imports or exports in a way that this script does not know")
    return f"{before}{own}"


def script(name):
    text = f'"use strict";\n{bundle(PAGE / name, set())}'
    if "</script" in text:
        sys.exit(f"{name} would end its script element")
    return text


def main():
    module, result = map(pathlib.Path, sys.argv[1:])
    parts = {"style.css": (PAGE / "style.css").read_text(),
             "module": base64.b64encode(gzip.compress(module.read_bytes(), 9, mtime=0)).decode(),
             "engine": script("engine.mjs"), "main": script("main.mjs")}
    page = re.sub(r"\{\{([\w.]+)\}\}", lambda match: parts[match[1]], (PAGE / "index.html").read_text())
    if len(page.encode()) > MOST_BYTES:
        sys.exit(f"the page has {len(page.encode())} bytes, and {MOST_BYTES} are the most")
    result.write_text(page)
    print(f"{result}: {len(page.encode())} bytes")


if __name__ == "__main__":
    main()
