"""The settings: what the players chose for good, as values and as text.

Everything here is a pure function over text; the file itself belongs to `scenes.store`. Settings may be edited by hand,
so every field is checked, and one wrong value never costs the others. Nothing here may stop the program from starting.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from game.core import BadInput, Options, OptionValue, Reason
from scenes import keymap, seating
from scenes.keymap import Keys
from scenes.seating import Sitting

MARK = "tefuda-settings"
FORMAT = 1

Language = Literal["auto", "ja", "en"]
Speed = Literal["off", "fast", "normal", "slow"]
TextScale = Literal[80, 100, 120, 150, 200]
Stay = Literal["short", "normal", "long", "click"]
"""How long cards turned up for a moment stay open: by the clock, or until somebody clicks."""
Pace = Literal["off", "fast", "normal", "slow"]
"""How long what computer players do can be read before the game goes on; off: it goes on at once."""
Table = Literal["pine", "indigo", "lacquer", "washi"]
"""The table's colours: `scenes.drawing.theme` has them by these names."""
Back = Literal["waves", "hexagons", "arrows"]
"""What the backs of the cards show: a drawing of `assets/images`."""
Volume = Literal[0, 20, 40, 60, 80, 100]
"""Of all that is heard, or of one kind of sounds, in percent."""
Size = tuple[int, int]
Place = tuple[int, int]

LANGUAGES: tuple[Language, ...] = get_args(Language)
SPEEDS: tuple[Speed, ...] = get_args(Speed)
TEXT_SCALES: tuple[TextScale, ...] = get_args(TextScale)
STAYS: tuple[Stay, ...] = get_args(Stay)
PACES: tuple[Pace, ...] = get_args(Pace)
TABLES: tuple[Table, ...] = get_args(Table)
BACKS: tuple[Back, ...] = get_args(Back)
VOLUMES: tuple[Volume, ...] = get_args(Volume)
SMALLEST_WINDOW: Size = (640, 480)
LARGEST_WINDOW: Size = (16384, 16384)
FARTHEST = 32767
"""Pixels from the first screen's corner at which a window may lie at most, in any direction."""

_CHOICES: Mapping[str, tuple[OptionValue, ...]] = {
    "language": LANGUAGES,
    "speed": SPEEDS,
    "reduced_motion": (False, True),
    "chance_line": (False, True),
    "hints_remember": (False, True),
    "tell_lost": (False, True),
    "full_screen": (False, True),
    "text_scale": TEXT_SCALES,
    "stay": STAYS,
    "pace": PACES,
    "left_handed": (False, True),
    "narrate": (False, True),
    "table": TABLES,
    "back": BACKS,
    "high_contrast": (False, True),
    "sound": (False, True),
    "volume": VOLUMES,
    "volume_table": VOLUMES,
    "volume_events": VOLUMES,
    "volume_signals": VOLUMES,
}
_MOST_COMPLAINTS = 8
"""Wrong values told of at one start: a garbled file must not bury the player in messages."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """The settings. An instance is always valid: a window outside the limits is brought inside them.

    `text_scale` is in percent. `window` is the last size in pixels, and `place` where it was, None before the first.
    `options` holds, for each game by its id, the rule options last used; whether a game still has them is for the game
    to say. `sittings` says in the same way who sat where. `keys` are those chosen anew, by command.
    """

    language: Language = "auto"
    speed: Speed = "normal"
    reduced_motion: bool = False
    chance_line: bool = False
    hints_remember: bool = True
    tell_lost: bool = True
    full_screen: bool = False
    text_scale: TextScale = 100
    stay: Stay = "normal"
    pace: Pace = "normal"
    left_handed: bool = False
    narrate: bool = False
    table: Table = "pine"
    back: Back = "waves"
    high_contrast: bool = False
    sound: bool = True
    volume: Volume = 80
    volume_table: Volume = 100
    volume_events: Volume = 100
    volume_signals: Volume = 100
    window: Size | None = None
    place: Place | None = None
    options: Mapping[str, Options] = field(default_factory=dict, hash=False)
    sittings: Mapping[str, Sitting] = field(default_factory=dict, hash=False)
    keys: Keys = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if self.window is not None:
            # A window manager may give any size; what it gave must not come back as an error at the next start.
            sides = zip(self.window, SMALLEST_WINDOW, LARGEST_WINDOW, strict=True)
            width, height = (min(max(side, least), most) for side, least, most in sides)
            object.__setattr__(self, "window", (width, height))
        if self.place is not None and not _is_place(list(self.place)):
            object.__setattr__(self, "place", None)

    def with_options(self, game: str, options: Options) -> Preferences:
        """Return these settings with `options` as those last used in `game`."""
        return dataclasses.replace(self, options={**self.options, game: dict(options)})

    def with_sitting(self, game: str, sitting: Sitting) -> Preferences:
        """Return these settings with `sitting` as the one last used in `game`."""
        return dataclasses.replace(self, sittings={**self.sittings, game: sitting.afresh()})


_KEYS = {"mark", "format", *(item.name for item in dataclasses.fields(Preferences))}
"""What may stand in a file."""


def dump(preferences: Preferences) -> str:
    """Return `preferences` as text that `load` reads back, laid out for somebody who wants to edit it."""
    body = {item.name: getattr(preferences, item.name) for item in dataclasses.fields(preferences)}
    body["options"] = {game: dict(options) for game, options in preferences.options.items()}
    body["sittings"] = {game: sitting.plain() for game, sitting in preferences.sittings.items()}
    body["keys"] = dict(preferences.keys)
    return json.dumps({"mark": MARK, "format": FORMAT, **body}, indent=2) + "\n"


def load(text: str) -> tuple[Preferences, tuple[Reason, ...]]:
    """Return the settings written as `text`, and a complaint for each value that could not be used.

    A wrong value gives way to its default, a wrong rule option is left out, a key that is missing is passed over; one
    that is unknown is complained about. Text that is no settings of this format at all raises `BadInput`.
    """
    body = _body(text)
    fields: dict[str, Any] = {}
    complaints = [_unknown("", key, body[key], _KEYS) for key in body if key not in _KEYS]
    for key, allowed in _CHOICES.items():
        if key not in body:
            continue
        if any(type(body[key]) is type(value) and body[key] == value for value in allowed):
            fields[key] = body[key]
        else:
            complaints.append(_complaint(key, body[key], ", ".join(_shown(value) for value in allowed)))
    window = body.get("window")
    if _is_window(window):
        fields["window"] = None if window is None else (window[0], window[1])
    else:
        (least_wide, least_high), (most_wide, most_high) = SMALLEST_WINDOW, LARGEST_WINDOW
        limits = Reason.of("store.allowed.window", least=f"{least_wide}×{least_high}", most=f"{most_wide}×{most_high}")
        complaints.append(_complaint("window", window, limits))
    place = body.get("place")
    if _is_place(place):
        fields["place"] = None if place is None else (place[0], place[1])
    else:
        complaints.append(_complaint("place", place, Reason.of("store.allowed.place", most=FARTHEST)))
    fields["options"], wrong_options = _options(body.get("options", {}))
    fields["sittings"], wrong_sittings = _sittings(body.get("sittings", {}))
    fields["keys"], wrong_keys = _keys(body.get("keys", {}))
    return Preferences(**fields), (*complaints, *wrong_options, *wrong_sittings, *wrong_keys)[:_MOST_COMPLAINTS]


def _unknown(within: str, key: str, value: object, known: Iterable[str]) -> Reason:
    """Return the complaint about a key that stands for nothing, with the `known` one that it most likely should be."""
    import difflib  # a start without a slip of the pen needs none of it

    values = {"setting": _printable(within + key), "value": _shown(value)}
    near = difflib.get_close_matches(key[:60], sorted(known), 1)
    if not near:
        return Reason.of("store.unknown_setting", **values)
    return Reason.of("store.misspelt_setting", **values, meant=within + near[0])


def _body(text: str) -> dict[str, Any]:
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput(Reason.of("store.cause.damaged")) from None
    if not isinstance(body, dict) or body.get("mark") != MARK:
        raise BadInput(Reason.of("store.cause.foreign"))
    version = body.get("format")
    if type(version) is int and version > FORMAT:
        raise BadInput(Reason.of("store.cause.newer"))
    if type(version) is not int or version != FORMAT:
        raise BadInput(Reason.of("store.cause.damaged"))
    return body


def _is_window(value: object) -> bool:
    if value is None:
        return True
    if not isinstance(value, list) or len(value) != 2:
        return False
    sides = zip(value, SMALLEST_WINDOW, LARGEST_WINDOW, strict=True)
    return all(type(side) is int and least <= side <= most for side, least, most in sides)


def _is_place(value: object) -> bool:
    if value is None:
        return True
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(type(side) is int and abs(side) <= FARTHEST for side in value)
    )


def _options(value: object) -> tuple[dict[str, dict[str, OptionValue]], list[Reason]]:
    """Return the usable rule options by game, and a complaint for each of the others."""
    usable: dict[str, dict[str, OptionValue]] = {}
    complaints: list[Reason] = []
    if not isinstance(value, dict):
        return usable, [_complaint("options", value, Reason.of("store.allowed.options"))]
    for game, options in value.items():
        if not isinstance(options, dict):
            complaints.append(_complaint(f"options.{game}", options, Reason.of("store.allowed.options")))
            continue
        usable[game] = {key: item for key, item in options.items() if isinstance(item, bool | int | str)}
        wrong = ((key, item) for key, item in options.items() if key not in usable[game])
        complaints += [
            _complaint(f"options.{game}.{key}", item, Reason.of("store.allowed.option")) for key, item in wrong
        ]
    return usable, complaints


def _sittings(value: object) -> tuple[dict[str, Sitting], list[Reason]]:
    """Return the usable sittings by game, and a complaint for each of the others."""
    if not isinstance(value, dict):
        return {}, [_complaint("sittings", value, Reason.of("store.allowed.sittings"))]
    found = {game: seating.from_plain(item) for game, item in value.items()}
    usable = {game: sitting for game, sitting in found.items() if sitting is not None}
    wrong = [game for game in found if game not in usable]
    return usable, [_complaint(f"sittings.{game}", value[game], Reason.of("store.allowed.sitting")) for game in wrong]


def _keys(value: object) -> tuple[dict[str, str], list[Reason]]:
    """Return the usable keys by command, and a complaint for each of the others; no two commands share one."""
    if not isinstance(value, dict):
        return {}, [_complaint("keys", value, Reason.of("store.allowed.keys"))]
    known = {command: key for command, key in value.items() if command in keymap.COMMANDS}
    usable = {command: key for command, key in known.items() if isinstance(key, str) and keymap.usable(key)}
    wrong = [
        _complaint(f"keys.{command}", key, Reason.of("store.allowed.key"))
        if command in known
        else _unknown("keys.", command, key, keymap.COMMANDS)
        for command, key in value.items()
        if command not in usable
    ]
    while clash := keymap.clashing(usable):
        taken = Reason.of("store.allowed.free_key")
        wrong.append(_complaint(f"keys.{clash[-1]}", usable.pop(clash[-1]), taken))
    return {command: key for command, key in usable.items() if key != keymap.COMMANDS[command]}, wrong


def _complaint(setting: str, value: object, allowed: str | Reason) -> Reason:
    return Reason.of("store.bad_setting", setting=_printable(setting), value=_shown(value), allowed=allowed)


def _shown(value: object) -> str:
    """Return a value as it would stand in the file, short enough for a message."""
    match value:
        case str():
            return _printable(value)
        case list() if len(value) <= 4 and not any(isinstance(item, list | dict) for item in value):
            return _printable(json.dumps(value, ensure_ascii=False))
        case list():
            return "[...]"
        case dict():
            return "{...}"
        case _:
            return _printable(json.dumps(value))


def _printable(text: str) -> str:
    """Return `text` without what no font can draw (lone surrogates, control characters), cut to a line's length."""
    shown = "".join(character if character.isprintable() else "?" for character in text[:41])
    return shown if len(shown) <= 40 else f"{shown[:37]}..."
