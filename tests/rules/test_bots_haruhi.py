"""Computer players of 涼宮ハルヒの贈殖: what they reckon, believe and do, and that they know no secret."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations, product
from random import Random as Picks
from typing import Any

import pytest

from game.bots.core import Level, Player, never
from game.bots.driver import play
from game.bots.haruhi import SKILLS, HaruhiBrain
from game.bots.haruhi_belief import accusing_tells, added, believe, bid_tells, change_tells, no_hints, suspicion
from game.bots.haruhi_bidding import Auction
from game.bots.haruhi_future import Ladder, futures
from game.bots.haruhi_mind import Mind, Notes
from game.bots.haruhi_sight import Move, Sight, Standing, asked, leader, moved, sight, stakes, standing
from game.bots.haruhi_study import WEIGHT, study
from game.core import DOWN, Beat, Reason, Seat, Up
from game.haruhi.card_set import LETTERS, PERSONS, Card, Effect, EventCard, Op, Person, Role, Rule
from game.haruhi.choices import legal_actions, why_not
from game.haruhi.conditions import Condition, Every, Kind, Never, Predicate, Share, Some, Tally, holds, ranks
from game.haruhi.notices import Accused, EventClaimed, EventsHandedOut, Given, Laid, Notice, SosLaid, Swapped
from game.haruhi.public import (
    Accuse,
    Action,
    Board,
    Claim,
    ClaimNothing,
    Forgo,
    Gift,
    Give,
    HandOut,
    LaySos,
    Pass,
    Peek,
    Phase,
    Steal,
    Swap,
    Use,
    View,
)
from game.haruhi.rules import Haruhi
from game.rng import Random
from game.table import Table
from tests.rules.haruhi_bench import CARDS, haruhi_bench

GAME = Haruhi(CARDS)
OPTIONS = {spec.key: spec.default for spec in GAME.options}
STUDY = study(CARDS)
H, N, M, T, A, K, Y = range(7)
FILM, CAMP, BASEBALL, HOTPOT, COMPUTER, CLEANUP, LESSONS = map(EventCard, (1, 3, 4, 13, 14, 17, 19))
STRONG = SKILLS[Level.STRONG]
BRAIN = HaruhiBrain(Level.STRONG)
BY_LETTER = {letter: colour for colour, letter in LETTERS.items()}


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards written so: "r1 g7 s0"."""
    return tuple(Card(BY_LETTER[word[0]], int(word[1:])) for word in text.split())


def owned(*numbers: Sequence[int]) -> tuple[tuple[EventCard, ...], ...]:
    """Return rows of events by their numbers."""
    return tuple(tuple(EventCard(number) for number in row) for row in numbers)


def board(seats: int = 5, **changes: Any) -> Board:
    """Return the board of a dealt game, changed: nobody has anything yet, seat 0 is in turn."""
    dealt = GAME.start(GAME.chance("1"), seats, OPTIONS).state.board
    plain: dict[str, Any] = {"first": Seat(0), "turn": Seat(0), "event": FILM, "acted": 0}
    return replace(dealt, **{**plain, **changes})


def seen(person: Person, hand: str, table: Board, peeked: dict[int, Person] | None = None, seat: int = 0) -> View:
    """Return the View of a seat that is in turn."""
    held = cards(hand)
    hands = tuple(len(held) if other == seat else count for other, count in enumerate(table.hands))
    table = replace(table, hands=hands)
    looked = tuple(Role((peeked or {})[other]) if other in (peeked or {}) else None for other in range(len(hands)))
    return View(Seat(seat), table, held, Role(person), looked, legal_actions(table, held))


def decided(view: View, brain: HaruhiBrain = BRAIN) -> Action:
    """Return what a player does that knows this View alone."""
    return brain.choose(view, brain.begin(view, Random(0)), Random(0), never).action


def last_auction(**changes: Any) -> Board:
    """Return the last auction of a game of five, with seat 0 to act last."""
    plain: dict[str, Any] = {"pile": 0, "first": Seat(1), "acted": 4, "discard": 20, "aside": owned(range(2, 20))[0]}
    return board(**{**plain, **changes})


def effect(kind: Effect, **changes: Any) -> Board:
    """Return a board on which seat 0 has taken an event and decides on its effect."""
    plain: dict[str, Any] = {
        "event": None,
        "phase": Phase.EFFECT,
        "taker": Seat(0),
        "effects": (kind,),
        "optional": True,
    }
    return board(**{**plain, **changes})


# What is reckoned


def test_a_ladder_knows_what_is_above_a_bound() -> None:
    """Each future has its bit."""
    ladder = Ladder([3, -1, 3, 7])

    assert [ladder.over(bound) for bound in (-2, -1, 2, 3, 7)] == [0b1111, 0b1101, 0b1101, 0b1000, 0]


def _standing(picks: Picks, seats: int) -> tuple[Standing, Tally]:
    """Return a table at the end, as the players reckon it and as the rules do."""
    points = tuple(picks.randrange(-2, 5) for _ in range(seats))
    events = tuple(picks.randrange(4) for _ in range(seats))
    tags = tuple(picks.randrange(3) for _ in range(seats))
    hands = tuple(picks.randrange(11) for _ in range(seats))
    exposed = tuple(picks.random() < 0.3 for _ in range(seats))
    strengths = tuple(own * WEIGHT + count for own, count in zip(points, events, strict=True))
    borne = tuple(("costume",) * count for count in tags)
    return (
        Standing(strengths, (tags,), hands, exposed, draws=0, left=()),
        Tally(ranks(points, events), points, events, hands, exposed, borne),
    )


def _conditions() -> list[Condition]:
    questions = [
        *(Predicate(Kind.RANK_IS, bound) for bound in (1, 2, 7, Share.MIDDLE)),
        *(Predicate(Kind.RANK_AT_MOST, bound) for bound in (1, 3, 7, Share.HALF)),
        *(Predicate(kind) for kind in (Kind.IS_LAST, Kind.NEXT_TO_HARUHI, Kind.ABOVE_HARUHI, Kind.BELOW_HARUHI)),
        *(Predicate(Kind.RANK_GAP_AT_MOST, bound) for bound in (0, 1, 2)),
        *(Predicate(kind, bound) for kind in (Kind.EVENTS_AT_LEAST, Kind.POINTS_AT_LEAST) for bound in (0, 1, 2, 3)),
        *(Predicate(Kind.HAND_AT_LEAST, bound) for bound in (0, 4, 8)),
        Predicate(Kind.REVEALED),
        *(Predicate(Kind.TAG_AT_LEAST, bound, "costume") for bound in (0, 1, 2)),
        Predicate(Kind.MOST_TAG, tag="costume"),
    ]
    of_haruhi = [replace(question, of_haruhi=True) for question in questions]
    return [
        *questions,
        *of_haruhi,
        Every((questions[0], Never(questions[8]))),
        Some((questions[5], questions[9])),
        Never(Every((questions[1], of_haruhi[2]))),
        *(character.win for character in CARDS.characters),
    ]


@pytest.mark.parametrize("seats", [4, 5, 7])
def test_at_the_end_chances_are_what_the_rules_say(seats: int) -> None:
    """Where nothing is to come every condition holds in all futures or in none, as ruling 6.4 says."""
    picks = Picks(seats)
    conditions = [(condition, asked(condition, seats, STUDY.tags)) for condition in _conditions()]
    for _ in range(60):
        stands, tally = _standing(picks, seats)
        watched = Sight(STUDY, stands, 5)
        for seat, haruhi in product(range(seats), repeat=2):
            for condition, ask in conditions:
                wanted = watched.futures.every if holds(condition, tally, seat, haruhi) else 0
                assert ask(watched, seat, haruhi) == wanted, (condition, tally, seat, haruhi)
            for person, character in enumerate(CARDS.characters):
                assert watched.chance(person, seat, haruhi) == holds(character.win, tally, seat, haruhi)


def test_a_set_may_do_without_tags() -> None:
    """No condition asks for a tag then."""
    stands = Standing((0, WEIGHT, 0, 0), (), (0,) * 4, (False,) * 4, 0, ())

    assert asked(Predicate(Kind.RANK_IS, 1), 4, ())(Sight(STUDY, stands, 3), 1, 0) == 0b111


def test_what_is_to_come_may_go_to_anybody() -> None:
    """Each seat gets an event in an equal share of the futures; gains of all kinds hang together."""
    ahead = futures(STUDY, 5, (FILM.number, LESSONS.number), 50)

    for seat in range(5):
        one, both = ahead.events(seat, 0), ahead.events(seat, 1)
        film = ahead.tagged(0, seat, 0)
        assert film.bit_count() == 10
        assert ahead.points(seat, 2) == film
        assert both & ~film == 0
        assert ahead.tag_lead(0, seat, (seat + 1) % 5, 0) == film
        assert ahead.lead(seat, (seat + 1) % 5, 0) & film == film
        assert one & film == film
    assert futures(STUDY, 5, (LESSONS.number,), 50).exposed(0).bit_count() < ahead.every.bit_count()
    assert 0 < futures(STUDY, 5, tuple(range(1, 20)), 50).exposed(0).bit_count() < 50
    assert futures(STUDY, 5, (FILM.number,), 50).exposed(0) == 0


def test_hands_grow_and_are_spent() -> None:
    """The longer the game, the more is laid; nobody can lay where nothing is left to come."""
    ahead = futures(STUDY, 4, (1, 2, 3), 40)

    laid = [ahead.lays(0, draws, 3).bit_count() for draws in (0, 4, 12)]
    assert laid[0] == 0
    assert laid[0] <= laid[1] < laid[2] == 40


def test_a_standing_is_what_the_board_shows() -> None:
    """Points, doubling, tags, and what is still to come."""
    table = board(owned=owned((1, 19), (2,), (), (), ()), doubled=(19,), event=CAMP, pile=15)

    stands = standing(STUDY, table)

    assert stands.strengths == (WEIGHT + 2, 4 * WEIGHT + 1, 0, 0, 0)
    assert stands.tags == ((1, 1, 0, 0, 0),)
    assert (stands.draws, stands.left) == (16, tuple(range(4, 19)))
    assert standing(STUDY, replace(table, event=None, phase=Phase.EFFECT)).left == tuple(range(3, 19))


def test_events_move() -> None:
    """What one seat gets another loses, from under the hammer nobody does."""
    stands = standing(STUDY, board(owned=owned((1,), (2,), (), (), ())))

    after = moved(STUDY, stands, (Move(EventCard(1), 0, 1), Move(CAMP, None, 2)), (CAMP.number,))

    assert after.strengths == (0, 9 * WEIGHT + 2, 8 * WEIGHT + 1, 0, 0)
    assert after.tags == ((0, 2, 0, 0, 0),)


def test_who_leads() -> None:
    """Rulings 3.4 and 3.5: the highest total, an earlier one where an SOS card makes a tie count, or nobody."""
    assert leader((0, 0, 0, 0), (0, 0, 0, 0)) == 4
    assert leader((3, 5, 0, 0), (1, 2, 0, 0)) == 1
    assert leader((3, 5, 3, 0), (3, 2, 1, 0), Seat(1)) == 2
    assert leader((0, 5, 0, 0), (0, 1, 0, 0), Seat(1)) == 4


def test_more_cards_reach_further() -> None:
    """What a hand can lay in one colour grows with its cards, and less is always likelier than more."""
    rows = [STUDY.can_lay(count) for count in (0, 1, 5, 20, 50)]

    assert rows[0] == (1.0,)
    assert rows[3] == rows[4]
    for row in rows:
        assert list(row) == sorted(row, reverse=True)
    assert rows[1][5] < rows[2][5] < rows[3][5]


# What is believed


def _everybody(seats: int) -> tuple[frozenset[Person], ...]:
    return (frozenset({Person.KYON}), *(frozenset(PERSONS) - {Person.KYON} for _ in range(seats - 1)))


@pytest.mark.parametrize("seats", [4, 5, 7])
def test_without_hints_all_is_equally_likely(seats: int) -> None:
    """Haruhi is among the others, in each place as likely; the rest share what is left."""
    belief = believe(_everybody(seats), no_hints(seats))

    assert belief.who(0, Y) == pytest.approx(1.0)
    assert dict(belief.places(0, Y)) == pytest.approx(dict.fromkeys(range(1, seats), 1 / (seats - 1)))
    for seat in range(1, seats):
        assert belief.haruhi(seat) == pytest.approx(1 / (seats - 1))
        assert sum(belief.who(seat, person) for person in range(7)) == pytest.approx(1.0)
        assert belief.who(seat, K) == pytest.approx((1 - 1 / (seats - 1)) / 5)
        assert belief.places(seat, H) == [(seat, 1.0)]


def test_belief_is_that_of_every_seating() -> None:
    """By hints of any kind: the same as weighing every way to seat four persons one by one."""
    picks = Picks(5)
    hints = tuple(tuple(tuple(picks.uniform(-2, 2) for _ in range(4)) for _ in PERSONS) for _ in range(4))
    candidates = (frozenset({Person.KYON}), *(frozenset(PERSONS) - {Person.KYON, Person.NAGATO} for _ in range(3)))
    weights: dict[tuple[int, ...], float] = {}
    for row in permutations(range(7), 4):
        if H in row and all(PERSONS[person] in candidates[seat] for seat, person in enumerate(row)):
            told = sum(hints[seat][person][row.index(H)] for seat, person in enumerate(row))
            weights[row] = 2.718281828459045**told
    whole = sum(weights.values())

    belief = believe(candidates, hints)

    for seat, person in product(range(4), range(7)):
        wanted = sum(weight for row, weight in weights.items() if row[seat] == person) / whole
        assert belief.who(seat, person) == pytest.approx(wanted)
    assert belief.best(0)[0] == Y


def test_who_takes_what_haruhi_needs_is_likelier_haruhi() -> None:
    """With the last event under the hammer only a few persons want to be first; a pass tells the contrary, and less."""
    table = last_auction(owned=owned((2,), (3,), (), (), (4,)), aside=owned(range(5, 20))[0])
    at_stake = stakes(STUDY, standing(STUDY, table), FILM, (), 8)

    takes = bid_tells(at_stake, 2, 5, 2, passed=False, keenness=4.0)
    passes = bid_tells(at_stake, 2, 5, 5, passed=True, keenness=4.0)

    assert takes[H][2] > 0.5
    assert takes[H][2] > takes[K][0]
    assert passes[H][2] < 0.0
    assert abs(passes[H][2]) < takes[H][2]
    assert takes[H][0] == takes[N][2] == 0.0  # cannot be: Haruhi sits where she sits
    belief = believe(_everybody(5), added(no_hints(5), 2, takes))
    assert belief.haruhi(2) > belief.haruhi(1)


def test_hints_do_not_pile_up_without_end() -> None:
    """However often somebody does the same, nobody is ever quite sure."""
    hints = no_hints(5)
    for _ in range(99):
        hints = added(hints, 2, accusing_tells(5, Person.MIKURU))

    assert 0.0 < believe(_everybody(5), hints).who(2, M) < 0.01


def test_who_makes_itself_win_may_be_that_person() -> None:
    """Moved events tell like bids."""
    stands = standing(STUDY, last_auction(event=None, phase=Phase.EFFECT, owned=owned((1,), (), (2,), (), ())))
    after = moved(STUDY, stands, (Move(FILM, 0, 2),), ())

    told = change_tells(sight(STUDY, stands, 8), sight(STUDY, after, 8), 2, 4.0)

    assert told[H][2] > told[N][0]
    assert told[H][0] == 0.0


def test_what_others_think_of_oneself() -> None:
    """All persons are as likely until deeds tell more; who it is known not to be is left out."""
    hint = no_hints(5)[0]

    assert suspicion(hint, 0, frozenset(), K) == pytest.approx(1 / 7)
    assert suspicion(hint, 0, frozenset({Person.HARUHI, Person.KYON}), K) == pytest.approx(1 / 5)
    told = added(no_hints(5), 0, accusing_tells(5, Person.KOIZUMI))[0]
    assert suspicion(told, 0, frozenset(), K) < 0.05


# What a chance is worth


def mind(level: Level, table: Board, hand: str = "r1 r2 n4 g7") -> Mind:
    """Return the mind of seat 0, who is Haruhi."""
    view = seen(Person.HARUHI, hand, table)
    return Mind(SKILLS[level], view, HaruhiBrain(level).begin(view, Random(0)))


def test_the_farsighted_trust_a_lead_the_less_the_longer_it_lasts() -> None:
    """What the futures tell is the chance itself after the last auction, and little before the first."""
    early, late, last = [mind(Level.STRONG, board(pile=pile)) for pile in (16, 3, 0)]
    plain = mind(Level.MEDIUM, board(pile=16))

    def lead(one: Mind) -> float:
        return one.odds(0.9, one.held, 0) - one.odds(0.1, one.held, 0)

    assert 0 < lead(early) < lead(late) < lead(last) == lead(plain)
    assert last.odds(0.9, 0, 0) == last.worth(0.9, 99, 2) == 0.9


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.STRONG])
def test_cards_are_worth_something_while_there_are_auctions(level: Level) -> None:
    """More value and SOS cards are worth more; after the last auction they are worth nothing."""
    held, last = mind(level, board(pile=9)), mind(level, board(pile=0))

    assert held.worth(0.5, 0, 0) < held.worth(0.5, 8, 0) < held.worth(0.5, 8, 1)
    assert held.draws(2) > held.draws(1) > 0
    assert last.worth(0.5, 8, 1) == last.worth(0.5, 0, 0) == 0.5
    assert last.draws(2) == 0


def test_the_farsighted_stake_their_cards_where_it_is_open() -> None:
    """Cards weigh less for somebody who has all but won or lost, than for somebody who may do either."""
    strong = mind(Level.STRONG, board(pile=1))

    def dear(chance: float) -> float:
        return strong.worth(chance, 12, 0) - strong.worth(chance, 8, 0)

    assert dear(0.5) > 2 * dear(0.99)
    assert dear(0.5) > 2 * dear(0.01)


def test_who_holds_many_cards_uses_them() -> None:
    """Haruhi is behind, many points go for little, and she holds more than she can lay in the rounds to come."""
    table = board(
        event=CAMP,
        pile=9,
        acted=4,
        first=Seat(1),
        owned=owned((15, 8), (4, 5), (9,), (19,), (12,)),
        totals=(0, 0, 0, 0, 5),
        since=(0, 0, 0, 0, 1),
        hands=(0, 8, 7, 9, 6),
    )

    action = decided(seen(Person.HARUHI, "b1 r1 b3 r2 n2 b5 r2 r2 n4 r1 r2 r1 b3", table))

    assert isinstance(action, Gift)
    assert action.to == 0


def test_nobody_does_something_for_nothing() -> None:
    """In the last auction, with nothing left to win, even those who err pass: no choice is better than another."""
    exposed = (True, False, False, False, False)
    view = seen(Person.NAGATO, "r1 r2 n4 b3 g7", last_auction(exposed=exposed))

    for level in Level:
        brain = HaruhiBrain(level)
        notes = brain.begin(view, Random(0))
        assert {brain.choose(view, notes, Random(word), never).action for word in range(20)} == {Pass()}


# What is done in an auction


def test_haruhi_takes_what_makes_her_first_as_cheaply_as_she_can() -> None:
    """The last to act lays the least sum that leads, of cards of one colour."""
    view = seen(Person.HARUHI, "r1 r2 n2 b5 g7", last_auction(totals=(0, 0, 2, 0, 0), since=(0, 0, 1, 0, 0)))

    action = decided(view)

    assert isinstance(action, Gift)
    assert (action.to, sum(card.value for card in action.cards)) == (0, 3)


def test_koizumi_gives_to_haruhi() -> None:
    """He knows where she sits, and that she needs this event; he himself must not be last."""
    table = last_auction(
        owned=owned((14,), (2,), (3,), (), ()), aside=owned((*range(4, 14), *range(15, 20)))[0], totals=(0, 2, 0, 0, 0)
    )
    view = seen(Person.KOIZUMI, "r1 r2 n2", replace(table, since=(0, 1, 0, 0, 0)), {2: Person.HARUHI})

    action = decided(view)

    assert isinstance(action, Gift)
    assert action.to == 2


def test_tsuruya_keeps_her_cards() -> None:
    """First with eight cards she lays none in the last auction; where she is too few she cannot help it."""
    table = last_auction(owned=owned((2, 3), (4,), (), (), ()), aside=owned(range(5, 20))[0], deck=10)

    assert decided(seen(Person.TSURUYA, "r1 r1 r1 r2 r2 r2 b1", table)) == Pass()


def test_an_sos_card_decides_at_once() -> None:
    """Somebody has laid more than Haruhi can beat, but she is second, and nobody else can save her."""
    table = last_auction(totals=(3, 20, 0, 0, 0), since=(1, 2, 0, 0, 0), owned=owned((4,), (2,), (), (), ()))
    view = seen(Person.HARUHI, "r1 s0", replace(table, aside=owned((3, *range(5, 20)))[0]))

    assert decided(view) == LaySos(Seat(1))


def test_where_nobody_may_pass_the_least_is_laid() -> None:
    """Nothing that she can lay would lead, so she parts with the least card."""
    table = board(rules=(Rule.NOBODY_PASSES,), acted=4, first=Seat(1), totals=(0, 20, 0, 0, 0), since=(0, 1, 0, 0, 0))
    view = seen(Person.HARUHI, "r1 r2 g7", table)

    action = decided(view)

    assert isinstance(action, Gift)
    assert action.cards == cards("r1")


def test_the_strongest_reckons_with_those_who_act_later() -> None:
    """With four players still to act the least lead is no safe one: an answer is thought likely."""
    table = board(event=FILM, pile=0, owned=owned((), (3,), (2,), (), ()), aside=owned(range(4, 20))[0], discard=20)
    view = seen(Person.HARUHI, "r1 r2 n4 g7", table)
    keen, rash = HaruhiBrain(Level.STRONG), HaruhiBrain(Level.EASY, replace(STRONG, foresees=False))

    def laid(brain: HaruhiBrain) -> int:
        action = decided(view, brain)
        assert isinstance(action, Gift)
        return sum(card.value for card in action.cards)

    assert laid(rash) == 1
    assert laid(keen) > 1


def test_nobody_lays_before_himself_where_that_is_forbidden() -> None:
    """Neither does the player, nor does it reckon with others doing so."""
    table = board(rules=(Rule.GIFT_ONLY,), pile=0, aside=owned(range(2, 20))[0])

    action = decided(seen(Person.HARUHI, "r1 r2 n4", table))

    assert not isinstance(action, Gift) or action.to != 0


def test_the_last_lays_nothing_before_whoever_leads_already() -> None:
    """It would change nothing. While somebody may still answer it can be worth a card."""
    leading: dict[str, Any] = {"totals": (0, 3, 0, 0, 0), "since": (0, 1, 0, 0, 0)}
    gifts = []
    for acted in (4, 1):
        view = seen(Person.MIKURU, "r1 r2", board(event=BASEBALL, first=Seat((5 - acted) % 5), acted=acted, **leading))
        chosen = set()
        for level in Level:
            brain = HaruhiBrain(level)
            notes = brain.begin(view, Random(0))
            chosen |= {brain.choose(view, notes, Random(word), never).action for word in range(20)}
        gifts.append({action for action in chosen if isinstance(action, Gift) and action.to == 1})
    assert not gifts[0]
    assert gifts[1]


def test_whoever_is_exposed_without_a_chance_lays_nothing_that_it_need_not() -> None:
    """A known Mikuru cannot win any more: she passes at every level, and lays where she may not. A known Haruhi can."""

    def told(person: Person, table: Board) -> View:
        roles = (Up(Role(person)), DOWN, DOWN, DOWN, DOWN)
        return seen(person, "r1 r2 n4 g7", replace(table, exposed=(True, *(False,) * 4), roles=roles))

    bound = board(rules=(Rule.NOBODY_PASSES,))
    for level in Level:
        brain = HaruhiBrain(level)
        for word in range(20):
            first, second = [
                brain.choose(view, brain.begin(view, Random(0)), Random(word), never).action
                for view in (told(Person.MIKURU, board(event=HOTPOT)), told(Person.MIKURU, bound))
            ]
            assert first == Pass()
            assert isinstance(second, Gift)
    assert isinstance(decided(told(Person.HARUHI, last_auction(owned=owned((), (2,), (), (), ())))), Gift)


def test_who_is_hidden_considers_all_bids_even_without_a_chance() -> None:
    """Who always passes once all is lost tells who it is; who is known has nothing to hide."""

    def considered(*, exposed: bool) -> list[Action]:
        roles = (Up(Role(Person.MIKURU)) if exposed else DOWN, DOWN, DOWN, DOWN, DOWN)
        table = last_auction(exposed=(exposed, *(False,) * 4), roles=roles)
        view = seen(Person.MIKURU, "r1 r2 n4 g7", table)
        one = Mind(SKILLS[Level.STRONG], view, HaruhiBrain(Level.STRONG).begin(view, Random(0)))
        assert table.event is not None
        choices = list(Auction(one, table.event).choices(never))
        assert not any(choice.worth for choice in choices)
        return [choice.action for choice in choices]

    assert considered(exposed=True) == [Pass()]
    hidden = considered(exposed=False)
    assert hidden[0] == Pass()
    assert {gift.to for gift in hidden if isinstance(gift, Gift)} == {0, 1, 2, 3, 4}


@pytest.mark.parametrize("level", Level)
def test_who_must_accuse_does_though_nobody_is_suspected(level: Level) -> None:
    """A card file may have an effect begin with something else: then there is no way around the rest (4.1)."""
    table = effect(Effect(Op.ACCUSE), optional=False)
    action = decided(seen(Person.HARUHI, "r1 r2 n4 g7", table), HaruhiBrain(level))
    assert isinstance(action, Accuse)


def test_after_stop_the_first_thought_counts() -> None:
    """Whoever is told to stop answers at once."""
    for view in (
        seen(Person.HARUHI, "r1 r2 g7", last_auction()),
        seen(Person.HARUHI, "r1", effect(Effect(Op.STEAL))),
    ):
        notes = BRAIN.begin(view, Random(0))
        assert BRAIN.choose(view, notes, Random(0), lambda: True).action in (Pass(), Forgo())


# Effects and accusations


def test_whom_one_knows_is_accused_where_it_pays() -> None:
    """Haruhi is behind somebody whom she has looked at: his events become hers."""
    table = effect(Effect(Op.ACCUSE), owned=owned((14,), (1, 2), (), (), ()), pile=0, aside=owned(range(3, 14))[0])
    view = seen(Person.HARUHI, "r1", table, {1: Person.KYON})

    assert decided(view) == Accuse(Seat(1), Person.KYON)


def test_nobody_is_accused_by_chance() -> None:
    """With nothing known a guess is too dear for somebody with a hand and events."""
    table = effect(Effect(Op.ACCUSE), owned=owned((1, 2), (3,), (), (), ()))

    assert decided(seen(Person.HARUHI, "g7 g6 n4", table)) == Forgo()


def test_a_right_accusation_is_used_to_win() -> None:
    """The accuser hands out so that he wins: here he needs no more than two of many events."""
    numbers = (1, 2, 3, 6, 7)
    table = board(
        event=None, phase=Phase.HAND_OUT, taker=Seat(0), accused=Seat(1), effects=(Effect(Op.ACCUSE),), pile=0
    )
    table = replace(table, owned=owned((), numbers, (4, 5), (), ()), exposed=(False, True, False, False, False))
    roles = tuple(Up(Role(Person.TSURUYA)) if seat == 1 else DOWN for seat in range(5))
    view = seen(Person.HARUHI, "r1", replace(table, roles=roles))

    action = decided(view)

    assert isinstance(action, HandOut)
    assert why_not(view.board, view.hand, action) is None
    after = moved(
        STUDY,
        standing(STUDY, view.board),
        tuple(Move(event, 1, to) for event, to in zip(view.board.owned[1], action.receivers, strict=True)),
        (),
    )
    assert sight(STUDY, after, 8).chance(H, 0, 0) == 1.0


@pytest.mark.parametrize(("number", "claims"), [(1, True), (19, False)])
def test_a_claim_takes_what_helps(number: int, claims: bool) -> None:
    """The wrongly accused takes a good event and leaves a bad one."""
    table = board(
        event=None,
        phase=Phase.CLAIM,
        taker=Seat(1),
        accused=Seat(0),
        pile=0,
        owned=owned((4,), (number,), (7,), (), ()),
    )
    view = seen(Person.HARUHI, "r1", table)

    assert decided(view) == (Claim(EventCard(number)) if claims else ClaimNothing())


def test_who_is_known_least_is_looked_at() -> None:
    """Not whom one knows already."""
    view = seen(Person.KYON, "r1", effect(Effect(Op.PEEK)), {1: Person.MIKURU, 2: Person.NAGATO, 3: Person.HARUHI})

    assert decided(view) == Peek(Seat(4))


def test_who_has_most_is_robbed() -> None:
    """More cards are more to choose from, as far as anybody knows."""
    view = seen(Person.KYON, "r1", effect(Effect(Op.STEAL), hands=(1, 3, 0, 7, 2)))

    assert decided(view) == Steal(Seat(3))


def test_a_bad_event_is_exchanged_and_given_away() -> None:
    """Haruhi wants points."""
    rows = owned((19, 4), (1,), (), (), ())
    swaps = seen(Person.HARUHI, "r1", effect(Effect(Op.SWAP), owned=rows, pile=0))
    gives = seen(
        Person.HARUHI, "r1", effect(Effect(Op.GIVE), owned=rows, pile=0, effects=(Effect(Op.GIVE), Effect(Op.DRAW, 2)))
    )

    assert decided(swaps) == Swap(EventCard(19), EventCard(1))
    given = decided(gives)
    assert isinstance(given, Give)
    assert given.event == EventCard(19)


def test_drawing_helps_while_there_is_something_to_lay_for() -> None:
    """Cards are worth nothing after the last auction, but to whoever counts them."""
    drawing = Effect(Op.DRAW, 2)

    assert decided(seen(Person.HARUHI, "r1", effect(drawing))) == Use()
    assert decided(seen(Person.HARUHI, "r1", effect(drawing, pile=0))) == Forgo()
    table = effect(drawing, pile=0, owned=owned((1, 2), (), (), (), ()))
    assert decided(seen(Person.TSURUYA, "r1 r1 r1 r2 r2 r2", table)) == Use()


def test_rules_for_the_next_auction_suit_who_sets_them() -> None:
    """Who is ahead bars the others, who is behind wants points doubled, who has most cards forbids passing."""
    ahead, behind = owned((1, 2), (), (), (), ()), owned((), (1, 2), (), (), ())
    for rule, rows, hand in (
        (Rule.GIFT_ONLY, ahead, "r1"),
        (Rule.DOUBLE, behind, "r1"),
        (Rule.NOBODY_PASSES, ahead, "r1 r1 r1 r2 r2 r2 b1"),
    ):
        view = seen(Person.HARUHI, hand, effect(Effect(Op.NEXT, rule=rule), owned=rows, pile=1))
        assert decided(view) == Use(), rule
    view = seen(Person.HARUHI, "r1", effect(Effect(Op.NEXT, rule=Rule.DOUBLE), owned=ahead, pile=1))
    assert decided(view) == Forgo()


# Whole games


def _company(seats: int, levels: Sequence[Level]) -> list[HaruhiBrain]:
    brains = {level: HaruhiBrain(level) for level in levels}
    return [brains[levels[seat % len(levels)]] for seat in range(seats)]


@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_games_end(seats: int) -> None:
    """Every mix of levels plays to the end, and the same again by the same chance."""
    brains = _company(seats, tuple(Level))

    def played(deal: str) -> tuple[str, ...]:
        table: Table[Any, Any, Any, Any, Any] = Table(GAME, deal, seats, OPTIONS)
        assert play(table, brains, Random(seats), 19 * (seats + 2)) is not None
        return table.record().actions

    assert played("3") == played("3")


@pytest.mark.parametrize("level", list(Level), ids=lambda level: level.value)
def test_decisions_follow_from_what_the_seat_may_know(level: Level) -> None:
    """Non-interference: in twins of each position, of which the seat knows nothing, it remembers and decides the same.

    What it remembers comes from beats; those are made from the twin wherever they tell the seat nothing new.
    """
    bench, picks, seats = haruhi_bench(GAME), Picks(8), 5
    brain = HaruhiBrain(level)
    step = GAME.start(GAME.chance("8"), seats, OPTIONS)
    state, views = step.state, [GAME.view(step.state, Seat(seat)) for seat in range(seats)]
    notes = [brain.begin(view, Random(0)) for view in views]
    twins, compared = 0, 0
    while (turn := GAME.turn(state)) is not None:
        twin = bench.hide(state, turn, picks)
        view, other = GAME.view(state, turn), GAME.view(twin, turn)
        first, second = (brain.choose(one, notes[turn], Random(5), never) for one in (view, other))
        assert first == second
        twins += twin != state
        step = GAME.apply(state, first.action)
        for seat in map(Seat, range(seats)):
            hidden = bench.hide(step.state, seat, picks)
            told = bench.notices(step, seat)
            after, alike = (
                brain.see(notes[seat], Beat(GAME.view(one, seat), tuple(told))) for one in (step.state, hidden)
            )
            assert after == alike
            compared += hidden != step.state
            notes[seat] = after
        state = step.state
    assert twins > 50
    assert compared > 300


def test_all_who_watch_reckon_alike() -> None:
    """Deeds are open: the hints of all seats are the same."""
    brain = HaruhiBrain(Level.STRONG)
    table: Table[Any, Any, Any, Any, Any] = Table(GAME, "5", 4, OPTIONS)
    play(table, [brain] * 4, Random(1), 200)

    hints = []
    for seat in map(Seat, range(4)):
        past = table.chair(seat).past() + table.chair(seat).beats()
        notes = brain.begin(past[0].view, Random(0))
        for beat in past:
            notes = brain.see(notes, beat)
        hints.append(notes.hints)

    assert hints[0] != no_hints(4)
    assert hints == [hints[0]] * 4


def test_what_is_taken_back_is_no_new_deed() -> None:
    """The notes go back to the board before it, and nothing is told twice."""
    view = seen(Person.KYON, "r1 r2", board())
    notes = BRAIN.begin(view, Random(0))
    beat = Beat(view, (Laid(Seat(0), Seat(0), cards("r1"), 1),), undone=True)

    assert BRAIN.see(notes, beat) == notes


def _told(table: Board, notice: Notice, level: Level = Level.STRONG) -> Any:
    """Return what a deed on this board tells."""
    brain, view = HaruhiBrain(level), seen(Person.KYON, "r1 r2", table)
    notes = brain.begin(view, Random(0))
    return brain.see(notes, Beat(view, (notice,))).hints


def test_every_open_deed_tells_something() -> None:
    """Bids, moved events and accusations; the weakest heeds none of them."""
    auction = last_auction(owned=owned((2,), (3,), (), (4,), ()), aside=owned(range(5, 20))[0])
    others = replace(auction, event=None, phase=Phase.EFFECT, taker=Seat(2), effects=(Effect(Op.ACCUSE),))
    deeds: list[tuple[Board, Notice]] = [
        (auction, Laid(Seat(2), Seat(2), cards("r1"), 1)),
        (replace(auction, totals=(4, 5, 0, 0, 0)), SosLaid(Seat(2), Seat(1))),
        (others, Accused(Seat(2), Seat(1), Person.KYON, right=False)),
        (others, EventsHandedOut(Seat(2), Seat(0), ((EventCard(2), Seat(2)),))),
        (others, EventClaimed(Seat(2), Seat(0), EventCard(2))),
        (others, Swapped(Seat(3), EventCard(4), Seat(0), EventCard(2))),
        (others, Given(Seat(0), Seat(2), EventCard(2))),
    ]
    for table, notice in deeds:
        assert _told(table, notice) != no_hints(5), notice
        assert _told(table, notice, Level.EASY) == no_hints(5)


def test_a_gift_that_changes_nothing_tells_like_keeping_still() -> None:
    """Who lays where it does not lead has left the event to whoever leads."""
    table = last_auction(owned=owned((2,), (3,), (), (4,), ()), totals=(9, 0, 0, 0, 0), since=(1, 0, 0, 0, 0))

    assert _told(table, Laid(Seat(2), Seat(1), cards("r1"), 1)) == _told(table, Laid(Seat(2), Seat(0), cards("r1"), 10))


# Why


def _keys(reason: Reason) -> set[str]:
    inner = [value for _, value in reason.values if isinstance(value, Reason)]
    return {reason.key}.union(*map(_keys, inner))


def test_every_decision_has_a_reason_and_suspicions_are_told() -> None:
    """Over whole games all kinds of reasons come up, suspicion by who is suspected among them.

    Beside an accusation no suspicion is told: it would be the same once more.
    """
    said: set[str] = set()

    class Heard(HaruhiBrain):
        def choose(self, view: View, notes: Notes, random: Random, stop: Any) -> Any:
            decision = super().choose(view, notes, random, stop)
            said.update(_keys(decision.why))
            assert isinstance(decision.action, Accuse) == (decision.why.key == "haruhi.thought.accuses")
            return decision

    for deal in ("1", "2", "3", "4"):
        table: Table[Any, Any, Any, Any, Any] = Table(GAME, deal, 5, OPTIONS)
        play(table, [*[Heard(Level.STRONG)] * 3, *[Heard(Level.MEDIUM)] * 2], Random(int(deal)), 200)

    thoughts = {key.rpartition(".")[2] for key in said if key.startswith("haruhi.thought.")}
    assert thoughts == {
        "wants", "sends", "aside", "saves", "leaves", "uses", "wonders", "moves", "accuses", "suspects", "and"
    }  # fmt: skip


def test_the_weak_err() -> None:
    """A doubtful mind does not always do the same; a clear one does."""
    view = seen(Person.NAGATO, "r1 r2 n4 b3 g7", board(event=CAMP))

    def found(level: Level) -> set[Action]:
        brain = HaruhiBrain(level)
        notes = brain.begin(view, Random(0))
        return {brain.choose(view, notes, Random(word), never).action for word in range(20)}

    assert len(found(Level.EASY)) > 3
    assert len(found(Level.STRONG)) == 1


def test_the_weak_seldom_give_away_what_serves_themselves() -> None:
    """They misjudge their own bids; what is daring never seems better to them than it is, an accusation neither."""
    view = seen(Person.HARUHI, "r1 r2 n4 b3 g7", board(event=FILM, owned=owned((), (2,), (), (), ()), pile=15))

    def gifts(brain: HaruhiBrain) -> int:
        notes = brain.begin(view, Random(0))
        chosen = [brain.choose(view, notes, Random(word), never).action for word in range(60)]
        return sum(isinstance(action, Gift) and action.to != 0 for action in chosen)

    assert gifts(HaruhiBrain(Level.EASY)) * 4 <= gifts(
        HaruhiBrain(Level.EASY, replace(SKILLS[Level.EASY], timid=False))
    )

    table = effect(Effect(Op.ACCUSE), owned=owned((1, 2), (3,), (), (), ()))
    guesses = seen(Person.MIKURU, "g7 g6 n4", table)
    notes = HaruhiBrain(Level.EASY).begin(guesses, Random(0))
    for word in range(60):
        assert HaruhiBrain(Level.EASY).choose(guesses, notes, Random(word), never).action == Forgo()


def test_who_hides_lays_otherwise() -> None:
    """What gives the player away costs it something, as long as somebody may still accuse."""
    table = board(event=FILM, owned=owned((), (3,), (2,), (), ()), pile=16)
    view = seen(Person.HARUHI, "r1 r2 n4 g7", table)
    timid, bold = [HaruhiBrain(Level.STRONG, replace(STRONG, hides=hides)) for hides in (50.0, 0.0)]
    open_now = replace(table, exposed=(True, False, False, False, False))

    assert decided(view, timid) != decided(view, bold)
    assert decided(seen(Person.HARUHI, "r1 r2 n4 g7", open_now), timid) == decided(
        seen(Person.HARUHI, "r1 r2 n4 g7", open_now), bold
    )
    Player(timid, 1).see([Beat(view, ())])
