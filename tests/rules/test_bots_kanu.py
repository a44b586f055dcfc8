"""The computer players of Kan'u Collection: what they remember, what they conclude, and what they do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random as Picks
from typing import Any

import pytest

from game.bots import simulate
from game.bots.core import Decision, Level, Player, never
from game.bots.kanu import STYLES, KanuBrain, Style
from game.bots.kanu_belief import Belief
from game.bots.kanu_memory import PERFECT, Fact, Holds, Lacks, Lies, Memory, Notes, Raised, remembered
from game.bots.kanu_pack import Pack
from game.bots.kanu_values import Worth, duel_chance, duel_value, ending
from game.core import DOWN, Beat, Reason, Seat
from game.kanu.course import State
from game.kanu.public import (
    Action,
    Ambushed,
    Answered,
    FieldLaid,
    HandsRaised,
    Notice,
    Phase,
    SawDraw,
    Spied,
    Tokens,
    TurnEnded,
    View,
    encode,
)
from game.rng import Random
from game.table import Table
from scenes.words import LANGUAGES, Words
from tests.rules.benches import BENCHES, KANU_CARDS
from tests.rules.laws import Play, moments
from tests.rules.test_bots import TEXT
from tests.rules.test_kanu import GAME, card, cards, dealt, laid, play

PACK = Pack(KANU_CARDS)
BENCH = next(bench for bench in BENCHES if bench.game.id == "kanu")
NOBODY = Notes(Random(1))
FIELD = "11 12 13 14 15 16 21 22 23 24 25 26"


def kind(text: str) -> int:
    """Return the number of the card of "31"."""
    return PACK.kind(card(text))


def lies(**cells: str) -> tuple[Lies, ...]:
    """Return memories: `lies(c3="11")` is 11 at cell 3."""
    return tuple(Lies(int(cell[1:]), kind(text)) for cell, text in cells.items())


def view(state: State, seat: int = 0) -> View:
    """Return what a seat sees."""
    return GAME.view(state, Seat(seat))


def told(
    state: State, *texts: str, seat: int = 0, memory: Memory = PERFECT, notes: Notes = NOBODY
) -> tuple[Notes, State]:
    """Play actions, and return what somebody at `seat` remembers then."""
    for text in texts:
        step = GAME.apply(state, GAME.decode(text))
        state = step.state
        seen = tuple(GAME.see(event, Seat(seat)) for event in step.events)
        notes = remembered(memory, PACK, notes, Beat(view(state, seat), seen))
    return notes, state


def after(*notices: Notice, seats: int = 3, memory: Memory = PERFECT, notes: Notes = NOBODY) -> Notes:
    """Return the notes after a beat with these notices, over a full field."""
    state = laid(*["11"] * seats, field="12 " * 25)
    return remembered(memory, PACK, notes, Beat(view(state), notices))


def decided(state: State, notes: Notes = NOBODY, level: Level = Level.STRONG, seat: int = 0, luck: int = 1) -> str:
    """Return what a level does, in the notation, and why."""
    found = choice(state, notes, level, seat, luck)
    assert found.action in view(state, seat).legal
    return f"{encode(found.action)} {found.why.key.rpartition('.')[2]}"


def choice(
    state: State, notes: Notes = NOBODY, level: Level = Level.STRONG, seat: int = 0, luck: int = 1
) -> Decision[Action]:
    """Return what a level decides."""
    return KanuBrain(level).choose(view(state, seat), notes, Random(luck), never)


def belief(state: State, notes: Notes = NOBODY, *, exact: bool = True) -> Belief:
    """Return what follows for seat 0."""
    return Belief(view(state), notes, PACK, exact=exact)


# What is remembered


def test_a_card_that_was_open_is_remembered_at_its_place() -> None:
    """Whoever opened it; a captured pair is forgotten, and seen again it counts anew."""
    state = laid("31 32", "33 34", "35 36", field="12 11 12 13 14 15 16 21 22", deck="41 42")
    notes, state = told(state, "oA", "sB", seat=2)
    assert notes.lies == lies(c0="12", c1="11")
    notes, state = told(state, "oB", "sA", seat=2, notes=notes)
    assert notes.lies == lies(c1="11", c0="12")
    notes, _ = told(state, "oA", "sC", seat=2, notes=notes)
    assert notes.lies == lies(c1="11")


def test_an_answer_is_remembered() -> None:
    """Who says no lacks the card, and who asks for it seems to; who shows one and gets nothing holds it."""
    state = laid("31 32", "33 34", "35 36", field="11 12 13 14")
    notes, state = told(state, "oA", "c1a", seat=2)
    assert Lacks(Seat(0), kind("11"), 0, said=False) in notes.facts
    assert Lacks(Seat(1), kind("11"), 0, said=True) in notes.facts
    notes, _ = told(state, "oA", "m33", seat=2, notes=notes)
    assert Holds(Seat(1), kind("33")) in notes.facts
    assert Lacks(Seat(0), kind("33"), 0, said=True) in notes.facts
    assert not any(fact.seat == 2 for fact in notes.facts)


def test_a_no_is_worth_less_after_each_draw() -> None:
    """The cards drawn since may be it; what a hand holds it still holds."""
    asked = (Ambushed(Seat(1), card("33")), Answered(Seat(0), (False,)), Answered(Seat(2), (False,)))
    notes = after(*asked)
    assert notes.facts == (Holds(Seat(1), kind("33")), Lacks(Seat(2), kind("33"), 0, said=True))
    notes = after(SawDraw(Seat(2), (DOWN, DOWN)), SawDraw(Seat(1), (DOWN,)), notes=notes)
    assert notes.facts == (Holds(Seat(1), kind("33")), Lacks(Seat(2), kind("33"), 2, said=True))


def test_whoever_opened_a_card_and_let_it_lie_seems_to_lack_it() -> None:
    """In the first step as in the pursuit; a card turned up by sortie tells nothing of the hand."""
    state = laid("32 32", "33 34", "35 36", field=FIELD, deck="41 42 43 44")
    notes, state = told(state, "oA", "d32", seat=2)
    assert notes.facts == (Lacks(Seat(0), kind("11"), 0, said=False),)
    notes, _ = told(state, "oB", "sC", seat=2, notes=notes)
    assert notes.facts[-1] == Lacks(Seat(0), kind("12"), 3, said=False)
    assert all(fact.kind != kind("13") for fact in notes.facts if isinstance(fact, Lacks))


def test_a_capture_is_no_longer_in_mind() -> None:
    """Both cards are gone, and whatever was thought to lie where one lay."""
    state = laid("11 31", "33 34", "35 36", field="11 12 13 14", deck="41 42 43 44")
    thought = replace(
        NOBODY,
        lies=lies(c0="16", c2="11", c3="14"),
        loose=(kind("11"), kind("15")),
        facts=(Holds(Seat(1), kind("11")), Lacks(Seat(1), kind("15"), 0, said=True)),
        raised=(Raised(Seat(0), holds=True, drawn=0),),
    )
    notes, _ = told(state, "oA", "ra", seat=2, notes=thought)
    assert notes.lies == lies(c3="14")
    assert notes.loose == (kind("15"),)
    assert notes.facts == thought.facts[1:]


def test_raised_hands_and_spied_ones_are_remembered() -> None:
    """The last time hands were raised counts; cards seen at once are held at once."""
    notes = after(HandsRaised((Seat(1),)))
    assert notes.raised == (Raised(Seat(1), holds=True, drawn=0), Raised(Seat(2), holds=False, drawn=0))
    notes = after(HandsRaised((Seat(0), Seat(2))), SawDraw(Seat(1), (DOWN,)), notes=notes)
    assert notes.raised == (Raised(Seat(1), holds=False, drawn=1), Raised(Seat(2), holds=True, drawn=0))
    notes = after(Spied(Seat(0), Seat(1), cards("11 11 12")))
    assert notes.facts == tuple(Holds(Seat(1), kind(text)) for text in ("11", "11", "12"))
    assert after(Spied(Seat(0), Seat(1), cards("11")), notes=notes).facts[-1] == Holds(Seat(1), kind("11"))


def test_a_field_laid_afresh_is_no_longer_known() -> None:
    """Only the best know what lies on it somewhere; a card that is found again is at its place."""
    before = replace(NOBODY, lies=lies(c0="11", c1="12"))
    assert after(FieldLaid(0, 25, by_effect=True), notes=before) == replace(NOBODY, loose=(kind("11"), kind("12")))
    forgetful = replace(PERFECT, field=False)
    assert after(FieldLaid(0, 25, by_effect=True), memory=forgetful, notes=before) == NOBODY
    state = laid("31", "32", "33", field="11 12")
    notes, _ = told(state, "oA", seat=1, notes=replace(NOBODY, loose=(kind("11"), kind("12"))))
    assert (notes.lies, notes.loose) == (lies(c0="11"), (kind("12"),))


def test_only_so_much_is_kept_in_mind() -> None:
    """The newest places, and the newest facts."""
    small = replace(PERFECT, places=1, facts=2)
    state = laid("31", "32 33", "34", field="11 12 13")
    notes, _ = told(state, "oA", "sB", seat=1, memory=small)
    assert notes.lies == lies(c1="12")
    notes = after(Spied(Seat(0), Seat(1), cards("11 12 13")), memory=small)
    assert notes.facts == tuple(Holds(Seat(1), kind(text)) for text in ("12", "13"))


def test_memories_fade_by_the_turn() -> None:
    """One of the places and one of the facts, if any; with a perfect memory none."""
    before = replace(NOBODY, lies=lies(c0="11", c1="12"), facts=(Holds(Seat(1), 3), Holds(Seat(1), 4)))
    end = TurnEnded(Seat(1), 0)
    assert after(end, notes=before) == before
    fading = replace(PERFECT, fades=100)
    once = after(end, memory=fading, notes=before)
    assert (len(once.lies), len(once.facts)) == (1, 1)
    assert set(once.lies) < set(before.lies)
    twice = after(end, end, memory=fading, notes=before)
    assert (twice.lies, twice.facts) == ((), ())
    assert after(end, memory=fading).lies == ()


def test_memories_are_mixed_up_with_what_is_beside_them() -> None:
    """The place with one beside it, where a card lies too, or the number with one beside it; both may be seen anew."""
    mixing = replace(PERFECT, mixed=100)
    state = laid("31", "32", "33", field="11 -- 12 -- -- 13 -- 14")
    found: set[Lies] = set()
    for word in range(60):
        notes = Notes(Random(word), lies(c0="11"))
        notes = remembered(mixing, PACK, notes, Beat(view(state), (TurnEnded(Seat(1), 0),)))
        found |= set(notes.lies)
    assert found == {*lies(c0="11"), *lies(c5="11"), *lies(c0="12")}


def test_of_two_memories_of_one_place_the_newer_stays() -> None:
    """A place that is taken for another drives out what was remembered there."""
    mixing = replace(PERFECT, mixed=100)
    state = laid("31", "32", "33", field="11 12")
    lengths = set()
    for word in range(40):
        notes = Notes(Random(word), lies(c0="13", c1="24"))
        notes = remembered(mixing, PACK, notes, Beat(view(state), (TurnEnded(Seat(1), 0),)))
        assert len({each.cell for each in notes.lies}) == len(notes.lies)
        lengths.add(len(notes.lies))
    assert lengths == {1, 2}


def test_what_is_taken_back_tells_nothing() -> None:
    """Nor does a beat in which nothing happens that a memory is about."""
    state = laid("31", "32", "33", field="11 12")
    seen = tuple([GAME.see(event, Seat(1)) for event in play(state, "oA").events])
    assert remembered(PERFECT, PACK, NOBODY, Beat(view(state, 1), seen, undone=True)) is NOBODY
    assert remembered(PERFECT, PACK, NOBODY, Beat(view(state, 1), seen)).lies == lies(c0="11")
    assert after() is NOBODY


# What follows from it


def test_what_is_remembered_is_weighed_against_what_can_be() -> None:
    """More than two of a kind there are not: the newest memory is believed, and one's own eyes before it."""
    state = laid("11 12 12", "33 34", "35 36", field="11 12 13 14", pairs=("15", "", ""))
    found = belief(state, replace(NOBODY, lies=lies(c0="11", c1="11", c2="12", c3="15", c9="13")))
    assert found.cells == {kind("11"): [1]}
    assert found.new == [0, 2, 3]
    held = tuple(Holds(Seat(1), kind(text)) for text in ("21", "22", "15", "23"))
    assert belief(state, replace(NOBODY, facts=held)).holders == {kind("23"): [1], kind("22"): [1]}
    assert belief(state, replace(NOBODY, loose=(kind("12"), kind("13"), kind("13"), kind("13")))).loose == {
        kind("13"): 2
    }


@pytest.mark.parametrize("exact", [False, True])
def test_an_unknown_card_is_likelier_where_there_is_more_room(exact: bool) -> None:
    """In hands, on the field, in the deck: by how many cards nobody has shown lie there."""
    state = laid("31", "41 42 43 44", "51 52", field="11 12 13 14 15 16", deck="21 22")
    odds, field = belief(state, exact=exact).single(kind("31"))
    assert odds == pytest.approx((0, 4 / 14, 2 / 14))
    assert field == pytest.approx(6 / 14)


@pytest.mark.parametrize("exact", [False, True])
def test_who_said_no_does_not_hold_it(exact: bool) -> None:
    """Unless he has drawn since; who only seems to lack it may hold it, less likely."""
    state = laid("31 32 33 34", "41 42 43 44", "51 52 53 54", field="11 12 13 14", deck="21 22")
    facts: tuple[Fact, ...] = (
        Lacks(Seat(1), kind("31"), 0, said=True),
        Lacks(Seat(1), kind("32"), 2, said=True),
        Lacks(Seat(1), kind("33"), 0, said=False),
    )
    found = belief(state, replace(NOBODY, facts=facts), exact=exact)
    odds = [found.single(kind(text))[0][1] for text in ("31", "33", "32", "34")]
    assert odds[0] == 0
    assert odds == sorted(odds)
    assert len(set(odds)) == 4


def test_the_best_players_know_who_must_hold_a_card() -> None:
    """Of two unknown cards one player cannot hold the first; so the other holds it, and he the second."""
    state = laid("11 12", "12", "11", field="21 21", pairs=("", "", ""))
    gone = tuple(each for each in KANU_CARDS.kinds if each not in cards("11 12 21"))
    state = replace(state, board=replace(state.board, pairs=(gone, (), ())))
    facts = (Lacks(Seat(1), kind("11"), 0, said=True),)
    notes = replace(NOBODY, lies=lies(c0="21", c1="21"), facts=facts)
    sharp, plain = belief(state, notes), belief(state, notes, exact=False)
    assert sharp.anyone(kind("12")) == pytest.approx(1)
    assert sharp.single(kind("12"))[0][1] > 0.9 > plain.single(kind("12"))[0][1]


def test_a_raised_hand_holds_one_of_few_cards() -> None:
    """So each of them is likelier; whoever left it down holds none, until he draws."""
    state = laid("22 31", "41 43", "51 53", field="11 12 13 14 15 16 23 24 25", deck="21 34")
    calm = belief(state)
    found = belief(state, replace(NOBODY, raised=(Raised(Seat(1), True, 0), Raised(Seat(2), False, 0))))
    assert found.odds(kind("22"))[1] > 2 * calm.odds(kind("22"))[1]
    assert found.odds(kind("22"))[2] == 0
    assert found.odds(kind("31"))[1] == pytest.approx(calm.odds(kind("31"))[1], rel=0.1)
    up = replace(NOBODY, raised=(Raised(Seat(1), True, 0),))
    known = (Holds(Seat(1), kind("42")),)
    assert belief(state, replace(up, facts=known)).odds(kind("22"))[1] < 2 * calm.odds(kind("22"))[1]
    nobody = tuple(Lacks(Seat(1), one, 0, said=True) for one in PACK.bearing)
    contrary = belief(state, replace(up, facts=nobody))
    assert contrary.odds(kind("22"))[1] == 0


def test_the_match_of_a_card_is_where_it_is_known_to_be() -> None:
    """In the hand, at a place, with a player, loose on the field; or nowhere that can be reached."""
    state = laid("11", "41 42", "51 52", field="11 12 13 14", pairs=("24", "", ""))
    facts = (Holds(Seat(2), kind("51")),)
    found = belief(state, Notes(Random(1), lies(c1="12"), (kind("13"), kind("14"), kind("14")), facts))
    assert found.match(kind("11")).held
    assert found.match(kind("12")).cells == (1,)
    assert found.match(kind("12"), 1).cells == ()
    assert found.match(kind("51")).holders == (2,)
    assert found.match(kind("14")).cell == pytest.approx(1 / 3)
    assert found.match(kind("14")).odds == (0, 0, 0)
    assert found.match(kind("13")).odds[1] > 0
    assert found.match(kind("24")).odds == (0, 0, 0)
    assert [found.anyone(kind(text)) for text in ("51", "24")] == [1, 0]
    assert found.room(Seat(2)) == 1


def test_what_an_unknown_cell_may_hold() -> None:
    """The chances of all kinds add up to one card."""
    state = dealt(3)
    on_field = [PACK.kind(each) for each in state.field if each is not None]
    notes = replace(NOBODY, lies=(Lies(0, on_field[0]),), loose=(on_field[1],))
    for exact in (False, True):
        found = belief(state, notes, exact=exact)
        assert sum(odds for _, odds in found.lying()) == pytest.approx(1)
        assert dict(found.lying())[on_field[1]] > 1 / 24


# What things are worth


def test_a_duel_is_worth_its_chance() -> None:
    """With equal bonuses 21 of 36 are the challenger's; against whoever is ahead a pair is worth more."""
    board = laid("31", "32", "33", field=FIELD, pairs=("11", "12 21", "13")).board
    assert duel_chance(board, Seat(0), Seat(1)) == pytest.approx(21 / 36)
    assert duel_value(board, Seat(0), Seat(1)) == pytest.approx(1.5 * duel_value(board, Seat(0), Seat(2)))
    strong = replace(board, pairs=(cards("11 12 13"), cards("21"), ()))
    assert duel_chance(strong, Seat(0), Seat(1)) == pytest.approx(30 / 36)
    assert duel_chance(strong, Seat(1), Seat(0)) == pytest.approx(10 / 36)


def test_the_end_is_near_when_few_cards_are_left() -> None:
    """And only where no deck fills the field again."""
    assert ending(laid("31", "32", "33", field="11 12", deck="21").board) == 0
    assert ending(laid("31", "32", "33", field=FIELD).board) == 0
    assert 0.5 < ending(laid("31", "32", "33", field="11 12").board) < ending(laid("31", "32", "33", field="11").board)


# What is done


@pytest.mark.parametrize("level", list(Level))
def test_a_sure_capture_is_taken(level: Level) -> None:
    """By reinforcement, by sortie to a remembered place, from somebody known to hold it, from the hand."""
    state = laid("11 34", "33 13", "35 36", field="11 12 13 12 15 16 21 22", deck="41 42 43 44 45 46")
    assert decided(play(state, "oA").state, level=level) == "ra reinforce"
    known = replace(NOBODY, lies=lies(c3="12"))
    assert decided(play(state, "oB").state, known, level) == "sD sortie"
    shown = replace(NOBODY, facts=(Holds(Seat(1), kind("13")),))
    assert decided(play(state, "oC").state, shown, level) == "c1a scout_known"
    double = laid("34 34 11", "33", "35", field=FIELD, deck="41 42")
    assert decided(play(double, "oB").state, level=level) == "d34 develop"


@pytest.mark.parametrize("level", list(Level))
def test_a_card_is_opened_whose_match_is_known(level: Level) -> None:
    """In the hand, at another place, or with a player."""
    state = laid("11", "33", "35", field="11 12 13 12 15 16 21 22 23", deck="41 42 43 44")
    assert decided(state, replace(NOBODY, lies=lies(c0="11")), level) == "oA open_held"
    assert decided(state, replace(NOBODY, lies=lies(c1="12", c3="12")), level) in ("oB open_pair", "oD open_pair")
    shown = replace(NOBODY, lies=lies(c2="13"), facts=(Holds(Seat(1), kind("13")),))
    assert decided(state, shown, level) == "oC open_holder"


def test_an_unknown_card_is_opened_where_nothing_is_known() -> None:
    """Any of them, by chance."""
    state = laid("11 31 32 34", "33", "35", field=FIELD, deck="41 42 43 44")
    for level in Level:
        opened = {decided(state, replace(NOBODY, lies=lies(c5="16")), level, luck=luck) for luck in range(30)}
        assert {each.partition(" ")[2] for each in opened} == {"open_new"}
        assert len(opened) > 5
        assert "oF open_new" not in opened


def test_with_all_of_the_field_known_the_likeliest_card_is_opened() -> None:
    """Or, to capture from the hand, one that shows the others nothing new."""
    state = laid("", "33 34 41", "35", field="11 12 13", deck="22")
    notes = replace(NOBODY, lies=lies(c0="11", c1="12", c2="13"))
    denied = tuple(Lacks(Seat(seat), kind(text), 0, said=True) for seat in (1, 2) for text in ("11", "13"))
    assert decided(state, replace(notes, facts=denied)) == "oB open_guess"
    double = laid("31 31", "33", "35", field="11 12 13", deck="22 23 24")
    assert decided(double, notes).endswith("open_free")


def test_whoever_is_likeliest_is_asked() -> None:
    """The fullest hand, or the one that has not said no; all at once where that is allowed (5.3)."""
    state = play(laid("", "33 34 41", "35 36", field=FIELD), "oA").state
    assert decided(state) == "c1a scout"
    assert decided(state, replace(NOBODY, facts=(Lacks(Seat(1), kind("11"), 0, said=True),))) == "c2a scout"
    search = replace(state, board=replace(state.board, tokens=Tokens(search=True)))
    assert decided(search) == "c*a scout_all"


def test_a_hand_card_is_shown_where_its_match_is_likely_elsewhere() -> None:
    """Surely where somebody holds it; else the card that the others hold likeliest."""
    state = play(laid("31 32", "33 34 41 42", "35 36 43 44", field="11 12 13"), "oA").state
    assert decided(state, replace(NOBODY, facts=(Holds(Seat(2), kind("32")),))) == "m32 ambush_known"
    denied = tuple(Lacks(Seat(seat), kind(text), 0, said=True) for seat in (1, 2) for text in ("11", "31"))
    assert decided(state, replace(NOBODY, facts=denied)) == "m32 ambush"


@pytest.mark.parametrize("level", Level)
def test_somebody_is_asked_even_where_no_hand_holds_a_card(level: Level) -> None:
    """By a card file of one's own there may be nothing else to do."""
    notes, state = told(laid("", "", "", field="12", deck="41"), "oA")
    assert [encode(action) for action in view(state).legal] == ["c1a", "c2a"]
    assert decided(state, notes, level) in ("c1a scout", "c2a scout")


def test_without_hope_little_is_shown() -> None:
    """An unknown cell is turned up where its card may match, else one that all know."""
    state = play(laid("31", "33 34", "35", field="11 12 13 14", deck="22 23"), "oA").state
    nobody = tuple(Lacks(Seat(seat), kind(text), 0, said=True) for seat in (1, 2) for text in ("11", "31"))
    known = replace(NOBODY, lies=lies(c1="12", c2="13"), facts=nobody)
    assert decided(state, replace(known, loose=(kind("11"),))) == "sD turn"
    whole = replace(known, lies=lies(c1="12", c2="13", c3="14"))
    assert decided(state, whole).partition(" ")[2] in ("nothing", "scout")


def test_by_night_a_known_pair_is_opened() -> None:
    """Its first card, then its second; without one a second chance is taken."""
    state = laid("31 33", "34 33", "35", field="11 12 13 12 15", deck="41 42", tokens=Tokens(night=True))
    notes = replace(NOBODY, lies=lies(c1="12", c3="12"))
    first = decided(state, notes)
    assert first in ("oB open_pair", "oD open_pair")
    second = play(state, first[:2]).state
    assert decided(second, notes) == ("oD open_pair" if first[1] == "B" else "oB open_pair")
    assert decided(play(state, "oA").state).endswith("open_new")
    held = laid("11 33", "34", "35", field="11 12 13 12 15", deck="41 42", tokens=Tokens(night=True))
    assert decided(play(held, "oA").state, replace(NOBODY, lies=lies(c1="12"))).partition(" ")[2] == "open_new"


def test_by_night_one_player_may_be_asked_for_both() -> None:
    """Or all of them for both, with 索敵 too (5.4); a known holder of one is asked for both as well."""
    tokens = Tokens(night=True)
    state = laid("31", "33 34 41", "35", field="11 12 13 14 15", deck="22", tokens=tokens)
    both = play(state, "oA", "oB").state
    assert decided(both) == "c1ab scout_both"
    assert decided(both, replace(NOBODY, facts=(Holds(Seat(2), kind("12")),))) == "c2ab scout_both"
    search = replace(both, board=replace(both.board, tokens=Tokens(night=True, search=True)))
    assert decided(search) == "c*ab scout_both"
    assert decided(search, replace(NOBODY, facts=(Holds(Seat(2), kind("12")),))) == "c*ab scout_both"
    held = laid("11", "33 34 41", "35", field="11 12 13 14 15", deck="22", tokens=tokens)
    assert decided(play(held, "oA", "oB").state) == "ra reinforce"


def test_after_a_pair_by_night_an_ambush_has_to_pay() -> None:
    """Nothing is shown for a small chance (5.4)."""
    state = laid("31", "33", "35", field="11 11 13 14 15 16 21 22 23 24", deck="41 42", tokens=Tokens(night=True))
    night = play(state, "oA", "oB").state
    assert night.board.phase is Phase.AMBUSH
    denied = tuple(Lacks(Seat(seat), kind("31"), 0, said=True) for seat in (1, 2))
    assert decided(night, replace(NOBODY, facts=denied)) == "x hold_back"
    assert decided(night, replace(NOBODY, facts=(Holds(Seat(1), kind("31")),))) == "m31 ambush_known"


def test_effects_are_decided_by_what_is_known() -> None:
    """The hand of which least is known is looked at; a duel is fought where it is won, above all with the leader."""
    spying = laid("31", "33 34 41", "35 36", field=FIELD, phase=Phase.SPY, effects=((card("15"), PACK.effects[4][0]),))
    assert decided(spying) == "p1 spy"
    seen = tuple(Holds(Seat(1), kind(text)) for text in ("33", "34"))
    assert decided(spying, replace(NOBODY, facts=seen)) == "p2 spy"
    duel = laid("31", "33", "35", field=FIELD, phase=Phase.DUEL, pairs=("14", "12", "21 32"))
    assert decided(duel) == "u2 duel"
    hopeless = laid("31", "33", "35", field=FIELD, phase=Phase.DUEL, pairs=("14", "12 13 16", "21 22 23"))
    assert decided(hopeless) == "u- decline"
    won = laid("31", "33", "35", field=FIELD, phase=Phase.TAKE, loser=Seat(2), pairs=("14", "", "21 22 11"))
    assert decided(won) == "t11 take"


def test_the_best_leave_nothing_lying_that_the_others_will_take() -> None:
    """Of two sure captures the one that all know of comes first."""
    state = laid("11", "33", "35", field="11 12 13 12 15 16 21 22 23", deck="41 42 43 44", pursuit=True)
    notes = replace(NOBODY, lies=lies(c0="11", c1="12", c3="12"))
    assert decided(state, notes).partition(" ")[2] == "open_pair"
    alone = replace(notes, facts=(Holds(Seat(0), kind("11")),))
    assert decided(state, alone).partition(" ")[2] == "open_held"


def test_a_full_hand_of_the_same_card_set_is_counted_once() -> None:
    """A brain serves games with different card sets, one after the other."""
    brain = KanuBrain(Level.STRONG)
    other = replace(KANU_CARDS, small=4)
    for card_set in (KANU_CARDS, KANU_CARDS, other):
        state = laid("11", "33", "35", field=FIELD, card_set=card_set)
        brain.choose(view(state), NOBODY, Random(1), never)
        assert brain._pack(view(state)).card_set is card_set
    own = Style(PERFECT, rough=False, exact=False, worth=Worth())
    assert KanuBrain(Level.EASY, own)._style is own
    assert KanuBrain(Level.EASY)._style is STYLES[Level.EASY]


# Whole games


@pytest.mark.parametrize("level", list(Level))
def test_what_a_seat_cannot_know_changes_no_decision(level: Level) -> None:
    """Non-interference: hands of others, field and deck are permuted, and the same is done, for the same reason."""
    brain, picks = KanuBrain(level), Picks(5)
    alike = 0
    for seat in map(Seat, range(3)):
        course = list(moments(BENCH, Play("3", seats=3, luck=4, length=60)))
        notes = brain.begin(view(course[0].before, seat), Random(7))
        for moment in course:
            twin = BENCH.hide(moment.before, seat, picks)
            assert twin != moment.before
            if seat == moment.seat:
                found = brain.choose(view(moment.before, seat), notes, Random(8), never)
                assert brain.choose(view(twin, seat), notes, Random(8), never) == found
            met = Beat(view(moment.step.state, seat), tuple(BENCH.notices(moment.step, seat)))
            after_it = brain.see(notes, met)
            if moment.action in GAME.legal(twin):
                step = GAME.apply(twin, moment.action)
                told = Beat(view(step.state, seat), tuple(BENCH.notices(step, seat)))
                if told == met:
                    alike += 1
                    assert brain.see(notes, told) == after_it
            notes = after_it
    assert alike > 20


@pytest.mark.parametrize("seats", [3, 6])
def test_games_of_all_levels_end(seats: int) -> None:
    """Within a bound, without anything forbidden, long before nothing happens any more (6.2)."""
    bots = tuple(list(Level) * 2)[:seats]
    count = simulate.simulate(simulate.Request("kanu", bots, games=4, seed=seats, shuffled=True), TEXT)
    assert (count.games, count.errors) == (4, 0)
    assert count.length / count.games < 12 * seats


@pytest.mark.parametrize(("better", "worse"), [(Level.STRONG, Level.EASY), (Level.MEDIUM, Level.EASY)])
def test_a_better_level_wins_more(better: Level, worse: Level) -> None:
    """One among two of a weaker level wins more than its third; how much more, `simulate` says."""
    request = simulate.Request("kanu", (better, worse, worse), games=24, seed=6, shuffled=True)
    levels = simulate.simulate(request, TEXT).levels
    assert levels[better.value].share > 0.4 * 24 > 1.3 * levels[worse.value].share / 2


def reasons(level: Level, deal: str) -> Iterator[Reason]:
    """Play a game among three of a level, and yield why everything was done."""
    table: Table[Any, Action, Any, View, Notice] = Table(GAME, deal, 3, {})
    seated = [(table.chair(Seat(seat)), Player(KanuBrain(level), seat)) for seat in range(3)]
    while (turn := table.turn) is not None:
        chair, player = seated[turn]
        player.see(chair.beats())
        decision = player.decide()
        assert decision.action in chair.view().legal
        yield decision.why
        chair.submit(decision.action)


def test_every_reason_has_words() -> None:
    """In both languages, whatever a level gives as its reason in whole games."""
    keys: dict[str, Reason] = {}
    for level in Level:
        for deal in range(1, 4):
            keys |= {why.key: why for why in reasons(level, str(deal))}
    assert len(keys) > 15
    for language in LANGUAGES:
        words = Words(language)
        assert all(words.say(why) for why in keys.values())
