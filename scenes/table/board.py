"""The cards of a table: where they lie for the view that is shown, and which of them are in the air.

It plays beats into movements and paints cards; it takes no input and knows no game. When nothing is in the air the
cards lie exactly as `desk.layout` says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from game.core import Beat
from scenes.desk import Desk, Group, Layout, Pose
from scenes.drawing.cards import CardPainter
from scenes.drawing.painter import FADES, room
from scenes.drawing.paper import card_size
from scenes.drawing.stage import Paint
from scenes.drawing.timeline import Flight, Timeline, backwards, schedule
from scenes.scene import Kit

_FADE = 0.24
_GLIDE = 0.2
"""Seconds that a card takes to fade with reduced motion, and to glide home."""


class Board:
    """Shows one view at a time; `layout` says where its cards lie, `timeline` what is on its way there."""

    def __init__(self, kit: Kit, desk: Desk, view: object) -> None:
        self._kit = kit
        self._desk = desk
        self.cards = CardPainter(kit.painter, desk.face, desk.deck)
        self.timeline = Timeline()
        self.view = view
        self.layout = desk.layout(view, kit.metrics)
        self._before: Layout | None = None
        self._ghosts: tuple[Pose, ...] = ()
        self._ghost_time = 0.0

    @property
    def busy(self) -> bool:
        """Whether something moves."""
        return self.timeline.running or bool(self._ghosts)

    def prepare(self) -> None:
        """Draw the faces for the present size now, so that no frame has to."""
        for width, faces in self._desk.prints(self._kit.metrics).items():
            self.cards.prepare(faces, width)

    def show(self, view: object) -> None:
        """Lay the cards of a view at once; `view` may differ from `self.view` while a choice is open."""
        self.layout = self._desk.layout(view, self._kit.metrics)

    def play(self, before: object, beat: Beat[object, object], held: Mapping[str, Pose]) -> None:
        """Let the cards set out from the layout of `before` (None at the deal) to that of the beat's view."""
        old, self.view = self.layout, beat.view
        self.show(beat.view)
        earlier, later = (beat.view, before) if beat.undone else (before, beat.view)
        groups = self._desk.moves(earlier, later, beat, self.layout)
        self.move(backwards(groups) if beat.undone else groups, old if before is not None else None, held)

    def move(self, groups: tuple[Group, ...], old: Layout | None, held: Mapping[str, Pose]) -> None:
        """Let the cards set out from layout `old` (None at the deal) to the present one.

        `held` are cards that set out from elsewhere than their place, because the player holds them.
        """
        self._before = old
        if self._kit.fades:
            gone = (
                [] if old is None else [pose for key, pose in old.cards.items() if self.layout.cards.get(key) != pose]
            )
            self._ghosts, self._ghost_time = tuple(gone), 0.0
            return
        self.timeline.begin(schedule(groups, old, self.layout, self._kit.motion, held))

    def glide_home(self, away: Mapping[str, Pose]) -> None:
        """Let cards that were let go `away` from their places glide back there."""
        if motion := self._kit.motion:
            self._before = None
            ways = {card: (pose, self.layout.cards[card]) for card, pose in away.items()}
            self.timeline.begin(tuple([Flight(way, 0.0, _GLIDE * motion, card, card) for card, way in ways.items()]))

    def land(self) -> None:
        """Let everything be where it is going."""
        self.timeline.finish()
        self._ghosts = ()

    def update(self, dt: float) -> None:
        """Let `dt` seconds pass."""
        self.timeline.update(dt)
        self._ghost_time += dt
        if self._ghost_time >= _FADE:
            self._ghosts = ()

    def resting(self, lifted: Collection[str], bright: set[str] | None) -> list[Paint]:
        """Return the cards that lie, the covered ones of the layout before among them.

        The `lifted` cards are left out; where `bright` is given, all other cards step back into the shade.
        """
        now = self.timeline.time
        pending = {flight.key for flight in self.timeline.flights if flight.start + flight.length > now}
        away = {flight.source for flight in self.timeline.flights}
        paints: list[Paint] = []
        if self._before is not None:
            covered = sorted(key for key in pending - away if key is not None and key in self._before.cards)
            paints += [self.cards.resting(self._before.cards[key]) for key in covered]
        for key, pose in self.layout.cards.items():
            if key in pending or key in lifted:
                continue
            surface, pos = self.cards.resting(pose)
            paints.append((surface, pos))
            if bright is not None and key not in bright:
                width = round(pose.width)
                margin = room(width)
                paints.append((self._kit.painter.shade(card_size(width)), (pos[0] + margin, pos[1] + margin)))
        step = min(FADES, round(self._ghost_time / _FADE * FADES))
        return paints + [self.cards.fading(pose, step) for pose in self._ghosts]

    def in_the_air(self) -> list[Paint]:
        """Return the cards that are on their way, those still waiting to set out below the others."""
        now, flights = self.timeline.time, self.timeline.flights
        waiting = [flight for flight in flights if flight.start > now]
        flying = [flight for flight in flights if flight.start <= now < flight.start + flight.length]
        open_keys = {flight.key for flight in (*waiting, *flying)}
        landed = {
            flight.stops[-1]: flight  # of several on one place only the last is seen
            for flight in flights
            if flight.start + flight.length <= now and (flight.key is None or flight.key in open_keys)
        }
        latest = sorted(waiting, key=lambda flight: -flight.start)
        next_off = {flight.stops[0]: flight for flight in latest}  # of several on one place only the first to leave
        order = [*landed.values(), *self._as_they_lay(next_off.values()), *flying]
        return [self.cards.flying(flight.at(now)) for flight in order]

    def _as_they_lay(self, waiting: Iterable[Flight]) -> list[Flight]:
        """Return cards that still wait to set out in the order in which they lay: to the eye nothing changes yet."""
        lay = {} if self._before is None else {key: order for order, key in enumerate(self._before.cards)}
        return sorted(waiting, key=lambda flight: lay.get(flight.source or "", -1))
