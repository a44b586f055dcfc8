from __future__ import annotations

from pathlib import Path

from tests.endurance.corruption import Spoiler


def test_no_spoiled_file_is_a_fault_or_lost_in_silence(screen: object, tmp_path: Path) -> None:
    """A hundred files spoiled in all ways; `build/endure.py corrupt` spoils as many as wanted."""
    spoiler = Spoiler(tmp_path, 2)
    for number in range(100):
        spoiler.spoil(number)
    assert spoiler.tally.faults == []
    assert spoiler.tally.told > 50
    assert spoiler.tally.harmless > 0
