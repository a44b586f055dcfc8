"""Tells that the game can no longer be won, where that is proved, and offers to end it: a strip below the log.

The proof is looked for beside the game, from what the player knows, and never waited for. It opens the strip once; put
away it leaves a small sign that opens it again. Taking back the action that lost the game takes the proof back as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import pygame

from game.core import Beat, Reason
from scenes.desk import Desk
from scenes.drawing.stage import Paint
from scenes.drawing.theme import Metrics
from scenes.pages.controls import Button, button_size, nothing
from scenes.scene import Kit
from scenes.thinking import Stop, Thinker

PROVE = 5.0
"""Seconds of looking for a proof; nearly always it takes a fifth of one."""
OPEN = ("play_on", "concede")
SIGN = ("lost",)
"""The buttons of the open strip, and of the sign that is left of it."""
_SMALLEST_SCALE = 40


class Lost:
    """What is known about one game being lost; `open` says whether the strip stands there or only its sign."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._thinker: Thinker[Reason] = Thinker()
        self._memory: object = None
        self._seen = 0
        self._asked = False
        self._proved_at = 0
        self._told = False
        self.open = False
        self.reason: Reason | None = None

    def see(self, beat: Beat[object, object]) -> None:
        """Remember what happened, as a player may. A game that is lost stays so, until that is taken back."""
        self._memory = self._desk.remember(self._memory, beat)
        self._thinker.cancel()
        self._asked = False
        self._seen += -1 if beat.undone else 1
        if self._seen < self._proved_at:
            self.reason = None

    def watch(self, view: object, *, remembering: bool) -> bool:
        """Look for a proof about this position, once; return whether one was found just now."""
        if self.reason is not None:
            return False
        if not self._asked:
            self._asked = True
            memory, desk = self._memory if remembering else None, self._desk

            def job(stop: Stop) -> Iterator[Reason]:
                if (found := desk.proof(view, memory, stop)) is not None:
                    yield found

            self._thinker.begin(job, PROVE)
        self.reason = self._thinker.look()
        if self.reason is None:
            return False
        self._proved_at = self._seen
        self.open, self._told = not self._told, True
        return True

    def forget(self) -> bool:
        """Think of nothing and claim nothing; return whether something was claimed."""
        self._thinker.cancel()
        claimed = self.reason is not None
        self._asked, self.reason = False, None
        return claimed

    @property
    def thinking(self) -> bool:
        """Whether a proof is being looked for."""
        return self._thinker.busy


@dataclass(frozen=True, slots=True)
class Strip:
    """The strip as it is drawn: its place, its picture, its buttons by name and the metrics they are drawn with."""

    rect: pygame.Rect
    paints: list[Paint]
    buttons: Mapping[str, Button]
    metrics: Metrics


def strip(kit: Kit, area: pygame.Rect, lost: Lost) -> Strip | None:
    """Return the strip, or its sign, at the foot of `area`; None where there is nothing to tell.

    The log keeps some lines where that makes the letters little smaller than wanted; else the strip may take all of it.
    """
    if lost.reason is None:
        return None
    text = kit.words.say(lost.reason) if lost.open else ""
    names = OPEN if lost.open else SIGN
    wanted = kit.metrics.text_scale
    above = 2 * kit.painter.type.line_height(kit.metrics.note)
    made: Strip | None = None
    for most, least in ((max(round(area.h * 0.66), area.h - above), wanted * 3 // 4), (area.h, _SMALLEST_SCALE)):
        for scale in range(wanted, least - 1, -10):
            made = _strip(kit, replace(kit.metrics, text_scale=scale), area, text, names) or made
            if made is not None and made.rect.h <= most:
                return made
    return made


def _strip(kit: Kit, metrics: Metrics, area: pygame.Rect, text: str, names: tuple[str, ...]) -> Strip | None:
    """Return the strip in letters of one size; None where a word on its buttons does not fit."""
    painter, words, typed = kit.painter, kit.words, kit.painter.type
    pad, gap = kit.metrics.px(12), kit.metrics.px(8)
    reach = kit.metrics.px(8)
    outer = pygame.Rect(area.x - reach, 0, area.w + 2 * reach, 0)
    inner = outer.w - 2 * pad if text else area.w
    left = outer.x + pad if text else area.x
    labels = {name: words(f"table.{name}") for name in names}
    keys = {"play_on": words("keys.escape")}
    height = round(metrics.body * 2.1)
    for notes in (keys, {}):
        widths = [button_size(painter, metrics, labels[name], notes.get(name, ""))[0] for name in names]
        beside = sum(widths) + gap * (len(names) - 1) <= inner
        if beside or all(width <= inner for width in widths):
            break
    else:
        return None
    lines = typed.wrap(text, metrics.note, inner) if text else []
    step = typed.line_height(metrics.note)
    rows = 1 if beside else len(names)
    tall = len(lines) * step + rows * height + (rows - 1) * gap + (2 * pad + gap if text else 0)
    outer.h = tall
    outer.bottom = area.bottom
    paints: list[Paint] = []
    y = outer.y
    if text:
        plate = painter.plate(
            outer.size,
            painter.palette.sheet,
            opacity=0.6,
            line=painter.palette.accent,
            line_opacity=0.7,
            radius=kit.metrics.px(12),
        )
        paints.append((plate, outer.topleft))
        y += pad
    for line in lines:
        paints.append((typed.write(line, metrics.note, painter.palette.text), (left, y)))
        y += step
    y += gap if text else 0
    buttons: dict[str, Button] = {}
    spare = inner - sum(widths) - gap * (len(names) - 1)
    x = left
    for name, width in zip(names, widths, strict=True):
        across = width + spare // len(names) if beside else inner
        rect = pygame.Rect(x, y, across, height)
        danger = name == "concede"
        buttons[name] = Button(rect, labels[name], nothing, note=notes.get(name, ""), danger=danger)
        x += across + gap if beside else 0
        y += 0 if beside else height + gap
    return Strip(outer, paints, buttons, metrics)
