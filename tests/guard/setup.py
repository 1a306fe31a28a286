#!/usr/bin/env python3
"""./dev works for newcomers: it looks for tools, installs what a command needs and no more where there is apt, and says
what is missing where there is not.

It runs in a copy of its own, with few tools in reach. Where apt is wanted a stand-in writes down what it is asked for.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from tree import ROOT

GUARD = "setup"
# What ./dev itself is written with, and a machine without any tools for development has.
PLAIN = ["awk", "bash", "cat", "chmod", "cp", "cut", "dirname", "echo", "env", "grep", "head", "id", "mkdir", "mktemp",
         "rm", "sed", "sort", "tail", "tr", "xargs"]
STAND_IN = {
    # Knows every package but one; what it installs is only written down, and CMake is there afterwards.
    "apt-cache": """case "$*" in *clang-format-14*) exit 100 ;; esac
echo "Version: 1"
for line in {1..5000}; do echo "Description: as long as a description can be"; done""",
    "apt-get": """here=$(dirname "$0")
case "$*" in
  *--assume-no*) echo "Need to get 12 MB of archives."; echo "After this operation, 34 MB will be used." ;;
  *install*)
    echo "$*" >>"$0.log"
    for tool in cmake ninja c++ python3 git make pkg-config doxygen; do cp "$here/any-tool" "$here/$tool"; done
    ;;
  *update*) ;;
  *) echo "unexpected: apt-get $*" >&2; exit 1 ;;
esac""",
    # No build is wanted here.
    "any-tool": 'case "$*" in --version) echo "version 3.25.1" ;; *) echo "asked to build"; exit 1 ;; esac',
}


def fail(message):
    sys.exit(f"guard '{GUARD}': {message}")


class Machine:
    """A folder with ./dev and a folder of tools, which are all that is in reach."""

    def __init__(self, folder, stand_ins=(), root=True):
        self.project, self.tools = folder / "project", folder / "tools"
        self.tools.mkdir(parents=True)
        (self.project / "toolchains").mkdir(parents=True)
        for name in ("dev", "CMakePresets.json", "toolchains/install-packages.sh", "toolchains/packages.txt"):
            shutil.copy2(ROOT / name, self.project / name)
        for name in PLAIN:
            if found := shutil.which(name):
                (self.tools / name).symlink_to(found)
        for name in stand_ins:
            self.script(name, STAND_IN[name])
        (self.tools / "id").unlink()
        self.script("id", f"echo {0 if root else 1000}")

    def script(self, name, body):
        path = self.tools / name
        path.write_text(f"#!{shutil.which('bash')}\n{body}\n")
        path.chmod(0o755)

    def lacks(self, need):
        """Whatever is installed here: looked for is something that is nowhere."""
        table = self.project / "toolchains/packages.txt"
        table.write_text(table.read_text().replace(need, f"{need}.nowhere"))

    def dev(self, *command):
        result = subprocess.run([self.tools / "bash", self.project / "dev", *command], capture_output=True, text=True,
                                env={"PATH": str(self.tools), "HOME": os.environ.get("HOME", "/"), "LC_ALL": "C"},
                                stdin=subprocess.DEVNULL, timeout=60)
        return result.returncode, result.stdout + result.stderr

    def asked_for(self):
        """The packages that the stand-in for apt was asked to install."""
        log = self.tools / "apt-get.log"
        words = log.read_text().split() if log.exists() else []
        return {word for word in words if word != "install" and not word.startswith("-") and "=" not in word}


def must_name(outcome, *texts):
    code, output = outcome
    if code == 0:
        fail(f"it went on without tools:\n{output}")
    for text in texts:
        if text not in output:
            fail(f"it does not say '{text}':\n{output}")


def without_apt(folder):
    machine = Machine(folder)
    machine.lacks("include/etl/version.h")
    outcome = machine.dev("demo")
    must_name(outcome, "no apt", "cmake 3.25", "ninja-build", "gcc-c++", "Fedora", "Arch", "Homebrew", "run the",
              "With git, CMake fetches")
    for text in ("not found", "qemu", "arm-none-eabi", "doxygen"):
        if text in outcome[1]:
            fail(f"without apt, ./dev demo says '{text}':\n{outcome[1]}")
    must_name(machine.dev("test", "cortex-m7"), "qemu-system-arm", "arm-none-eabi-gcc", "doxygen")


def without_rights(folder):
    machine = Machine(folder, ("apt-get", "apt-cache"), root=False)
    must_name(machine.dev("demo"), "root or sudo", "ninja-build")
    if machine.asked_for():
        fail(f"without root or sudo, apt was asked for {sorted(machine.asked_for())}")


def with_an_old_cmake(folder):
    machine = Machine(folder)
    machine.script("cmake", "echo cmake version 3.18.4")
    must_name(machine.dev("demo"), "cmake 3.25")


def with_apt(folder):
    machine = Machine(folder / "demo", STAND_IN)
    code, output = machine.dev("demo")
    needed = {"cmake", "ninja-build", "g++"}
    at_most = needed | {"libeigen3-dev", "libetlcpp-dev", "git"}
    if not needed <= machine.asked_for() <= at_most:
        fail(f"./dev demo asked apt for {sorted(machine.asked_for())}:\n{output}")
    for text in ("Installing: ", "Need to get 12 MB", "34 MB will be used", "asked to build"):
        if text not in output:
            fail(f"./dev demo does not say '{text}':\n{output}")
    machine = Machine(folder / "test", STAND_IN)
    code, output = machine.dev("test", "host")
    if "clang-format-14" in machine.asked_for() or not {"doxygen", "git"} <= machine.asked_for():
        fail(f"./dev test host asked apt for {sorted(machine.asked_for())}:\n{output}")
    for text in ("clang-format 14 is not here: formatting is not checked", "asked to build"):
        if text not in output:
            fail(f"where clang-format 14 is not to be had, ./dev test host does not say '{text}':\n{output}")


def with_an_apt_that_lacks_etl(folder):
    machine = Machine(folder, STAND_IN)
    machine.lacks("include/etl/version.h")
    machine.script("apt-cache", 'case "$*" in *libetlcpp-dev*) exit 100 ;; *) echo "Version: 1" ;; esac')
    code, output = machine.dev("demo")
    if not {"git", "ca-certificates"} <= machine.asked_for() or "CMake will fetch it with git" not in output:
        fail(f"where ETL is not to be had, apt was asked for {sorted(machine.asked_for())}:\n{output}")


def main():
    with tempfile.TemporaryDirectory(prefix="taut-setup-") as folder:
        for case in (without_apt, without_rights, with_an_old_cmake, with_apt, with_an_apt_that_lacks_etl):
            case(pathlib.Path(folder) / case.__name__)
    print("setup: five kinds of machines")


if __name__ == "__main__":
    main()
