"""The table and its chairs: with one player (Deck Defence) and with hidden hands (the toy game)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import DOWN, BadInput, Beat, Illegal, Options, Reason, Seat, Up
from game.deck_defence import public as dd
from game.deck_defence.deals import FULL_DECK
from game.deck_defence.rules import DeckDefence, Event, State
from game.record import Record
from game.rng import Script
from game.table import Chair, ChairClosed, Course, Table, checked_options, lay_again
from tests.rules import toy
from tests.rules.benches import toy_bench
from tests.rules.laws import Play, plays

GAME = DeckDefence()
TOY = toy.Toy()
TOY_BENCH = toy_bench(TOY)
SEAT = Seat(0)
ANN, BEN, CY = Seat(0), Seat(1), Seat(2)
DEAL = " ".join(map(str, FULL_DECK))  # the first three are S1 S1 S1
LOSING = "S4 F4 W4 S4 F4 W4 S4 F4 W4 " + " ".join(str(card) for card in FULL_DECK if not card.is_enemy)

SoloTable = Table[State, dd.Action, Event, dd.View, dd.Notice]
ToyTable = Table[toy.State, toy.Action, toy.Event, toy.View, toy.Notice]


def _solo(deal: str = DEAL, *texts: str, keep: Callable[[Record], None] | None = None) -> SoloTable:
    table: SoloTable = Table(GAME, deal, 1, {}, keep=keep)
    for text in texts:
        table.act(SEAT, dd.decode(text))
    return table


def _toy(seats: int = 3, keep: Callable[[Record], None] | None = None, **options: bool | int | str) -> ToyTable:
    return Table(TOY, "7", seats, options, keep=keep)


def _hand(table: ToyTable, seat: Seat) -> list[toy.Card]:
    return [seen.card for seen in table.view(seat).hands[seat] if isinstance(seen, Up)]


def _refusal(deed: Callable[[], object]) -> Reason:
    with pytest.raises(Illegal) as caught:
        deed()
    return caught.value.reason


# Setting up


def test_options_that_are_left_out_have_their_defaults() -> None:
    """Every option of the game gets a value."""
    assert checked_options(TOY, {"rounds": 3}) == {"rounds": 3, "peeking": False, "deck": "whole"}


def test_an_unknown_option_is_refused() -> None:
    """The refusal names it."""
    with pytest.raises(BadInput) as caught:
        checked_options(GAME, {"open_hands": True})
    assert caught.value.reason == Reason.of("bad.option", option="open_hands")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("rounds", 4),
        ("rounds", True),
        ("rounds", "1"),
        ("peeking", 1),
        ("peeking", 0),
        ("peeking", "yes"),
        ("deck", ""),
    ],
)
def test_an_option_takes_only_its_own_values(key: str, value: bool | int | str) -> None:
    """Also not those that Python holds for equal: 1 is not True."""
    with pytest.raises(BadInput) as caught:
        Table(TOY, "1", 2, {key: value})
    assert caught.value.reason == Reason.of("bad.option_value", option=key, value=str(value))


@pytest.mark.parametrize("seats", [0, 1, 8, -1])
def test_a_table_has_as_many_seats_as_the_game_allows(seats: int) -> None:
    """The refusal says how many may play."""
    with pytest.raises(BadInput) as caught:
        _toy(seats)
    assert caught.value.reason == Reason.of("bad.seats", seats=seats, least=2, most=7)


def test_deck_defence_is_for_one() -> None:
    """The seat count is the game's."""
    with pytest.raises(BadInput):
        Table(GAME, DEAL, 2, {})


def test_a_wrong_deal_is_refused() -> None:
    """As the game says."""
    with pytest.raises(BadInput):
        Table(GAME, "0", 1, {})
    with pytest.raises(BadInput):
        Table(TOY, "x", 2, {})


def test_chance_may_be_written_down() -> None:
    """Transcripts put their own chance in place of the deal's."""
    deck = tuple(reversed(FULL_DECK))
    table = Table(GAME, "1", 1, {}, chance=Script((deck,)))
    assert table.view(SEAT).areas.main == deck[:3]


def test_a_table_tells_what_is_played() -> None:
    """Game, deal and seats as they were given, and a value for every option; changing these changes no table."""
    table = _toy(4, rounds=3)
    assert table.game is TOY
    assert table.deal == "7"
    assert table.seats == 4
    assert table.options == {"rounds": 3, "peeking": False, "deck": "whole"}
    assert isinstance(table.options, dict)
    table.options["rounds"] = 1
    assert table.options["rounds"] == 3


@pytest.mark.parametrize("seat", [-1, 3])
def test_there_is_no_chair_beyond_the_seats(seat: int) -> None:
    """A fault of the program, named."""
    with pytest.raises(ValueError, match=f"no seat {seat} at a table of 3"):
        _toy(3).chair(Seat(seat))


# Chairs


def test_a_chair_shows_and_does_what_its_seat_may() -> None:
    """View, standing, beats and actions of one seat, through the chair."""
    table = _solo()
    chair = table.chair(SEAT)
    assert chair.seat == SEAT
    assert chair.view() == table.view(SEAT)
    chair.submit(dd.decode("M1>H1"))
    assert table.view(SEAT).areas.hand[0] == (dd.Card.parse("S1"),)
    chair.undo()
    assert chair.standing().actions == 0
    chair.redo()
    assert chair.standing().actions == 1
    chair.concede()
    assert chair.standing().outcome == GAME.conceded(GAME.start(GAME.chance(DEAL), 1, checked_options(GAME, {})).state)
    assert [beat.undone for beat in chair.beats()] == [False, False, True, False]


@pytest.mark.parametrize(
    "use",
    [
        Chair.standing,
        Chair.view,
        Chair.beats,
        Chair.undo,
        Chair.redo,
        Chair.concede,
        lambda chair: chair.submit(toy.Pass()),
        lambda chair: chair.notes(),
        lambda chair: chair.jot("x"),
    ],
    ids=["standing", "view", "beats", "undo", "redo", "concede", "submit", "notes", "jot"],
)
def test_a_chair_that_was_handed_over_is_closed(use: Callable[[Chair[Any, Any, Any]], object]) -> None:
    """It shows nothing and does nothing any more, and the table has not changed."""
    table = _toy()
    chair = table.chair(ANN)
    record = table.record()
    chair.close()
    with pytest.raises(ChairClosed, match="seat 0 has been handed over"):
        use(chair)
    assert table.record() == record


def test_closing_a_chair_leaves_the_others_open() -> None:
    """Hand-over concerns one chair; closing it again does no harm."""
    table = _toy()
    ann, ben = table.chair(ANN), table.chair(BEN)
    ann.close()
    ann.close()
    assert ben.view() == table.view(BEN)
    assert table.chair(ANN).view() == table.view(ANN)


def test_only_whoever_is_in_turn_may_act() -> None:
    """The refusal comes before the game is asked."""
    table = _toy()
    assert _refusal(lambda: table.chair(BEN).submit(toy.Pass())) == Reason.of("why.not_your_turn")
    assert table.turn == ANN


def test_an_illegal_action_changes_nothing() -> None:
    """Neither the position, nor what can be redone, nor what was kept."""
    kept: list[Record] = []
    table = _solo(DEAL, "M1>H1", keep=kept.append)
    table.undo(SEAT)
    before, count = table.record(), len(kept)
    assert _refusal(lambda: table.act(SEAT, dd.decode("M1>O1"))) == Reason.of("deck-defence.why.ally_occupied")
    assert table.record() == before
    assert len(kept) == count
    assert table.standing(SEAT).may_redo


# Beats


def test_the_first_beat_is_the_deal() -> None:
    """A seat that has seen nothing yet is shown the deal; each beat once."""
    table = _solo()
    deal, *rest = table.beats(SEAT)
    assert deal.view == table.view(SEAT)
    assert deal.notices[0] == dd.Shuffled(36)
    assert not rest
    assert table.beats(SEAT) == ()


def test_a_beat_holds_the_view_after_its_action() -> None:
    """Beats come in order, each with its own notices and the view after it."""
    table = _solo()
    table.beats(SEAT)
    views = []
    for text in ("M1>H1", "M2>H1"):
        table.act(SEAT, dd.decode(text))
        views.append(table.view(SEAT))
    beats = table.beats(SEAT)
    assert [beat.view for beat in beats] == views
    assert [type(beat.notices[0]) for beat in beats] == [dd.Mustered, dd.Mustered]


def test_an_undone_action_is_a_beat_of_its_own() -> None:
    """It holds the view before the action, and the notices of the action that was taken back."""
    table = _solo()
    before = table.view(SEAT)
    table.act(SEAT, dd.decode("M1>H1"))
    table.undo(SEAT)
    _, done, undone = table.beats(SEAT)
    assert undone == Beat(before, done.notices, undone=True)
    table.redo(SEAT)
    assert table.beats(SEAT) == (done,)


def test_every_seat_has_its_own_recap() -> None:
    """Who sits down is shown what happened since that seat last looked, as that seat may know it."""
    table = _toy()
    assert len(table.beats(ANN)) == 1
    card = _hand(table, ANN)[0]
    table.act(ANN, toy.Bury(card))
    table.act(BEN, toy.Draw())
    assert [beat.notices for beat in table.beats(ANN)] == [
        (toy.SawBury(ANN, Up(card)),),
        (toy.SawDraw(BEN, DOWN),),
    ]
    drawn = _hand(table, BEN)[-1]
    assert [beat.notices for beat in table.beats(BEN)][1:] == [
        (toy.SawBury(ANN, DOWN),),
        (toy.SawDraw(BEN, Up(drawn)),),
    ]
    deal, *rest = table.beats(CY)
    assert deal.notices == (toy.WasDealt(tuple(_hand(table, CY))),)
    assert [beat.notices for beat in rest] == [(toy.SawBury(ANN, DOWN),), (toy.SawDraw(BEN, DOWN),)]


def test_what_a_seat_does_not_notice_leaves_a_beat_without_notices() -> None:
    """A peek is seen by whoever peeks; the others only see that a turn is over."""
    table = _toy(peeking=True)
    for seat in (ANN, BEN):
        table.beats(seat)
    table.act(ANN, toy.Peek())
    (own,), (other,) = table.beats(ANN), table.beats(BEN)
    assert isinstance(own.notices[0], toy.Peeked)
    assert other.notices == ()
    assert other.view.turn == BEN


@given(plays(TOY_BENCH))
def test_nobody_is_shown_another_hand(play: Play) -> None:
    """Through beats and views, undone ones too, other hands, the deck and buried cards stay face down."""
    table = Table(TOY, play.deal, play.seats, play.options)
    picks = Random(play.luck)
    for _ in range(play.length):
        turn = table.turn
        if turn is None:
            break
        chair = table.chair(turn)
        chair.submit(picks.choice(chair.view().legal))
        if chair.standing().may_undo and picks.random() < 0.3:
            chair.undo()
        chair.close()
    for seat in play.everybody():
        for view in (*(beat.view for beat in table.beats(seat)), table.view(seat)):
            assert all(seen == DOWN for other, hand in enumerate(view.hands) if other != seat for seen in hand)
            assert all(isinstance(seen, Up) for seen in view.hands[seat])
            assert view.legal == () or view.turn == seat


# Taking back


def test_undo_and_redo_have_no_limit() -> None:
    """Ruling 7.2: back to the deal, forth to the last action, through the same positions."""
    texts = ("M1>H1", "M1>H2", "M2>H1", "H1?", "M3>H3=R1")
    table = _solo(DEAL, *texts)
    end = table.view(SEAT)
    views = []
    while table.standing(SEAT).may_undo:
        table.undo(SEAT)
        views.append(table.view(SEAT))
    assert len(views) == len(texts)
    assert views[-1] == _solo().view(SEAT)
    while table.standing(SEAT).may_redo:
        table.redo(SEAT)
        views.append(table.view(SEAT))
    assert views[-1] == end
    assert views[:4][::-1] == views[5:9]


def test_undo_past_a_new_card_counts_as_a_take_back() -> None:
    """Ruling 7.2: only where the action had shown a new card; the count stays."""
    table = _solo(DEAL, "M1>H1", "H1?", "M1>H1=R1")
    assert table.standing(SEAT).take_backs == 0
    table.undo(SEAT)
    assert table.standing(SEAT).take_backs == 0  # a refill from the reveal area shows nothing new
    table.undo(SEAT)
    assert table.standing(SEAT).take_backs == 1
    table.redo(SEAT)
    table.undo(SEAT)
    assert table.standing(SEAT).take_backs == 2
    assert table.record().take_backs == 2


def test_there_is_nothing_to_take_back_at_the_deal() -> None:
    """Undo and redo say why not."""
    table = _solo()
    assert _refusal(lambda: table.undo(SEAT)) == Reason.of("why.no_undo")
    assert _refusal(lambda: table.redo(SEAT)) == Reason.of("why.no_redo")
    assert not table.standing(SEAT).may_undo
    assert not table.standing(SEAT).may_redo


def test_another_action_forgets_what_could_be_redone() -> None:
    """The record holds only the new line."""
    table = _solo(DEAL, "M1>H1", "M1>H2")
    table.undo(SEAT)
    table.undo(SEAT)
    table.act(SEAT, dd.decode("M3>H3"))
    assert not table.standing(SEAT).may_redo
    assert table.record().actions == ("M3>H3",)


def test_one_may_give_up_and_think_again() -> None:
    """Ruling 5.2: conceding ends the game; undo takes it back, and nothing else may be done meanwhile."""
    table = _solo(DEAL, "M1>H1", "M1>H1")
    table.undo(SEAT)
    table.concede(SEAT)
    standing = table.standing(SEAT)
    assert standing.turn is None
    assert standing.outcome is not None
    assert standing.outcome.reason == Reason.of("deck-defence.outcome.conceded")
    assert (standing.may_undo, standing.may_redo) == (True, False)
    assert table.record().conceded
    assert _refusal(lambda: table.act(SEAT, dd.decode("M1>H1"))) == Reason.of("why.game_over")
    assert _refusal(lambda: table.redo(SEAT)) == Reason.of("why.no_redo")
    assert _refusal(lambda: table.concede(SEAT)) == Reason.of("why.game_over")
    table.undo(SEAT)
    assert table.turn == SEAT
    assert table.outcome is None
    assert table.standing(SEAT).may_redo
    assert table.standing(SEAT).actions == 1


def test_a_lost_game_may_be_taken_back() -> None:
    """Ruling 7.2: after the end too; acting and giving up are too late then."""
    table = _lost()
    lost = table.standing(SEAT)
    assert lost.outcome is not None
    assert lost.turn is None
    assert _refusal(lambda: table.act(SEAT, dd.Explore(0))) == Reason.of("why.game_over")
    assert _refusal(lambda: table.concede(SEAT)) == Reason.of("why.game_over")
    table.undo(SEAT)
    assert table.standing(SEAT).outcome is None
    table.redo(SEAT)
    assert table.standing(SEAT) == replace(lost, take_backs=1)


def test_with_others_only_what_revealed_nothing_may_be_taken_back() -> None:
    """A bid and a burial can, a drawn card cannot be unseen."""
    table = _toy()
    table.act(ANN, toy.Bid(2))
    table.undo(ANN)
    assert table.view(BEN).bids == (None, None, None)
    table.act(ANN, toy.Draw())
    assert _refusal(lambda: table.undo(ANN)) == Reason.of("why.undo_revealed")
    assert not table.standing(ANN).may_undo
    assert table.standing(ANN).take_backs == 0


def test_with_others_the_end_is_the_end() -> None:
    """Whoever looks back at a game that is over sees every hand, so not even a pass is taken back then."""
    table = _toy(2, rounds=1)
    last = None
    while (turn := table.turn) is not None:
        table.act(turn, toy.Pass())
        last = turn
    assert last is not None
    assert _refusal(lambda: table.undo(last)) == Reason.of("why.game_over")
    assert not table.standing(last).may_undo


def test_with_others_only_ones_own_action_may_be_taken_back() -> None:
    """Neither by somebody else, nor after somebody else has acted."""
    table = _toy()
    table.act(ANN, toy.Pass())
    assert _refusal(lambda: table.undo(BEN)) == Reason.of("why.undo_other")
    assert [table.standing(seat).may_undo for seat in (ANN, BEN, CY)] == [True, False, False]
    table.act(BEN, toy.Pass())
    assert _refusal(lambda: table.undo(ANN)) == Reason.of("why.undo_other")
    assert [table.standing(seat).may_undo for seat in (ANN, BEN, CY)] == [False, True, False]


def test_with_others_only_ones_own_action_may_be_done_again() -> None:
    """Redo belongs to whoever took it back."""
    table = _toy()
    table.act(ANN, toy.Pass())
    table.undo(ANN)
    assert _refusal(lambda: table.redo(BEN)) == Reason.of("why.no_redo")
    assert [table.standing(seat).may_redo for seat in (ANN, BEN, CY)] == [True, False, False]
    table.redo(ANN)
    assert table.turn == BEN


def test_nobody_gives_up_while_others_play() -> None:
    """Conceding is for a single player."""
    table = _toy()
    assert _refusal(lambda: table.concede(ANN)) == Reason.of("why.no_concede")
    assert table.turn == ANN


# Records


def test_every_change_is_kept_before_the_call_returns() -> None:
    """The deal, each action, undo, redo, giving up and taking that back, a note: each leaves a record."""
    kept: list[Record] = []
    table = _solo(DEAL, keep=kept.append)
    deeds: list[Callable[[], None]] = [
        lambda: table.act(SEAT, dd.decode("M1>H1")),
        lambda: table.undo(SEAT),
        lambda: table.redo(SEAT),
        lambda: table.concede(SEAT),
        lambda: table.undo(SEAT),
        lambda: table.jot(SEAT, "M1 was wrong"),
    ]
    for count, deed in enumerate(deeds, start=2):
        deed()
        assert len(kept) == count
        assert kept[-1] == table.record()
    assert [(record.at, record.conceded) for record in kept] == [
        (0, False),
        (1, False),
        (0, False),
        (1, False),
        (1, True),
        (1, False),
        (1, False),
    ]


def test_who_has_seen_what_is_kept_where_others_play() -> None:
    """A crash after hand-over must not show a recap twice, or never; alone this does not matter."""
    kept: list[Record] = []
    table = _toy(keep=kept.append)
    table.beats(ANN)
    assert [record.looked for record in kept] == [(0, 0, 0), (1, 0, 0)]
    table.beats(ANN)
    assert len(kept) == 2
    alone: list[Record] = []
    _solo(DEAL, keep=alone.append).beats(SEAT)
    assert len(alone) == 1


def test_a_record_tells_how_the_table_stands() -> None:
    """Deal, seats, options, actions with those taken back, looks: all in the record."""
    table = _toy(2, rounds=1)
    table.beats(BEN)
    table.act(ANN, toy.Bid(1))
    table.act(ANN, toy.Pass())
    table.beats(ANN)
    table.undo(ANN)
    record = table.record()
    assert replace(record, digest="") == Record(
        match="",
        game="toy",
        rules_version=1,
        deal="7",
        seats=2,
        options=(("deck", "whole"), ("peeking", False), ("rounds", 1)),
        actions=("b1", "p"),
        at=1,
        conceded=False,
        take_backs=0,
        hints=0,
        looked=(2, 1),
        digest="",
    )


def test_a_table_laid_again_goes_on_where_it_stood() -> None:
    """Position, redo, recap and saving: as if nothing had happened."""
    table = _toy()
    table.beats(ANN)
    table.act(ANN, toy.Draw())
    table.beats(BEN)
    table.act(BEN, toy.Pass())
    table.undo(BEN)
    kept: list[Record] = []
    again = lay_again(TOY, table.record(), kept.append)
    assert not kept
    assert again.record() == table.record()
    assert [len(again.beats(seat)) for seat in (ANN, BEN, CY)] == [1, 0, 2]
    again.redo(BEN)
    assert again.turn == CY
    assert kept[-1] == again.record()


def test_a_conceded_game_is_laid_again_as_such() -> None:
    """And can still be taken up again."""
    table = _solo(DEAL, "M1>H1")
    table.concede(SEAT)
    again = lay_again(GAME, table.record())
    assert again.outcome == table.outcome
    again.undo(SEAT)
    assert again.turn == SEAT


def test_what_was_taken_back_and_done_otherwise_is_shown_after_loading() -> None:
    """A seat that saw the first try must be told of the second one, also if the program was closed in between."""
    table = _toy()
    table.act(ANN, toy.Bid(0))
    table.beats(BEN)
    table.undo(ANN)
    table.act(ANN, toy.Bid(2))
    again = lay_again(TOY, table.record())
    assert [beat.notices for beat in again.beats(BEN)] == [(toy.WasBid(ANN, 2),)]
    assert [beat.notices for beat in table.beats(BEN)] == [(toy.WasBid(ANN, 0),), (toy.WasBid(ANN, 2),)]


def test_a_look_beyond_the_journal_is_a_look_at_all_of_it() -> None:
    """What a seat saw before it was taken back is not counted against it."""
    table = _solo(DEAL, "M1>H1", "M2>H1")
    again = lay_again(GAME, replace(table.record(), looked=(99,)))
    assert again.beats(SEAT) == ()


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"game": "toy"}, "bad.save_game"),
        ({"notes": ("M1", "M2")}, "bad.save_disagrees"),
        ({"rules_version": 2}, "bad.save_rules"),
        ({"rules_version": 0}, "bad.save_rules"),
        ({"seats": 2, "looked": (0, 0)}, "bad.seats"),
        ({"seats": 0, "looked": ()}, "bad.seats"),
        ({"looked": ()}, "bad.save_disagrees"),
        ({"looked": (0, 0)}, "bad.save_disagrees"),
        ({"at": 3}, "bad.save_disagrees"),
        ({"at": -1}, "bad.save_disagrees"),
        ({"at": 1}, "bad.save_disagrees"),
        ({"deal": "0"}, "bad.deal_number"),
        ({"deal": "2"}, "bad.save_disagrees"),
        ({"options": (("open_hands", True),)}, "bad.option"),
        ({"options": (("open_discards", 1),)}, "bad.option_value"),
        ({"options": (("open_discards", True),)}, "bad.save_disagrees"),
        ({"actions": ("M1>H1", "M1>H9")}, "deck-defence.bad.action"),
        ({"actions": ("M1>H1", "M1>O1")}, "bad.save_disagrees"),
        ({"actions": ("M1>H1", "M2>H2")}, "bad.save_disagrees"),
        ({"digest": "0" * 32}, "bad.save_disagrees"),
    ],
    ids=str,
)
def test_a_record_that_disagrees_is_refused(change: dict[str, Any], key: str) -> None:
    """Nothing is installed unless everything agrees, down to the digest of the position; and nothing is kept."""
    kept: list[Record] = []
    record = _solo(DEAL, "M1>H1", "M2>H1").record()
    with pytest.raises(BadInput) as caught:
        lay_again(GAME, replace(record, **change), kept.append)
    assert caught.value.reason.key == key
    assert not kept


def test_an_action_that_was_taken_back_must_be_legal_too() -> None:
    """The rest of the actions can be done again: they are replayed as well."""
    table = _solo(DEAL, "M1>H1", "M2>H1")
    table.undo(SEAT)
    with pytest.raises(BadInput):
        lay_again(GAME, replace(table.record(), actions=("M1>H1", "M1>O1")))


def test_nobody_can_have_given_up_after_the_end() -> None:
    """Such a record disagrees with itself."""
    with pytest.raises(BadInput) as caught:
        lay_again(GAME, replace(_lost().record(), conceded=True))
    assert caught.value.reason == Reason.of("bad.save_disagrees")


def test_nobody_can_have_given_up_among_others() -> None:
    """Nor can a game of several seats have been conceded."""
    with pytest.raises(BadInput) as caught:
        lay_again(TOY, replace(_toy().record(), conceded=True))
    assert caught.value.reason == Reason.of("bad.save_disagrees")


@given(st.integers(0, 2**32), st.booleans())
def test_options_reach_the_rules(deal: int, show: bool) -> None:
    """What is chosen at set-up is played, after loading too."""
    options: Options = {"show_budget": show}
    table = Table(GAME, str(1 + deal % 999), 1, options)
    assert (table.view(SEAT).budget is not None) == show
    assert lay_again(GAME, table.record()).view(SEAT) == table.view(SEAT)


def _lost() -> SoloTable:
    """Return a game that is over: three enemies held off, three more in main, and nobody in hand."""
    return _solo(LOSING, "M1>O1", "M1>O2", "M1>O3")


def test_everybody_writes_for_himself_alone() -> None:
    """A chair gives and takes its own notes, whoever is in turn; the record holds those of all seats, as written."""
    kept: list[Record] = []
    table = _toy(keep=kept.append)
    assert table.record().notes == ()
    table.chair(BEN).jot("Ann bids high")
    table.chair(CY).jot("")
    assert [table.chair(seat).notes() for seat in (ANN, BEN, CY)] == ["", "Ann bids high", ""]
    assert kept[-1].notes == ("", "Ann bids high", "")
    table.chair(BEN).jot("")
    assert table.record().notes == ()


def test_taking_back_leaves_what_was_written() -> None:
    """It was learnt, and is not forgotten by that."""
    table = _toy()
    table.act(ANN, toy.Bid(2))
    table.chair(ANN).jot("2 is enough")
    table.undo(ANN)
    assert table.chair(ANN).notes() == "2 is enough"
    table.redo(ANN)
    assert table.chair(ANN).notes() == "2 is enough"


@given(st.lists(st.tuples(st.sampled_from((ANN, BEN, CY)), st.text()), max_size=5))
def test_a_table_laid_again_has_all_notes(jotted: list[tuple[Seat, str]]) -> None:
    """Whatever was written, the last words of every seat are there again, and there alone."""
    table = _toy()
    for seat, text in jotted:
        table.jot(seat, text)
    again = lay_again(TOY, table.record())
    for seat in (ANN, BEN, CY):
        assert again.notes(seat) == next((text for one, text in reversed(jotted) if one == seat), "")
    assert again.record() == table.record()


def test_others_may_come_to_sit_there() -> None:
    """Who sits where may change in a running game: it is kept at once, and changes nothing else."""
    kept: list[Record] = []
    table = Table(TOY, "7", 3, {}, sitting="Ann, Ben, Cy", keep=kept.append)
    table.act(ANN, toy.Bid(2))
    before = table.record()
    table.reseat("Ann, Ben, Dee")
    assert kept[-1] == table.record() == replace(before, sitting="Ann, Ben, Dee")


def test_hints_are_counted_and_kept() -> None:
    """Advice given to the seat in turn is counted, stands in the record, and outlives loading."""
    table = Table(GAME, DEAL, 1, {}, match="k7")
    table.chair(SEAT).count_hint()
    table.chair(SEAT).count_hint()
    again = lay_again(GAME, table.record())
    assert again.standing(SEAT).hints == 2
    assert again.record() == table.record()
    assert again.record().match == "k7"


def test_only_who_decides_is_given_hints() -> None:
    """There is no advice for a seat that is not in turn, nor after the end."""
    table = _toy()
    idle = next(seat for seat in (ANN, BEN) if seat != table.turn)
    with pytest.raises(Illegal, match="not_your_turn"):
        table.chair(idle).count_hint()
    alone = Table(GAME, DEAL, 1, {})
    alone.concede(SEAT)
    with pytest.raises(Illegal, match="game_over"):
        alone.chair(SEAT).count_hint()
    assert alone.standing(SEAT).hints == 0


# Looking back


def test_a_course_shows_every_seat_what_it_met() -> None:
    """At every point the views and notices are those of the game as it was played, and going back is their undoing."""
    table = _toy(3, rounds=1)
    met: dict[Seat, list[Beat[toy.View, toy.Notice]]] = {seat: list(table.beats(seat)) for seat in (ANN, BEN, CY)}
    turns = [table.turn]
    picks = Random(3)
    while (turn := table.turn) is not None:
        table.act(turn, picks.choice(table.view(turn).legal))
        turns.append(table.turn)
        for seat in met:
            met[seat] += table.beats(seat)
    course = Course(table)
    assert (len(course), course.seats, course.outcome) == (len(turns) - 1, 3, table.outcome)
    assert [course.turn(at) for at in range(len(course) + 1)] == turns
    for seat, beats in met.items():
        assert [course.beat(at, seat) for at in range(len(course) + 1)] == beats
        assert [course.view(at, seat) for at in range(len(course) + 1)] == [beat.view for beat in beats]
        for at in range(1, len(course) + 1):
            assert course.back(at, seat) == Beat(beats[at - 1].view, beats[at].notices, undone=True)


def test_there_is_no_course_of_a_game_that_goes_on() -> None:
    """All open it would show what nobody may know; after taking back the end there is none either."""
    with pytest.raises(ValueError, match="goes on"):
        Course(_toy())
    table = _lost()
    course = Course(table)
    table.undo(SEAT)
    with pytest.raises(ValueError, match="goes on"):
        Course(table)
    assert course.turn(len(course)) is None  # what was is not changed by it
    assert course.view(len(course), SEAT) != table.view(SEAT)


def test_a_course_ends_where_a_game_was_given_up() -> None:
    """What was taken back before that is no part of it."""
    table = _solo(DEAL, "M1>H1", "M2>H1")
    table.undo(SEAT)
    table.concede(SEAT)
    course = Course(table)
    assert len(course) == 1
    assert course.turn(1) == SEAT
    assert course.outcome == table.outcome
    assert course.view(1, SEAT) == table.view(SEAT)


def test_only_some_games_can_be_laid_open() -> None:
    """Where nothing is said of it, nothing is shown."""
    assert Course(_lost()).all_open(0) is None
