#!/usr/bin/env python3
"""The monitor's page is one small file that loads nothing, and what it does besides drawing is tested in Node.js.

usage: page.py <monitor_page.wasm> --firmware <program that logs> --taut-log <taut_log of this machine> --node <node>
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
BUILD_PAGE = HERE.parent.parent / "examples/monitor/build_page.py"
MOST_BYTES = 600 * 1024
NAMESPACE = "http://www.w3.org/2000/svg"  # a name, which nobody loads


def fail(message):
    sys.exit(f"monitor.page: {message}")


def check_one_file(page):
    text = page.read_text()
    read = re.sub(r'(<script type="text/plain" id="module">)[^<]*', r"\1", text)  # numbers in letters may be anything
    if len(text.encode()) > MOST_BYTES:
        fail(f"the page has {len(text.encode())} bytes, and {MOST_BYTES} are the most")
    if "{{" in text or "connect-src ws://127.0.0.1:*\"" not in text:
        fail("the page is not put together")
    for found in re.findall(r"(?:https?:)?//[a-z][\w.]+/[\w./]*|(?:src|href)=\"[^\"#d][^\"]*\"|\bfetch\(", read):
        if found != NAMESPACE:
            fail(f"the page loads something: {found}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("module")
    parser.add_argument("--firmware", required=True)
    parser.add_argument("--taut-log", required=True)
    parser.add_argument("--node", required=True)
    options = parser.parse_args()
    for program in (options.firmware, options.taut_log):
        if not os.path.exists(program):
            fail(f"there is no {program}. Build the preset 'host' first, or name its build folder: "
                 "-DTAUT_HOST_BUILD_DIR=<folder>")
    with tempfile.TemporaryDirectory(prefix="taut-page-") as name:
        folder = pathlib.Path(name)
        subprocess.run([sys.executable, "-B", BUILD_PAGE, options.module, folder / "monitor.html"], check=True)
        check_one_file(folder / "monitor.html")
        log, table = folder / "log.txt", folder / "table.csv"
        with log.open("wb") as out:
            subprocess.run([options.firmware], stdout=out, check=True)
        with table.open("wb") as out:
            subprocess.run([options.taut_log, "trials", log], stdout=out, check=True)
        sys.exit(subprocess.run([options.node, HERE / "page.mjs", options.module, log, table]).returncode)


if __name__ == "__main__":
    main()
