"""Runs a program and checks how it ends and what it prints: both, which CTest alone cannot."""
import argparse
import re
import subprocess
import sys

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--code", type=int, required=True, help="the exit code it must have")
parser.add_argument("--pattern", required=True, help="a regular expression that its whole output must match")
parser.add_argument("--input", default="", help="what it gets to read")
parser.add_argument("--timeout", type=float, default=60, help="seconds")
parser.add_argument("command", nargs=argparse.REMAINDER)
arguments = parser.parse_args()

try:
    run = subprocess.run(arguments.command, input=arguments.input, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         text=True, timeout=arguments.timeout, check=False)
except subprocess.TimeoutExpired:
    sys.exit(f"did not end within {arguments.timeout} s")

print(run.stdout, end="")
if run.returncode != arguments.code:
    sys.exit(f"exit code {run.returncode}, expected {arguments.code}")
if not re.fullmatch(arguments.pattern, run.stdout, re.DOTALL):
    sys.exit(f"the output does not match {arguments.pattern!r}")
