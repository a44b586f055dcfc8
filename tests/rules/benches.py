"""The games that are held to the laws. A new game adds its bench to `BENCHES`."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random

from hypothesis import strategies as st

from game.core import Outcome, Seat
from game.deck_defence import public as dd
from game.deck_defence import rules as dd_rules
from game.deck_defence.deals import FULL_DECK, HIGHEST_NUMBER
from tests.rules import toy
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


def _dd_hide(state: dd_rules.State, _seat: Seat, picks: Random) -> dd_rules.State:
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


def _toy_hide(state: toy.State, seat: Seat, picks: Random) -> toy.State:
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


BENCHES: tuple[AnyBench, ...] = (DECK_DEFENCE, toy_bench(toy.Toy()))
