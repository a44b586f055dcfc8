"""The first game of 涼宮ハルヒの贈殖: three auctions among three others, and the last action of another game."""

from __future__ import annotations

from game.haruhi.card_set import ID
from scenes.table.lesson import Chapter, Lesson, Step, Task, task

_FIRST = Chapter(
    deal="75869",
    seats=4,
    others="P B2b3 P P B2g7 P U B2b15 P S2",
    steps=(
        Step("who", spots=("S0", "notes")),
        Step("gift", (task("B0g6", "H=g6 S0"),)),
        Step("effect", (task("K2", "S2"), Task((), ("N35",)))),
        Step("give", (task("B3n4", "H=n4 S3"),)),
        Step("limit", (task("B0n4", "H=n4 S0"),)),
        Step("accuse", (task("A20", "S2 P0"), task("D0", "E12 S0 use"))),
    ),
)
_LAST = Chapter(
    deal="55",
    seats=4,
    before=(
        "B0r2 B0r112 B2g56 P F P B1r1 P P F B3b1 B2r2 B3r2 B3b3 F B3r1 B0n2 P B1g7 F B1b1 B0r2 B3r12 P K1 B0n4 P P P F "
        "B0r1 B2r2 P P U B0r1 B0b3 B2r2 B2r1 F B0b1 B1n2 B2b3 B3g4 G17,1 B3r1 B0n2 B1n4 B2g5 U B0r1 B3n2 P B3r2 A11 "
        "D322 B1r1 B2r2 P U P B3b1 B0n4 P U B2b11 P P B2b3 F P B3r2 B0n4 P A20 D3330300 P P B3r2 L0 B2r2 B2r1 P P L1 "
        "B0n2 B2n4 B2r1 B0n4 F"
    ),
    others="B1r1 P P",
    steps=(
        Step("last", (task("B0g7", "H=g7 S0"),)),
        Step("end", spots=("S0", "S2")),
    ),
)
LESSON = Lesson(ID, (_FIRST, _LAST))
