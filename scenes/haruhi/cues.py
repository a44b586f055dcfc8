"""What the beats of 涼宮ハルヒの贈殖 sound like: by what everybody at the table notices, and in no other way."""

from __future__ import annotations

from game.core import Beat
from game.haruhi.notices import (
    Accused,
    Cleared,
    DeckMade,
    EventClaimed,
    EventSetAside,
    EventsHandedOut,
    EventTaken,
    EventTurned,
    Given,
    HandDiscarded,
    Laid,
    Notice,
    Passed,
    Peeked,
    RolesTurned,
    RoleTurned,
    SawDraw,
    SosLaid,
    Stolen,
    Swapped,
    WasDealt,
    WasPeeked,
    WasStolen,
)
from game.haruhi.public import View
from scenes.haruhi.shown import Shown
from scenes.sound.sound import Cue, joined


def cues(beat: Beat[View | Shown, Notice]) -> tuple[Cue, ...]:
    """Return the cues of a beat, or of a part of it, in order."""
    if beat.undone:
        return (Cue("slide"),)
    return joined([cue for notice in beat.notices if (cue := _cue(notice)) is not None])


def _cue(notice: Notice) -> Cue | None:
    match notice:
        case Laid(cards=cards):
            return Cue("gift", len(cards))
        case SosLaid():
            return Cue("sos")
        case Passed():
            return Cue("knock")
        case EventTaken():
            return Cue("capture")
        case Accused(right=right):
            return Cue("right" if right else "wrong")
        case EventTurned() | RoleTurned() | Peeked() | WasPeeked():
            return Cue("flip")
        case RolesTurned(roles):
            return Cue("flip", len(roles))
        case _:
            return _moved(notice)


def _moved(notice: Notice) -> Cue | None:
    """Return what cards sound like that only go from one place to another."""
    match notice:
        case WasDealt(hands=hands):
            return Cue("deal", sum(hands))
        case SawDraw(_, drawn):
            return Cue("deal", len(drawn))
        case DeckMade(cards):
            return Cue("shuffle", cards)
        case Cleared(cards) | HandDiscarded(_, cards):
            return Cue("slide", cards)
        case EventsHandedOut(_, accused, moves):
            return Cue("slide", sum(to != accused for _, to in moves))
        case Swapped():
            return Cue("slide", 2)
        case EventSetAside() | EventClaimed() | Given() | Stolen() | WasStolen():
            return Cue("slide")
        case _:
            return None
