"""The programs of the page are run, and print what it says."""

import re
import subprocess
import sys

import pytest
from conftest import PROJECT

PAGE = (PROJECT / "port/python/README.md").read_text()
PROGRAMS = re.findall(r"```python\n(.*?)```\n\nIt prints\n\n```text\n(.*?)```", PAGE, re.DOTALL)


def test_every_program_has_its_output():
    assert len(PROGRAMS) == PAGE.count("```python") >= 3


@pytest.mark.parametrize("program, output", PROGRAMS, ids=[f"program {i + 1}" for i in range(len(PROGRAMS))])
def test_a_program_prints_what_is_shown(program, output, tmp_path):
    for package in ("gest_api", "xopt"):
        if package in program:
            pytest.importorskip(package)
    ran = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == output
