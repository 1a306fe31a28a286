#!/usr/bin/env python3
"""What `taut_log` says of a log and of a checkpoint is so, and damage gets a clear message.

usage: readers.py --firmware <program that logs> --mixed <one with known noise, losses and readings not asked for>
                  --verified <one whose best setting is verified>
                  --saver <one that saves, too> [--image <its storage>] -- <taut_log command>...

The programs are those of this machine, and so is the storage, unless there is an image: that of a device.
"""
import argparse
import csv
import math
import os
import re
import struct
import subprocess
import sys
import tempfile

MOST_SECONDS = 120


def fail(message):
    sys.exit(f"monitor.readers: {message}")


def output(command, **more):
    result = subprocess.run(command, capture_output=True, timeout=MOST_SECONDS, **more)
    if result.returncode != 0:
        fail(f"{command} ends with {result.returncode}: {result.stderr.decode()}")
    return result.stdout.decode()


class TautLog:
    def __init__(self, command):
        self.command = command

    def __call__(self, what, content):
        """What it prints, or what it complains about."""
        result = subprocess.run([*self.command, what, "-"], input=content, capture_output=True, timeout=MOST_SECONDS)
        return result.stdout.decode() if result.returncode == 0 else f"refused: {result.stderr.decode()}"


def float_of(bits):
    return struct.unpack(">f", bytes.fromhex(bits))[0]


def trials_in(lines):
    """Settings and reading of each trial, by its number: found without the help of what is tested."""
    settings, found = {}, {}
    for line in lines:
        words = line.split(" (")[0].split()
        if words[0] == "trial":
            settings[int(words[1])] = [float_of(bits) for bits in words[2:]]
        elif words[0] == "reading":
            found[int(words[1])] = [*settings[int(words[1])], float_of(words[2])]
    return found


def check_replay(taut_log, text):
    events = len(text.splitlines()) - 1
    readings = text.count("\nreading ")
    said = taut_log("replay", text.encode())
    if f"{readings} readings" not in said or "bit by bit" not in said:
        fail(f"a log of {events} events is not replayed: {said}")
    if "all the same" not in taut_log("replay", text.replace("\n", "\r\n").encode()):
        fail("a log with the line ends of a terminal is not replayed")
    chatter = text.replace("\nfit ", "\nbattery at 3.1 V\n\nfit ")
    if "all the same" not in taut_log("replay", chatter.encode()):
        fail("other lines of a device keep a log from being replayed")


def check_damage(taut_log, text):
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("reading 100 "))
    word = lines[at].split()[2]
    other = f"{int(word, 16) ^ 1:08x}"
    best = next(i for i, line in enumerate(lines) if line.startswith("best "))
    cases = [
        ("one bit of a reading", lines[:at] + [lines[at].replace(word, other)] + lines[at + 1:], " differs"),
        ("a digit of a reading", lines[:at] + [lines[at].replace(word, word[:-1])] + lines[at + 1:],
         f"line {at + 1} is damaged"),
        ("a line that is missing", lines[:at] + lines[at + 1:], f"line {at + 2} differs"),
        ("a best setting cut short", lines[:best] + [lines[best][:-9]] + lines[best + 1:],
         f"line {best + 1} is damaged"),
        ("another task", [lines[0].replace("thompson", "gibbon")] + lines[1:], "checksum"),
        ("a task cut short", [lines[0][:-3]] + lines[1:], "checksum"),
        ("no task", lines[1:], "task"),
        ("nothing", [], "task"),
    ]
    for name, content, message in cases:
        said = taut_log("replay", "\n".join(content).encode() + b"\n")
        if not said.startswith("refused") or message not in said:
            fail(f"{name}: it does not say '{message}': {said}")
    noise = bytes(range(256)) * 40
    if not taut_log("replay", noise).startswith("refused"):
        fail("it replays noise")


def check_tables(taut_log, text):
    expected = trials_in(text.splitlines())
    rows = list(csv.DictReader(taut_log("trials", text.encode()).splitlines()))
    if len(rows) != len(expected):
        fail(f"{len(rows)} trials of {len(expected)}")
    for row in rows:
        values = [float(row[name]) for name in row if name.startswith("knob_") or name == "reading"]
        if list(map(single, values)) != expected[int(row["trial"])]:
            fail(f"trial {row['trial']} is {values}, and the log says {expected[int(row['trial'])]}")
    bests = list(csv.DictReader(taut_log("best", text.encode()).splitlines()))
    logged = re.findall(r"^best .* value (\w{8}) .* deviation (\w{8}) ", text, re.MULTILINE)
    if [(single(float(row["value"])), single(float(row["deviation"]))) for row in bests] != \
            [(float_of(value), float_of(deviation)) for value, deviation in logged]:
        fail("the best settings are not those of the log")


def single(number):
    return struct.unpack("f", struct.pack("f", number))[0]


def check_restart(taut_log, text):
    """A device that restarts goes on from a checkpoint, or starts anew; both are told from what follows."""
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("reading 100 ")) + 1
    for name, content in (("goes on", lines[:at] + [lines[0]] + lines[at:]), ("starts anew", lines[:at] + lines)):
        if "all the same" not in taut_log("replay", "\n".join(content).encode() + b"\n"):
            fail(f"a device that {name} after a restart is not replayed")


def check_mixed(taut_log, text):
    check_replay(taut_log, text)
    rows = list(csv.DictReader(taut_log("trials", text.encode()).splitlines()))
    lost, added = text.count("\nfailure "), len(re.findall(r"^reading 0 .* at ", text, re.MULTILINE))
    if not lost or sum(row["outcome"] == "failure" for row in rows) != lost:
        fail(f"{lost} trials were lost")
    if added != 3 or [row["knob_1"] for row in rows if row["trial"] == "0"] != ["-3", "0", "2"]:
        fail("readings that nobody asked for have other settings")
    if any(row["outcome"] == "reading" and not float(row["variance"]) > 0 for row in rows):
        fail("a variance is missing")


def check_verified(taut_log, text):
    check_replay(taut_log, text)
    proved = re.findall(r"^certificate 20 readings bound (\w{8}) .* confidence (\w{8}) ", text, re.MULTILINE)
    if text.count("\ngo_on ") != 1 or text.count("\nfinished ") != 2:
        fail("it does not converge and go on")
    if len(proved) != 2 or not all(float_of(confidence) >= 0.95 for _, confidence in proved):
        fail(f"two verifications prove {proved}")
    other = proved[0][0]
    for name, content in (("another count", text.replace("verify 20", "verify 21", 1)),
                          ("another bound", text.replace(f"bound {other}", f"bound {int(other, 16) ^ 1:08x}", 1))):
        said = taut_log("replay", content.encode())
        if not said.startswith("refused") or " differs" not in said:
            fail(f"a verification with {name} passes for the same: {said}")
    if "is damaged" not in taut_log("replay", text.replace("verify 20 readings", "verify 20", 1).encode()):
        fail("a verification that is cut short is replayed")


def check_checkpoint(taut_log, log, image):
    said = taut_log("checkpoint", image)
    rows = list(csv.DictReader(line for line in said.splitlines() if not line.startswith("#")))
    expected = list(trials_in(log.splitlines()).values())
    if len(rows) != len(expected):
        fail(f"a checkpoint with {len(rows)} readings of {len(expected)}: {said}")
    for row, wanted in zip(rows, expected):
        values = [float(row[name]) for name in ("knob_0", "knob_1", "reading")]
        if not all(math.isclose(*pair, rel_tol=1e-4, abs_tol=1e-4) for pair in zip(values, wanted)):
            fail(f"reading {row['number']} of the checkpoint is {values}, and the log says {wanted}")
    best = [line for line in log.splitlines() if line.startswith("best ")][-1]
    value = single(float(re.search(r"# best.*: (\S+) \+-", said)[1]))
    if value != float_of(re.search(r"value (\w{8})", best)[1]):
        fail(f"the best setting of the checkpoint is not that of the log: {said}")
    for name, damaged, message in (
            ("one without its headers", b"\xff" * 64 + image[64:len(image) // 2] + b"\xff" * 64, "no checkpoint"),
            ("an empty one", b"", "too small"), ("another file", log.encode() * 9, "no checkpoint"),
            ("damage everywhere", bytes(byte ^ (i % 97 == 96) for i, byte in enumerate(image)), "")):
        answer = taut_log("checkpoint", damaged)
        if not answer.startswith("refused") or message not in answer:
            fail(f"a checkpoint, {name}: {answer}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--firmware", required=True)
    parser.add_argument("--mixed", required=True)
    parser.add_argument("--verified", required=True)
    parser.add_argument("--saver", required=True)
    parser.add_argument("--image")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    for program in (options.firmware, options.mixed, options.verified, options.saver):
        if not os.path.exists(program):
            fail(f"there is no {program}. Build the preset 'host' first, or name its build folder: "
                 "-DTAUT_HOST_BUILD_DIR=<folder>")
    taut_log = TautLog(options.command)
    text = output([options.firmware])
    check_replay(taut_log, text)
    check_damage(taut_log, text)
    check_tables(taut_log, text)
    check_restart(taut_log, text)
    check_mixed(taut_log, output([options.mixed]))
    check_verified(taut_log, output([options.verified]))
    with tempfile.TemporaryDirectory(prefix="taut-readers-") as folder:
        log = output([os.path.abspath(options.saver)], cwd=folder, env={k: v for k, v in os.environ.items() if k != "TAUT_STORAGE"})
        with open(options.image or f"{folder}/taut_storage.bin", "rb") as image:
            check_checkpoint(taut_log, log, image.read())
    print(f"readers: a log of {len(text.splitlines())} lines and a checkpoint")


if __name__ == "__main__":
    main()
