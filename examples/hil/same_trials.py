"""Runs the firmware against the plant over a quiet line and over a noisy one: the trials must be the same. Runs it once
more with a reset after the first measurement, which it begins again with the same request: that must be measured anew.

    same_trials.py [--noise RATE] qemu-system-arm -serial chardev:uart ... -kernel hil_firmware.elf
"""
import argparse
import pathlib
import re
import struct
import subprocess
import sys

PLANT = pathlib.Path(__file__).with_name("plant.py")


def run(noise, emulator, reset=0):
    """The trials that the firmware logged since its last reset, and how many bytes the line harmed."""
    command = [sys.executable, "-B", str(PLANT), "--noise", str(noise), "--reset", str(reset), *emulator]
    ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    report = ended.stdout
    print(f"noise {noise}: " + ", ".join(re.findall(r"^(?:resent|bytes).*", report, re.MULTILINE)))
    if ended.returncode != 0:
        sys.exit(f"{report}exit code {ended.returncode}")
    report = report.rpartition("\nreset\n")[2]
    trials = re.findall(r"^trial (.*)$", report, re.MULTILINE)
    measured = re.findall(r"^measured (.*)$", report, re.MULTILINE)
    # The firmware logs bits, the plant decimals: these are the bits as the plant would print them.
    logged = ["{:5d} {:10.6f} {:11.6f} {:10.6f}".format(*struct.unpack(">Ifff", bytes.fromhex(trial)))
              for trial in trials]
    if not trials or logged != measured:
        sys.exit(f"{report}the firmware's trials are not what the plant measured, each once")
    harmed = re.search(r"^bytes harmed (\d+) \+ (\d+)", report, re.MULTILINE)
    return trials, sum(map(int, harmed.groups()))


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--noise", type=float, default=0.01, help="share of bytes that the noisy line harms")
parser.add_argument("emulator", nargs=argparse.REMAINDER)
arguments = parser.parse_args()

quiet, harmed_in_silence = run(0, arguments.emulator)
noisy, harmed = run(arguments.noise, arguments.emulator)
if harmed_in_silence != 0 or harmed == 0:
    sys.exit("the quiet line was not quiet, or the noisy one not noisy")
if quiet != noisy:
    sys.exit("the trials differ")
after_reset, _ = run(0, arguments.emulator, reset=1)
if len(after_reset) != len(quiet):
    sys.exit("a reset changed how many trials there are")
print(f"the same {len(quiet)} trials")
