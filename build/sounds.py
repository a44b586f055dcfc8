"""Make the program's sounds: short, dry, papery; cards, wood, a few strings of a koto. All of it is arithmetic.

The files in assets/sounds hold exactly what this script makes; `--check` makes them again and compares.
"""

import argparse
import array
import io
import sys
import wave
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from build.synthesis import (  # noqa: E402 - the project's folder must be found first
    Wave,
    band,
    clappers,
    drum,
    fading,
    koto,
    levelled,
    line,
    low,
    mixed,
    noise,
    room,
    rub,
    shaped,
    struck,
    thud,
    tick,
    wood,
)
from game.rng import Random  # noqa: E402

SOUNDS = ROOT / "assets" / "sounds"
CRISP, PLAIN = 32000, 22050
"""Samples a second: of paper, which hisses up to the highest tones, and of everything else."""
LARGEST = 600_000
"""All files together, in bytes."""

# The scale: D E G A B, and a darker one with E flat.
A3, D4, EB4, G4, A4, B4, D5, E5, G5 = 220.0, 293.66, 311.13, 392.0, 440.0, 493.88, 587.33, 659.26, 783.99


def _chance(*seed: str | int) -> Callable[[float, float], float]:
    """Return what draws numbers between two others."""
    source = Random.seeded("sounds", *seed)

    def draw(least: float, most: float) -> float:
        nonlocal source
        word, source = source.next_word()
        return least + (most - least) * word / 2**64

    return draw


# Cards


def _slide(take: int) -> Wave:
    shift = (1.0, 1.09, 0.93)[take]
    body = rub(CRISP, 0.15, (1900 * shift, 3900 * shift, 3000 * shift), "slide", take)
    return shaped(body, line(CRISP, (0.0, 0.0), (0.028, 1.0), (0.07, 0.75), (0.15, 0.0)))


def _lift(_: int) -> Wave:
    body = rub(CRISP, 0.075, (2300, 4400), "lift")
    flap = tick(CRISP, "lift", bright=2300, falls=0.014)
    return mixed(
        CRISP, (0.0, 1.0, shaped(body, line(CRISP, (0.0, 0.0), (0.012, 1.0), (0.075, 0.0)))), (0.0, 0.35, flap)
    )


def _land(take: int) -> Wave:
    shift = (1.0, 0.92, 1.07)[take]
    air = band(fading(noise(1500, "land", take), CRISP, 0.05, 0.004), CRISP, (900 * shift, 500), 1.2)
    edge = tick(CRISP, "land", take, bright=2500 * shift, falls=0.020)
    return mixed(CRISP, (0.0, 0.9, air), (0.004, 1.0, edge), (0.004, 0.55, thud(CRISP, 170 * shift)))


def _flip(take: int) -> Wave:
    shift = (1.0, 1.08, 0.94)[take]
    bend = tick(CRISP, "bend", take, bright=4300 * shift, falls=0.012)
    sweep = band(noise(round(0.06 * CRISP), "flip", take), CRISP, (2600 * shift, 5200 * shift, 2400 * shift), 1.0)
    whirr = shaped(sweep, line(CRISP, (0.0, 0.0), (0.022, 0.8), (0.06, 0.0)))
    return mixed(
        CRISP,
        (0.0, 0.7, bend),
        (0.006, 0.7, whirr),
        (0.058, 1.0, tick(CRISP, "flip", take, bright=2900 * shift, falls=0.022)),
        (0.058, 0.26, thud(CRISP, 190 * shift, 0.05)),
    )


def _deal(take: int) -> Wave:
    shift = (1.0, 1.07, 0.93)[take]
    sweep = rub(CRISP, 0.055, (2200 * shift, 4600 * shift), "deal", take)
    rises = shaped(sweep, line(CRISP, (0.0, 0.0), (0.045, 1.0), (0.055, 0.3)))
    edge = tick(CRISP, "dealt", take, bright=3300 * shift, falls=0.018)
    return mixed(CRISP, (0.0, 0.9, rises), (0.048, 1.0, edge), (0.048, 0.24, thud(CRISP, 180 * shift, 0.045)))


def _shuffle(_: int) -> Wave:
    """Two packets let fall into each other, then pushed together and tapped on the table."""
    draw = _chance("shuffle")
    parts: list[tuple[float, float, Wave]] = []
    at, cards = 0.02, 44
    for card in range(cards):
        share = card / (cards - 1)
        swell = 0.35 + 0.65 * (1 - (2 * share - 1) ** 2)
        leaf = tick(CRISP, "leaf", card, bright=draw(2500, 4300) * (1 - 0.2 * share), falls=draw(0.007, 0.012))
        parts.append((at, swell * draw(0.55, 1.0), leaf))
        at += (0.0125 - 0.0055 * (1 - (2 * share - 1) ** 2)) * draw(0.7, 1.3)
    push = shaped(
        rub(CRISP, 0.16, (1700, 3300, 2400), "push"), line(CRISP, (0.0, 0.0), (0.06, 0.55), (0.13, 0.5), (0.16, 0.0))
    )
    tap = mixed(CRISP, (0.0, 1.0, tick(CRISP, "tap", bright=2100, falls=0.026)), (0.0, 0.8, thud(CRISP, 150)))
    return mixed(CRISP, *parts, (at + 0.02, 0.9, push), (at + 0.17, 0.9, tap))


# What happens


def _die(_: int) -> Wave:
    """A die of bone on wood: it falls, tumbles ever faster, and lies."""
    draw = _chance("die")
    parts: list[tuple[float, float, Wave]] = []
    at, gap, level = 0.0, 0.105, 1.0
    while gap > 0.014:
        pitch = draw(0.88, 1.14)
        bone = struck(
            PLAIN,
            0.03,
            tuple(
                (one * pitch, part, falls)
                for one, part, falls in ((1850, 1, 0.022), (3050, 0.8, 0.016), (4650, 0.5, 0.012))
            ),
        )
        parts += [(at, level, bone), (at, level * 0.55, thud(PLAIN, 205 * draw(0.95, 1.05), 0.05))]
        at += gap * draw(0.9, 1.1)
        gap *= 0.74
        level *= 0.84
    return room(mixed(PLAIN, *parts), PLAIN, 0.12)


def _gift(_: int) -> Wave:
    """Paper laid down before somebody, and a soft high string."""
    paper = shaped(rub(PLAIN, 0.14, (1800, 3600, 2600), "gift"), line(PLAIN, (0.0, 0.0), (0.03, 1.0), (0.14, 0.0)))
    strings = [
        (0.1, 0.5, koto(PLAIN, 0.42, A4, "gift", 1, falls=0.8)),
        (0.19, 0.55, koto(PLAIN, 0.42, D5, "gift", 2, falls=0.8)),
    ]
    return _damped(mixed(PLAIN, (0.0, 1.6, paper), *strings), PLAIN, 0.56)


def _sos(_: int) -> Wave:
    """Three claps: so the theatre calls for attention."""
    claps = [
        (0.135 * index, 1.0, clappers(PLAIN, pitch, "sos", index)) for index, pitch in enumerate((1010, 1010, 1080))
    ]
    return mixed(PLAIN, *claps)


def _capture(_: int) -> Wave:
    """Two cards laid together, two strings a fourth apart."""
    paper = mixed(CRISP, (0.0, 0.8, _land(0)), (0.07, 0.8, _land(1)))
    strings = [
        (0.02, 0.5, koto(PLAIN, 0.5, A4, "pair", 1, falls=0.9)),
        (0.11, 0.55, koto(PLAIN, 0.45, D5, "pair", 2, falls=0.9)),
    ]
    return _damped(mixed(PLAIN, (0.0, 0.7, _slower(paper)), *strings), PLAIN, 0.55)


def _slower(crisp: Wave) -> Wave:
    """Return a crisp wave at the plain rate: the highest tones taken off, then read between its samples."""
    dull = low(low(crisp, CRISP, 8000), CRISP, 8000)
    step = CRISP / PLAIN
    count = int((len(dull) - 1) / step)
    found: Wave = []
    for index in range(count):
        at = index * step
        whole = int(at)
        found.append(dull[whole] + (dull[whole + 1] - dull[whole]) * (at - whole))
    return found


def _damped(wave_: Wave, rate: int, seconds: float, over: float = 0.09) -> Wave:
    """Return a wave that a hand stops after so many seconds."""
    return shaped(wave_, line(rate, (0.0, 1.0), (seconds - over, 1.0), (seconds, 0.0)))


def _right(_: int) -> Wave:
    """A clap, and three strings that rise."""
    notes = [
        (0.09 + 0.085 * index, 0.55, koto(PLAIN, 0.6, pitch, "right", index, falls=1.1))
        for index, pitch in enumerate((A4, D5, G5))
    ]
    return _damped(mixed(PLAIN, (0.0, 0.55, clappers(PLAIN, 980, "right")), *notes), PLAIN, 0.78, 0.2)


def _wrong(_: int) -> Wave:
    """Two dull blocks, and a low string that sinks by half a tone."""
    strings = [
        (0.16, 0.6, koto(PLAIN, 0.2, EB4, "wrong", 1, falls=0.6, bright=0.2)),
        (0.29, 0.7, koto(PLAIN, 0.4, D4, "wrong", 2, falls=0.7, bright=0.2)),
    ]
    blocks = [
        (0.0, 0.8, wood(PLAIN, 262, 0.12, 0.3, "wrong", 1)),
        (0.14, 0.8, wood(PLAIN, 233, 0.12, 0.3, "wrong", 2)),
    ]
    return _damped(mixed(PLAIN, *blocks, *strings), PLAIN, 0.66, 0.2)


def _repel(_: int) -> Wave:
    """A drum, and paper that is swept away."""
    skin = mixed(
        PLAIN,
        (0.0, 1.0, drum(PLAIN, 0.42, 96, 0.5)),
        (0.0, 0.5, drum(PLAIN, 0.3, 171, 0.3)),
        (0.0, 0.5, band(fading(noise(1100, "stick"), PLAIN, 0.04), PLAIN, (900, 500), 1.0)),
    )
    swept = shaped(rub(PLAIN, 0.3, (3400, 2200, 1200), "repel"), line(PLAIN, (0.0, 0.0), (0.05, 1.0), (0.3, 0.0)))
    return room(mixed(PLAIN, (0.0, 1.0, skin), (0.05, 1.1, swept)), PLAIN, 0.14)


def _muster(_: int) -> Wave:
    """A card joins the hand: it lands, and a block of wood says yes."""
    return mixed(PLAIN, (0.0, 0.9, _slower(_land(0))), (0.006, 0.6, wood(PLAIN, 415, 0.11, 0.45, "muster")))


def _hold(_: int) -> Wave:
    """An enemy is held off: heavier, and lower."""
    return mixed(
        PLAIN,
        (0.0, 0.8, _slower(_land(1))),
        (0.004, 0.8, wood(PLAIN, 208, 0.16, 0.35, "hold")),
        (0.0, 0.7, drum(PLAIN, 0.16, 120, 0.18)),
    )


def _win(_: int) -> Wave:
    """Up the strings, and the highest ones together."""
    rise = (D4, G4, A4, B4, D5, E5)
    notes = [
        (0.085 * index, 0.5 + 0.03 * index, koto(PLAIN, 0.9, pitch, "win", index, falls=1.5))
        for index, pitch in enumerate(rise)
    ]
    close = [
        (0.62 + 0.022 * index, 0.55, koto(PLAIN, 1.2, pitch, "close", index, falls=2.0))
        for index, pitch in enumerate((D4, A4, D5, G5))
    ]
    whole = mixed(PLAIN, *notes, *close, (0.62, 0.25, clappers(PLAIN, 1050, "win")))
    return _damped(room(whole, PLAIN, 0.14), PLAIN, 1.75, 0.7)


def _loss(_: int) -> Wave:
    """Down the darker scale, and the last string is left to sound."""
    notes = [(0.0, 0.6, koto(PLAIN, 0.6, A4, "loss", 0, falls=1.0, bright=0.25))]
    for index, pitch in enumerate((EB4, D4, A3), 1):
        notes.append((0.2 * index, 0.6 + 0.05 * index, koto(PLAIN, 0.8, pitch, "loss", index, falls=1.3, bright=0.22)))
    return _damped(room(mixed(PLAIN, *notes), PLAIN, 0.12), PLAIN, 1.25, 0.5)


# Signs


def _refuse(_: int) -> Wave:
    """A knuckle on the table, twice."""
    knock = mixed(PLAIN, (0.0, 1.0, wood(PLAIN, 188, 0.07, 0.25, "refuse")), (0.0, 0.5, thud(PLAIN, 140, 0.06)))
    return mixed(PLAIN, (0.0, 1.0, knock), (0.095, 0.75, knock))


def _knock(_: int) -> Wave:
    """A knuckle on the table, once: nothing is laid."""
    return mixed(PLAIN, (0.0, 1.0, wood(PLAIN, 240, 0.08, 0.3, "knock")), (0.0, 0.5, thud(PLAIN, 150, 0.06)))


def _button(_: int) -> Wave:
    return mixed(PLAIN, (0.0, 1.0, wood(PLAIN, 1150, 0.022, 0.6, "button")))


def _curtain(_: int) -> Wave:
    """Heavy cloth that falls."""
    count = round(0.42 * PLAIN)
    folds = low(low(noise(count, "folds"), PLAIN, 25), PLAIN, 50)
    cloth = band(noise(count, "curtain"), PLAIN, (1500, 800, 380), 1.3)
    body = [one * max(0.1, 0.5 + 6 * fold) for one, fold in zip(cloth, folds, strict=True)]
    return shaped(body, line(PLAIN, (0.0, 0.0), (0.1, 0.8), (0.24, 1.0), (0.42, 0.0)))


def _turn(_: int) -> Wave:
    """It is your turn: two blocks of wood, the second a fourth higher, and a string with it."""
    return _damped(
        mixed(
            PLAIN,
            (0.0, 0.7, wood(PLAIN, A4, 0.16, 0.4, "turn", 1)),
            (0.13, 0.8, wood(PLAIN, D5, 0.2, 0.4, "turn", 2)),
            (0.13, 0.3, koto(PLAIN, 0.36, D5, "turn", falls=0.7)),
        ),
        PLAIN,
        0.46,
        0.15,
    )


@dataclass(frozen=True)
class Recipe:
    """How a sound is made: its wave by the number of the take, its samples a second, how loud, in how many takes."""

    make: Callable[[int], Wave]
    rate: int
    decibels: float
    takes: int = 1


RECIPES: dict[str, Recipe] = {
    "lift": Recipe(_lift, CRISP, -33),
    "slide": Recipe(_slide, CRISP, -30, 3),
    "land": Recipe(_land, CRISP, -28, 3),
    "flip": Recipe(_flip, CRISP, -27, 3),
    "deal": Recipe(_deal, CRISP, -29, 3),
    "shuffle": Recipe(_shuffle, CRISP, -26),
    "die": Recipe(_die, PLAIN, -23),
    "gift": Recipe(_gift, PLAIN, -23),
    "sos": Recipe(_sos, PLAIN, -20),
    "capture": Recipe(_capture, PLAIN, -22),
    "right": Recipe(_right, PLAIN, -20),
    "wrong": Recipe(_wrong, PLAIN, -21),
    "repel": Recipe(_repel, PLAIN, -22),
    "muster": Recipe(_muster, PLAIN, -25),
    "hold": Recipe(_hold, PLAIN, -24),
    "knock": Recipe(_knock, PLAIN, -27),
    "win": Recipe(_win, PLAIN, -19),
    "loss": Recipe(_loss, PLAIN, -21),
    "refuse": Recipe(_refuse, PLAIN, -27),
    "button": Recipe(_button, PLAIN, -38),
    "curtain": Recipe(_curtain, PLAIN, -27),
    "turn": Recipe(_turn, PLAIN, -23),
}


def files() -> dict[str, bytes]:
    """Return every sound file by its name."""
    found: dict[str, bytes] = {}
    for name, recipe in RECIPES.items():
        for take in range(recipe.takes):
            file = f"{name}-{take + 1}.wav" if recipe.takes > 1 else f"{name}.wav"
            found[file] = _file(levelled(recipe.make(take), recipe.rate, recipe.decibels), recipe.rate)
    return found


def _file(samples: Wave, rate: int) -> bytes:
    values = array.array("h", [round(one * 32767) for one in samples])
    if sys.byteorder == "big":
        values.byteswap()
    target = io.BytesIO()
    with wave.open(target, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes(values.tobytes())
    return target.getvalue()


def differences(made: dict[str, bytes]) -> list[str]:
    """Return the names of the files in assets/sounds that are not those made, missing and foreign ones among them."""
    there = {file.name: file.read_bytes() for file in SOUNDS.glob("*.wav")}
    return sorted(name for name in made.keys() | there.keys() if made.get(name) != there.get(name))


def main() -> int:
    """Write the sounds, or with --check say which of them are not what this script makes."""
    parser = argparse.ArgumentParser(description="Make the sounds in assets/sounds again.")
    parser.add_argument("--check", action="store_true", help="write nothing, compare only")
    check = parser.parse_args().check
    made = files()
    size = sum(map(len, made.values()))
    if size > LARGEST:
        print(f"sounds: {size} bytes are more than the {LARGEST} allowed")
        return 1
    if check:
        wrong = differences(made)
        print(
            f"sounds: not what the script makes: {', '.join(wrong)}"
            if wrong
            else "sounds: all as the script makes them"
        )
        return int(bool(wrong))
    SOUNDS.mkdir(exist_ok=True)
    for name in differences(made):
        if name in made:
            (SOUNDS / name).write_bytes(made[name])
        else:
            (SOUNDS / name).unlink()
    print(f"sounds: {len(made)} files, {size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
