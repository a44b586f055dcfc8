"""What the laws need of 涼宮ハルヒの贈殖: every action, what a seat cannot know, the end reckoned in another way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from random import Random as Picks

from hypothesis import strategies as st

from game.core import Outcome, Seat, Up
from game.deal_number import HIGHEST_NUMBER
from game.haruhi import card_file, notices, public
from game.haruhi.card_set import PERSONS, Card, Colour, EventCard, Person, Role
from game.haruhi.course import Dealt, Drew, Event, State
from game.haruhi.rules import Haruhi
from game.rng import Random
from tests.rules.laws import Bench

CARDS = card_file.from_toml((Path(__file__).parents[2] / "assets" / "cards" / "haruhi.toml").read_text("utf-8"))
EVENT_CARDS = CARDS.event_cards
COLOURS = tuple(colour for colour in Colour if colour is not Colour.SOS)


def _choices(colour: Colour) -> Iterator[tuple[Card, ...]]:
    """Yield every choice of cards of one colour that there can be."""
    kinds = [card for card in CARDS.kinds if card.colour is colour]
    for counts in product(*(range(CARDS.pack.count(kind) + 1) for kind in kinds)):
        if any(counts):
            yield tuple(kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count))


_CHOICES = [cards for colour in COLOURS for cards in _choices(colour)]


def universe(seats: int) -> list[public.Action]:
    """Return every action that can be encoded, but of the ways to hand out more than three events only some."""
    everybody = [Seat(seat) for seat in range(seats)]
    events = (*EVENT_CARDS, EventCard(99))
    many = [
        tuple(everybody[other] if place == odd else most for place in range(count))
        for count in range(4, len(EVENT_CARDS) + 1)
        for most in everybody
        for odd, other in ((-1, 0), *product(range(count), range(seats)))
    ]
    mixed = [tuple(Seat((step * place) % seats) for place in range(count)) for count in range(4, 20) for step in (2, 3)]
    return [
        *(public.Gift(to, cards) for to in everybody for cards in (*_CHOICES, (Card(Colour.RED, 9),))),
        *(kind(seat) for kind in (public.LaySos, public.Peek, public.Steal) for seat in everybody),
        *(kind() for kind in (public.Pass, public.Forgo, public.Use, public.ClaimNothing)),
        *(public.Accuse(seat, person) for seat in everybody for person in PERSONS),
        *(public.HandOut(receivers) for count in (1, 2, 3) for receivers in product(everybody, repeat=count)),
        *(public.HandOut(receivers) for receivers in dict.fromkeys((*many, *mixed))),
        *(public.HandOut(receivers) for receivers in product(everybody, repeat=4) if seats == 4),
        *(public.Claim(event) for event in events),
        *(public.Swap(own, other) for own in events for other in events),
        *(public.Give(event, seat) for event in events for seat in everybody),
    ]


@cache
def _unique(seats: int) -> list[public.Action]:
    return list(dict.fromkeys(universe(seats)))


def unlisted(state: State, action: public.Action) -> bool:
    """Whether the rules allow an action that need not be listed: one of very many ways to hand out events (5.2)."""
    board = state.board
    if not isinstance(action, public.HandOut) or board.accused is None or board.phase is not public.Phase.HAND_OUT:
        return False
    count, seats = len(board.owned[board.accused]), len(board.hands)
    return count == len(action.receivers) and max(action.receivers) < seats and seats**count > 256


def bound(seats: int) -> int:
    """Return a bound: in each of 19 auctions everybody acts, then an effect is used, and an accusation settled."""
    return 19 * (seats + 2)


def hide(state: State, seat: Seat, picks: Picks) -> State:
    """Permute the other hands, deck, discard and pile, and who the others may be; change the chance to come."""
    unknown = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    unknown += [*state.deck, *state.discard]
    picks.shuffle(unknown)
    deal = iter(unknown)
    roles, spare = _other_roles(state, seat, picks)
    return replace(
        state,
        hands=tuple(
            hand if other == seat else tuple(next(deal) for _ in hand) for other, hand in enumerate(state.hands)
        ),
        deck=tuple(next(deal) for _ in state.deck),
        discard=tuple(next(deal) for _ in state.discard),
        pile=tuple(picks.sample(state.pile, len(state.pile))),
        roles=roles,
        spare=spare,
        chance=Random(picks.getrandbits(64)),
    )


def _other_roles(state: State, seat: Seat, picks: Picks) -> tuple[tuple[Role, ...], tuple[Role, ...]]:
    """Return who everybody may be for all that this seat knows: somebody is Haruhi, and no denial was a lie."""
    board = state.board
    known = {seat, *state.peeks[seat], *(other for other, seen in enumerate(board.roles) if isinstance(seen, Up))}
    hidden = [other for other in range(len(state.roles)) if other not in known]
    denied = {(said.target, Role(said.person)) for said in board.accusations if not said.right}
    pool = [*(state.roles[other] for other in hidden), *state.spare]
    for _ in range(50):
        picks.shuffle(pool)
        roles = list(state.roles)
        for other, role in zip(hidden, pool, strict=False):
            roles[other] = role
        if Role(Person.HARUHI) in roles and not denied & set(enumerate(roles)):
            return tuple(roles), tuple(pool[len(hidden) :])
    return state.roles, state.spare


def learns(event: Event, seat: Seat) -> bool:
    """All learn what is turned up or answered; the others what a hand shows; some what is drawn, stolen, looked at."""
    match event:
        case Dealt() | notices.EventTurned() | notices.RolesTurned() | notices.RoleTurned() | notices.Ended():
            return True
        case notices.Laid(who) | notices.SosLaid(who) | notices.Passed(who, notices.Passing.STUCK):
            return seat != who
        case notices.Accused(_, target):
            return seat != target
        case Drew(who) | notices.Peeked(who):
            return seat == who
        case notices.Stolen(who, target):
            return seat in (who, target)
    return False


def pack(state: State) -> Iterator[Card | EventCard | Role]:
    """Yield every card of the three kinds."""
    board = state.board
    for row in (*state.hands, *board.laid, state.deck, state.discard):
        yield from row
    for events in (*board.owned, board.aside, state.pile, () if board.event is None else (board.event,)):
        yield from events
    yield from (*state.roles, *state.spare)


def check_end(state: State, outcome: Outcome) -> None:
    """Rulings 6.1 to 6.3: points, ranks and win conditions of the default set, reckoned anew from the table."""
    board = state.board
    assert (board.pile, board.event, board.turn) == (0, None, None)
    assert sum(map(len, (*board.owned, board.aside))) == 19
    faces = [[CARDS.event(event) for event in owned] for owned in board.owned]
    points = [
        sum(CARDS.event(event).points * (1 + (event.number in board.doubled)) for event in owned)
        for owned in board.owned
    ]
    strengths = [(own, len(events)) for own, events in zip(points, faces, strict=True)]
    order = sorted(strengths, reverse=True)
    ranks = [1 + order.index(strength) for strength in strengths]
    costumes = [sum("costume" in face.tags for face in events) for events in faces]
    persons = [role.person for role in state.roles]
    haruhi, last, seats = ranks[persons.index(Person.HARUHI)], max(ranks), len(ranks)
    winners = []
    for seat, (person, rank) in enumerate(zip(persons, ranks, strict=True)):
        hidden = not board.exposed[seat]
        wins = {
            Person.HARUHI: rank == 1,
            Person.NAGATO: hidden and rank == (seats + 1) // 2 and haruhi != last,
            Person.MIKURU: hidden and 0 < costumes[seat] == max(costumes) and rank > 1,
            Person.TSURUYA: rank <= 2 and len(state.hands[seat]) >= 8,
            Person.ASAKURA: rank <= seats // 2 < haruhi,
            Person.KOIZUMI: hidden and haruhi == 1 and rank != last,
            Person.KYON: not any(min(rank, haruhi) < other < max(rank, haruhi) for other in ranks)
            and haruhi != 1
            and rank != last,
        }
        if wins[person]:
            winners.append(seat)
    assert outcome.scores == tuple(points)
    assert outcome.winners == tuple(winners)
    assert board.roles == tuple(Up(role) for role in state.roles)


def choose(state: State, legal: Sequence[public.Action], picks: Picks) -> public.Action:
    """Pick by chance, every second time an accusation that is right: guesses alone seldom are."""
    right = [
        action
        for action in legal
        if isinstance(action, public.Accuse) and state.roles[action.target] == Role(action.person)
    ]
    return picks.choice(right if right and picks.random() < 0.5 else legal)


def haruhi_bench(game: Haruhi) -> Bench[State, public.Action, Event, public.View, notices.Notice]:
    """Return the bench of the game, or of a broken variant of it."""
    return Bench(
        game=game,
        card=(Card, EventCard, Role),
        deals=st.integers(1, HIGHEST_NUMBER).map(str),
        universe=_unique,
        bound=bound,
        hide=hide,
        learns=learns,
        check_end=check_end,
        shows=lambda event: isinstance(event, notices.Laid),
        pack=pack,
        usual=lambda seats: 15 * seats,
        choose=choose,
        unlisted=unlisted,
    )
