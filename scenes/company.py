"""The computer players at a table: each sits on a chair of its own, thinks in a thread, and acts through that chair.

What one knows comes from the beats of its chair, by type: nothing here holds a table, a State or another seat's View.
Whoever is in turn is asked about the beats it has not heard yet; its action is carried out only when the table scene
says that everything has been shown, and has stayed readable for as long as the players want it to.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from game.catalogue import HARUHI, KANU
from game.core import Beat, Seat
from scenes.preferences import Pace
from scenes.thinking import Stop, Thinker

if TYPE_CHECKING:
    from game.bots.core import AnyPlayer, Level
    from scenes.chair import Seated

GAMES = (KANU, HARUHI)
"""The games that there are computer players for; who they are is loaded when the first one thinks."""
THINK = 0.3
"""Seconds that a computer player thinks at most."""
PACES: Mapping[Pace, float] = {"off": 0.0, "fast": 0.5, "normal": 1.2, "slow": 2.8}
"""Seconds for which the cards lie still before a computer player acts, and after that before somebody else does."""


@dataclass(frozen=True, slots=True)
class _Decided:
    """What a computer player does, and the player with all that it remembers by then."""

    player: AnyPlayer
    action: Any


class Company:
    """The computer players of one game: `levels` by seat; `chair` gives the chair of such a seat, and of no other.

    It outlasts the people who come and go before the screen, and with it what its players remember. `match` names the
    game; with the seat it is all their chance depends on.
    """

    def __init__(
        self,
        game_id: str = "",
        match: str = "",
        levels: Mapping[Seat, Level] | None = None,
        chair: Callable[[Seat], Seated] | None = None,
    ) -> None:
        self._game = game_id
        self._match = match
        self._levels = dict(levels or {})
        self._chairs = {} if chair is None else {seat: chair(seat) for seat in self._levels}
        self._players: dict[Seat, AnyPlayer] = {}
        self._unheard: dict[Seat, tuple[Beat[Any, Any], ...]] = {}
        self._thinker: Thinker[_Decided] = Thinker()
        self._asked: Seat | None = None
        self._still = 0.0

    @property
    def turn(self) -> Seat | None:
        """The seat in turn, where a computer has it."""
        chair = next(iter(self._chairs.values()), None)
        turn = None if chair is None else chair.standing().turn
        return turn if turn in self._chairs else None

    @property
    def rests(self) -> bool:
        """Whether what was done last is still to be read before anybody else follows."""
        return self._still > 0

    def hurry(self) -> None:
        """Somebody has read enough: let the next action follow at once."""
        self._still = 0.0

    def go_on(self, dt: float, pace: Pace, *, landed: bool, quiet: bool) -> bool:
        """Let `dt` seconds pass and the player in turn think; return whether it has acted.

        The time in which all can be read runs once the cards have `landed`, it acts only when all is `quiet`. A fault
        of its thinking is raised here, and so is `Illegal`.
        """
        if landed:
            self._still = max(0.0, self._still - dt)
        turn = self.turn
        if turn is None:
            self.leave()
            return False
        news = self._chairs[turn].beats()
        if news or self._asked != turn:
            self._still = max(self._still, PACES[pace])
            self._ask(turn, news)
        decided = self._thinker.look()
        if not quiet or self.rests or self._thinker.busy or decided is None:
            return False
        self.leave()
        self._players[turn], self._unheard[turn] = decided.player, ()
        self._chairs[turn].submit(decided.action)
        self._still = PACES[pace]
        return True

    def leave(self) -> None:
        """Let go of what is being thought; whoever is in turn is asked again when the game goes on."""
        self._thinker.cancel()
        self._asked = None

    def close(self) -> None:
        """Leave the table: somebody else sits there now."""
        self.leave()
        for chair in self._chairs.values():
            chair.close()

    def _ask(self, seat: Seat, news: tuple[Beat[Any, Any], ...]) -> None:
        """Let the player of a seat hear its news and think.

        It thinks with a copy of itself: what was let go may still be thinking, and must not be disturbed.
        """
        known = self._players.get(seat)
        unheard = self._chairs[seat].past() if known is None else self._unheard[seat] + news
        self._asked, self._unheard[seat] = seat, unheard

        def job(stop: Stop) -> Iterator[_Decided]:
            player = self._newcomer(seat) if known is None else copy(known)
            player.see(unheard)
            ends = time.monotonic() + THINK  # what it has to be told first does not count
            yield _Decided(player, player.decide(lambda: stop() or time.monotonic() >= ends).action)

        self._thinker.begin(job, math.inf)

    def _newcomer(self, seat: Seat) -> AnyPlayer:
        from game.bots.catalogue import player

        return player(self._game, self._levels[seat], self._match, seat)
