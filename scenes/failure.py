"""When Tefuda cannot start or go on: the log, a report, and one sentence in a window, whatever else is broken.

First our own window, which knows Japanese; where it cannot be drawn, the system's message box; and in any case standard
error. Nothing here may rely on anything that could be what is broken: every step has another one behind it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pygame

from game.core import Reason
from scenes import diagnosis
from scenes.assets import ASSETS
from scenes.command_line import say
from scenes.drawing import text as letters
from scenes.store import LOG, Store
from scenes.words import Words, preferred, system_locales

_LAST_WORDS = "Tefuda cannot run: its own files are missing or damaged. Please install it again."
"""What is said where not even the sentences can be read, which are among those files."""
_GROUND, _PAPER, _INK, _CREAM = (0x14, 0x26, 0x2A), (0xFB, 0xF6, 0xEA), (0x1F, 0x2A, 0x44), (0xF3, 0xEE, 0xE0)
_SIZE = (760, 400)
_EDGE, _WIDEST, _LETTERS = 36, 700, 16


def ended(error: Exception, store: Store, scenes: Sequence[str], language: str | None) -> int:
    """Write down what ended the program, tell the player, and return the exit code.

    `scenes` names what was on the screen: none while the program was starting. The store is closed here.
    """
    store.log(diagnosis.line(f"fault {diagnosis.kind(error)}"))
    written = store.report(diagnosis.report(error, scenes, store.sealed))
    keeping = store.is_keeping()
    with suppress(Exception):  # the first fault is the one to tell of
        store.close()
    reasons = [_what(error, started=bool(scenes))]
    if scenes and store.sealed:
        reasons.append(Reason.of("failure.kept" if keeping else "failure.not_kept"))
    if isinstance(written, Path):
        reasons.append(Reason.of("failure.report", path=str(written), log=str(written.with_name(LOG))))
    else:
        reasons.append(Reason.of("failure.no_report", cause=written))
    tell(reasons, language)
    return 1


def outside(error: Exception, language: str | None, *, window: bool) -> int:
    """Tell of a fault before anything of the player's was touched, or in a command without a window; return the code.

    Nothing is written, for no folder is open: where it came from is said on standard error.
    """
    what = _what(error, started=False)
    if what.key != "failure.damaged":
        say("\n".join(diagnosis.fault(error)), error=True)
    tell([what], language, window=window)
    return 1


def _what(error: Exception, *, started: bool) -> Reason:
    """Return what happened: a file of the program is missing or damaged, or something went wrong inside."""
    file = _missing(error) or next(iter(diagnosis.damaged()), None)
    if file is not None:
        return Reason.of("failure.damaged", file=file)
    return Reason.of("failure.playing" if started else "failure.starting")


def _missing(error: Exception) -> str | None:
    """Return the file of the program that was not found, where that is the fault; pygame names it in its words only."""
    said = str(error)
    if not isinstance(error, OSError) or str(ASSETS) not in said:
        return None
    return said.partition(str(ASSETS))[2].strip("/\\").partition("'")[0]


def tell(reasons: Sequence[Reason], language: str | None, *, window: bool = True) -> None:
    """Tell the player in a window, by a message box where that fails, and on standard error in any case."""
    words = _words(language)
    text = _LAST_WORDS if words is None else "\n".join(words.say(reason) for reason in reasons)
    say(text, error=True)
    if not window:
        return
    try:
        if words is None:
            raise pygame.error("no words for a window")
        _show(words, text)
    except (OSError, pygame.error):
        # The box of X11 has no Japanese letters; that of others has, but English everywhere is better than two ways.
        english = _words("en")
        plain = _LAST_WORDS if english is None else "\n".join(english.say(reason) for reason in reasons)
        with suppress(pygame.error):
            if pygame.display.get_init() and pygame.display.get_driver() not in diagnosis.UNSEEN:
                pygame.display.message_box("Tefuda", plain, message_type="error")
    finally:
        pygame.quit()


def _words(language: str | None) -> Words | None:
    try:
        return Words(preferred(system_locales()) if language in (None, "auto") else str(language))
    except (OSError, ValueError, LookupError):
        return None


def _show(words: Words, text: str) -> None:
    """Show the text in a window of its own until it is closed; raise where that cannot be done."""
    pygame.display.init()
    if pygame.display.get_driver() in diagnosis.UNSEEN:
        return  # there is nobody to close it
    pygame.font.init()
    usable = [file for file in letters.FILES.values() if diagnosis.is_usable(file)] or list(letters.FILES.values())
    typed = letters.Type({False: usable[0], True: usable[-1]})  # one of the two may be what is missing
    surface = pygame.display.get_surface() or pygame.display.set_mode(_SIZE, pygame.RESIZABLE)
    pygame.display.set_caption(words("product.name"))
    button = _draw(surface, typed, words, text)
    pygame.event.clear()  # what was pressed before was not meant for this window
    while True:
        event = pygame.event.wait(500)
        surface = pygame.display.get_surface() or surface
        button = _draw(surface, typed, words, text)
        match event.type:
            case pygame.QUIT:
                return
            case pygame.KEYDOWN if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_ESCAPE):
                return
            case pygame.MOUSEBUTTONDOWN if button.collidepoint(event.pos):
                return


def _draw(surface: pygame.Surface, typed: letters.Type, words: Words, text: str) -> pygame.Rect:
    """Draw the text in the middle and a button below it; return where the button is."""
    width, height = surface.get_size()
    surface.fill(_GROUND)
    unit = max(1.0, min(width / 1280, height / 720))  # no smaller in a large window than all else was
    size, room = round(_LETTERS * unit), min(round(_WIDEST * unit), width - 2 * _EDGE)
    left, step = (width - room) // 2, typed.line_height(size)
    lines = [line for paragraph in text.split("\n") for line in (*typed.wrap(paragraph, size, room), "")]
    heights = [step if line else step // 3 for line in lines]
    label = typed.write(words("failure.close"), size, _INK, bold=True)
    button = pygame.Rect(left, 0, label.get_width() + round(40 * unit), label.get_height() + round(18 * unit))
    title = typed.write(words("failure.title"), round(26 * unit), _PAPER, bold=True)
    top = max(_EDGE // 2, (height - title.get_height() - 2 * step - sum(heights) - button.h) // 2)
    surface.blit(title, (left, top))
    top += title.get_height() + step
    for line, tall in zip(lines, heights, strict=True):
        surface.blit(typed.write(line, size, _CREAM), (left, top))
        top += tall
    button.top = min(top + step // 2, height - button.h - 8)
    pygame.draw.rect(surface, _PAPER, button, border_radius=round(8 * unit))
    surface.blit(label, label.get_rect(center=button.center))
    pygame.display.flip()
    return button
