"""Pictures for `shots.py` of pages in use: deals typed, keys chosen, questions, card files at fault."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from game.haruhi.card_set import ID as HARUHI
from game.kanu.card_set import ID as KANU
from scenes.app import Program
from scenes.inputs import Key
from scenes.pages.key_page import KeyPage
from scenes.pages.setup import SetUp
from scenes.scene import Back, Learn, Push

Take = Callable[[Program, str], None]

DECK_DEFENCE = "deck-defence"


def pictures(program: Program, take: Take, folder: Path) -> None:
    """Take the pictures, at a program that stands at its shelf and keeps its files in `folder`."""
    _deals(program, take)
    _cards(program, take, folder)
    _keys(program, take)
    _questions(program, take)
    program.frame([Key("f12")], 0.0)
    take(program, "toast")


def _deals(program: Program, take: Take) -> None:
    """The ways to choose a deal, and what is said of a typed one."""
    for game, kind, typed in (
        (DECK_DEFENCE, 1, None),
        (DECK_DEFENCE, 2, ""),
        (DECK_DEFENCE, 2, "1204"),
        (DECK_DEFENCE, 2, "S1 F2 W9"),
        (KANU, 1, "1204"),
    ):
        page = SetUp(program.kit, game, True, program.routes.table)
        program.obey(Push(page))
        page._choose(kind)
        if typed:
            page._field.text(typed)
        take(program, f"setup-{game}-deal-{kind}{'' if typed is None else f'-{len(typed)}'}")
        program.obey(Back())


def _cards(program: Program, take: Take, folder: Path) -> None:
    """The row about card sets: a copy that was written, and a file that is faulty."""
    for game in (KANU, HARUHI):
        page = SetUp(program.kit, game, False, program.routes.table)
        program.obey(Push(page))
        assert page._cards is not None  # these games have card files
        page._cards._copy()
        take(program, f"setup-{game}-copied")
        copy = next((folder / "cards").glob("*.toml"))
        copy.write_text(copy.read_text("utf-8").replace("name", "nmae", 1), "utf-8")
        page._cards._read()
        page._cards._choose(1)
        take(program, f"setup-{game}-faulty")
        program.obey(Back())
        copy.unlink()


def _keys(program: Program, take: Take) -> None:
    """The page of keys while a key is waited for, with one that is taken, and with two that changed places."""
    page = KeyPage(program.kit)
    program.obey(Push(page))
    page._asking("hint")()
    take(program, "keys-waiting")
    program.frame([Key("tab")], 0.0)
    take(program, "keys-fixed")
    program.frame([Key("u")], 0.0)
    page._asking("inspect")()
    program.frame([Key("u")], 0.0)
    take(program, "keys-swapped")
    program.obey(Back())
    program.kit.preferences = replace(program.kit.preferences, keys={})


def _questions(program: Program, take: Take) -> None:
    """What is asked before a game or a lesson is left."""
    program.obey(Learn(DECK_DEFENCE))
    program.frame([], 0.1)
    program.frame([Key("escape")], 0.0)
    take(program, "ask-lesson")
    program.obey(Back(2))
    page = SetUp(program.kit, DECK_DEFENCE, True, program.routes.table)
    program.obey(Push(page))
    program.frame([Key("enter")], 0.0)
    take(program, "ask-replace")
    program.obey(Back(2))
