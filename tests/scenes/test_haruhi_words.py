"""What the table of 涼宮ハルヒの贈殖 says: complete sentences in both languages, and a log that keeps secrets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.core import Beat, Reason, Seat, Up
from game.haruhi.card_set import SOS, Effect, Op, Rule
from game.haruhi.notices import (
    Accused,
    EffectBegan,
    EventsHandedOut,
    EventTaken,
    Laid,
    Passed,
    Passing,
    SosLaid,
    WasDealt,
)
from game.haruhi.public import Gift, HandOut, Phase
from scenes.desk import NOTHING, Selection
from scenes.haruhi import chronicle, gestures, speech
from scenes.haruhi.chronicle import Chronicle
from scenes.haruhi.desk import HaruhiDesk
from scenes.haruhi.frames import unfold
from scenes.haruhi.shown import shown
from scenes.haruhi.speech import Speech
from scenes.words import LANGUAGES, Words
from tests.scenes.haruhi_sitting import Round, courses, decisions
from tests.scenes.people import NAMES

SPEECH = Speech(NAMES)
pytestmark = pytest.mark.usefixtures("screen")
LOG = Chronicle(SPEECH)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [4, 7])
def test_everything_can_be_said(language: str, seats: int) -> None:
    """Log, prompts, captions and standing of whole games are sentences of both languages."""
    words = Words(language)
    for _, _, told in courses(seats):
        line = LOG.line(told[0])
        assert line is None or words.say(line)
    for view in decisions(seats):
        picture = shown(view)
        assert words.say(SPEECH.standing(picture))
        waiting = [NOTHING]
        while waiting:
            selection = waiting.pop()
            assert words.say(SPEECH.prompt(picture, selection))
            for result in gestures.offer(picture, selection).targets.values():
                caption = SPEECH.caption(picture, result)
                assert caption is None or words.say(caption)
                if isinstance(result, Selection) and len(selection.spots) < len(result.spots) < 3:
                    waiting.append(result)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_effect_has_its_words(language: str) -> None:
    """Every effect and rule that a card set may use is told of, on the table and in the log."""
    words = Words(language)
    for op in Op:
        assert words(f"haruhi.effect.{op.value}")
        assert words.has(f"haruhi.rules.{op.value}.title")
        assert words(f"haruhi.told.{op.value}", count=2)
    for rule in Rule:
        assert words(f"haruhi.rule.{rule.value}")


def test_all_seats_read_the_same_log() -> None:
    """However much a seat knows, the line about a beat is the same for all."""
    for _, _, told in courses(4):
        assert len({LOG.line(beat) for beat in told}) == 1


def test_the_log_tells_what_is_open_to_all() -> None:
    """Gifts with their totals, passes, who took what, and every accusation with its answer are in it."""
    words = Words("en")
    met = set()
    for _, _, told in courses(4):
        beat = told[0]
        line = LOG.line(beat)
        said = "" if line is None else words.say(line).replace("\u00a0", " ")
        for notice in beat.notices:
            match notice:
                case Laid(seat, to, _, total):
                    assert NAMES[seat] in said
                    assert to == seat or NAMES[to] in said
                    assert f"(total {total})" in said
                case SosLaid(_, to):
                    assert f"SOS card before {NAMES[to]}" in said
                case Passed(seat):
                    assert NAMES[seat] in said
                case EventTaken(seat, _, total):
                    assert f"{NAMES[seat]} took" in said
                    assert f"with {total}" in said
                case Accused(_, target, _, right):
                    assert f"named {NAMES[target]} as" in said
                    assert (": right" if right else ": wrong") in said
                case EventsHandedOut(_, _, moves):
                    assert said.count("” to ") == len({to for _, to in moves})
                    assert said.count("“") >= len(moves)
                case _:
                    continue
            met.add(type(notice))

    assert met == {Laid, SosLaid, Passed, EventTaken, Accused, EventsHandedOut}


def test_the_log_marks_the_seats_it_speaks_of() -> None:
    """Hovering a line shows giver and receiver, accuser and accused."""
    for _, _, told in courses(4):
        places = chronicle.places(told[0])
        assert all(spot[0] == "S" for spot in places)
        for notice in told[0].notices:
            if isinstance(notice, Laid):
                assert {f"S{notice.seat}", f"S{notice.to}"} <= set(places)
            if isinstance(notice, Accused):
                assert {f"S{notice.seat}", f"S{notice.target}"} <= set(places)


def test_no_rule_is_told_of_an_auction_that_does_not_follow() -> None:
    """After the last event the log keeps quiet of a rule for the next one."""
    told = [beats[0] for _, _, beats in courses(7)]
    ruled = [beat for beat in told if any(isinstance(one, EffectBegan) and one.effect.rule for one in beat.notices)]
    assert ruled
    for beat in ruled:
        last = replace(beat, view=replace(beat.view, board=replace(beat.view.board, pile=0)))
        said = [None if line is None else Words("en").say(line) for line in (LOG.line(beat), LOG.line(last))]
        assert ("For the next auction" in (said[0] or "")) == (beat.view.board.pile > 0)
        assert "For the next auction" not in (said[1] or "")


def test_a_gift_says_what_it_beats() -> None:
    """The caption of a gift has the new total, and whether it is more or less than the highest of the others."""
    view = next(view for view in decisions(4) if view.board.phase is Phase.AUCTION and view.board.top)
    board = view.board
    for action in view.legal:
        if not isinstance(action, Gift):
            continue
        caption = SPEECH.caption(shown(view), action)
        assert caption is not None
        values = dict(caption.values)
        total = board.totals[action.to] + sum(card.value for card in action.cards)
        others = max(other for seat, other in enumerate(board.totals) if seat != action.to)
        assert (values["total"], values["top"]) == (total, others)
        assert caption.key == f"haruhi.caption.gift_{'leads' if total > others else 'below'}"


def test_who_lays_is_told_of_himself_where_he_may() -> None:
    """The question before whom cards are laid speaks of oneself only where that is possible now."""
    told = set()
    for view in decisions(4):
        picture = shown(view)
        for place, card in enumerate(picture.hand if view.board.phase is Phase.AUCTION else ()):
            selection = Selection((f"H{place}",))
            if card == Up(SOS) or not (targets := gestures.offer(picture, selection).targets):
                continue
            key = SPEECH.prompt(picture, selection).key
            assert (key == "haruhi.prompt.gift_to") == (f"S{view.seat}" in targets)
            told.add(key)

    assert told == {"haruhi.prompt.gift_to", "haruhi.prompt.gift_to_others"}


def test_players_without_cards_are_told_of_in_one_sentence() -> None:
    """Those who pass by themselves one after the other are named together; what comes before and after stays apart."""
    empty = [Passed(Seat(seat), Passing.EMPTY) for seat in (1, 2)]
    beat = courses(4)[0][2][0]
    alone, both = (replace(beat, notices=(Passed(Seat(0), Passing.WISH), *empty[:count])) for count in (1, 2))
    said = [Words("en").say(line) for line in (LOG.line(alone), LOG.line(both)) if line is not None]
    first, second, third, *_ = NAMES
    assert said == [
        f"{first} passed. {second} has no cards and passed",
        f"{first} passed. {second}, {third} have no cards and passed",
    ]


def test_what_is_shown_for_a_moment_is_told_in_its_words() -> None:
    """While a frame stays, the prompt says what has just happened."""
    desk = HaruhiDesk(Round(4).match)
    for before, _, told in courses(4)[:60]:
        for frame in unfold(before[0], told[0])[:-1]:
            assert desk.prompt(frame.beat.view, NOTHING) == LOG.line(frame.beat) or LOG.line(frame.beat) is None


def test_nameless_seats_are_numbered() -> None:
    """Where nobody is named, seats have numbers."""
    assert "席" in Words("ja").say(Speech(()).standing(shown(decisions(4)[0])))


def test_the_draft_says_how_many_events_go_to_others() -> None:
    """Of those that stay with the accused nothing is said."""
    view = next(view for view in decisions(4) if view.board.phase is Phase.HAND_OUT)
    accused = view.board.accused
    assert accused is not None
    count = len(view.board.owned[accused])
    draft = HandOut((Seat((accused + 1) % 4), *(accused,) * (count - 1)))

    assert SPEECH.caption(shown(view), Selection(draft=draft)) == Reason.of("haruhi.caption.handed", count=1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_open_where_help_is_needed(language: str) -> None:
    """Every phase and effect has a section of the rules."""
    words = Words(language)
    picture = shown(decisions(4)[0])
    sections = {
        speech.help_section(replace(picture, board=replace(picture.board, phase=phase, effects=(Effect(op),))), NOTHING)
        for phase in Phase
        for op in Op
    }
    sections |= {speech.help_section(picture, Selection((spot,))) for spot in ("H0", "H1")}

    assert {section for section in sections if not words.has(f"haruhi.rules.{section}.title")} == set()
    assert len(sections) >= 9


def test_a_covered_deal_names_no_character() -> None:
    """Whoever the player is, the covered beat of the deal is the same."""
    deals = [Round(4, str(deal)).match.chair.past()[0] for deal in range(1, 9)]
    desk = HaruhiDesk(Round(4).match)

    dealt = [beat.notices[0] for beat in deals]
    hidden = [desk.covered(Beat(beat.view, beat.notices[:1])).notices[0] for beat in deals]
    assert len({notice.role for notice in dealt if isinstance(notice, WasDealt)}) > 1
    assert len({notice.role for notice in hidden if isinstance(notice, WasDealt)}) == 1
