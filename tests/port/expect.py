"""Runs a program and checks how it ends and what it prints: both, which CTest alone cannot.

What is limited is processor time, because a busy machine makes everything else late. A program that waits for ever takes
none, and is left to CTest's own limit.
"""
import argparse
import contextlib
import re
import resource
import signal
import subprocess
import sys

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--code", type=int, required=True, help="the exit code it must have")
parser.add_argument("--pattern", required=True, help="a regular expression that its whole output must match")
parser.add_argument("--input", default="",
                    help="what it gets to read, once it has printed a line: a UART that is off hears nothing")
parser.add_argument("--limit", type=int, default=60, help="seconds of processor time")
parser.add_argument("command", nargs=argparse.REMAINDER)
arguments = parser.parse_args()

process = subprocess.Popen(arguments.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           text=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (arguments.limit,) * 2))
output = process.stdout.readline() if arguments.input else ""
with contextlib.suppress(BrokenPipeError):  # it has ended already, which shows below
    process.stdin.write(arguments.input)
    process.stdin.close()
output += process.stdout.read()
code = process.wait()

print(output, end="")
if code in (-signal.SIGXCPU, -signal.SIGKILL):
    sys.exit(f"did not end within {arguments.limit} s of processor time")
if code != arguments.code:
    sys.exit(f"exit code {code}, expected {arguments.code}")
if not re.fullmatch(arguments.pattern, output, re.DOTALL):
    sys.exit(f"the output does not match {arguments.pattern!r}")
