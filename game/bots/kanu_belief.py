"""What follows for a player of Kan'u Collection from its View and its notes: where a card's match is, and how likely.

Every kind exists exactly twice (1.1). What is in one's hand, captured, remembered at a place or in a hand is known; all
other copies lie somewhere among the cards nobody has shown: in unknown cells, other hands, or the deck.
"""

from __future__ import annotations

from typing import NamedTuple

from game.bots.kanu_memory import Holds, Lacks, Notes
from game.bots.kanu_pack import Kind, Pack
from game.core import Down, Seat
from game.kanu.card_set import COPIES
from game.kanu.choices import opened_cards
from game.kanu.public import View

_HINTED = 0.3
"""Who only seems to lack a card holds it this often, compared with a card nothing is known of."""
_ROUNDS = 6
"""So often the likelihoods are fitted to how many cards there are of each kind, and in each hand."""


class Match(NamedTuple):
    """Where the match of a card that lies open may be.

    In one's own hand, at known `cells`, with known `holders`; else `odds` says how likely it is with each player, and
    `cell` how likely it lies at any one of the unknown cells.
    """

    held: bool
    cells: tuple[int, ...]
    holders: tuple[Seat, ...]
    odds: tuple[float, ...]
    cell: float


class Belief:
    """All that a player may conclude. `exact` weighs what every hand has room for, as only the best players do."""

    def __init__(self, view: View, notes: Notes, pack: Pack, *, exact: bool) -> None:
        board = view.board
        self.view = view
        self.pack = pack
        self.me = view.seat
        self.hand = pack.kinds(view.hand)
        self.others = [Seat(seat) for seat in range(len(board.hands)) if seat != view.seat]
        self.opened = pack.kinds(opened_cards(board))
        gone = [pack.kind(pair) for pairs in board.pairs for pair in pairs]
        self._left = [COPIES] * len(pack.cards)
        """How many copies of each kind are not accounted for yet."""
        for kind in (*gone, *gone, *self.hand, *self.opened):
            self._left[kind] -= 1
        self.cells: dict[Kind, list[int]] = {}
        """Remembered places of cards that lie face down."""
        known = self._places(notes)
        self.new = [cell for cell, seen in enumerate(board.field) if isinstance(seen, Down) and cell not in known]
        """Cells of which nothing is known."""
        self.loose: dict[Kind, int] = {}
        """How many copies are known to lie at one of them."""
        for kind in notes.loose:
            if self._account(kind):
                self.loose[kind] = self.loose.get(kind, 0) + 1
        self.holders: dict[Kind, list[Seat]] = {}
        """Which other players hold a card."""
        self.shown: set[Kind] = set()
        """One's own cards that all others have seen."""
        self._room = list(board.hands)
        """How many cards of each hand are unknown."""
        self._hands(notes)
        self.unknown = {kind: count for kind, count in enumerate(self._left) if count > 0}
        """How many copies are nobody knows where, of the kinds of which there are some."""
        self._shares = self._lacking(notes)
        self._hidden = (max(0, len(self.new) - sum(self.loose.values())), board.deck)
        self._fitted = self._fit() if exact and self.unknown else {}
        self._single: dict[Kind, tuple[tuple[float, ...], float]] = {}
        self._bearing = self._raised(notes)

    # What is known

    def _account(self, kind: Kind) -> bool:
        """Take one copy as known; return False where none is left: then something was mixed up, or forgotten."""
        if self._left[kind] <= 0:
            return False
        self._left[kind] -= 1
        return True

    def _places(self, notes: Notes) -> set[int]:
        """Take in the remembered places; return those that still hold a face-down card."""
        field = self.view.board.field
        kept: set[int] = set()
        for lies in reversed(notes.lies):
            if isinstance(field[lies.cell], Down) and self._account(lies.kind):
                self.cells.setdefault(lies.kind, []).append(lies.cell)
                kept.add(lies.cell)
        return kept

    def _hands(self, notes: Notes) -> None:
        for fact in reversed(notes.facts):
            if not isinstance(fact, Holds):
                continue
            if fact.seat == self.me:
                self.shown.add(fact.kind)
            elif self._room[fact.seat] and self._account(fact.kind):
                self.holders.setdefault(fact.kind, []).append(fact.seat)
                self._room[fact.seat] -= 1

    def _lacking(self, notes: Notes) -> dict[tuple[Seat, Kind], float]:
        """Return for how much of the unknown cards of a hand a kind comes into question, where not for all."""
        shares: dict[tuple[Seat, Kind], float] = {}
        for fact in notes.facts:
            if isinstance(fact, Lacks) and fact.kind in self.unknown:
                shares[fact.seat, fact.kind] = self._share(fact.seat, fact.drawn, 0.0 if fact.said else _HINTED)
        for raised in notes.raised:
            if not raised.holds:
                share = self._share(raised.seat, raised.drawn, 0.0)
                for kind in self.pack.bearing:
                    shares[raised.seat, kind] = share
        return shares

    def _share(self, seat: Seat, drawn: int, old: float) -> float:
        fresh = min(1.0, drawn / max(1, self._room[seat]))
        return fresh + old * (1 - fresh)

    # What is likely

    def _row(self, kind: Kind) -> list[float]:
        """Return how much room there is for a kind on the unknown field, in the deck, and with each other player."""
        shares, room = self._shares, self._room
        return [*self._hidden, *[room[seat] * shares.get((seat, kind), 1.0) for seat in self.others]]

    def _fit(self) -> dict[Kind, list[float]]:
        """Return, by kind, in what proportion its unknown copies are to be expected in each of these places.

        Rows are fitted to how many copies there are, columns to how much room, in turns; kinds of which the same is
        known share a row.
        """
        alike: dict[tuple[float, ...], list[Kind]] = {}
        for kind, copies in self.unknown.items():
            alike.setdefault((copies, *self._row(kind)), []).append(kind)
        rows = [[part * len(kinds) for part in known[1:]] for known, kinds in alike.items()]
        sums = [known[0] * len(kinds) for known, kinds in alike.items()]
        room = [*self._hidden, *[self._room[seat] for seat in self.others]]
        for _ in range(_ROUNDS):
            scale = [
                space / whole if (whole := sum(column)) else 0.0
                for space, column in zip(room, zip(*rows, strict=True), strict=True)
            ]
            for place, row in enumerate(rows):
                scaled = [part * by for part, by in zip(row, scale, strict=True)]
                by = sums[place] / (sum(scaled) or 1.0)
                rows[place] = [part * by for part in scaled]
        return {kind: row for kinds, row in zip(alike.values(), rows, strict=True) for kind in kinds}

    def single(self, kind: Kind) -> tuple[tuple[float, ...], float]:
        """Return where one unknown copy of a kind is: how likely with each seat, and on the unknown field."""
        known = self._single.get(kind)
        if known is None:
            parts = self._fitted.get(kind) or self._row(kind)
            whole = sum(parts) or 1.0
            odds = [0.0] * len(self._room)
            for seat, part in zip(self.others, parts[2:], strict=True):
                odds[seat] = part / whole
            known = self._single[kind] = (tuple(odds), parts[0] / whole)
        return known

    def _raised(self, notes: Notes) -> dict[Seat, float]:
        """Return how likely each player who raised a hand would have held one of its few cards otherwise (5.2)."""
        found: dict[Seat, float] = {}
        bearing = self.pack.bearing
        for raised in notes.raised:
            if raised.holds and raised.drawn == 0:
                without = 0.0 if any(raised.seat in self.holders.get(kind, ()) for kind in bearing) else 1.0
                for kind in bearing:
                    without *= (1 - self.single(kind)[0][raised.seat]) ** self.unknown.get(kind, 0)
                if without < 1:
                    found[raised.seat] = 1 - without
        return found

    def odds(self, kind: Kind) -> tuple[float, ...]:
        """Return how likely one unknown copy of a kind is with each seat, with what raised hands tell."""
        odds = self.single(kind)[0]
        if not self._bearing or kind not in self.pack.bearing:
            return odds
        return tuple([min(1.0, part / self._bearing.get(Seat(seat), 1.0)) for seat, part in enumerate(odds)])

    def match(self, kind: Kind, cell: int | None = None) -> Match:
        """Return where the match of a card is that lies open, or at `cell`; None is an unknown one."""
        cells = tuple([other for other in self.cells.get(kind, ()) if other != cell])
        holders = tuple(self.holders.get(kind, ()))
        held = kind in self.hand
        nowhere = (0.0,) * len(self._room)
        if held or cells or holders:
            return Match(held, cells, holders, nowhere, 0.0)
        if self.loose.get(kind, 0) and kind not in self.unknown:
            return Match(held, (), (), nowhere, 1 / max(1, len(self.new)))
        if kind not in self.unknown:
            return Match(held, (), (), nowhere, 0.0)
        return Match(held, (), (), self.odds(kind), self.single(kind)[1] / max(1, len(self.new)))

    def anyone(self, kind: Kind) -> float:
        """Return how likely somebody else holds the match of a card of one's hand."""
        if self.holders.get(kind):
            return 1.0
        return min(1.0, sum(self.odds(kind))) if kind in self.unknown else 0.0

    def room(self, seat: Seat) -> int:
        """Return how many cards of a hand are unknown."""
        return self._room[seat]

    def lying(self) -> list[tuple[Kind, float]]:
        """Return what may lie at an unknown cell, and how likely."""
        cells = max(1, len(self.new))
        found = {kind: count / cells for kind, count in self.loose.items()}
        for kind, count in self.unknown.items():
            found[kind] = found.get(kind, 0.0) + count * self.single(kind)[1] / cells
        return list(found.items())
