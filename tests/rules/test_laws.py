from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.benches import BENCHES
from tests.rules.laws import LAWS, AnyBench, Play, plays


@pytest.mark.parametrize("bench", BENCHES, ids=lambda bench: bench.game.id)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@settings(max_examples=25)  # each is a whole game or more
@given(data=st.data())
def test_every_game_keeps_every_law(
    bench: AnyBench, law: Callable[[AnyBench, Play], None], data: st.DataObject
) -> None:
    """Whatever the deal, the seats, the options and the actions, the law holds."""
    law(bench, data.draw(plays(bench)))
