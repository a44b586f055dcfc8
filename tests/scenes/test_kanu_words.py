"""What the table of Kan'u Collection says: complete sentences in both languages, and a log that keeps secrets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from game.core import Reason, Seat
from game.kanu.public import (
    Ambushed,
    Answered,
    Captured,
    CardOpened,
    DuelFought,
    FieldLaid,
    PairTaken,
    Phase,
    Scouted,
    Sortied,
    StartRolled,
    Tokens,
    card_name,
)
from scenes.desk import NOTHING, Selection
from scenes.kanu import frames, gestures, speech
from scenes.kanu.shown import shown
from scenes.kanu.speech import Speech
from scenes.kanu.standard import standard_set
from scenes.words import LANGUAGES, Words
from tests.scenes.kanu_sitting import Round, courses
from tests.scenes.people import NAMES

pytestmark = pytest.mark.usefixtures("screen")
SPEECH = Speech(NAMES)
WHOLE = Speech(NAMES, remembers=True)


def cards_named(words: Reason | None) -> set[tuple[tuple[str, int | str | Reason], ...]]:
    """Return the cards that a sentence names, as the values of their names."""
    if words is None:
        return set()
    found = {words.values} if words.key == "kanu.card.name" else set()
    for _, value in words.values:
        if isinstance(value, Reason):
            found |= cards_named(value)
    return found


def names_of(cards: Iterator[object]) -> set[tuple[tuple[str, int | str | Reason], ...]]:
    """Return the values of the names of some cards."""
    return {card_name(standard_set(), card).values for card in cards}  # type: ignore[arg-type]


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_can_be_said(language: str) -> None:
    """Log, prompts, captions and standing of whole games are sentences of both languages."""
    words = Words(language)
    for views, turn, told in courses(4):
        for beat in told:
            for line in (SPEECH.log_line(beat), WHOLE.log_line(beat)):
                assert line is None or words.say(line)
        picture = shown(views[turn])
        assert words.say(SPEECH.standing(picture))
        waiting = [NOTHING]
        while waiting:
            selection = waiting.pop()
            assert words.say(SPEECH.prompt(picture, selection))
            for result in gestures.offer(picture, selection).targets.values():
                if isinstance(result, Selection):
                    waiting += [result] if len(result.spots) > len(selection.spots) else []
                elif (caption := SPEECH.caption(picture, result)) is not None:
                    assert words.say(caption)


def test_the_log_names_only_captured_cards() -> None:
    """A card that was closed again, or went back into a hand, is not named: the log is no memory."""
    lines = 0
    for _, _, told in courses(4):
        for beat in told:
            captured = (notice.card for notice in beat.notices if isinstance(notice, Captured | PairTaken))
            named = cards_named(SPEECH.log_line(beat))
            assert named == names_of(captured)
            lines += bool(named)

    assert lines


def test_the_log_remembers_where_the_table_wants_it() -> None:
    """With the option every card that was turned up is named."""
    for _, _, told in courses(4):
        for beat in told:
            turned = (notice.card for notice in beat.notices if isinstance(notice, CardOpened))
            missed = (notice.card for notice in beat.notices if isinstance(notice, Sortied) and not notice.hit)
            assert names_of(turned) | names_of(missed) <= cards_named(WHOLE.log_line(beat))


def test_the_option_is_read_from_the_match() -> None:
    """The table asks the match's options whether the log may remember."""
    sitting = Round(3)
    assert sitting.desk._speech.remembers is False

    match = replace(sitting.match, options={**sitting.match.options, "log_remembers": True})
    assert type(sitting.desk)(match)._speech.remembers is True


def test_of_a_card_that_was_captured_the_capture_tells() -> None:
    """That somebody was asked for it and had it is not said as well; of two cards it is said which were asked for."""
    told = set()
    for _, _, (beat, *_) in courses(4):
        asked = next((notice for notice in beat.notices if isinstance(notice, Scouted)), None)
        if asked is None:
            continue
        captured = any(isinstance(notice, Captured) for notice in beat.notices)
        line, whole = SPEECH.log_line(beat), WHOLE.log_line(beat)
        assert line is not None
        assert whole is not None
        assert ("kanu.log.scout" in repr(line)) != captured
        assert ("kanu.log.scout" in repr(whole)) == (not captured or len(asked.cards) > 1)
        told.add(captured)
    assert told == {False, True}


def test_all_seats_read_the_same_log() -> None:
    """However much a seat knows, the line about a beat is the same for all."""
    for _, _, told in courses(4):
        assert len({SPEECH.log_line(beat) for beat in told}) == 1


def test_the_log_marks_no_cell() -> None:
    """Hovering a line shows the seats it speaks of, never where a card lay."""
    marked = {spot for _, _, told in courses(4) for spot in speech.places(told[0])}

    assert marked
    assert all(spot[0] == "S" for spot in marked)


def test_the_deal_says_who_begins() -> None:
    """Ties and the highest die are told."""
    deals = [Round(6, str(deal)).match.chair.past()[0] for deal in range(1, 12)]
    tied = [deal for deal in deals if sum(isinstance(notice, StartRolled) for notice in deal.notices) > 1]

    assert tied
    for deal in deals:
        line = SPEECH.log_line(deal)
        assert line is not None
        assert NAMES[deal.view.board.start] in Words("ja").say(line)


def test_nameless_seats_are_numbered() -> None:
    """Where nobody is named, seats have numbers."""
    assert Words("ja").say(Speech(()).standing(shown(courses(3)[0][0][0]))).startswith("席")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_open_where_help_is_needed(language: str) -> None:
    """Every phase and action has a section of the rules."""
    words = Words(language)
    picture = shown(courses(4)[0][0][0])
    sections = {
        speech.help_section(replace(picture, board=replace(picture.board, phase=phase)), NOTHING) for phase in Phase
    }
    sections |= {speech.help_section(picture, Selection((name,))) for name in gestures.KINDS}

    assert {section for section in sections if not words.has(f"kanu.rules.{section}.title")} == set()
    night = replace(picture, board=replace(picture.board, phase=Phase.OPEN, tokens=Tokens(night=True)))
    assert speech.help_section(night, NOTHING) == "night"


def test_laying_afresh_is_told() -> None:
    """Whoever comes back to the table reads that the field was laid afresh."""
    laid = [told[0] for _, _, told in courses(4) if any(isinstance(notice, FieldLaid) for notice in told[0].notices)]

    assert laid
    for beat in laid:
        line = SPEECH.log_line(beat)
        assert line is not None
        assert "戦場を並べ直した" in Words("ja").say(line)


@pytest.mark.parametrize(
    ("second", "language", "told"), [(4, "en", True), (4, "ja", True), (3, "en", False), (3, "ja", False)]
)
def test_a_tied_duel_says_why_it_is_won(second: int, language: str, told: bool) -> None:
    """Equal sums go to the challenger (5.7), and only then does the log say so."""
    beat = next(beat for _, _, beats in courses(3) for beat in beats)
    fought = DuelFought(Seat(0), Seat(1), (3, second), (1, 0), Seat(0))
    line = SPEECH.log_line(replace(beat, notices=(fought,)))
    assert line is not None
    assert ({"en": "as the challenger", "ja": "同点"}[language] in Words(language).say(line)) == told


def test_while_the_answers_to_an_ambush_are_seen_they_are_told_as_they_are() -> None:
    """Between the answers and the capture it is said who has the match, and that nobody has it only if so."""
    told = set()
    for views, turn, beats in courses(4):
        before = shown(views[turn])
        for beat in (one for one in beats if any(isinstance(notice, Ambushed) for notice in one.notices)):
            first, *_ = frames.unfold(before, beat)
            said = SPEECH.news(before, first.beat.notices)
            assert said is not None
            holders = [one.seat for one in beat.notices if isinstance(one, Answered) and any(one.answers)]
            assert said.key == f"kanu.log.ambush_card_{'held' if holders else 'none'}"
            assert dict(said.values).get("target") == (NAMES[holders[0]] if holders else None)
            told.add(said.key)
    assert len(told) == 2
