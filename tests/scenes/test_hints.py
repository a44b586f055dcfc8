"""Hints at the table: they come from the legal list, know no more than the player, and never get in the way."""

import time
from collections.abc import Callable

import pygame
import pytest

from game.core import Reason, Up
from game.deck_defence.advisor import Estimate
from game.deck_defence.deals import FULL_DECK
from game.deck_defence.knowledge import Memory
from game.deck_defence.public import REMAKE, WEB, View, decode
from game.rng import Random
from scenes.deck_defence import advice
from scenes.deck_defence.desk import DeckDefenceDesk
from scenes.drawing.theme import Size
from scenes.inputs import Key
from scenes.preferences import Preferences
from scenes.scene import Push
from scenes.words import Words
from tests.scenes.hands import FRAME
from tests.scenes.sitting import DESK, Sitting

pytestmark = pytest.mark.usefixtures("screen")
PATIENCE = 30.0
QUIET = Preferences(speed="off")


def let_think(sitting: Sitting, until: Callable[[], bool]) -> None:
    """Let frames pass until something holds; a hint takes a second at most."""
    end = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < end, "nothing was thought of"
        sitting.scene.update(FRAME)
        time.sleep(0.001)


def count_to(limit: int) -> Callable[[], bool]:
    """Return a `stop` that says yes after being asked so often, and not by the clock."""
    left = iter(range(limit))
    return lambda: next(left, None) is None


def test_a_hint_names_a_legal_action_and_is_counted_once() -> None:
    """H shows the best action on its spots with its numbers; asked again it shows the next, as the same hint."""
    sitting = Sitting(preferences=QUIET)
    sitting.scene.handle(Key("h"))
    let_think(sitting, lambda: sitting.scene._advice.hints.hint is not None)
    let_think(sitting, lambda: not sitting.scene._advice.hints.thinking)
    hint = sitting.scene._advice.hints.hint
    assert hint is not None
    assert hint.action in sitting.view.legal
    assert set(hint.spots) <= set(sitting.layout.spots)
    assert "%" in sitting.kit.words.say(hint.words)
    sitting.scene.handle(Key("h"))
    other = sitting.scene._advice.hints.hint
    assert other is not None
    assert other.action != hint.action
    assert sitting.match.chair.standing().hints == 1


def test_escape_hides_the_hint_before_it_opens_the_menu() -> None:
    """What was asked for last goes first."""
    sitting = Sitting(preferences=QUIET)
    sitting.scene.handle(Key("h"))
    let_think(sitting, lambda: sitting.scene._advice.hints.hint is not None)
    assert sitting.scene.handle(Key("escape")) is None
    assert sitting.scene._advice.hints.hint is None
    assert isinstance(sitting.scene.handle(Key("escape")), Push)


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_sign_covers_as_few_words_as_it_can(language: str, size: Size) -> None:
    """It goes aside or above rather than over a heading or a button; beside the hand, none has to be covered."""
    sitting = Sitting(preferences=QUIET, language=language, size=size)
    panels, typed = sitting.scene._panels, sitting.kit.painter.type
    words = [surface.get_rect(topleft=at) for surface, at in panels._still if typed.wrote(surface)]
    words += [button.rect for button in panels._buttons.values()]
    words = [one.inflate(2 * sitting.kit.metrics.px(6), sitting.kit.metrics.px(6)) for one in words]
    assert len(words) > 15

    def covered(spot: str, *, moving: bool) -> int:
        (plate, at), *_ = panels.sign("手札 " * 12, sitting.layout.spots[spot], moving=moving)
        sign = plate.get_rect(topleft=at)
        assert sign.left <= sitting.layout.spots[spot].right
        assert sign.right >= sitting.layout.spots[spot].left
        return sum(one.w * one.h for one in map(sign.clip, words))

    assert all(covered(spot, moving=False) <= covered(spot, moving=True) for spot in sitting.layout.spots)
    assert any(covered(spot, moving=True) for spot in sitting.layout.spots)
    assert [spot for spot in ("M1", "M2", "M3", "H1", "H2", "H3") if covered(spot, moving=False)] == []


def test_an_action_ends_the_hint() -> None:
    """A hint is for one position: after an action, its undo included, nothing of it is shown or thought any more."""
    sitting = Sitting(preferences=QUIET)
    sitting.scene.handle(Key("h"))
    sitting.scene.handle(Key("1"))
    sitting.scene.handle(Key("1"))
    assert sitting.match.chair.standing().actions == 1
    assert sitting.scene._advice.hints.hint is None
    assert not sitting.scene._advice.hints.thinking
    sitting.scene.handle(Key("h"))
    sitting.scene._choosing.undo()
    assert sitting.scene._advice.hints.hint is None


def test_the_line_of_the_chance_is_off_until_it_is_wanted() -> None:
    """Switched on in the settings, the chance stands beside the table; it shows no action and counts as no hint."""
    off, on = Sitting(preferences=QUIET), Sitting(preferences=Preferences(speed="off", chance_line=True))
    for _ in range(5):
        off.scene.update(FRAME)
    assert not off.scene._advice.hints.thinking
    let_think(on, lambda: on.scene._advice.hints.chance is not None)
    assert on.scene._advice.hints.hint is None
    assert on.match.chair.standing().hints == 0


def test_the_demo_plays_until_a_key() -> None:
    """The advisor plays on by itself, each action counted as a hint; any key takes the table back."""
    sitting = Sitting(preferences=QUIET)
    sitting.scene.demo()
    let_think(sitting, lambda: sitting.match.chair.standing().actions >= 2)
    sitting.scene.handle(Key("shift"))
    played = sitting.match.chair.standing()
    for _ in range(20):
        sitting.scene.update(FRAME)
    assert sitting.match.chair.standing() == played
    assert played.hints == played.actions


@pytest.mark.parametrize("rules", [WEB, REMAKE])
def test_hints_know_no_more_than_the_player(rules: str) -> None:
    """Two deals that agree in everything seen so far give the same hints, number by number."""
    seen, rest = FULL_DECK[::2][:6], list(FULL_DECK)
    for card in seen:
        rest.remove(card)
    first, chance = Random.seeded("one").shuffled(rest)
    second, _ = chance.shuffled(rest)
    answers = []
    for unseen in (first, second):
        sitting = Sitting(" ".join(map(str, (*seen, *unseen))), preferences=QUIET, options={"rules": rules})
        view = sitting.view
        assert isinstance(view, View)
        answers.append(list(DESK.advise(view, None, 7, count_to(400))))
    assert answers[0]
    assert answers[0] == answers[1]


def test_what_went_by_is_remembered_and_taken_back() -> None:
    """The memory for hints holds the covered discards too, and forgets what was undone."""
    sitting = Sitting(preferences=QUIET)
    for text in ("M1>H1", "H1?"):
        sitting.match.chair.submit(decode(text))
        sitting.scene.take_beats()
    card = sitting.view.discard[-1]
    assert isinstance(card, Up)
    remembered = [sitting.scene._advice.hints._memory]
    sitting.scene._choosing.undo()
    remembered.append(sitting.scene._advice.hints._memory)
    assert remembered == [Memory((card.card,)), Memory()]


def test_a_game_without_advice_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for a hint the table says why there is none; there is no button for it, and no demo that never moves."""
    why = Reason.of("deck-defence.why.nowhere")
    assert Sitting().scene.advised
    monkeypatch.setattr(DeckDefenceDesk, "no_advice", lambda _desk, _view: why)
    sitting = Sitting("3", preferences=QUIET)
    sitting.keys("h")
    assert sitting.why() == why.key
    assert sitting.match.chair.standing().hints == 0
    assert "hint" not in sitting.scene._panels._buttons
    sitting.scene.demo()
    sitting.rest()
    assert not sitting.scene.update(1.0)
    assert not sitting.scene.advised


def said(estimates: list[tuple[int, float, float, float]]) -> list[str]:
    """Return what hints say of estimates: samples, chance, score and value each, in the order given."""
    view = Sitting(preferences=QUIET).view
    found = tuple(
        Estimate(action, (action,), samples, win, 0.0, score, 0.0, value)
        for action, (samples, win, score, value) in zip(view.legal, estimates, strict=False)
    )
    hints = [advice._hint(view, found, place, DESK.caption) for place in range(len(found))]
    assert [hint.chance is None for hint in hints] == [not samples for samples, *_ in estimates]
    return [Words("en").say(hint.words) for hint in hints]


def test_a_hint_says_why_it_stands_behind_a_smaller_chance() -> None:
    """The order is that of worth and habit; where it is not that of the chance shown, the words tell why."""
    best, points, habit, brief, less, unseen = said(
        [
            (24, 0.6, 5.0, 1.6),
            (24, 0.7, 4.0, 1.5),
            (24, 0.8, 4.5, 1.4),
            (2, 1.0, 6.0, 2.2),
            (2, 0.5, 1.0, 0.7),
            (0,) * 4,
        ]
    )
    assert best.endswith("(60% to win, score 5.0)")
    assert points.startswith("2. ")
    assert points.endswith("(70% to win, score 4.0; behind for its lower score)")
    assert habit.endswith("(80% to win, score 4.5; behind, as such actions rarely keep what they promise)")
    assert brief.endswith("(100% to win, score 6.0; only looked at briefly)")
    assert less.endswith("(50% to win, score 1.0)")
    assert unseen.startswith("6. ")
    assert unseen.endswith("(not looked into)")


def test_before_anything_is_searched_no_chance_is_claimed() -> None:
    """The first answer is by habit alone, and says so."""
    assert all(words.endswith("(thinking …)") for words in said([(0, 0.0, 0.0, 0.0), (0, 0.0, 0.0, -0.1)]))


def test_the_only_action_promises_nothing() -> None:
    """Where nothing was searched no chance is claimed."""
    (only,) = said([(0, 0.0, 0.0, 0.0)])
    assert only.endswith("(nothing else is possible)")


def test_thinking_freezes_no_frame() -> None:
    """While a hint is thought out the scene is painted as always: nothing waits for the answer."""
    sitting = Sitting(preferences=QUIET)
    sitting.scene.handle(Key("h"))
    painted = 0
    while sitting.scene._advice.hints.thinking and painted < 10:
        sitting.scene.update(FRAME)
        assert isinstance(sitting.scene.paint()[0][0], pygame.Surface)
        painted += 1
    assert painted == 10
