"""Nothing drawn or said at the table of Kan'u Collection follows from what may not be known by those who see it.

Everything hidden is permuted; the pictures, pixel by pixel, and all words must stay the same. A planted leak is caught.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pygame
import pytest

from game.core import Beat, Seat, Up
from game.kanu.card_set import Card
from game.kanu.public import Action, Ambushed, Answered, Captured, Notice, Phase, Reinforce, SawDraw, View
from scenes.desk import NOTHING, Offer, Selection
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Metrics
from scenes.inputs import Key
from scenes.kanu.desk import KanuDesk
from scenes.kanu.frames import unfold
from scenes.kanu.layout import layout
from scenes.kanu.moves import moves
from scenes.kanu.shown import Shown, covered, shown
from scenes.scene import Kit
from scenes.seating import Way
from tests.scenes.kanu_sitting import Round, courses, games, hidden
from tests.scenes.sitting import pixels

pytestmark = pytest.mark.usefixtures("screen")
METRICS = Metrics((1280, 720))
Said = list[object]


def tables(seats: int, way: Way, wanted: type[Action] | None = None) -> list[Round]:
    """Return tables in different phases of a random game, or where an action of a kind is possible."""
    deal, actions = games(5, 1, seats)[0]
    found: dict[Phase, int] = {}
    sitting = Round(seats, deal, way)
    chosen: list[int] = []
    for at, text in enumerate(actions):
        turn = sitting.table.turn
        assert turn is not None
        view = sitting.table.view(turn)
        phase = view.board.phase
        possible = wanted is None or any(isinstance(action, wanted) for action in view.legal)
        if found.get(phase, 0) < 2 and at > 6 and possible:
            found[phase] = found.get(phase, 0) + 1
            chosen.append(at)
        sitting.act(sitting.table.game.decode(text))
    return [Round(seats, deal, way, " ".join(actions[:at])) for at in chosen]


def mixed(sitting: Round, seat: Seat, rng: random.Random, *, own: bool) -> None:
    """Permute on a table what this seat may not know, or with `own` what nobody may who looks over its shoulder."""
    table = sitting.table
    state = hidden(table._state, seat, rng, own=own)
    table._steps[table._at] = replace(table._steps[table._at], state=state)
    table._journal[-1] = replace(table._journal[-1], state=state)  # the board shows the view of the last beat


def seen(sitting: Round, seat: Seat) -> tuple[bytes, Said]:
    """Let a seat sit down and return what is then seen, and everything that is said about every spot."""
    sitting.sit(seat)
    sitting.scene.take_beats()
    sitting.scene._showing.land()
    return pixels(sitting.scene.paint(), sitting.kit.metrics.size), said(sitting)


def said(sitting: Round) -> Said:
    """Return what can be chosen and every word that is said while choosing, over three steps."""
    desk, view = sitting.desk, sitting.picture
    heard: Said = [desk.standing(view), desk.help_section(view, NOTHING)]
    waiting: list[tuple[Selection, int]] = [(NOTHING, 0)]
    while waiting:
        selection, deep = waiting.pop()
        offer: Offer = desk.offer(view, selection)
        heard += [
            selection,
            desk.prompt(view, selection),
            [desk.digit(view, selection, number) for number in range(10)],
        ]
        for spot in sitting.layout.spots:
            result = offer.targets.get(spot)
            heard += [spot, result, desk.why_not(view, selection, spot), dict(desk.drag(view, selection, spot))]
            heard.append(desk.eager(view, spot))
            if isinstance(result, Selection) and deep < 2:
                waiting.append((result, deep + 1))
            elif result is not None and not isinstance(result, Selection):
                heard.append(desk.caption(view, result))
    return heard


@pytest.mark.parametrize("seats", [3, 4])
def test_the_table_shows_nothing_of_other_hands_field_and_deck(seats: int) -> None:
    """With the others' hands, the deck and the face-down field permuted, pixels and words stay the same."""
    rng = random.Random(1)
    for sitting in tables(seats, "pass"):
        assert sitting.table.turn is not None
        for seat in (sitting.table.turn, Seat((sitting.table.turn + 1) % seats)):
            before = seen(sitting, seat)
            mixed(sitting, seat, rng, own=False)
            assert seen(sitting, seat) == before


@pytest.mark.parametrize("seats", [3, 4])
def test_a_covered_table_shows_nothing_of_any_hand(seats: int) -> None:
    """Around one table the player's own hand may be permuted as well: a glow, a prompt or a button would tell of it."""
    rng = random.Random(2)
    for sitting in tables(seats, "table"):
        assert sitting.table.turn is not None
        seat = sitting.table.turn
        before = seen(sitting, seat)
        mixed(sitting, seat, rng, own=True)
        assert seen(sitting, seat) == before


def test_pictures_after_choices_show_nothing_of_a_covered_hand() -> None:
    """The same holds while something is chosen or refused."""
    rng = random.Random(3)
    for sitting in tables(4, "table"):
        assert sitting.table.turn is not None
        pictures = []
        for _ in range(2):
            sitting.sit(sitting.table.turn)
            sitting.scene.take_beats()
            sitting.scene._showing.land()
            shots = []
            for key in "12345":
                if key == "4" or not sitting.picture.legal:
                    sitting.give(Key("h"))
                if sitting.picture.board.phase is Phase.ACT:
                    sitting.keys(key)
                shots.append(pixels(sitting.scene.paint(), sitting.kit.metrics.size))
                if sitting.selection != NOTHING:
                    sitting.keys("escape")
            pictures.append(shots)
            mixed(sitting, sitting.table.turn, rng, own=True)
        assert pictures[0] == pictures[1]


def named(notices: tuple[Notice, ...]) -> set[Card]:
    """Return the cards that these notices show to everybody."""
    found: set[Card] = set()
    for notice in notices:
        if isinstance(notice, Captured | Ambushed):
            found.add(notice.card)
    return found


def renamed(view: View, names: dict[Card, Card], order: list[int]) -> View:
    """Return a view whose hand holds other cards in another order; the cards drawn later come behind as they were."""
    hand = [names.get(card, card) for card in view.hand]
    return replace(view, hand=tuple(hand[place] for place in order if place < len(hand)))


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_frames_of_a_covered_hand_tell_nothing_of_it(seats: int) -> None:
    """What is shown of a beat while the hand lies face down is the same whatever else the hand held, in any order."""
    rng = random.Random(4)
    for views, _, told in courses(seats):
        for before, beat in zip(views, told, strict=True):
            safe = named(beat.notices)
            others = [card for card in before.board.card_set.kinds if card not in safe]
            names = dict(zip(others, rng.sample(others, len(others)), strict=True))
            order = rng.sample(range(len(before.hand)), len(before.hand))
            kept = [*order, *range(len(before.hand), 40)]
            one = pictured(before, beat)
            notices = tuple(renamed_notice(notice, names) for notice in beat.notices)
            other = pictured(renamed(before, names, kept), Beat(renamed_after(beat.view, names), notices))
            assert one == other


def renamed_after(after: View, names: dict[Card, Card]) -> View:
    """Return the view after with other cards in hand; their order is no matter where the hand lies face down."""
    return replace(after, hand=tuple(names.get(card, card) for card in reversed(after.hand)))


def renamed_notice(notice: Notice, names: dict[Card, Card]) -> Notice:
    """Return a notice in which the player's own draws are other cards."""
    if isinstance(notice, SawDraw):
        cards = tuple(Up(names.get(one.card, one.card)) if isinstance(one, Up) else one for one in notice.cards)
        return SawDraw(notice.seat, cards)
    return notice


def pictured(before: View, beat: Beat[View, Notice]) -> list[object]:
    """Return the covered frames of a beat with their places and ways."""
    found: list[object] = []
    earlier: Beat[Any, Notice] = covered(Beat(before, ()))
    for frame in unfold(before, beat):
        later = covered(frame.beat)
        lying = layout(later.view, METRICS, 0)
        found += [later.view, frame.stays, later.notices, lying.cards]
        found.append(moves(earlier.view, later.view, later, lying))
        earlier = later
    return found


@pytest.mark.parametrize("seats", [3, 4])
def test_a_seat_sees_no_private_notices_of_others(seats: int) -> None:
    """Two seats without a part in it see the same frames of a beat, but for their own hands."""
    for views, turn, told in courses(seats):
        touched: set[int] = {turn}
        for notice in told[turn].notices:
            match notice:
                case Answered(seat, answers) if any(answers):
                    touched.add(seat)
                case _:
                    touched |= {seat for seat in (getattr(notice, "target", None),) if isinstance(seat, int)}
        idle = [Seat(seat) for seat in range(seats) if seat not in touched]
        if len(idle) < 2:
            continue
        one, other = idle[:2]
        frames = [[board_of(frame.beat.view) for frame in unfold(views[seat], told[seat])] for seat in (one, other)]
        assert frames[0] == frames[1]


def board_of(view: View | Shown) -> tuple[object, ...]:
    """Return what a picture shows but for whose it is."""
    picture = shown(view)
    return picture.board, picture.laid, picture.signs, picture.gathered, picture.news


# The tests above bite


class Leaking(KanuDesk):
    """A desk with a leak: a line of the hand's panel is longer when the hand can reinforce."""

    def furniture(self, view: View | Shown, kit: Kit, layout_: object) -> list[Paint]:
        """Draw what tells of the real hand."""
        paints = super().furniture(view, kit, layout_)  # type: ignore[arg-type]
        secret = LEAK[0]() if LEAK else 0
        line = pygame.Surface((8 + 2 * secret, 2))
        line.fill((255, 255, 255))
        return [*paints, (line, (30, 700))]


def _total(sitting: Round, seat: Seat) -> int:
    return sum(card.number for card in sitting.table.view(seat).hand)


LEAK: list[Callable[[], int]] = []


class Glowing(KanuDesk):
    """A desk with a leak: what a covered hand can do is offered."""

    def covered(self, beat: Beat[View | Shown, Notice]) -> Beat[Shown, Notice]:
        """Keep what is possible as the hand makes it."""
        whole = super().covered(beat)
        return replace(whole, view=replace(whole.view, legal=shown(beat.view).legal))


def test_a_planted_leak_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line drawn by the real hand, two pixels longer or shorter, changes the picture."""
    monkeypatch.setattr("tests.scenes.people.desk_for", Leaking)
    rng, differ = random.Random(5), 0
    for sitting in tables(4, "table"):
        assert sitting.table.turn is not None
        seat = sitting.table.turn
        LEAK[:] = [partial(_total, sitting, seat)]
        before, _ = seen(sitting, seat)
        mixed(sitting, seat, rng, own=True)
        differ += seen(sitting, seat)[0] != before
    LEAK.clear()

    assert differ


def test_a_telling_offer_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Actions of a covered hand that are offered only where they are possible are found out."""
    monkeypatch.setattr("tests.scenes.people.desk_for", Glowing)
    rng, differ = random.Random(6), 0
    for sitting in tables(4, "table", Reinforce):
        assert sitting.table.turn is not None
        seat = sitting.table.turn
        before = seen(sitting, seat)
        mixed(sitting, seat, rng, own=True)
        differ += seen(sitting, seat) != before

    assert differ
