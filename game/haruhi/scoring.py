"""The end of 涼宮ハルヒの贈殖 (6): points, provisional ranks, who has won. All of it follows from what is open."""

from __future__ import annotations

from collections.abc import Sequence

from game.core import Outcome, Reason, Seat
from game.haruhi.card_set import CardSet, EventCard, Person, Role
from game.haruhi.conditions import Tally, holds, ranks
from game.haruhi.public import Board


def points(card_set: CardSet, owned: Sequence[EventCard], doubled: Sequence[int]) -> int:
    """Return the sum of these events' points; those of the numbers `doubled` count double (6.1, 4.2)."""
    return sum([card_set.event(event).points * (2 if event.number in doubled else 1) for event in owned])


def tally(board: Board) -> Tally:
    """Return how all seats stand (6.1): if the game ended now, or as it has ended."""
    card_set = board.card_set
    scores = tuple([points(card_set, owned, board.doubled) for owned in board.owned])
    counts = tuple([len(owned) for owned in board.owned])
    return Tally(
        ranks=ranks(scores, counts),
        points=scores,
        events=counts,
        hands=board.hands,
        exposed=board.exposed,
        tags=tuple([tuple([tag for event in owned for tag in card_set.event(event).tags]) for owned in board.owned]),
    )


def outcome(board: Board, roles: Sequence[Role]) -> Outcome:
    """Return who has won (6.3): everybody whose win condition holds, perhaps nobody. The scores are the points."""
    table = tally(board)
    haruhi = roles.index(Role(Person.HARUHI))
    winners = tuple(
        [
            Seat(seat)
            for seat, role in enumerate(roles)
            if holds(board.card_set.character(role.person).win, table, seat, haruhi)
        ]
    )
    return Outcome(winners, table.points, Reason.of("haruhi.outcome.won" if winners else "haruhi.outcome.nobody"))
