"""Running CMake on a project in a folder of its own, for guards that configure and build."""
import subprocess
import sys


def run(*command, cwd=None):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=cwd)
    return result.returncode, result.stdout + result.stderr


def configure(source, build, *options):
    return run("cmake", "-S", source, "-B", build, "-G", "Ninja", "-Wno-dev", *options)


def must(guard, what, outcome):
    """Stops with the output of a command that should have worked."""
    code, output = outcome
    if code != 0:
        sys.exit(f"guard '{guard}': {what} failed:\n{output}")
    return output


def must_refuse(guard, what, outcome, *texts):
    """Stops unless a configuration failed with one error that contains all of `texts`."""
    code, output = outcome
    words = " ".join(output.split())  # CMake wraps its messages
    if code == 0:
        sys.exit(f"guard '{guard}': {what}: it was accepted")
    if output.count("CMake Error") != 1:
        sys.exit(f"guard '{guard}': {what}: not one error but {output.count('CMake Error')}:\n{output}")
    for text in texts:
        if text not in words:
            sys.exit(f"guard '{guard}': {what}: the message does not say '{text}':\n{output}")
