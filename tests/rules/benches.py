"""The games that are held to the laws. A new game adds its bench to `BENCHES`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from random import Random as Picks

from hypothesis import strategies as st

from game.core import Down, Outcome, Seat
from game.deal_number import HIGHEST_NUMBER
from game.deck_defence import public as dd
from game.deck_defence import rules as dd_rules
from game.deck_defence.deals import FULL_DECK
from game.haruhi.rules import Haruhi
from game.kanu import card_set as kanu_sets
from game.kanu import course as kanu_course
from game.kanu import public as kanu
from game.kanu import rules as kanu_rules
from game.rng import Random
from tests.rules import toy
from tests.rules.haruhi_bench import CARDS as HARUHI_CARDS
from tests.rules.haruhi_bench import haruhi_bench
from tests.rules.laws import AnyBench, Bench


def _dd_universe(_seats: int) -> list[dd.Action]:
    spaces, refills = range(3), (None, 0, 1, 2)
    hands = [choice for size in (1, 2, 3) for choice in permutations(spaces, size)]
    main = [dd.Place(dd.Area.MAIN, index) for index in spaces]
    occupied = [dd.Place(dd.Area.OCCUPIED, index) for index in spaces]
    return [
        *(
            kind(source, to, refill)
            for kind in (dd.Muster, dd.HoldOff)
            for source in spaces
            for to in spaces
            for refill in refills
        ),
        *(dd.Repel(place, choice, refill) for place in main for choice in hands for refill in refills),
        *(dd.Repel(place, choice, None) for place in occupied for choice in hands),
        *(dd.Explore(hand) for hand in spaces),
        *(dd.Reorder(order) for size in (1, 2, 3) for order in permutations(range(size))),
    ]


def _dd_hide(state: dd_rules.State, _seat: Seat, picks: Picks) -> dd_rules.State:
    """Permute the deck but for cards looked at, and what lies under the discard's top if it may not be looked at."""
    unseen = state.deck[state.looked :]
    deck = (*state.deck[: state.looked], *picks.sample(unseen, len(unseen)))
    if state.open_discards:
        return replace(state, deck=deck)
    under = state.discard[:-1]
    return replace(state, deck=deck, discard=(*picks.sample(under, len(under)), *state.discard[-1:]))


def _dd_normal(action: dd.Action) -> dd.Action:
    """Ruling 4.6: the order of a repel's hands decides the order of the discard alone."""
    return replace(action, hands=tuple(sorted(action.hands))) if isinstance(action, dd.Repel) else action


def _dd_check_end(state: dd_rules.State, outcome: Outcome) -> None:
    """Rulings 5.1 to 5.4: a win repelled all nine and scores the ranks outside the discard, 0 to 9; else a loss."""
    won = len(state.areas.repelled) == 9
    kept = 54 - sum(card.rank for card in state.discard)
    assert outcome.winners == ((Seat(0),) if won else ())
    assert outcome.scores == ((kept,) if won else (0,))
    assert 0 <= kept <= 9 or not won


DECK_DEFENCE: Bench[dd_rules.State, dd.Action, dd_rules.Event, dd.View, dd.Notice] = Bench(
    game=dd_rules.DeckDefence(),
    card=dd.Card,
    deals=st.integers(1, HIGHEST_NUMBER).map(str)
    | st.permutations(FULL_DECK).map(lambda cards: " ".join(str(card) for card in cards)),
    universe=_dd_universe,
    bound=lambda _seats: 90,
    hide=_dd_hide,
    learns=lambda event, _seat: isinstance(event, dd.Drawn | dd.Looked),
    check_end=_dd_check_end,
    normal=_dd_normal,
)
"""The bound of 90 is proved by `test_a_game_has_at_most_90_actions`."""


def _toy_hide(state: toy.State, seat: Seat, picks: Picks) -> toy.State:
    """Permute the other hands, the deck and the buried cards among themselves, and change the chance to come."""
    unknown = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    unknown += [*state.deck, *state.buried]
    picks.shuffle(unknown)
    deal = iter(unknown)
    return replace(
        state,
        hands=tuple(
            hand if other == seat else tuple(next(deal) for _ in hand) for other, hand in enumerate(state.hands)
        ),
        deck=tuple(next(deal) for _ in state.deck),
        buried=tuple(next(deal) for _ in state.buried),
        word=picks.getrandbits(64),
    )


def _toy_learns(event: toy.Event, seat: Seat) -> bool:
    """Whoever draws or peeks learns a card; the others learn what is laid or shown; of a theft both sides learn."""
    match event:
        case toy.Dealt():
            return True
        case toy.Drew(who) | toy.Peeked(who):
            return seat == who
        case toy.Laid(who) | toy.Shown(who):
            return seat != who
        case toy.Stolen(thief, victim):
            return seat in (thief, victim)
    return False


def _toy_check_end(state: toy.State, outcome: Outcome) -> None:
    """The scores are the laid cards; somebody has won."""
    assert sum(outcome.scores) == sum(card.value for row in state.rows for card in row)
    assert outcome.winners


def toy_bench(game: toy.Toy) -> Bench[toy.State, toy.Action, toy.Event, toy.View, toy.Notice]:
    """Return the bench of the toy game, or of a broken variant of it."""
    return Bench(
        game=game,
        card=toy.Card,
        deals=st.integers(0, 10**6).map(str),
        universe=toy.universe,
        bound=lambda seats: 2 * 3 * seats,
        hide=_toy_hide,
        learns=_toy_learns,
        shows=lambda event: isinstance(event, toy.Shown | toy.Peeked),
        alike=lambda action: (
            [each for each in toy.universe(7) if type(each) is toy.Bury] if isinstance(action, toy.Bury) else [action]
        ),
        check_end=_toy_check_end,
    )


KANU_CARDS = kanu_sets.from_toml((Path(__file__).parents[2] / "assets" / "cards" / "kanu.toml").read_text("utf-8"))


def _kanu_universe(seats: int) -> list[kanu.Action]:
    everybody = [Seat(seat) for seat in range(seats)]
    return [
        *(kind(cell) for kind in (kanu.OpenCard, kanu.Sortie) for cell in range(len(kanu.CELLS))),
        *(kanu.Reinforce(opened) for opened in range(2)),
        *(kanu.Scout(asked, target) for asked in ((0,), (1,), (0, 1)) for target in (None, *everybody)),
        *(
            kind(card)
            for kind in (kanu.Develop, kanu.Ambush, kanu.TakePair)
            for card in (*KANU_CARDS.kinds, kanu_sets.Card(9, 9))
        ),
        *(kind(seat) for kind in (kanu.Spy, kanu.Challenge) for seat in everybody),
        kanu.HoldBack(),
        kanu.DeclineDuel(),
    ]


def _kanu_bound(seats: int) -> int:
    """Return a bound: 36 captures, between them fewer than five rounds of turns with at most three actions each.

    A turn with captures has at most three actions in each of its two steps, and two decisions for each pair.
    """
    quiet = 36 * (5 * seats - 1) + 5 * seats
    return 3 * quiet + 36 * (3 + 3 + 2)


def _kanu_hide(state: kanu_course.State, seat: Seat, picks: Picks) -> kanu_course.State:
    """Permute the other hands, the deck and the face-down field among themselves, and change the chance to come."""
    closed = [isinstance(seen, Down) for seen in state.board.field]
    unknown = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    unknown += [*state.deck, *(card for card, down in zip(state.field, closed, strict=True) if card and down)]
    picks.shuffle(unknown)
    deal = iter(unknown)
    return replace(
        state,
        hands=tuple(
            hand if other == seat else tuple(next(deal) for _ in hand) for other, hand in enumerate(state.hands)
        ),
        field=tuple(next(deal) if down else card for card, down in zip(state.field, closed, strict=True)),
        deck=tuple(next(deal) for _ in state.deck),
        chance=Random(picks.getrandbits(64)),
    )


def _kanu_learns(event: kanu_course.Event, seat: Seat) -> bool:
    """All learn what is turned up, raised or rolled; the others what a hand shows, or says of itself; one draws."""
    match event:
        case kanu.CardOpened() | kanu.Sortied() | kanu.HandsRaised() | kanu.DuelFought() | kanu.StartRolled():
            return True
        case kanu.Reinforced(who) | kanu.Developed(who) | kanu.Ambushed(who) | kanu.Answered(who):
            return seat != who
        case kanu.Spied(who) | kanu_course.Drew(who):
            return seat == who
    return False


def _kanu_pack(state: kanu_course.State) -> Iterator[kanu_sets.Card]:
    """Yield every card: two for each captured pair, those on the field as they lie there."""
    for hand in state.hands:
        yield from hand
    for pairs in state.board.pairs:
        yield from (*pairs, *pairs)
    yield from state.deck
    yield from (card for card in state.field if card is not None)


def _kanu_check_end(state: kanu_course.State, outcome: Outcome) -> None:
    """Ruling 6.1: the scores are the captured pairs, the highest wins, and the field is empty, or the guard struck."""
    assert outcome.scores == tuple(len(pairs) for pairs in state.board.pairs)
    assert outcome.winners == tuple(seat for seat, score in enumerate(outcome.scores) if score == max(outcome.scores))
    assert (state.board.quiet == 5 * len(state.hands)) == any(state.field)


def _kanu_choose(state: kanu_course.State, legal: Sequence[kanu.Action], picks: Picks) -> kanu.Action:
    """Pick by chance, every second time among the actions that capture: else the guard ends most games early."""
    lucky = [action for action in legal if _kanu_captures(state, action)]
    return picks.choice(lucky if lucky and picks.random() < 0.5 else legal)


def _kanu_captures(state: kanu_course.State, action: kanu.Action) -> bool:
    """Whether an action will capture a pair, or may."""
    opened = [state.field[cell] for cell in state.board.opened]
    others = [card for seat, hand in enumerate(state.hands) if seat != state.board.turn for card in hand]
    match action:
        case kanu.OpenCard(cell) | kanu.Sortie(cell):
            return state.field[cell] in opened
        case kanu.Scout(asked, target):
            hand = others if target is None else state.hands[target]
            return any(opened[place] in hand for place in asked)
        case kanu.Ambush(card):
            return card in others
    return isinstance(action, kanu.Reinforce | kanu.Develop)


def kanu_bench(
    game: kanu_rules.Kanu,
) -> Bench[kanu_course.State, kanu.Action, kanu_course.Event, kanu.View, kanu.Notice]:
    """Return the bench of Kan'u Collection, or of a broken variant of it."""
    return Bench(
        game=game,
        card=kanu_sets.Card,
        deals=st.integers(1, HIGHEST_NUMBER).map(str),
        universe=_kanu_universe,
        bound=_kanu_bound,
        hide=_kanu_hide,
        learns=_kanu_learns,
        check_end=_kanu_check_end,
        shows=lambda event: isinstance(event, kanu.Sortied | kanu.CardClosed | kanu.Ambushed | kanu.Spied),
        pack=_kanu_pack,
        usual=lambda _seats: 170,
        choose=_kanu_choose,
    )


BENCHES: tuple[AnyBench, ...] = (
    DECK_DEFENCE,
    toy_bench(toy.Toy()),
    kanu_bench(kanu_rules.Kanu(KANU_CARDS)),
    haruhi_bench(Haruhi(HARUHI_CARDS)),
)
