"""Computer players at the table: whole games through the real scenes, no curtain without need, nothing lost or told.

How well they play is for `tests/rules/test_bots`; here it is theirs to act, and everybody else's to see it once.
"""

from __future__ import annotations

import itertools
import math
import random
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.bots import catalogue
from game.bots.core import Decision, Level, Player
from game.core import Illegal, Reason, Seat
from game.haruhi.public import Pass
from game.kanu.public import OpenCard
from game.table import lay_again
from scenes import app, company, host
from scenes.after.ranking import Ranking
from scenes.company import PACES, Company
from scenes.desk import Pose
from scenes.inputs import Focus, Key, KeyUp, Motion, Press, Release
from scenes.scene import Home
from scenes.seating import load
from scenes.statistics import by_player
from scenes.table.board import Board
from scenes.table.showing import STAYS
from tests.rules import haruhi_bench
from tests.scenes import kanu_sitting
from tests.scenes.evening import (
    EASY,
    MEDIUM,
    QUIET,
    RULES,
    STRONG,
    AtOnce,
    Evening,
    Never,
    beats_of,
    come_back,
    new_table,
    sit_down,
)
from tests.scenes.hands import AnyTable
from tests.scenes.people import NAMES
from tests.scenes.sitting import painter
from tests.scenes.twins import with_state

ALONE: dict[str, tuple[Level | None, ...]] = {
    "kanu": (EASY, None, STRONG),
    "haruhi": (EASY, MEDIUM, None, STRONG),
}
"""One person among computers of all levels."""
TWO: dict[str, tuple[Level | None, ...]] = {
    "kanu": (None, EASY, None, MEDIUM),
    "haruhi": (None, EASY, EASY, None),
}
"""Two people, computers between them."""

FEW: tuple[Level | None, ...] = (None, EASY, EASY)

Told = list[tuple[int, tuple[Any, ...]]]


@pytest.fixture(autouse=True)
def shared_painter(monkeypatch: pytest.MonkeyPatch, screen: pygame.Surface) -> None:
    """Let all programs share one painter: what is drawn once for a size need not be drawn again."""
    monkeypatch.setattr(app, "Painter", painter)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all computers think at once."""
    monkeypatch.setattr(company, "Thinker", AtOnce)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give the program's folder, which does not exist yet."""
    return tmp_path / "data"


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """Give a list of what is put on the board, frame by frame, and in front of which seat."""
    heard: Told = []
    play = Board.play

    def listen(self: Board, before: Any, beat: Any, held: dict[str, Pose]) -> None:
        heard.append((getattr(beat.view, "seat", -1), beat.notices))
        play(self, before, beat, held)

    monkeypatch.setattr(Board, "play", listen)
    return heard


def heard_by(told: Told, seat: int) -> list[Any]:
    """Return all notices that were shown to a seat, one after the other."""
    return list(itertools.chain.from_iterable(notices for one, notices in told if one == seat))


def met_by(evening: Evening, seat: int) -> list[Any]:
    """Return all notices that a seat has met by what is on disk, one after the other."""
    return list(itertools.chain.from_iterable(beat.notices for beat in beats_of(evening.kept(), seat)))


def deal_begun(game: str, levels: tuple[Level | None, ...], *, by_person: bool) -> str:
    """Return a deal at which a person begins, or a computer."""
    deals = (str(number) for number in range(1, 99))
    return next(deal for deal in deals if (levels[new_table(game, levels, deal=deal).turn or 0] is None) == by_person)


# Whole games


@pytest.mark.parametrize("game", RULES)
def test_one_person_plays_without_a_curtain(game: str, folder: Path, told: Told) -> None:
    """One chair stays open all the time, everything is shown once, and the end is everybody's."""
    levels = ALONE[game]
    seat = levels.index(None)
    evening = sit_down(folder, new_table(game, levels))
    chair = evening.chair
    curtains: list[str] = []
    evening.frames.append(lambda house: curtains.extend(name for name in house.names if name == "Curtain"))
    evening.play()
    assert not curtains
    assert evening.chair is chair
    assert chair.seat == seat
    assert heard_by(told, seat) == met_by(evening, seat)
    assert {one for one, _ in told} == {seat}
    record = evening.kept()
    assert chair.standing().turn is None
    assert len(record.actions) == record.at == chair.standing().actions > 40
    assert load(record.sitting, record.seats).levels == levels
    (finished,) = evening.store.history()
    assert [player.level for player in finished.players] == list(levels)
    assert [one.name for one in by_player([finished])] == [NAMES[seat]]
    ranking = evening.upper
    assert isinstance(ranking, Ranking)
    evening.end()


@pytest.mark.parametrize("game", RULES)
def test_the_curtain_falls_before_another_person_alone(game: str, folder: Path, told: Told) -> None:
    """What computers do is shown to whoever sits there, to the other one later, to both of them once."""
    levels = TWO[game]
    people = [seat for seat, level in enumerate(levels) if level is None]
    evening = sit_down(folder, new_table(game, levels))
    fallen: list[str] = []

    def watch(house: Any) -> None:
        if house.behind_curtain and (not fallen or fallen[-1] != house.title):
            fallen.append(house.title)

    evening.frames.append(watch)
    watch(evening)
    turns: list[int] = []

    def note() -> bool:
        if evening.due:
            turns.append(evening.chair.seat)
        return evening.names == ["TableScene"] and evening.chair.standing().actions > 50

    evening.play(note)
    changes = [seat for seat, _ in itertools.groupby(turns)]
    assert set(turns) == set(people)
    owners = [next(seat for seat in people if NAMES[seat] in title) for title in fallen]
    assert all(one != other for one, other in itertools.pairwise(owners))
    assert owners[-len(changes) :] == changes
    assert len(owners) - len(changes) <= 1  # at the beginning somebody may watch whose turn does not come first
    for seat in people:
        shown, met = heard_by(told, seat), met_by(evening, seat)
        assert shown == met[: len(shown)]
        assert len(shown) > len(met) // 2
    assert any(len(heard_by(told, seat)) == len(met_by(evening, seat)) for seat in people)
    assert {seat for seat, _ in told} == set(people)
    evening.end()


@pytest.mark.parametrize("game", RULES)
def test_around_one_table_all_watch(game: str, folder: Path) -> None:
    """Where all sit around the screen there is no curtain either, and hands lie face down while computers act."""
    evening = sit_down(folder, new_table(game, TWO[game], way="table"))
    names: set[str] = set()
    evening.frames.append(lambda house: names.update(house.names))
    seats, up = set(), []

    def enough() -> bool:
        if evening.names == ["TableScene"]:
            seats.add(evening.chair.seat)
            up.append(evening.table._showing.hand_up)
        return evening.chair.standing().actions > 24

    evening.play(enough)
    assert not any(up)
    assert "Curtain" not in names
    assert seats <= {seat for seat, level in enumerate(TWO[game]) if level is None}
    assert len(seats) == 2
    evening.end()


# Who sits in front


def test_the_next_person_watches_a_computer_begin(folder: Path) -> None:
    """A computer that begins is watched by the next person after it; the curtain before him is the first."""
    deal = next(
        str(number)
        for number in range(1, 99)
        if new_table("kanu", (None, EASY, None, MEDIUM), deal=str(number)).turn == Seat(1)
    )
    table = new_table("kanu", (None, EASY, None, MEDIUM), deal=deal)
    evening = sit_down(folder, table)
    assert NAMES[2] in evening.title
    evening.wait(3)
    assert evening.behind_curtain  # nobody acts behind it
    assert evening.kept().at == 0
    evening.open_curtain()
    assert evening.chair.seat == 2
    evening.play(lambda: evening.kept().at > 0)
    assert evening.chair.seat == 2
    evening.end()


def watched(folder: Path, monkeypatch: pytest.MonkeyPatch, game: str = "haruhi") -> Evening:
    """Return an evening at which a person has acted and a computer thinks for ever."""
    evening = sit_down(folder, new_table(game, TWO[game]))
    evening.play(lambda: evening.due)
    seat = evening.chair.seat
    with monkeypatch.context() as patch:
        evening.table.match.company._thinker = Never()
        patch.setattr(company, "Thinker", Never)
        for _ in range(9):
            if evening.turn != seat:
                break
            evening.play(lambda: evening.due or evening.turn != seat)
            if evening.turn == seat:
                evening.move()
        evening.rest()
    assert evening.table.match.company.turn is not None
    return evening


def test_who_leaves_while_a_computer_thinks_comes_back(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The curtain falls before the person who was watching: the window goes to the back, or the game is taken up."""
    evening = watched(folder, monkeypatch)
    seat, before = evening.chair.seat, evening.kept()
    evening.frame(Focus(here=False))
    assert evening.behind_curtain
    assert NAMES[seat] in evening.title
    again = come_back(evening.killed())
    assert again.behind_curtain
    assert NAMES[seat] in again.title
    again.open_curtain()
    again.play(lambda: again.kept().at > before.at)
    assert again.chair.seat == seat
    again.end()
    evening.end()


# Ended in the middle of it


@pytest.mark.parametrize("game", RULES)
def test_ended_while_a_computer_thinks(game: str, folder: Path, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the program was ended in goes on as if nothing had been: the same actions, and nothing shown twice."""
    levels = ALONE[game]
    seat = levels.index(None)
    whole = sit_down(folder / "whole", new_table(game, levels))
    whole.play(lambda: whole.chair.standing().actions >= 30)
    expected = whole.kept().actions
    whole.end()
    del told[:]
    evening = sit_down(folder / "broken", new_table(game, levels))
    for stop in (3, 11, 20):
        evening = broken_off(evening, stop)
    evening.play(lambda: evening.chair.standing().actions >= 30)
    assert evening.kept().actions[:30] == expected[:30]
    shown = heard_by(told, seat)
    assert shown == met_by(evening, seat)[: len(shown)]
    evening.end()


def broken_off(evening: Evening, stop: int) -> Evening:
    """Play on, end the program while a computer thinks, and come back."""
    evening.play(lambda: evening.chair.standing().actions >= stop)
    evening.table.match.company.leave()
    evening.table.match.company._thinker = Never()
    for _ in range(12):
        if not evening.due:
            evening.frame()
    left = evening.killed()
    evening.end()
    again = come_back(left)
    again.rng = evening.rng
    return again


# Taking back


def test_taking_back_while_a_computer_thinks(folder: Path) -> None:
    """What shows nothing may be taken back until the computer has acted; then it decides about what came instead."""
    table = new_table("haruhi", (None, EASY, EASY, EASY))
    evening = sit_down(folder, table, replace(QUIET, pace="slow"))
    evening.play(lambda: evening.due)
    evening.act(Pass())
    evening.rest()
    assert evening.turn == 1
    before = evening.kept().at
    evening.keys("ctrl+z")
    assert evening.turn == evening.chair.seat
    assert evening.kept().at == before - 1
    evening.frame()
    assert evening.table.match.company.turn is None
    gift = next(action for action in evening.chair.view().legal if not isinstance(action, Pass))
    evening.act(gift)
    evening.play(lambda: evening.kept().at > before)
    evening.rest()
    evening.keys("ctrl+z")
    assert evening.table._choosing.refusal is not None
    assert evening.table._choosing.refusal.reason.key in ("why.undo_other", "why.undo_revealed")
    unheard = evening.table.match.company._players
    assert all(player._seen > 1 for player in unheard.values())
    evening.end()


# Pace


@pytest.mark.parametrize("pace", PACES)
def test_what_computers_do_stays_readable(pace: Any, folder: Path) -> None:
    """All lies still for as long as the players want before a computer acts, with what stays to be looked at in it."""
    evening = sit_down(folder, new_table("haruhi", (None, EASY, EASY, EASY)), replace(QUIET, pace=pace), step=0.05)
    evening.play(lambda: evening.due)
    evening.act(Pass())
    acted, still, waited = evening.chair.standing().actions, 0, list[float]()
    for _ in range(1000):
        if len(waited) == 2:
            break
        evening.frame()
        if evening.chair.standing().actions > acted:
            waited.append(still * evening.step)
            acted, still = evening.chair.standing().actions, 0
        else:
            still += 1
    assert waited == [pytest.approx(PACES[pace], abs=0.11), pytest.approx(max(PACES[pace], STAYS["short"]), abs=0.16)]
    evening.end()


@pytest.mark.parametrize("event", [Press((640, 300)), Key("enter"), Key("x")])
def test_input_goes_on_at_once(event: Any, folder: Path) -> None:
    """Whoever has read enough need not wait; what is still held down then answers nothing that comes next."""
    evening = sit_down(folder, new_table("haruhi", (None, EASY, EASY, EASY)), replace(QUIET, pace="slow"), step=0.02)
    evening.play(lambda: evening.due)
    evening.act(Pass())
    evening.rest()
    acted = evening.chair.standing().actions
    evening.frame(event)
    evening.frame()
    assert evening.chair.standing().actions == acted + 1
    for _ in range(400):
        evening.frame(*([event] if isinstance(event, Key) else []))
        if evening.due:
            break
    before, view = evening.kept().at, evening.chair.view()
    if isinstance(event, Key):
        for _ in range(20):
            evening.frame(event)
        assert evening.kept().at == before
        assert evening.chair.view() == view
        assert evening.table._choosing.selection.spots == ()
    evening.end()


@pytest.mark.parametrize(("game", "deal"), [("kanu", "2"), ("haruhi", "1")])
def test_nothing_moves_while_computers_wait_for_a_click(game: str, deal: str, folder: Path) -> None:
    """With the setting "click" the loop ran at full speed, and the fan with it, for as long as somebody looked.

    That holds whoever is in turn, and where the game is over.
    """
    wishes = replace(QUIET, stay="click", pace="normal")
    evening = sit_down(folder, new_table(game, ALONE[game], deal=deal), wishes)
    met: set[str] = set()
    while evening.names == ["TableScene"]:
        evening.go_on()
        table = evening.table
        showing = table._showing
        if showing._stays == math.inf and not showing.board.busy:
            evening.wait(1)  # what is heard of it ends
            assert not evening.frame()
            assert showing._stays == math.inf
            met.add("over" if table._choosing.over else "a computer" if table.match.company.turn is not None else "I")
            evening.frame(Press((5, 5)))
            evening.frame(Release((5, 5)))
    assert evening.names == ["TableScene", "Ranking"]
    assert met >= {"over", "a computer"}
    evening.end()


def test_the_menu_opens_while_a_computer_thinks(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below the menu no time passes: nobody acts, and nothing is missed."""
    evening = watched(folder, monkeypatch)
    evening.table.match.company._thinker = AtOnce()
    evening.table.match.company.leave()
    acted = evening.chair.standing().actions
    button = evening.table._panels._buttons["menu"].rect.center
    evening.frame(Motion(button), Press(button), Release(button))
    assert evening.names == ["TableScene", "Pause"]
    before = evening.chair.standing().actions
    assert before <= acted + 1
    evening.wait(5)
    assert evening.chair.standing().actions == before
    evening.keys("escape")
    evening.play(lambda: evening.chair.standing().actions > before)
    evening.end()


# Thinking goes wrong, or never ends


class Broken:
    """A brain that cannot think."""

    level = EASY

    def begin(self, *_: Any) -> int:
        """Remember nothing."""
        return 0

    def see(self, *_: Any) -> int:
        """Remember nothing."""
        return 0

    def choose(self, *_: Any) -> Decision[Any]:
        """Fail."""
        raise ZeroDivisionError


class Cheating(Broken):
    """A brain that does what it may not."""

    def choose(self, *_: Any) -> Decision[Any]:
        """Open a card that is not there."""
        return Decision(OpenCard(999), Reason.of("x"))


class Endless(Broken):
    """A brain that thinks for as long as it may."""

    def choose(self, *given: Any) -> Decision[Any]:
        """Wait to be stopped."""
        view, _, _, stop = given
        while not stop():
            time.sleep(0.001)
        return Decision(view.legal[0], Reason.of("x"))


def with_brain(monkeypatch: pytest.MonkeyPatch, brain: Any) -> None:
    """Let all computers have this brain, and think in a thread."""
    from scenes.thinking import Thinker

    monkeypatch.setattr(company, "Thinker", Thinker)
    monkeypatch.setattr(catalogue, "player", lambda *_: Player(brain, 1))


def begun(folder: Path) -> Evening:
    """Return an evening whose first action is a person's, while real threads think."""
    table = new_table("kanu", FEW, deal=deal_begun("kanu", FEW, by_person=True))
    return sit_down(folder, table, step=0.05, nap=0.001)


@pytest.mark.parametrize(("brain", "fault"), [(Broken(), ZeroDivisionError), (Cheating(), Illegal)])
def test_a_fault_comes_to_light(
    brain: Any, fault: type[Exception], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A brain that fails does not hang the table: the fault goes where all faults go, and what was played is kept."""
    with_brain(monkeypatch, brain)
    evening = sit_down(
        folder, new_table("kanu", FEW, deal=deal_begun("kanu", FEW, by_person=True)), step=0.05, nap=0.001
    )
    with pytest.raises(fault):
        evening.play()
    at = evening.kept().at
    left = evening.killed()
    evening.end()
    monkeypatch.undo()
    monkeypatch.setattr(app, "Painter", painter)
    monkeypatch.setattr(company, "Thinker", AtOnce)
    again = come_back(left)
    again.play(lambda: again.chair.standing().actions > at)
    again.end()


def test_endless_thinking_is_stopped(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After its time a brain is told to stop; meanwhile the frames go on."""
    with_brain(monkeypatch, Endless())
    monkeypatch.setattr(company, "THINK", 0.05)
    evening = sit_down(
        folder, new_table("kanu", FEW, deal=deal_begun("kanu", FEW, by_person=True)), step=0.05, nap=0.001
    )
    evening.play(lambda: evening.names == ["TableScene"] and evening.table.match.company.turn is not None)
    began, acted = time.monotonic(), evening.chair.standing().actions
    evening.play(lambda: evening.chair.standing().actions >= acted + 2)
    assert time.monotonic() - began < 5
    evening.end()


def test_who_is_left_is_told_to_stop(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Going to the shelf cancels what is being thought, and nobody acts any more."""
    with_brain(monkeypatch, Endless())
    monkeypatch.setattr(company, "THINK", 60.0)
    evening = sit_down(
        folder, new_table("kanu", FEW, deal=deal_begun("kanu", FEW, by_person=True)), step=0.05, nap=0.001
    )
    evening.play(lambda: evening.table.match.company.turn is not None and evening.table.match.company._thinker.busy)
    run = evening.table.match.company._thinker._run
    assert run is not None
    evening.keys("escape", *["tab"] * 9)
    evening.program.obey(Home(evening.program.routes.shelf()))
    assert run.over.wait(5)
    assert run.answer is None
    evening.end()


def test_it_really_thinks_beside_the_frames(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With threads as they are a game goes on just the same."""
    from scenes.thinking import Thinker

    monkeypatch.setattr(company, "Thinker", Thinker)
    evening = sit_down(folder, new_table("haruhi", ALONE["haruhi"]), nap=0.001)
    evening.play(lambda: evening.chair.standing().actions >= 12)
    evening.end()


# Nobody learns what he may not know


@pytest.mark.parametrize("game", RULES)
def test_the_picture_hangs_on_nothing_that_only_computers_know(
    game: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While computers think, twins of a table that differ in hidden cards alone look the same, frame by frame."""
    monkeypatch.setattr(company, "Thinker", Never)
    monkeypatch.setattr(app, "_AWAKE", 0.0)
    levels = ALONE[game]
    seat = Seat(levels.index(None))
    albums = []
    for number in range(2):
        with monkeypatch.context() as patch:
            changed = twins(patch, seat, number)
            evening = sit_down(
                folder / str(number), new_table(game, levels, deal=deal_begun(game, levels, by_person=False))
            )
            album: list[tuple[str, int]] = []
            for point in itertools.islice(itertools.cycle([(640, 360), (200, 200), (1000, 650)]), 30):
                evening.frame(Motion(point))
                album.append((evening.title, pixels()))
            for key in ("enter", "tab", "right", "space", "n", "1"):
                evening.frame(Key(key))
                evening.frame(KeyUp(key))
                album.append((evening.title, pixels()))
            assert evening.table.match.company.turn is not None
            evening.end()
        albums.append(album)
        assert any(changed) == bool(number)
    assert albums[0] == albums[1]
    assert len(set(albums[0])) > 1


@pytest.mark.parametrize("game", RULES)
def test_a_computer_does_not_know_the_hand_of_a_person(
    game: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At twins of a table that a computer cannot tell apart it does the same."""
    levels = ALONE[game]
    deal = deal_begun(game, levels, by_person=False)
    turn = new_table(game, levels, deal=deal).turn
    assert turn is not None
    done = []
    for number in range(3):
        with monkeypatch.context() as patch:
            changed = twins(patch, turn, number)
            evening = sit_down(folder / str(number), new_table(game, levels, deal=deal))
            for _ in range(40):
                evening.frame()
            done.append(evening.kept().actions[0])
            evening.end()
        assert any(changed) == bool(number)
    assert done[0] == done[1] == done[2]


def twins(patch: pytest.MonkeyPatch, seat: Seat, number: int) -> list[bool]:
    """Let tables that are laid have all permuted that `seat` cannot know, but for number 0; return whether it differs.

    A computer at such a twin, and a person before it, sees the same as at the table itself.
    """
    changed = list[bool]()

    def laid(*arguments: Any, **named: Any) -> AnyTable:
        table: AnyTable = lay_again(*arguments, **named)
        if not number:
            return table
        state, rng = table._state, random.Random(number)
        game = table.game
        kanu = game.id == "kanu"
        other = kanu_sitting.hidden(state, seat, rng, own=False) if kanu else haruhi_bench.hide(state, seat, rng)
        changed.append(other != state)
        assert game.view(other, seat) == game.view(state, seat)
        return with_state(table, other)

    patch.setattr(host, "lay_again", laid)
    return changed


def pixels() -> int:
    """Return a digest of what the window shows."""
    surface = pygame.display.get_surface()
    assert surface is not None
    return hash(pygame.image.tobytes(surface, "RGB"))


# By itself


def test_nobody_is_no_company() -> None:
    """A table of people alone has company that is never in turn."""
    nobody = Company()
    assert nobody.turn is None
    assert not nobody.go_on(1.0, "normal", landed=True, quiet=True)
    assert not nobody.rests
    nobody.close()


def test_the_games_with_company_are_those_of_the_catalogue() -> None:
    """The set-up knows without loading a single brain for which games there are computer players."""
    assert set(company.GAMES) == set(catalogue.COMPANIES)


def test_there_is_a_pace_for_every_wish() -> None:
    """Slower is longer, and nothing stays longer than a card that is looked at."""
    assert [*PACES.values()] == sorted(PACES.values())
    assert PACES["slow"] < STAYS["long"]


# What is heard


def test_ones_own_turn_is_heard(folder: Path) -> None:
    """After computers have acted a sign tells the only person that it is their turn: once, and not before."""
    evening = sit_down(folder, new_table("kanu", FEW, deal=deal_begun("kanu", FEW, by_person=False)))
    evening.heard.take()
    chair, company = evening.chair, evening.table.match.company
    while company.turn is not None or company.rests or evening.table._showing.busy:
        assert "turn" not in evening.heard.take()
        evening.frame()
    evening.wait(1.0)
    assert chair.standing().turn == chair.seat
    assert evening.heard.take().count("turn") == 1
    evening.end()
