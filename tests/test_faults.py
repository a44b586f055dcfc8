"""Whether the list of faults speaks of tests that exist."""

import re
from pathlib import Path

HERE = Path(__file__).parent


def test_every_fault_names_tests_that_exist() -> None:
    """A test that was renamed or went is named no more; and no fault has nothing that keeps it out."""
    text = (HERE / "FAULTS.md").read_text("utf-8")
    lines = [line for line in text.splitlines() if line.startswith("| ") and not line.startswith("| fault")]
    assert len(lines) > 50
    for line in lines:
        named = re.findall(r"`([\w/]+\.py)::(\w+)`", line)
        assert named, f"nothing keeps this out: {line}"
        for file, test in named:
            path = HERE / file
            assert path.is_file(), path
            assert f"def {test}(" in path.read_text("utf-8"), f"{file} has no {test}"
