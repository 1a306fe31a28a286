"""Runs a program and checks how it ends and what it prints: both, which CTest alone cannot."""
import argparse
import contextlib
import re
import subprocess
import sys
import threading

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--code", type=int, required=True, help="the exit code it must have")
parser.add_argument("--pattern", required=True, help="a regular expression that its whole output must match")
parser.add_argument("--input", default="",
                    help="what it gets to read, once it has printed a line: a UART that is off hears nothing")
parser.add_argument("--timeout", type=float, default=60, help="seconds")
parser.add_argument("command", nargs=argparse.REMAINDER)
arguments = parser.parse_args()

process = subprocess.Popen(arguments.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           text=True)
late = threading.Event()
limit = threading.Timer(arguments.timeout, lambda: (late.set(), process.kill()))
limit.start()
output = process.stdout.readline() if arguments.input else ""
with contextlib.suppress(BrokenPipeError):  # it has ended already, which shows below
    process.stdin.write(arguments.input)
    process.stdin.close()
output += process.stdout.read()
code = process.wait()
limit.cancel()

print(output, end="")
if late.is_set():
    sys.exit(f"did not end within {arguments.timeout} s")
if code != arguments.code:
    sys.exit(f"exit code {code}, expected {arguments.code}")
if not re.fullmatch(arguments.pattern, output, re.DOTALL):
    sys.exit(f"the output does not match {arguments.pattern!r}")
