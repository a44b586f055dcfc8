"""Small pictures of real tables for the rules: a prepared game as far as it was played, drawn by the game's own desk.

Each stands in the section of the rules whose name it has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import pygame

from game.core import Options
from game.deck_defence.public import ID as DECK_DEFENCE
from game.haruhi.card_set import ID as HARUHI
from game.kanu.card_set import ID as KANU
from scenes.assets import card_files
from scenes.company import Company
from scenes.desk import Layout
from scenes.drawing import theme
from scenes.drawing.cards import CardPainter
from scenes.drawing.painter import Painter, room
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Metrics
from scenes.games import desk_for
from scenes.host import Match, lay_lesson
from scenes.pages.card_sets import CARD_SETS
from scenes.scene import Kit
from scenes.table.lesson import pointed, sitting

_LEAST = 720
"""Pixels of width below which words on a table grow into each other: a smaller picture is made of one this wide."""
_MOST_TEXT = 130
"""Per cent of the table's text size at most: words in a large picture are as large in it as in a small one."""


@dataclass(frozen=True, slots=True)
class Example:
    """A table in the middle of a game: what was dealt and played, and the spots that are pointed at.

    A card of the hand is named by what it shows, as in lessons.
    """

    deal: str
    before: str = ""
    spots: str = ""
    seats: int = 1
    options: Options = field(default_factory=dict)


_FOUR = "M1>H1 M1>H2 M2xH1H2 M1>O1 M3>H1"
_DEFENCE = "S3 S4 F3 S2 F4 F1 W1 W2 S1 F2 W4 F1 F3 F3 W4 W4 S1 S1 W3 W3 W3 W1 W1 F2 F2 S3 S3 S4 S4 W2 W2 F1 F4 F4 S2 S2"
_TURN = "oO ra oD c1a p2 oE sA oB m12 oF"
_AUCTION = "B0g6 P B2b3 P"
_SECOND = f"{_AUCTION} K2 B3n4 P B2g7 P U B2b15 P"
EXAMPLES: Mapping[str, Mapping[str, Example]] = {
    DECK_DEFENCE: {
        "table": Example(_DEFENCE, f"{_FOUR} M2>H1 H1? M1>H2=R1"),
        "refill": Example(_DEFENCE, f"{_FOUR} M2>H1 H1?", "M1 H2 R1 R2 R3"),
        "muster": Example(_DEFENCE, _FOUR, "M2 H1 H2 H3"),
        "repel": Example(_DEFENCE, "M1>H1 M1>H2", "M2 H1 H2 repelled"),
        "hold_off": Example(_DEFENCE, "M1>H1 M1>H2 M2xH1H2", "M1 O1 O2 O3"),
        "explore": Example(_DEFENCE, f"{_FOUR} M2>H1", "H1 discard R1 R2 R3"),
        "remake": Example("3", "M2>H1 M1>H2 M2>O1 O1xH1H2 M1>H1 M1>H2 M3>H3 H1?", "R1 R2 R3", 1, {"rules": "remake"}),
    },
    KANU: {
        "table": Example("326", seats=3),
        "sortie": Example("326", _TURN, "F5 F4", 3),
        "reinforce": Example("326", "oO", "F14 H=25", 3),
        "scout": Example("326", "oO ra oD", "F3 S1 S2", 3),
        "ambush": Example("326", f"{_TURN} sE oC", "H=45 show", 3),
        "espionage": Example("326", "oO ra oD c1a", "S2", 3),
    },
    HARUHI: {
        "table": Example("75869", _SECOND, seats=4),
        "gift": Example("75869", "", "H=g6 S0 S1 S2 S3", 4),
        "limit": Example("75869", _SECOND, "H=n4 S0", 4),
        "sos": Example("75869", _SECOND, "H=s0 S2", 4),
        "peek": Example("75869", _AUCTION, "S1 S2 S3", 4),
        "accuse": Example("75869", f"{_SECOND} B0n4 S2", "S2 P0", 4),
        "hand_out": Example("75869", f"{_SECOND} B0n4 S2 A20", "E12 S0", 4),
    },
}
"""The pictures there are, by game and section of its rules."""


def picture(kit: Kit, game_id: str, section: str, width: int) -> pygame.Surface:
    """Return a section's picture, `width` pixels wide: the table without its bar, what is pointed at in red."""
    key = ("example", game_id, section, width, kit.words.language, kit.metrics.left_handed)
    return kit.painter.keep(key, lambda: _picture(kit, game_id, EXAMPLES[game_id][section], width))


def _picture(kit: Kit, game_id: str, example: Example, width: int) -> pygame.Surface:
    drawn = max(width, _LEAST)
    scale = min(_MOST_TEXT, 100 * drawn // _LEAST)
    metrics = Metrics((drawn, drawn * 9 // 16), scale, left_handed=kit.metrics.left_handed)
    table = replace(kit, metrics=metrics, painter=_painter(kit.painter))
    match = _laid(kit, game_id, example)
    desk, view = desk_for(match), match.chair.view()
    layout = desk.layout(view, metrics)
    cards = CardPainter(table.painter, desk.face, desk.deck)
    paints = [*desk.furniture(view, table, layout), *_glows(table, layout, example)]
    paints += [cards.resting(pose) for pose in layout.cards.values()]
    paints += [*desk.marks(view, table, layout), *desk.notebook(view, table, layout, "")]
    top = metrics.bar
    surface = pygame.Surface((drawn, metrics.size[1] - top), pygame.SRCALPHA)
    surface.fblits([(paint, (x, y - top)) for paint, (x, y) in paints])
    if width < drawn:
        surface = pygame.transform.smoothscale(surface, (width, surface.get_height() * width // drawn))
    return surface


def _painter(painter: Painter) -> Painter:
    """Return a painter for one picture, so that nothing of its size is kept."""
    own = Painter()
    own.type, own.language, own.palette, own.back = painter.type, painter.language, painter.palette, painter.back
    return own


def _laid(kit: Kit, game_id: str, example: Example) -> Match:
    options = dict(example.options)
    if (make_cards := CARD_SETS.get(game_id)) is not None:
        options["cards"] = make_cards(card_files()[game_id])
    seats = sitting(kit.words, example.seats)
    return lay_lesson(game_id, example.deal, options, seats, example.before.split(), lambda _: Company())


def _glows(kit: Kit, layout: Layout, example: Example) -> Iterator[Paint]:
    for spot in pointed(layout, example.spots.split()):
        rect = layout.spots[spot]
        margin = room(rect.w)
        yield kit.painter.glow(rect.size, theme.VERMILION, 1.0), (rect.x - margin, rect.y - margin)
