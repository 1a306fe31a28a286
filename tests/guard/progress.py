#!/usr/bin/env python3
"""Half an hour of firmware says how far it is in few lines where nobody watches: in a file, or the log of a server."""
import os
import pathlib
import subprocess
import sys
import tempfile

from tree import ROOT

GUARD, READINGS, MOST_LINES = "progress", 1600, 12
EMULATOR = f"""#!/usr/bin/env bash
for reading in {{1..{READINGS}}}; do
  printf 'trial %s\\nreading %s\\n' "$reading" "$reading"
done
"""


def main():
    with tempfile.TemporaryDirectory(prefix="taut-progress-") as folder:
        emulator = pathlib.Path(folder, "qemu-system-arm")
        emulator.write_text(EMULATOR)
        emulator.chmod(0o755)
        script = ROOT / "examples/laser/run_firmware.py"
        run = subprocess.run([sys.executable, "-B", script, "image", "--log", emulator.with_suffix(".log")], text=True,
                             capture_output=True, env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
    lines = run.stderr.replace("\r", "\n").splitlines()
    if run.returncode != 0 or not any(f"{READINGS} of {READINGS}" in line for line in lines):
        sys.exit(f"guard '{GUARD}': run_firmware.py does not come to its end:\n{run.stdout}{run.stderr}")
    if len(lines) > MOST_LINES:
        sys.exit(f"guard '{GUARD}': {len(lines)} lines of progress where {MOST_LINES} will do")
    print(f"progress: {len(lines)} lines")


if __name__ == "__main__":
    main()
