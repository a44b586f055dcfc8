"""The strip that tells of a lost game: only what is proved, once, with its reason, and nobody has to wait for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pygame
import pytest

from game.core import Reason
from game.deck_defence.public import decode
from scenes.inputs import Key, Motion
from scenes.preferences import Preferences
from scenes.scene import Push
from scenes.table.lost import OPEN, SIGN, Lost, strip
from scenes.words import LANGUAGES, Words
from tests.scenes.hands import FRAME, NOWHERE
from tests.scenes.sitting import DESK, Sitting

pytestmark = pytest.mark.usefixtures("screen")
PATIENCE = 30.0
JAMMED = (
    "7",
    "M2>H3 M1>H2 M2>H1 M1>H1 M3>H3 M3>H1 M3>H2 M3>H2 M3>O3 M2>O2 M1>O1 M1>H3 H2? M1>H2=R2",
)
"""A deal and a line after which nothing leads out any more, though there is still something to do."""
WASTED = ("9", "M2>H2 M2>H3 M2>O2 M2>H1 M2>H2 M2>H2 M2>H3 M2>H3 M2>H1 M2>H1 H3? M1>O1=R2 H2?")
"""One after which a suit has too few ranks."""


def let_think(sitting: Sitting, until: Callable[[], bool]) -> None:
    """Let frames pass until something holds."""
    end = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < end, "nothing was thought of"
        sitting.scene.update(FRAME)
        time.sleep(0.001)


def lost(game: tuple[str, str] = JAMMED, **wishes: Any) -> Sitting:
    """Return a table that tells of a lost game."""
    sitting = Sitting(*game, told=True, **wishes)
    let_think(sitting, lambda: sitting.scene._advice.lost.reason is not None)
    return sitting


def reason(sitting: Sitting) -> str | None:
    """Return the key of the reason that the table tells."""
    found = sitting.scene._advice.lost.reason
    return None if found is None else found.key


def quiet(sitting: Sitting) -> bool:
    """Whether the position has been looked at, and nothing is thought any more."""
    return sitting.scene._advice.lost._asked and not sitting.scene._advice.lost.thinking


def focus(sitting: Sitting) -> str | None:
    """Return where the frame of the keys is now."""
    return sitting.scene._choosing.focus


def ended(sitting: Sitting) -> bool:
    """Whether the game has ended by now."""
    return sitting.over


def buttons(sitting: Sitting) -> tuple[str, ...]:
    """Return the buttons at which the keys stop: those of the strip, or after the end the one of the result."""
    return sitting.scene._panels.stops


@pytest.mark.parametrize(
    ("game", "cause"), [(JAMMED, "deck-defence.proof.no_path"), (WASTED, "deck-defence.proof.suit")]
)
def test_a_lost_game_is_told_with_its_reason(game: tuple[str, str], cause: str) -> None:
    """The strip says why, and offers to play on or to give up; the table goes on as before."""
    sitting = lost(game)
    assert reason(sitting) == cause
    assert buttons(sitting) == OPEN
    for language in LANGUAGES:
        assert Words(language).say(Reason.of(cause, suit=Reason.of("deck-defence.suit.fire")))
    before = sitting.played()
    sitting.by_click(sitting.view.legal[0])
    assert len(sitting.played()) == len(before) + 1


def test_it_comes_after_the_losing_action_and_not_before() -> None:
    """Up to the last action nothing is claimed, after it the strip opens by itself."""
    deal, line = JAMMED
    *before, last = line.split()
    sitting = Sitting(deal, " ".join(before), told=True)
    let_think(sitting, lambda: quiet(sitting))
    assert buttons(sitting) == ()
    sitting.by_click(decode(last))
    let_think(sitting, lambda: buttons(sitting) == OPEN)


def test_nothing_is_thought_before_the_first_action() -> None:
    """A fresh deal is no lost game by what anybody can know."""
    sitting = Sitting(told=True)
    for _ in range(20):
        sitting.scene.update(FRAME)
    assert not sitting.scene._advice.lost._asked
    assert not sitting.scene.update(FRAME)


def test_playing_on_leaves_a_sign_that_opens_it_again() -> None:
    """Put away by click, the strip is a small sign from then on, in the next positions too."""
    sitting = lost(WASTED)
    sitting.button("play_on")
    assert buttons(sitting) == SIGN
    sitting.by_click(sitting.view.legal[0])
    let_think(sitting, lambda: not sitting.scene._advice.lost.thinking)
    assert buttons(sitting) == SIGN
    sitting.button("lost")
    assert buttons(sitting) == OPEN


def test_the_action_taken_back_takes_the_proof_back() -> None:
    """After undo nothing is claimed; done again it is lost again, and tells so by the sign alone."""
    sitting = lost()
    sitting.keys("ctrl+z")
    assert reason(sitting) is None
    assert buttons(sitting) == ()
    let_think(sitting, lambda: quiet(sitting))
    assert buttons(sitting) == ()
    sitting.keys("ctrl+y")
    let_think(sitting, lambda: reason(sitting) is not None)
    assert buttons(sitting) == SIGN


def test_taking_back_later_actions_leaves_the_proof() -> None:
    """A game that was lost five actions ago is still lost four actions ago."""
    sitting = lost(WASTED)
    for _ in range(2):
        sitting.by_click(sitting.view.legal[0])
    for _ in range(2):
        sitting.keys("ctrl+z")
        assert reason(sitting) is not None
    sitting.keys("ctrl+z")
    assert reason(sitting) is None


def test_giving_up_by_click_ends_the_game() -> None:
    """The result follows by itself; taken back, the sign stands there again."""
    sitting = lost()
    sitting.button("concede")
    assert ended(sitting)
    assert buttons(sitting) == ("result",)
    command = None
    for _ in range(200):
        sitting.scene.update(FRAME)
        command = command or sitting.scene.follow_up(FRAME)
    assert isinstance(command, Push)
    assert command.scene.title() == "result"
    sitting.keys("ctrl+z")
    assert not ended(sitting)
    assert buttons(sitting) == SIGN


def test_the_keys_reach_the_strip_after_the_cards() -> None:
    """Tab goes on from the last card to the strip; a hasty Enter there plays on, the next stop gives up."""
    sitting = lost()
    for _ in range(40):
        sitting.keys("tab")
        if focus(sitting) in OPEN:
            break
    assert focus(sitting) == "play_on"
    sitting.scene.paint()
    sitting.keys("enter")
    assert buttons(sitting) == SIGN
    assert focus(sitting) is None
    sitting.keys("shift+tab")
    assert focus(sitting) == "lost"
    sitting.keys("enter", "shift+tab")
    assert focus(sitting) == "concede"
    sitting.keys("enter")
    assert ended(sitting)


def test_escape_puts_it_away_before_it_opens_the_menu() -> None:
    """What was told last goes first."""
    sitting = lost()
    sitting.keys("escape")
    assert buttons(sitting) == SIGN
    assert not any(isinstance(command, Push) for command in sitting.commands)
    sitting.keys("escape")
    assert isinstance(sitting.commands[-1], Push)


def test_a_focus_on_a_strip_that_is_gone_is_no_focus() -> None:
    """Enter after the strip was withdrawn does what Enter does without a focus."""
    sitting = lost()
    sitting.keys("shift+tab")
    assert focus(sitting) == "concede"
    sitting.keys("ctrl+z")
    sitting.keys("enter")
    assert not ended(sitting)
    assert focus(sitting) in sitting.layout.spots


def test_the_next_action_cancels_the_thought() -> None:
    """A proof is for one position: what is thought of it when the next action comes is never told."""
    deal, line = JAMMED
    sitting = Sitting(deal, " ".join(line.split()[:4]), told=True)
    sitting.scene.update(FRAME)
    first = sitting.scene._advice.lost._thinker._run
    sitting.by_click(decode(line.split()[4]))
    assert sitting.scene._advice.lost._thinker._run is not first
    assert first is not None
    assert first._cancelled


def test_a_table_that_is_left_thinks_no_further() -> None:
    """Neither of a proof nor of a hint: both threads are told to stop."""
    deal, line = JAMMED
    sitting = Sitting(deal, " ".join(line.split()[:4]), told=True)
    advice = sitting.scene._advice
    sitting.scene.update(FRAME)
    sitting.keys("h")
    runs = advice.hints._thinker._run, advice.lost._thinker._run
    assert not any(run is None or run._cancelled for run in runs)
    sitting.scene.leave()
    assert all(run is not None and run._cancelled for run in runs)
    assert not advice.hints.thinking
    assert not advice.lost.thinking


def test_it_can_be_switched_off() -> None:
    """Off in the settings nothing is thought; switched off while it is told, it goes."""
    off = Sitting(*JAMMED)
    for _ in range(20):
        off.scene.update(FRAME)
    assert not off.scene._advice.lost._asked
    sitting = lost()
    sitting.kit.preferences = Preferences(speed="off", tell_lost=False)
    sitting.scene.update(FRAME)
    assert buttons(sitting) == ()


def test_without_memory_it_tells_only_what_lies_open() -> None:
    """Who wants hints to forget gets proofs that forget: they come from the view alone."""
    sitting = lost(WASTED, preferences=Preferences(speed="off", hints_remember=False))
    assert reason(sitting) == "deck-defence.proof.suit"


def test_looking_for_a_proof_freezes_no_frame() -> None:
    """While it is looked for the table is painted and takes inputs; nothing waits."""
    sitting = Sitting(*WASTED, told=True)
    sitting.scene.update(FRAME)
    assert sitting.scene._advice.lost._thinker._run is not None
    assert isinstance(sitting.scene.paint()[0][0], pygame.Surface)
    before = sitting.played()
    sitting.by_click(sitting.view.legal[0])
    assert len(sitting.played()) == len(before) + 1


SIZES = [((1280, 720), 100), ((1920, 1080), 100), ((800, 600), 100), ((1280, 720), 200), ((800, 600), 200)]


def looks() -> Iterator[tuple[Sitting, Lost]]:
    """Yield tables in all sizes and languages, and what the strip tells on them."""
    causes = ("suit", "packing", "no_path")
    for (size, scale), language, cause, open_ in product(SIZES, LANGUAGES, causes, (True, False)):
        sitting = Sitting(size=size, scale=scale, language=language)
        told = Lost(DESK)
        told.reason = Reason.of(f"deck-defence.proof.{cause}", suit=Reason.of("deck-defence.suit.forest"))
        told.open = open_
        yield sitting, told


def test_the_strip_lies_within_the_log_and_its_words_within_the_strip() -> None:
    """In every size, in both languages, for every reason; no text is cut and no button lies on another."""
    for sitting, told in looks():
        area = DESK.log_area(sitting.kit.metrics)
        made = strip(sitting.kit, area, told)
        assert made is not None
        assert area.y <= made.rect.y
        assert made.rect.bottom <= area.bottom
        places = [button.rect for button in made.buttons.values()]
        assert all(made.rect.contains(place) for place in places)
        assert all(place.collidelist(places[:index]) < 0 for index, place in enumerate(places))
        texts = [surface.get_rect(topleft=pos) for surface, pos in made.paints]
        assert all(made.rect.contains(text) for text in texts)
        assert all(text.collidelist(places) < 0 for text in texts[1:])
        assert tuple(made.buttons) == (OPEN if told.open else SIGN)


# The log and the places it speaks of


def test_a_line_of_the_log_marks_the_places_it_speaks_of() -> None:
    """Under the pointer the last line lights the spaces between which its cards went, and lets go of them."""
    sitting = Sitting("1204", "M1>H1")
    rect, index = sitting.scene._panels.log._rows[-1]
    assert index == 1
    sitting.give(Motion(rect.center))
    spots, plates = sitting.scene._panels.spoken_of()
    assert set(spots) == {"M1", "H1", "deck"}
    assert len(plates) == 1
    lit = len(sitting.scene.paint())
    sitting.give(Motion(NOWHERE))
    assert sitting.scene._panels.spoken_of() == ((), [])
    assert len(sitting.scene.paint()) == lit - 1 - len(spots)


def test_every_line_speaks_of_spots_that_are_there() -> None:
    """Whatever was played, its places are on the table; taking back takes them from the log too."""
    for game in (JAMMED, WASTED):
        sitting = Sitting(*game)
        lines = list(sitting.scene._panels.log.lines)
        assert all(set(line.places) <= set(sitting.layout.spots) for line in lines)
        assert all(line.places for line in lines[1:])
        sitting.keys("ctrl+z")
        assert sitting.scene._panels.log.lines == lines[:-1]


def test_the_table_is_at_rest_once_it_has_told() -> None:
    """The strip stands; nothing moves and nothing is thought."""
    sitting = lost()
    assert not sitting.scene.update(FRAME)
    first, second = sitting.scene.paint(), sitting.scene.paint()
    assert [(id(surface), pos) for surface, pos in first] == [(id(surface), pos) for surface, pos in second]
    sitting.scene.handle(Key("shift"))
    assert buttons(sitting) == OPEN
