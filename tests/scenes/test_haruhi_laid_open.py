"""A finished game of 涼宮ハルヒの贈殖 with all cards open: every picture of it, between two actions as well."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pygame
import pytest

from game.core import Seat, Up
from game.haruhi.notices import Peeked, SawDraw, Stolen, WasDealt, WasPeeked, WasStolen
from game.haruhi.public import OpenTable
from scenes import host
from scenes.drawing.painter import Painter
from scenes.drawing.theme import Metrics
from scenes.haruhi.laid_open import LookingDesk, Open, all_open, open_beat
from scenes.haruhi.layout import KNOWN
from scenes.host import AnyCourse, Match
from scenes.store import Store
from tests.scenes.past import Over, play_haruhi, seated

DEALS = ("3", "17")


@cache
def course(deal: str, folder: str) -> AnyCourse:
    """Return a game that was played to its end."""
    store = Store(Path(folder))
    match = play_haruhi(store, seated(5), deal)
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
        super().__init__(((0,) * 5, (1, 0, 0, 0, 0)))
        self.seat = picture.seat
        self._picture = picture

    def view(self) -> Open:  # type: ignore[override]
        """Return the picture."""
        return self._picture


def desk(picture: Open) -> LookingDesk:
    """Return the desk of somebody who looks back."""
    return LookingDesk(Match("haruhi", "3", {}, Eyes(picture), "k", seated(5)))


@pytest.mark.parametrize("deal", DEALS)
def test_a_picture_holds_what_lay_there(deal: str, folder: str) -> None:
    """The hand in front in its order, those of the others, and every character; nothing can be done in it."""
    played = course(deal, folder)
    for at in range(len(played) + 1):
        table = played.all_open(at)
        assert isinstance(table, OpenTable)
        for seat in (0, 3):
            picture = all_open(played, at, Seat(seat))
            assert Counter(picture.cards) == Counter(table.hands[seat])
            assert (picture.hands, picture.roles) == (table.hands, table.roles)
            assert picture.legal == ()
            for other, role in enumerate(table.roles):
                up = isinstance(table.board.roles[other], Up)
                assert picture.known(other) == (None if up else role)


def test_a_notice_is_that_of_whoever_learnt_most(folder: str) -> None:
    """Cards drawn or stolen and characters looked at are named, whoever did it; the deal by the hand in front."""
    drawn = looked = stolen = 0
    for deal in DEALS:
        played = course(deal, folder)
        for at in range(len(played) + 1):
            notices = open_beat(played, at, Seat(2)).notices
            assert len(notices) == len(played.beat(at, Seat(2)).notices)
            for notice in notices:
                assert not isinstance(notice, WasPeeked | WasStolen)
                looked += isinstance(notice, Peeked) and notice.seat != 2
                stolen += isinstance(notice, Stolen) and 2 not in (notice.seat, notice.target)
                if isinstance(notice, SawDraw):
                    assert all(isinstance(card, Up) for card in notice.cards)
                    drawn += notice.seat != 2
                if isinstance(notice, WasDealt):
                    assert notice.hand == played.view(0, Seat(2)).hand
    assert drawn
    assert looked
    assert stolen


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize("deal", DEALS)
def test_between_two_pictures_every_hand_is_known(deal: str, seat: int, folder: str) -> None:
    """In each part of an action all hands are as large as they must be, lie open and in their owners' panels."""
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
            assert not [key for key, pose in layout.cards.items() if key[0] in "HBR" and pose.face in ("", "p-")]
            for key, pose in layout.cards.items():
                if key[0] in "BS":
                    assert layout.spots[f"S{key[1]}"].collidepoint(pose.x, pose.y)
        undone = looking.unfold(beat.view, open_beat(played, at, Seat(seat), back=True))
        assert [frame.beat.view for frame in undone] == [before]
        before = beat.view
    assert parts > len(played)


def test_a_known_character_is_dimmed(screen: pygame.Surface, folder: str) -> None:
    """Its face can be read, and told from one that lies open; the same picture is the same surface."""
    assert screen.get_size()
    painter, looking = Painter(), desk(all_open(course("3", folder), 0, Seat(0)))
    bright, dim = looking.face(painter, "p3", 80), looking.face(painter, f"p3{KNOWN}", 80)

    assert dim is looking.face(painter, f"p3{KNOWN}", 80)
    assert dim.get_size() == bright.get_size()
    assert sum(dim.get_at((40, 90))[:3]) < 0.7 * sum(bright.get_at((40, 90))[:3])


def test_the_words_on_cards_follow_the_language(screen: pygame.Surface, folder: str) -> None:
    """A desk that stands draws the names in the language of the moment."""
    assert screen.get_size()
    painter, looking = Painter(), desk(all_open(course("3", folder), 0, Seat(0)))
    faces = []
    for language in ("ja", "en", "ja"):
        painter.language = language
        faces.append(looking.face(painter, "p3", 120))

    assert faces[0] is faces[2]
    assert faces[0] is not faces[1]


def test_whoever_looks_back_has_no_buttons_of_the_phase(folder: str) -> None:
    """The panel below the log belongs to the replay's own buttons."""
    picture = all_open(course("3", folder), 0, Seat(0))
    looking = desk(picture)
    metrics = Metrics((1280, 720))

    assert looking.button_area(metrics).h > desk(picture)._plan(metrics).prompt.h
