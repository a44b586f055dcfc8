"""What the beats of Kan'u Collection sound like: by what everybody at the table notices, and in no other way."""

from __future__ import annotations

from game.core import Beat
from game.kanu.public import (
    Ambushed,
    Answered,
    Captured,
    CardClosed,
    CardOpened,
    DuelFought,
    FieldLaid,
    Notice,
    PairTaken,
    Reinforced,
    SawDraw,
    Sortied,
    Spied,
    StartRolled,
    View,
    WasDealt,
    WasSpied,
)
from scenes.kanu.shown import Shown
from scenes.sound.sound import Cue, joined


def cues(beat: Beat[View | Shown, Notice]) -> tuple[Cue, ...]:
    """Return the cues of a beat, or of a part of it, in order."""
    if beat.undone:
        return (Cue("slide"),)
    if isinstance(beat.view, Shown) and beat.view.gathered:
        return (Cue("shuffle"),)
    return joined([cue for notice in beat.notices for cue in _cues(notice)], "flip")


def _cues(notice: Notice) -> tuple[Cue, ...]:
    match notice:
        case StartRolled() | DuelFought():
            return (Cue("die"),)
        case CardOpened() | Sortied() | CardClosed():
            return (Cue("flip"),)
        case Reinforced() | Ambushed():
            return (Cue("land"),)
        case Answered(_, answers):
            return (Cue("land", sum(answers)),)
        case Captured():
            return (Cue("capture", 2),)
        case PairTaken():
            return (Cue("slide", 2),)
        case Spied(_, _, cards):
            return (Cue("slide", len(cards)),)
        case WasSpied(_, _, count):
            return (Cue("slide", count),)
        case WasDealt(_, hands, field, _):
            return (Cue("deal", sum(hands)), Cue("deal", field))
        case SawDraw(_, cards):
            return (Cue("deal", len(cards)),)
        case FieldLaid(_, laid, _):
            return (Cue("deal", laid),)
        case _:
            return ()
