#!/usr/bin/env python3
"""Doxygen makes the reference and the pages without a warning: everything public is described, pages refer to pages.

usage: doxygen.py <folder for the result>
"""
import pathlib
import shutil
import subprocess
import sys

from tree import ROOT

# Of what must be there, in case there is no warning because nothing was read.
EXPECTED = ["classtaut_1_1Tuner.html", "taut_8h.html", "namespacetaut.html", "md_*likelihood.html"]


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    if not shutil.which("doxygen"):
        sys.exit("guard 'doxygen': doxygen is not installed; ./dev setup installs everything where there is apt")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    settings = (ROOT / "lib/Doxyfile").read_text() + f'\nOUTPUT_DIRECTORY = "{folder}"\n'
    result = subprocess.run(["doxygen", "-"], cwd=ROOT, input=settings, capture_output=True, text=True, timeout=120)
    complaints = (result.stdout + result.stderr).replace(f"{ROOT}/", "").strip()
    if result.returncode != 0 or complaints:
        sys.exit(f"guard 'doxygen': the documentation has gaps:\n{complaints}")
    missing = [pattern for pattern in EXPECTED if not list(folder.glob(pattern))]
    if missing:
        sys.exit(f"guard 'doxygen': the documentation lacks {', '.join(missing)}")
    print(f"doxygen: {len(list(folder.glob('*.html')))} pages without a warning")


if __name__ == "__main__":
    main()
