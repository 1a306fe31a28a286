import re
import subprocess
import sys

import pytest
import taut
from conftest import EXAMPLES

pytest.importorskip("libensemble", reason="libEnsemble is not installed")


@pytest.mark.parametrize("kill", [0, 3])
def test_many_workers_of_which_some_lose_their_processes(kill, tmp_path):
    """In a program of its own, because workers are copies of the process that starts them."""
    command = [sys.executable, EXAMPLES / "ensemble.py", "--folder", tmp_path, "--readings", "72", "--kill", str(kill)]
    with open(tmp_path / "said.txt", "w+") as said:
        ended = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT, timeout=120)
        said.seek(0)
        text = said.read()
    assert ended.returncode == 0, text
    assert f"4 workers made {72 + kill} measurements" in text
    overtaken = int(re.search(r"(\d+) times a later one", text)[1])
    assert overtaken > 5
    log = taut.read_log(tmp_path / "taut.log")
    lost = [int(number) for number in re.search(r"processes: (.*)", text)[1].split(", ") if number]
    assert lost == list(range(40, 40 + kill)) and len(log.readings) == 72
    told = [number for number in log.ids if number > 0]
    assert told != sorted(told)
    assert len(log.failures) <= kill  # a point that fills up is no trial
    assert taut.replay(tmp_path / "taut.log").readings == 72
