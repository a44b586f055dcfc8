"""What is told where something is wrong: versions, drivers and places, lines of the log, the report of a fault.

Nothing here may tell a card, a hand, a name or anything else that was typed. So a fault is told by its kind and its
place in the program, never by its words or by values; a game only sealed; settings without who sat where.
"""

from __future__ import annotations

import dataclasses
import errno
import json
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pygame

from game.core import Reason
from scenes import calendar, store
from scenes.assets import ASSETS
from scenes.command_line import VERSION
from scenes.store import Store, documents_folder
from scenes.words import sentences, system_locales

UNSEEN = ("offscreen", "dummy")
"""Drivers of SDL that show nothing to anybody."""
_LONGEST = 200


def line(what: str) -> str:
    """Return a line of the log: when, and what."""
    return f"{calendar.stamp()} {what[:_LONGEST]}"


def told(reason: Reason) -> str:
    """Return a reason as the log may name it: its key and those within it, none of its values."""
    within = [told(value) for _, value in reason.values if isinstance(value, Reason)]
    return " ".join([reason.key, *within])


def versions() -> str:
    """Return what runs here, short enough for a line of the log."""
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    packaged = "packaged" if getattr(sys, "frozen", False) else "from source"
    return f"Tefuda {VERSION} {packaged}, Python {sys.version.split()[0]}, pygame-ce {pygame.ver}, SDL {sdl}"


def display() -> str:
    """Return the window system and the sizes of window and screens; only that there is none before there is one."""
    if not pygame.display.get_init():
        return "no window system"
    surface = pygame.display.get_surface()
    window = "none" if surface is None else _size(surface.get_size())
    screens = ", ".join(_size(size) for size in pygame.display.get_desktop_sizes())
    return f"{pygame.display.get_driver()}, window {window}, screens {screens}"


def _size(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


# Faults


def fault(error: BaseException) -> list[str]:
    """Return where a fault came from, call by call, and its kind; the same for the faults before it."""
    lines: list[str] = []
    for one in _chain(error):
        lines += [
            f"  {_place(frame.f_code.co_filename)}:{number} in {frame.f_code.co_name}"
            for frame, number in traceback.walk_tb(one.__traceback__)
        ]
        lines.append(kind(one))
    return lines


def kind(error: BaseException) -> str:
    """Return what a fault is, and what the system says of it where it was the system's; never its own words."""
    name = type(error).__name__
    if isinstance(error, OSError) and error.errno is not None:
        return f"{name} {errno.errorcode.get(error.errno, error.errno)}"
    if isinstance(error, pygame.error):
        return f"pygame.{name}: {str(error)[:_LONGEST]}"  # SDL knows windows and files, and no cards
    return name


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield the faults that led to one, the first one first."""
    if error is not None:
        before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        yield from _chain(before)
        yield error


def _place(file: str) -> str:
    path = Path(file)
    if path.is_relative_to(ASSETS.parent):
        return path.relative_to(ASSETS.parent).as_posix()
    return path.as_posix() if not path.is_absolute() else "/".join(path.parts[-2:])


def report(error: BaseException, scenes: Sequence[str], sealed: str) -> str:
    """Return the text of a report: what runs, what was on the screen, the fault, and the game, sealed."""
    from platform import platform  # slow to import, and only a report tells it

    lines = [
        "What went wrong inside Tefuda. No card and no name stands here in clear.",
        "",
        calendar.stamp(),
        versions(),
        platform(),
        display(),
        f"on the screen: {', '.join(scenes) or 'nothing yet'}",
        "",
        *fault(error),
        "",
        "The game, sealed:" if sealed else "No game is going.",
        sealed.strip(),
    ]
    return "\n".join(lines).strip() + "\n"


# The state of a machine


def damaged() -> list[str]:
    """Return which of the program's own files cannot be used, by their names below assets/."""
    return [path.relative_to(ASSETS).as_posix() for path in sorted(ASSETS.rglob("*")) if not is_usable(path)]


def is_usable(path: Path) -> bool:
    """Return whether one of the program's own files can be used; what is only read as it is always can."""
    try:
        match path.suffix:
            case ".ttf":
                pygame.font.init()
                pygame.Font(path, 20).render("手", True, (0, 0, 0))  # a damaged one fails no sooner
            case ".svg":
                pygame.image.load_sized_svg(str(path), (8, 8))
            case ".toml" if path.parent.name == "locales":
                sentences(path.stem)
    except (OSError, ValueError, pygame.error):
        return False
    return True


def diagnose(data_dir: Path | None) -> str:
    """Return as JSON all that helps to find out why something does not work here; it changes nothing."""
    from platform import platform  # as above

    kept = Store(data_dir)
    files, preferences = kept.look_in()
    kept.close()
    answer = {
        "versions": versions(),
        "libraries": {
            "SDL_image": ".".join(map(str, pygame.image.get_sdl_image_version() or ())),
            "SDL_ttf": ".".join(map(str, pygame.font.get_sdl_ttf_version())),
        },
        "system": platform(),
        "display": _tried_display(),
        "sound": _tried_sound(),
        "environment": {name: value for name, value in sorted(os.environ.items()) if name.startswith("SDL_")}
        | {name: os.environ[name] for name in ("XDG_SESSION_TYPE", "LANG", "LC_ALL") if name in os.environ},
        "locales": system_locales(),
        "places": {
            "program": str(ASSETS.parent),
            "data": str(kept.folder),
            "log": str(kept.folder / store.LOG) if kept.folder is not None else None,
            "documents": str(documents_folder()),
        },
        "files": files,
        "fonts": {font.name: font.stat().st_size for font in sorted((ASSETS / "fonts").glob("*.ttf"))},
        "damaged": damaged(),
        "settings": told(preferences) if isinstance(preferences, Reason) else _without_names(preferences),
    }
    return json.dumps(answer, indent=2, ensure_ascii=False)


def _without_names(preferences: Any) -> dict[str, Any]:  # noqa: ANN401  # any dataclass
    """Return the settings but for who sat where, and rule options, among which are whole card files."""
    fields = {item.name: getattr(preferences, item.name) for item in dataclasses.fields(preferences)}
    return {name: value for name, value in fields.items() if not isinstance(value, dict)}


def _tried_display() -> str:
    try:
        pygame.display.init()
        return display()
    except pygame.error as error:
        return kind(error)
    finally:
        pygame.display.quit()


def _tried_sound() -> str:
    try:
        pygame.mixer.init()
        return f"{pygame.mixer.get_init()}, SDL_mixer {'.'.join(map(str, pygame.mixer.get_sdl_mixer_version()))}"
    except pygame.error as error:
        return kind(error)
    finally:
        pygame.mixer.quit()
