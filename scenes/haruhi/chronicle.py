"""What the log of 涼宮ハルヒの贈殖 says of a beat, and of which places: what everybody at the table has noticed.

However much a seat knows, the line is the same for all: it names no card drawn or stolen, and no character looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import groupby

from game.core import Beat, Reason
from game.haruhi.card_set import EventCard, Op
from game.haruhi.notices import (
    Accused,
    EffectBegan,
    EffectForgone,
    EffectLapsed,
    EventClaimed,
    EventSetAside,
    EventsHandedOut,
    EventTaken,
    EventTurned,
    Given,
    HandDiscarded,
    Laid,
    NothingClaimed,
    Notice,
    Passed,
    Passing,
    Peeked,
    RolesTurned,
    SosLaid,
    Stolen,
    Swapped,
    WasDealt,
    WasPeeked,
    WasStolen,
)
from game.haruhi.public import Board, View, event_name, person_name
from scenes.haruhi.shown import Shown, shown
from scenes.haruhi.speech import Name, Speech, cards_words
from scenes.narration import listed


@dataclass(frozen=True, slots=True)
class Chronicle:
    """The log of one table, in the words of its `speech`."""

    speech: Speech

    def name(self, seat: int) -> Name:
        """Return the name of a seat."""
        return self.speech.name(seat)

    def line(self, beat: Beat[View | Shown, Notice]) -> Reason | None:
        """Return what the log says of a beat: one sentence after the other, or None where it keeps silent."""
        words: Reason | None = None
        for said in self._sentences(shown(beat.view).board, beat.notices):
            words = said if words is None else Reason.of("haruhi.log.then", first=words, second=said)
        return words

    def _sentences(self, board: Board, notices: Iterable[Notice]) -> Iterator[Reason]:
        """Yield what is said of notices; of players without cards, one after the other, a single sentence."""
        for empty, several in groupby(notices, _has_no_cards):
            if empty:
                yield self._empty(several)
                continue
            for notice in several:
                if (said := self._said(board, notice)) is not None:
                    yield said

    def _empty(self, notices: Iterable[Notice]) -> Reason:
        """Return that these players had no cards and passed."""
        names = [self.name(notice.seat) for notice in notices if isinstance(notice, Passed)]
        told = reduce(lambda first, second: Reason.of("list.comma", first=first, second=second), names)
        return Reason.of("haruhi.log.empty", name=told, count=len(names))

    def _said(self, board: Board, notice: Notice) -> Reason | None:
        match notice:
            case WasDealt(first=first):
                return Reason.of("haruhi.log.dealt", name=self.name(first))
            case EventTurned(_, number, event):
                return Reason.of("haruhi.log.turned", round=number, event=event_name(board.card_set, event))
            case Laid() | SosLaid() | Passed():
                return self._acted(notice)
            case EventTaken(seat, event, total):
                words = event_name(board.card_set, event)
                return Reason.of("haruhi.log.taken", name=self.name(seat), event=words, total=total)
            case EventSetAside(event):
                return Reason.of("haruhi.log.set_aside", event=event_name(board.card_set, event))
            case RolesTurned():
                return Reason.of("haruhi.log.roles")
            case Accused() | HandDiscarded() | EventsHandedOut() | EventClaimed() | NothingClaimed():
                return self._accusation(board, notice)
            case _:
                return self._effect(board, notice)

    def _acted(self, notice: Laid | SosLaid | Passed) -> Reason:
        """Return what a player did in the lap."""
        name = self.name(notice.seat)
        match notice:
            case Laid(seat, to, cards, total):
                words = cards_words(cards)
                if seat == to:
                    return Reason.of("haruhi.log.laid_own", name=name, cards=words, total=total)
                return Reason.of("haruhi.log.laid", name=name, target=self.name(to), cards=words, total=total)
            case SosLaid(_, to):
                return Reason.of("haruhi.log.sos", name=name, target=self.name(to))
            case Passed():
                return Reason.of("haruhi.log.passed", name=name)

    def _effect(self, board: Board, notice: Notice) -> Reason | None:
        """Return what became of an effect."""
        match notice:
            case EffectForgone(seat):
                return Reason.of("haruhi.log.forgone", name=self.name(seat))
            case EffectLapsed(_, effect):
                return Reason.of("haruhi.log.lapsed", effect=Reason.of(f"haruhi.effect.{effect.op.value}"))
            case EffectBegan(seat, effect) if effect.op is Op.DRAW:
                return Reason.of("haruhi.log.drew", name=self.name(seat), count=effect.count)
            case EffectBegan(_, effect) if effect.rule is not None and board.pile:  # else no auction follows
                return Reason.of("haruhi.log.next", rule=Reason.of(f"haruhi.rule.{effect.rule.value}"))
            case Peeked(seat, target) | WasPeeked(seat, target):
                return Reason.of("haruhi.log.peeked", name=self.name(seat), target=self.name(target))
            case Stolen(seat, target) | WasStolen(seat, target):
                return Reason.of("haruhi.log.stolen", name=self.name(seat), target=self.name(target))
            case Swapped(seat, own, target, other):
                mine, theirs = event_name(board.card_set, own), event_name(board.card_set, other)
                names = {"name": self.name(seat), "target": self.name(target)}
                return Reason.of("haruhi.log.swapped", own=mine, other=theirs, **names)
            case Given(seat, target, event):
                return self._moved("given", board, event, name=self.name(seat), target=self.name(target))
            case _:
                return None

    def _accusation(
        self,
        board: Board,
        notice: Accused | HandDiscarded | EventsHandedOut | EventClaimed | NothingClaimed,
    ) -> Reason | None:
        """Return what was said of whom, and what came of it."""
        match notice:
            case Accused(seat, target, person, right):
                return Reason.of(
                    "haruhi.log.accused_right" if right else "haruhi.log.accused_wrong",
                    name=self.name(seat),
                    target=self.name(target),
                    person=person_name(board.card_set, person),
                )
            case HandDiscarded(seat, count):
                return Reason.of("haruhi.log.thrown", name=self.name(seat), count=count) if count else None
            case EventsHandedOut(seat, accused, moves):
                names = {"name": self.name(seat), "target": self.name(accused)}
                parts = [Reason.of("haruhi.log.handed_out", **names)]
                for receiver in dict.fromkeys([to for _, to in moves]):
                    events = [self._moved("event", board, event) for event, to in moves if to == receiver]
                    what = listed(events)
                    assert what is not None  # nobody is named who is given nothing
                    parts.append(Reason.of("haruhi.log.handed", events=what, target=self.name(receiver)))
                return listed(parts)
            case EventClaimed(seat, accuser, event):
                return self._moved("claimed", board, event, name=self.name(seat), target=self.name(accuser))
            case NothingClaimed(seat):
                return Reason.of("haruhi.log.nothing_claimed", name=self.name(seat))

    @staticmethod
    def _moved(key: str, board: Board, event: EventCard, **names: Name) -> Reason:
        return Reason.of(f"haruhi.log.{key}", event=event_name(board.card_set, event), **names)


def _has_no_cards(notice: Notice) -> bool:
    """Whether somebody passed because the hand is empty."""
    return isinstance(notice, Passed) and notice.why is Passing.EMPTY


def places(beat: Beat[View | Shown, Notice]) -> tuple[str, ...]:
    """Return the panels of the seats that the log's line about a beat speaks of."""
    seats: dict[str, None] = {}
    for notice in beat.notices:
        match notice:
            case Laid(seat, to) | SosLaid(seat, to):
                seats |= {f"S{seat}": None, f"S{to}": None}
            case Accused(seat, target) | Swapped(seat, _, target) | Given(seat, target):
                seats |= {f"S{seat}": None, f"S{target}": None}
            case Peeked(seat, target) | WasPeeked(seat, target) | Stolen(seat, target) | WasStolen(seat, target):
                seats |= {f"S{seat}": None, f"S{target}": None}
            case EventClaimed(seat, accuser) | NothingClaimed(seat, accuser):
                seats |= {f"S{seat}": None, f"S{accuser}": None}
            case EventsHandedOut(seat, accused, moves):
                seats |= {f"S{one}": None for one in (seat, accused, *(to for _, to in moves))}
            case Passed(seat) | EventTaken(seat) | EffectForgone(seat) | EffectBegan(seat) | HandDiscarded(seat):
                seats |= {f"S{seat}": None}
            case _:
                pass
    return tuple(seats)
