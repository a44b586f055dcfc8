"""Win conditions part by part: in the notebook while the game goes on, in the ranking once everybody is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.core import Reason, Up
from game.haruhi import insight, scoring
from game.haruhi.insight import Finding
from game.haruhi.public import View, person_name
from scenes.drawing import theme
from scenes.haruhi.faces import role_mark
from scenes.haruhi.signs import Sign, sign
from scenes.pages.page import Column
from scenes.scene import Kit

SIGNS = {True: Sign.RING, False: Sign.CROSS, None: Sign.OPEN}
"""The sign of a verdict."""
_ON_PAPER: dict[bool | None, theme.Colour] = {True: (0x0A, 0x7A, 0x5A), False: theme.VERMILION, None: theme.INK}


def tint(holds: bool | None, palette: theme.Palette) -> theme.Colour:
    """Return the colour of a verdict on a panel."""
    return {True: palette.good, False: palette.bad, None: palette.heading}[holds]


@dataclass(frozen=True, slots=True)
class Part:
    """A line of a list of conditions: whether it holds, how `deep` it stands, and whether it combines no others."""

    words: Reason
    holds: bool | None
    deep: int
    leaf: bool


def parts(found: Finding, deep: int = 0) -> Iterator[Part]:
    """Yield a condition line by line. That all of its parts must hold goes without saying."""
    said = not found.parts or deep > 0 or found.words.key != "haruhi.condition.all"
    if said:
        yield Part(found.words, found.holds, deep, leaf=not found.parts)
    for part in found.parts:
        yield from parts(part, deep + said)


def ranks(view: View) -> tuple[int, ...]:
    """Return the provisional rank of each seat."""
    return scoring.tally(view.board).ranks


def why(kit: Kit, view: View, seat: int, width: int, *, on_paper: bool) -> Column:
    """Return who a seat was after the end, what was counted before it, and each part of its condition with its sign."""
    column, board = Column(kit, width), view.board
    seen, found = board.roles[seat], insight.explained(board)
    if not found or not isinstance(seen, Up):
        raise ValueError("a game that goes on is not laid open")
    painter, typed, words, size = kit.painter, kit.painter.type, kit.words, kit.metrics.note
    ink, quiet = (theme.INK, theme.QUIET) if on_paper else (painter.palette.text, painter.palette.muted)
    crest = role_mark(painter, seen.card.person, round(size * 1.5), on_dark=painter.palette.dark and not on_paper)
    step = max(crest.get_height(), typed.line_height(size))
    name = typed.write(words.say(person_name(board.card_set, seen.card.person)), size, ink, bold=True)
    column.paints += [
        (crest, (0, (step - crest.get_height()) // 2)),
        (name, (crest.get_width() + size // 2, (step - name.get_height()) // 2)),
    ]
    left = crest.get_width() + size // 2 + name.get_width() + size
    facts = typed.write(
        _counted(kit, view, seat), typed.shrink(_counted(kit, view, seat), size, width - left, 9), quiet
    )
    beside = left + facts.get_width() <= width
    column.paints.append((facts, (left if beside else 0, (step - facts.get_height()) // 2 + (0 if beside else step))))
    column.y = step if beside else 2 * step
    _list(kit, column, list(parts(found[seat])), on_paper=on_paper)
    return column


def _counted(kit: Kit, view: View, seat: int) -> str:
    """Return what was before a seat at the end, as far as conditions may ask for it."""
    words, table = kit.words, scoring.tally(view.board)
    text = words.say(
        Reason.of(
            "list.dot",
            first=Reason.of("haruhi.ranking.events", count=table.events[seat]),
            second=Reason.of("haruhi.ranking.hand", count=table.hands[seat]),
        )
    )
    for tag in view.board.card_set.tags:
        named = Reason.of("haruhi.name", ja=tag.name.ja, en=tag.name.en)
        borne = words("haruhi.ranking.tag", tag=named, count=table.tags[seat].count(tag.id))
        text = words("list.dot", first=text, second=borne)
    return text


def _list(kit: Kit, column: Column, listed: list[Part], *, on_paper: bool) -> None:
    """Add the parts, beside each other where they fit and none stands below another."""
    painter, typed, size = kit.painter, kit.painter.type, kit.metrics.note
    ink = theme.INK if on_paper else painter.palette.text
    step, x, flat = typed.line_height(size), 0, all(not part.deep for part in listed)
    indent = round(size * 1.25)
    for index, part in enumerate(listed):
        text = kit.words.say(part.words)
        if index and flat and x + indent + typed.width(text, size) <= column.width:
            column.y -= step
        else:
            x = size * part.deep
        colour = _ON_PAPER[part.holds] if on_paper else tint(part.holds, painter.palette)
        picture = sign(painter, SIGNS[part.holds], size, colour)
        column.paints.append((picture, (x, column.y + (step - picture.get_height()) // 2)))
        for line in typed.wrap(text, size, column.width - x - indent):
            written = typed.write(line, size, ink)
            column.paints.append((written, (x + indent, column.y + (step - written.get_height()) // 2)))
            column.y += step
        x += indent + typed.width(text, size) + size
