"""What the beats of Deck Defence sound like."""

from __future__ import annotations

from game.core import Beat
from game.deck_defence.public import (
    Drawn,
    Ended,
    Explored,
    Looked,
    Mustered,
    Notice,
    PutBack,
    Refilled,
    Repelled,
    Shuffled,
    View,
    WasHeldOff,
)
from scenes.sound.sound import Cue, joined


def cues(beat: Beat[View, Notice]) -> tuple[Cue, ...]:
    """Return the cues of a beat, in the order of `moves`: what is drawn or refilled comes last."""
    if beat.undone:
        return (Cue("slide"),)
    first: list[Cue] = []
    drawn: list[Cue] = []
    for notice in beat.notices:
        match notice:
            case Shuffled(cards):
                first.append(Cue("shuffle", cards))
            case Drawn():
                drawn.append(Cue("flip"))
            case Refilled():
                drawn.append(Cue("slide"))
            case Mustered():
                first.append(Cue("muster"))
            case WasHeldOff():
                first.append(Cue("hold"))
            case Explored():
                first.append(Cue("slide"))
            case Looked(cards):
                first.append(Cue("flip", len(cards)))
            case PutBack(cards):
                first.append(Cue("slide", len(cards)))
            case Repelled(hands=hands):
                first += [Cue("repel", len(hands)), Cue("slide")]
            case Ended():
                pass
    return joined((*first, *drawn), "flip", "slide")
