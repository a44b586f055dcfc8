"""Sound by arithmetic: noise, filters, struck and plucked things, as lists of samples between -1 and 1.

Nothing but additions and multiplications happens sample by sample, and chance comes from the project's own generator:
the same call gives the same wave. `build/sounds.py` makes the program's sounds of it.
"""

import math
from collections.abc import Sequence
from itertools import pairwise

from game.rng import Random

Wave = list[float]
Partial = tuple[float, float, float]
"""Of a struck thing: a frequency in Hz, how loud it begins, and the seconds in which it falls by 60 dB."""

_BLOCK = 32
"""Samples for which a moving filter or pitch stands still."""


def noise(count: int, *seed: str | int) -> Wave:
    """Return white noise that belongs to the seed."""
    source, found = Random.seeded(*seed), []
    for _ in range(-(-count // 4)):
        word, source = source.next_word()
        found += [(word >> shift & 0xFFFF) / 32768 - 1 for shift in (0, 16, 32, 48)]
    return found[:count]


def line(rate: int, *points: tuple[float, float]) -> Wave:
    """Return an envelope: straight lines between (seconds, level), the first at 0 seconds."""
    found: Wave = []
    for (began, low), (ends, high) in pairwise(points):
        count = max(1, round((ends - began) * rate))
        found += [low + (high - low) * step / count for step in range(count)]
    return found


def shaped(wave: Wave, envelope: Wave) -> Wave:
    """Return a wave under an envelope, as long as the shorter of the two."""
    return [one * level for one, level in zip(wave, envelope, strict=False)]


def fading(wave: Wave, rate: int, seconds: float, attack: float = 0.0) -> Wave:
    """Return a wave that falls by 60 dB in so many seconds, after `attack` seconds of rising."""
    keep, level = 0.001 ** (1 / (seconds * rate)), 1.0
    rises = round(attack * rate)
    found: Wave = []
    for index, one in enumerate(wave):
        if index < rises:
            found.append(one * index / rises)
        else:
            found.append(one * level)
            level *= keep
    return found


def _tuning(rate: int, frequency: float) -> float:
    return math.tan(math.pi * min(frequency, rate * 0.45) / rate)


def band(wave: Wave, rate: int, centres: Sequence[float], width: float = 1.0) -> Wave:
    """Return what a band-pass lets through whose centre moves through `centres`; `width` is 1 / Q."""
    steps, blocks = len(centres) - 1, max(1, -(-len(wave) // _BLOCK))
    one = two = 0.0
    found: Wave = []
    for block in range(blocks):
        at = steps * block / blocks
        step = min(int(at), steps - 1) if steps else 0
        low, high = centres[step], centres[min(step + 1, steps)]
        g = _tuning(rate, low * (high / low) ** (at - step))
        a = 1 / (1 + g * (g + width))
        for sample in wave[block * _BLOCK : (block + 1) * _BLOCK]:
            high_part = (sample - (width + g) * one - two) * a
            middle = g * high_part + one
            low_part = g * middle + two
            one, two = g * high_part + middle, g * middle + low_part
            found.append(middle * width)
    return found


def low(wave: Wave, rate: int, cutoff: float) -> Wave:
    """Return what lies below a frequency, 6 dB per octave."""
    g = _tuning(rate, cutoff)
    a, state = g / (1 + g), 0.0
    found: Wave = []
    for sample in wave:
        step = (sample - state) * a
        found.append(step + state)
        state += 2 * step
    return found


def high(wave: Wave, rate: int, cutoff: float) -> Wave:
    """Return what lies above a frequency, 6 dB per octave."""
    return [one - other for one, other in zip(wave, low(wave, rate, cutoff), strict=True)]


def struck(rate: int, seconds: float, partials: Sequence[Partial]) -> Wave:
    """Return a struck thing: all partials begin at zero and ring out."""
    count = round(seconds * rate)
    found = [0.0] * count
    for frequency, level, falls in partials:
        keep = 0.001 ** (1 / (falls * rate))
        turn = 2 * math.pi * frequency / rate
        feedback, square = 2 * keep * math.cos(turn), keep * keep
        before, now = 0.0, level * math.sin(turn)
        for index in range(1, count):
            found[index] += now
            before, now = now, feedback * now - square * before
    return found


def drum(rate: int, seconds: float, pitch: float, falls: float) -> Wave:
    """Return a skin: its tone drops from 1.6 times the pitch to it within a moment and rings out."""
    count = round(seconds * rate)
    keep = 0.001 ** (1 / (falls * rate))
    across, up = 1.0, 0.0
    found: Wave = []
    for block in range(-(-count // _BLOCK)):
        turn = 2 * math.pi * pitch * (1 + 0.6 * math.exp(-block * _BLOCK / rate / 0.022)) / rate
        cos, sin = math.cos(turn) * keep, math.sin(turn) * keep
        for _ in range(min(_BLOCK, count - block * _BLOCK)):
            found.append(up)
            across, up = across * cos - up * sin, across * sin + up * cos
    return found


def plucked(rate: int, seconds: float, pitch: float, falls: float, bright: float, *seed: str | int) -> Wave:
    """Return a plucked string (Karplus and Strong): `falls` seconds for 60 dB, `bright` from 0 to 1."""
    stretch = 0.5 + 0.35 * bright  # a bright string keeps more of its overtones
    period = rate / pitch - (1 - stretch)
    whole = int(period - 0.1)
    tune = (1 - (period - whole)) / (1 + (period - whole))
    string = low(noise(whole, "string", *seed), rate, 600 + 7000 * bright)
    at = max(1, round(whole * 0.13))  # plucked near the bridge
    string = [one - string[index - at] for index, one in enumerate(string)]
    mean = sum(string) / whole
    string = [one - mean for one in string]
    keep = 0.001 ** (1 / (falls * pitch))
    last = before = out = 0.0
    found: Wave = []
    index = 0
    for _ in range(round(seconds * rate)):
        one = string[index]
        mixed = keep * (stretch * one + (1 - stretch) * last)
        last = one
        out = tune * mixed + before - tune * out
        before = mixed
        string[index] = out
        found.append(one)
        index = index + 1 if index + 1 < whole else 0
    return found


def mixed(rate: int, *parts: tuple[float, float, Wave]) -> Wave:
    """Return waves laid over each other: (seconds, gain, wave)."""
    found = [0.0] * max(round(began * rate) + len(wave) for began, _, wave in parts)
    for began, gain, wave in parts:
        first = round(began * rate)
        for index, one in enumerate(wave, first):
            found[index] += gain * one
    return found


def room(wave: Wave, rate: int, level: float = 0.16) -> Wave:
    """Return a wave with the first echoes of a small room of wood and paper."""
    dull = low(wave, rate, 2600)
    echoes = [
        (after, level * share, dull) for after, share in ((0.011, 1.0), (0.019, 0.7), (0.031, 0.45), (0.043, 0.3))
    ]
    return mixed(rate, (0.0, 1.0, wave), *echoes)


def loudness(wave: Wave, rate: int) -> float:
    """Return the highest level over 60 ms, in dB below full scale, low tones (which ears hardly hear) left out."""
    heard = high(high(wave, rate, 180), rate, 180)
    window = max(1, round(0.06 * rate))
    sums, total = [0.0], 0.0
    for one in heard:
        total += one * one
        sums.append(total)
    last = len(sums) - 1
    most = max(sums[end] - sums[max(0, end - window)] for end in range(min(window, last), last + 1))
    return 10 * math.log10(max(most / window, 1e-12))


def levelled(wave: Wave, rate: int, decibels: float, peak: float = 0.7) -> Wave:
    """Return a wave as loud as asked for, its peaks rounded off below `peak`, with silent ends."""
    wave = high(wave, rate, 40)
    gain = 10 ** ((decibels - loudness(wave, rate)) / 20)
    knee = peak * 0.6
    found: Wave = []
    for one in wave:
        size = abs(one) * gain
        if size > knee:  # a soft knee that never reaches `peak`
            size = knee + (peak - knee) * (1 - 1 / (1 + (size - knee) / (peak - knee)))
        found.append(size if one >= 0 else -size)
    ends = min(len(found) // 4, round(0.008 * rate))
    for index in range(ends):
        found[-1 - index] *= index / ends
    for index in range(min(ends, round(0.0008 * rate))):
        found[index] *= index / (0.0008 * rate)
    return found


# What a table of cards is made of


def tick(rate: int, *seed: str | int, bright: float = 3200, falls: float = 0.022) -> Wave:
    """Return the edge of a card on the table."""
    hiss = fading(noise(round(falls * rate * 1.4), "tick", *seed), rate, falls)
    return band(hiss, rate, (bright * 1.3, bright), 0.9)


def thud(rate: int, pitch: float = 165, falls: float = 0.07) -> Wave:
    """Return the table under it."""
    return struck(rate, falls * 1.2, ((pitch, 1.0, falls), (pitch * 2.3, 0.4, falls * 0.6), (pitch * 4.1, 0.15, 0.02)))


def rub(rate: int, seconds: float, centres: tuple[float, ...], *seed: str | int) -> Wave:
    """Return paper that rubs on felt: noise whose grains come and go."""
    count = round(seconds * rate)
    grains = low(low(noise(count, "grains", *seed), rate, 90), rate, 160)
    hiss = band(noise(count, "rub", *seed), rate, centres, 1.1)
    return [one * max(0.0, 0.45 + 5.5 * grain) for one, grain in zip(hiss, grains, strict=True)]


def wood(rate: int, pitch: float, falls: float, hard: float, *seed: str | int) -> Wave:
    """Return a hollow block of wood."""
    partials: tuple[Partial, ...] = (
        (pitch, 1.0, falls),
        (pitch * 2.42, 0.38 * hard, falls * 0.45),
        (pitch * 3.9, 0.25 * hard, falls * 0.25),
        (pitch * 6.3, 0.12 * hard, falls * 0.15),
    )
    click = band(fading(noise(round(0.012 * rate), "wood", *seed), rate, 0.010), rate, (2600, 1800), 1.0)
    return mixed(rate, (0.0, 1.0, struck(rate, falls * 1.15, partials)), (0.0, 1.1 * hard, click))


def clappers(rate: int, pitch: float, *seed: str | int) -> Wave:
    """Return two hard sticks struck together, as in the theatre."""
    partials = tuple(
        (pitch * factor, level, falls)
        for factor, level, falls in (
            (1, 0.8, 0.14),
            (1.63, 1.0, 0.11),
            (2.51, 0.7, 0.08),
            (3.4, 0.4, 0.05),
            (4.7, 0.2, 0.03),
        )
    )
    click = high(fading(noise(round(0.01 * rate), "clap", *seed), rate, 0.008), rate, 1800)
    return room(mixed(rate, (0.0, 1.0, struck(rate, 0.17, partials)), (0.0, 0.9, click)), rate, 0.2)


def koto(rate: int, seconds: float, pitch: float, *seed: str | int, falls: float = 1.6, bright: float = 0.55) -> Wave:
    """Return a string of a koto: the plectrum, the string, and the box under it."""
    string = plucked(rate, seconds, pitch, falls, bright, *seed)
    box = band(string, rate, (310,), 0.8)
    nail = band(fading(noise(round(0.01 * rate), "nail", *seed), rate, 0.008), rate, (3800,), 0.8)
    return mixed(rate, (0.0, 1.0, string), (0.0, 0.5, box), (0.0, 0.5, nail))
