"""The first game of Deck Defence: a prepared order of the deck, and the end of a game that is nearly won."""

from __future__ import annotations

from game.deck_defence.public import ID
from scenes.table.lesson import Chapter, Lesson, Step, task

_FIRST = Chapter(
    deal="S3 S4 F3 S2 F4 F1 W1 W2 S1 F2 W4 F1 F3 F3 W4 W4 S1 S1 W3 W3 W3 W1 W1 F2 F2 S3 S3 S4 S4 W2 W2 F1 F4 F4 S2 S2",
    steps=(
        Step("muster", (task("M1>H1", "M1 H1"),)),
        Step("repel", (task("M1>H2", "M1 H2"), task("M2xH1H2 M2xH2H1", "M2 H1 H2 repelled"))),
        Step("hold_off", (task("M1>O1", "M1 O1"),)),
        Step("stack", (task("M3>H1", "M3 H1"), task("M2>H1", "M2 H1"))),
        Step("explore", (task("H1?", "H1 discard deck"),)),
        Step(
            "refill",
            (
                task("M1>H2=R1", "M1 H2 R1"),
                task("M1>H3=R2 M1>H3=R3", "M1 H3 R2 R3"),
                task("O1xH1H3 O1xH3H1", "O1 H1 H3 repelled"),
            ),
        ),
    ),
)
_LAST = Chapter(
    deal="F4 F1 W4 F1 F4 S2 F2 W3 F2 W4 W1 S2 F3 W1 S4 S3 W4 S1 W3 W3 S4 W2 F4 W2 F3 S3 F3 S3 S4 F2 S1 W1 W2 S1 F1 S2",
    before=(
        "M1>O1 M3>O2 M3>O3 M1>H1 M2>H2 M3>H3 M1>H3 M3>H1 O1xH1H2H3 M1>O1 M3>H1 M1>H3 M3>H2 M2>H2 M2>H2 M3xH2H3 M3>H1 "
        "H1? M1>H2=R3 M1>H3=R2 M3>H3=R1 O1xH1H2H3 M1>O1 O2xH2H3 M1>O2 M1>H3 M3>H2 M2xH2H3 M3>H2 O1xH2H3 M1>H3 M1>O1 "
        "M1>H1 O2xH1H2 M1>H2 M1>H2 M3>H3 M2>H3 M2>H2 O3xH1H2H3 M3>H2 M2>H1"
    ),
    steps=(
        Step("last", (task("O1xH1H3 O1xH3H1", "O1 H1 H3 repelled"),)),
        Step("score"),
    ),
)
LESSON = Lesson(ID, (_FIRST, _LAST))
