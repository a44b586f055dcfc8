"""The first game of Kan'u Collection: two turns of the learner among two others, and the end of another game."""

from __future__ import annotations

from game.kanu.card_set import ID
from scenes.table.lesson import Chapter, Lesson, Step, task

_FIRST = Chapter(
    deal="326",
    seats=3,
    others="oE sA oB m12",
    steps=(
        Step("open", (task("oO", "F14"), task("ra", "F14 H=25"))),
        Step("scout", (task("oD", "F3"), task("c1a", "F3 S1 scout"))),
        Step("special", (task("p2", "S2"),)),
        Step("others", watch=True, spots=("log",)),
        Step("sortie", (task("oF", "F5"), task("sE", "F4"))),
        Step("ambush", (task("oC", "F2"), task("m45", "H=45 show ambush"))),
    ),
)
_LAST = Chapter(
    deal="1170",
    seats=3,
    before=(
        "oB sP oV m62 oK c2a oB c1a oK ra oX c2a oR ra u- oE ra oW c1a p1 oA d51 oA oV sN oS ra p1 oA ra p0 oU ra u- "
        "oV ra oD c0a oL sT oO sC oP oX sB oJ sY oX sM p2 oH oR sI oK sG oR sF oW d44 oQ sE"
    ),
    steps=(
        Step("last", (task("oN", "F13"), task("sW", "F22"))),
        Step("end", spots=("S0",)),
    ),
)
LESSON = Lesson(ID, (_FIRST, _LAST))
