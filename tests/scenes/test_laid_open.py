"""A finished game of Kan'u Collection with all cards open: every picture of it, between two actions as well."""

from __future__ import annotations

import dataclasses
from collections import Counter
from functools import cache
from pathlib import Path

import pygame
import pytest

from game.core import Seat, Up
from game.kanu.card_set import Card
from game.kanu.public import OpenTable, SawDraw, Spied, WasDealt, WasSpied
from scenes import host
from scenes.desk import BACK
from scenes.drawing.painter import Painter
from scenes.drawing.theme import Metrics
from scenes.host import AnyCourse, Match
from scenes.kanu.laid_open import LookingDesk, Open, all_open, open_beat
from scenes.kanu.shown import in_order
from scenes.store import Store
from scenes.table.open_hands import between
from tests.scenes.past import Over, play_kanu, seated

DEALS = ("3", "17", "88")


@cache
def course(deal: str, folder: str) -> AnyCourse:
    """Return a game that was played to its end."""
    store = Store(Path(folder))
    match = play_kanu(store, seated(4), deal, rounds=3, luck=1)
    record = store.record_of(match.name)
    store.close()
    assert record is not None
    return host.look_back(record)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Give a folder in which the games are kept."""
    return str(tmp_path_factory.mktemp("games"))


class Eyes(Over):
    """A chair that sees one picture."""

    def __init__(self, picture: Open) -> None:
        super().__init__(((0, 0, 0, 0), (1, 0, 0, 0)))
        self.seat = picture.seat
        self._picture = picture

    def view(self) -> Open:  # type: ignore[override]
        """Return the picture."""
        return self._picture


def desk(picture: Open) -> LookingDesk:
    """Return the desk of somebody who looks back."""
    return LookingDesk(Match("kanu", "88", {}, Eyes(picture), "k", seated(4)))


@pytest.mark.parametrize("deal", DEALS)
def test_a_picture_holds_what_lay_there(deal: str, folder: str) -> None:
    """The hand in front as its owner knew it, those of the others, and every cell; nothing can be done in it."""
    played = course(deal, folder)
    for at in range(len(played) + 1):
        table = played.all_open(at)
        assert isinstance(table, OpenTable)
        for seat in range(4):
            picture = all_open(played, at, Seat(seat))
            assert picture.hand == in_order([Up(card) for card in table.hands[seat]])
            assert (picture.hands, picture.below) == (table.hands, table.field)
            assert picture.legal == ()


def test_a_notice_is_that_of_whoever_learnt_most(folder: str) -> None:
    """Cards that were drawn or looked at are named, whoever did it; the deal is told to the hand in front."""
    drawn = looked = 0
    for deal in DEALS:
        played = course(deal, folder)
        for at in range(len(played) + 1):
            notices = open_beat(played, at, Seat(2)).notices
            assert len(notices) == len(played.beat(at, Seat(2)).notices)
            for notice in notices:
                assert not isinstance(notice, WasSpied)
                looked += isinstance(notice, Spied) and notice.seat != 2
                if isinstance(notice, SawDraw):
                    assert all(isinstance(card, Up) for card in notice.cards)
                    drawn += notice.seat != 2
                if isinstance(notice, WasDealt):
                    assert notice.hand == played.view(0, Seat(2)).hand
    assert drawn
    assert looked


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("seat", [0, 2])
def test_between_two_pictures_every_hand_is_known(deal: str, seat: int, folder: str) -> None:
    """In each part of an action all hands are as large as they must be, made of cards that were or will be there."""
    played = course(deal, folder)
    before = all_open(played, 0, Seat(seat))
    looking = desk(before)
    metrics = Metrics((1280, 720))
    parts = 0
    for at in range(1, len(played) + 1):
        beat = open_beat(played, at, Seat(seat))
        frames = looking.unfold(before, beat)
        assert frames[-1].beat.view == beat.view
        assert [notice for frame in frames for notice in frame.beat.notices] == list(beat.notices)
        for frame in frames:
            picture = frame.beat.view
            assert isinstance(picture, Open)
            parts += 1
            for other, hand in enumerate(picture.hands):
                assert len(hand) == picture.board.hands[other]
                assert not Counter(hand) - (Counter(before.hands[other]) | Counter(beat.view.hands[other]))
            layout = looking.layout(picture, metrics)
            closed = [pose.face for key, pose in layout.cards.items() if key[0] in "FB" and pose.face == BACK]
            assert closed == []
        undone = looking.unfold(beat.view, open_beat(played, at, Seat(seat), back=True))
        assert [frame.beat.view for frame in undone] == [before]
        before = beat.view
    assert parts > len(played)


def test_a_hand_loses_before_it_gains() -> None:
    """Cards that go are gone first, then others come, each in its order."""
    one, two, three, four = (Card(1, number) for number in range(1, 5))

    assert between((one, two, three), (one, three), 2) == (one, three)
    assert between((one, two, three), (one, three), 3) == (one, two, three)
    assert between((one, two, two), (one, four, three), 1) == (one,)
    assert between((one, two, two), (one, four, three), 3) == (one, two, two)
    assert between((one,), (one, three, four), 2) == (one, four)
    assert between((), (three, four), 2) == (three, four)


def test_a_closed_card_is_dimmed(screen: pygame.Surface, folder: str) -> None:
    """Its face can be read, and told from one that lies open; the same picture is the same surface."""
    assert screen.get_size()
    painter, looking = Painter(), desk(all_open(course("88", folder), 0, Seat(0)))
    bright, dim = looking.face(painter, "11", 80), looking.face(painter, "11~", 80)

    assert dim is looking.face(painter, "11~", 80)
    assert dim.get_size() == bright.get_size()
    assert sum(dim.get_at((40, 60))[:3]) < 0.7 * sum(bright.get_at((40, 60))[:3])
    assert dim.get_at((40, 60)).a == bright.get_at((40, 60)).a
    assert {"11", "11~", BACK} <= set(looking.faces)
    assert f"{BACK}~" not in looking.faces


def test_the_log_names_closed_cards_only_where_all_is_open(folder: str) -> None:
    """With the eyes of a seat the log says no more than it said then."""
    played = course("88", folder)
    at = next(at for at in range(1, len(played)) if played.turn(at) != played.turn(at - 1))
    picture = all_open(played, at, Seat(0))
    match = Match("kanu", "88", {}, Eyes(picture), "k", seated(4))
    seen = Over(((0, 0, 0, 0), (1, 0, 0, 0)))
    as_seat = LookingDesk(dataclasses.replace(match, chair=seen))
    lines = [
        (LookingDesk(match).log_line(open_beat(played, at, Seat(0))), as_seat.log_line(played.beat(at, Seat(0))))
        for at in range(len(played) + 1)
    ]

    assert any(told != then for told, then in lines)


def test_every_face_says_what_it_is(folder: str) -> None:
    """A card that lies face down says the same as the open one: everything is open to whoever looks back."""
    picture = all_open(course(DEALS[0], folder), 9, Seat(0))
    looking = desk(picture)

    assert any(face.endswith("~") for face in looking.faces)
    for face in looking.faces:
        assert looking.reading(face) == looking.reading(face.removesuffix("~"))
