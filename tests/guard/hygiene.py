#!/usr/bin/env python3
"""No unfinished business and nothing of one machine in the project's files: no reminder comments, no path below a home
folder, no network host that is not named here.
"""
import re
import sys

from tree import ROOT, place, project_files

HOSTS = {"127.0.0.1", "github.com", "gitlab.com", "doi.org", "arxiv.org", "spdx.org", "www.etlcpp.com", "www.w3.org"}

# Written so that this file does not match itself.
RULES = [
    (re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b"), "a reminder: do it or drop it"),
    (re.compile(r"(?<![\w.$}])/(ho" r"me|ro" r"ot|wo" r"rk|Us" r"ers|mnt|me" r"dia)/\w"), "a path of one machine"),
    (re.compile(r"(?<![\w.])[A-Z]:\\\w"), "a path of one machine"),
]
HOST = re.compile(r"\b(?:https?|git|ssh|ftp)://(?:[^\s/@]+@)?([\w.-]+)")


def main():
    broken = []
    for path in project_files():
        try:
            lines = path.read_text().splitlines()
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(lines, 1):
            for pattern, why in RULES:
                if match := pattern.search(line):
                    broken.append(f"  {place(path, number)}: {match[0]}: {why}")
            for host in HOST.findall(line):
                if host not in HOSTS:
                    broken.append(f"  {place(path, number)}: {host}: not among the hosts of tests/guard/hygiene.py")
    if broken:
        sys.exit("guard 'hygiene':\n" + "\n".join(broken))


if __name__ == "__main__":
    main()
