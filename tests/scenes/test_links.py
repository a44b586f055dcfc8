"""Terms in the rules lead to the section that explains them, and one comes back."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from scenes.drawing.theme import Metrics, Size
from scenes.inputs import Key, Motion, Point, Press, Release
from scenes.pages.links import Link, Terms
from scenes.pages.rules import SECTIONS, RulesPage
from scenes.preferences import Preferences
from scenes.scene import Back, Kit
from scenes.store import Store
from scenes.words import LANGUAGES, Words, sentences
from tests.scenes.sitting import painter

KANU = "kanu"


def page(game: str, section: str, language: str = "en", size: Size = (1280, 720), scale: int = 100) -> RulesPage:
    """Return the rules of a game, open at a section."""
    kit = Kit(Words(language), painter(), Metrics(size, scale), Preferences(), Store(Path("/never/written")))
    opened = RulesPage(kit, game, section)
    opened.lay_out()
    return opened


def links(opened: RulesPage) -> list[Link]:
    """Return the links of the open section."""
    return [control for control in opened._controls.all if isinstance(control, Link)]


def click(opened: RulesPage, pos: Point) -> None:
    """Click a point of the page."""
    for event in (Motion(pos), Press(pos), Release(pos)):
        opened.handle(event)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SECTIONS)
def test_every_term_is_linked_somewhere(game: str, language: str, screen: pygame.Surface) -> None:
    """Each term leads to a section of its game, has a form of its own, and stands in the text of another section."""
    key = f"{game}.rules.terms."
    found = {name.removeprefix(key): text for name, text in sentences(language).items() if name.startswith(key)}
    assert found
    assert found.keys() <= set(SECTIONS[game])
    forms = [form.casefold() for text in found.values() for form in text.split("|")]
    assert len(forms) == len(set(forms))
    led: set[str] = set()
    for section in SECTIONS[game]:
        targets = [link.target for link in links(page(game, section, language))]
        assert section not in targets
        assert len(targets) == len(set(targets))
        led |= set(targets)
    assert led == found.keys()
    assert screen is not None


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 100), ((800, 600), 200)])
def test_a_click_leads_there_and_back(size: Size, scale: int, screen: pygame.Surface) -> None:
    """A click opens the section, the button at its head leads back to where one read."""
    opened = page(KANU, "turn", size=size, scale=scale)
    assert opened._scroll is not None
    link = next(link for link in links(opened) if opened._scroll.rect.contains(link.rect))
    click(opened, link.rect.center)
    assert (opened.section, opened.left) == ("sortie", "turn")
    back = next(one for one in opened._controls.all if getattr(one, "note", "") == "Backspace")
    click(opened, back.rect.center)
    assert (opened.section, opened.left) == ("turn", None)
    assert screen is not None


def test_keys_lead_there_and_back(screen: pygame.Surface) -> None:
    """Tab goes through the links, Enter follows one, Backspace comes back, one step for each link; Esc leaves."""
    opened = page(KANU, "turn")
    opened._controls.lead_to(links(opened)[1])
    opened.handle(Key("enter"))
    assert opened.section == "reinforce"
    opened._controls.lead_to(links(opened)[0])
    opened.handle(Key("enter"))
    sections = [opened.section]
    for _ in range(3):
        opened.handle(Key("backspace"))
        sections.append(opened.section)
    assert sections[1:] == ["reinforce", "turn", "turn"]
    assert sections[0] not in sections[1:]
    assert isinstance(opened.handle(Key("escape")), Back)
    assert screen is not None


@pytest.mark.parametrize("game", SECTIONS)
def test_a_section_opened_by_key_is_read_from_its_head(game: str, screen: pygame.Surface) -> None:
    """Another control got the frame: one met the section in its middle, and came back elsewhere than to the link."""
    followed = 0
    for section in SECTIONS[game]:
        opened = page(game, section, size=(800, 600), scale=150)
        for target in [link.target for link in links(opened)]:
            opened._controls.lead_to(next(link for link in links(opened) if link.target == target))
            assert opened._scroll is not None
            down = opened._scroll.offset
            opened.handle(Key("enter"))
            assert (opened.section, opened._scroll.offset, opened._controls.focused) == (target, 0, None)
            opened.handle(Key("backspace"))
            focused = opened._controls.focused
            assert (opened.section, opened._scroll.offset) == (section, down)
            assert isinstance(focused, Link)
            assert focused.target == target
            followed += 1
    assert followed > 5
    assert screen is not None


def test_the_list_is_gone_through_by_keys(screen: pygame.Surface) -> None:
    """Enter opens a section and the frame stays in the list, so that Down and Enter open the next one."""
    opened = page(KANU, "goal")
    sections = []
    for keys in (("tab", "enter"), ("down", "enter"), ("down", "enter")):
        for key in keys:
            opened.handle(Key(key))
        sections.append(opened.section)

    assert tuple(sections) == SECTIONS[KANU][:3]
    assert screen is not None


def test_where_one_read_one_reads_on(screen: pygame.Surface) -> None:
    """Coming back the text is as far down as it was; a section chosen from the list forgets the way."""
    opened = page(KANU, "sitting", size=(800, 600), scale=200)
    assert opened._scroll is not None
    opened._scroll.offset = 100
    opened.following("night")()
    assert opened._scroll.offset == 0
    opened.come_back()
    assert (opened.section, opened._scroll.offset) == ("sitting", 100)
    opened.following("night")()
    opened._opening("goal")()
    assert opened.left is None
    assert screen is not None


def test_a_term_is_linked_once_and_whole() -> None:
    """The longest form counts, parts of other words do not, capitals do not matter, each target comes once."""
    terms = Terms([("hold off", "hold"), ("held off", "hold"), ("peek", "peek"), ("offer", "offer")])

    assert terms.take("An offering; Hold off or held off; peek") == [(13, 21, "hold"), (35, 39, "peek")]
    assert terms.take("hold off again, and an offer") == [(23, 28, "offer")]
    assert Terms([]).take("anything") == []
    assert Terms([("出撃", "sortie")]).take("次の出撃では") == [(2, 4, "sortie")]
