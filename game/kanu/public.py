"""What a player of Kan'u Collection may know and do: the board, actions, notices, the View, and the notation.

Scenes and computer players import this module and `choices`, never `rules`. A hidden card stands nowhere in it: hands
of others, the deck and the field are numbers and places; only what a finished game is laid open as names them. The
numbers in docstrings are the rulings'.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import assert_never

from game.core import BadInput, Outcome, Reason, Seat, Seen
from game.kanu.card_set import Card, CardSet, Effect

CELLS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
"""The cells of the field in the notation, row by row from the top left."""


@dataclass(frozen=True, slots=True)
class OpenCard:
    """Turn up the face-down field card at `cell` (3.1); in a night step twice, one after the other (5.4)."""

    cell: int


@dataclass(frozen=True, slots=True)
class Sortie:
    """Turn up another field card: if it matches an opened one, both are captured (3.2)."""

    cell: int


@dataclass(frozen=True, slots=True)
class Reinforce:
    """Capture an opened card with its match from one's hand (3.3). `opened` is its place in `Board.opened`."""

    opened: int


@dataclass(frozen=True, slots=True)
class Scout:
    """Ask for the match of one or both opened cards (3.4, 5.4), by their places in `Board.opened`, ascending.

    `target` is the player asked; None asks all others at once, which 索敵 allows (5.3).
    """

    opened: tuple[int, ...]
    target: Seat | None


@dataclass(frozen=True, slots=True)
class Develop:
    """Capture two equal cards of one's hand (3.5)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Ambush:
    """Show a hand card and ask all others for its match (3.6)."""

    card: Card


@dataclass(frozen=True, slots=True)
class HoldBack:
    """After a pair opened by night, do not ambush: the step is over (5.4)."""


@dataclass(frozen=True, slots=True)
class Spy:
    """Espionage: look at cards of this player's hand (5.6)."""

    target: Seat


@dataclass(frozen=True, slots=True)
class Challenge:
    """Fight a duel with this player (5.7)."""

    target: Seat


@dataclass(frozen=True, slots=True)
class DeclineDuel:
    """Fight no duel (5.7)."""


@dataclass(frozen=True, slots=True)
class TakePair:
    """As the winner of a duel take this captured pair of the loser (5.7)."""

    pair: Card


Action = OpenCard | Sortie | Reinforce | Scout | Develop | Ambush | HoldBack | Spy | Challenge | DeclineDuel | TakePair


class Phase(Enum):
    """What is to be decided."""

    OPEN = "open"
    """Which field card to open (3.1)."""
    ACT = "act"
    """Which of the five actions to take (3.1)."""
    AMBUSH = "ambush"
    """Whether to ambush after a pair opened by night (5.4)."""
    SPY = "spy"
    """Whose hand to look at (5.6)."""
    DUEL = "duel"
    """With whom to fight a duel, if at all (5.7)."""
    TAKE = "take"
    """Which pair the winner of a duel takes (5.7)."""
    OVER = "over"

    __hash__ = object.__hash__  # members are single objects


class Way(Enum):
    """How a pair was captured. The value is the end of a locale key."""

    SORTIE = "sortie"
    REINFORCE = "reinforce"
    SCOUT = "scout"
    DEVELOP = "develop"
    AMBUSH = "ambush"
    NIGHT = "night"
    """Two cards opened by night battle matched (5.4)."""

    __hash__ = object.__hash__  # members are single objects


@dataclass(frozen=True, slots=True)
class Cell:
    """A place on the field, counted row by row from 0."""

    index: int


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand, as a place: which card of it is nobody else's business."""

    seat: Seat


Place = Cell | Hand


@dataclass(frozen=True, slots=True)
class Tokens:
    """What 索敵 and 夜戦 left for a step to come, or bring to the present one (5.5)."""

    search: bool = False
    night: bool = False


@dataclass(frozen=True, slots=True)
class WasDealt:
    """The cards were dealt: one's own `hand`, how many `hands` hold each, how many lie on the field and in the deck."""

    hand: tuple[Card, ...]
    hands: tuple[int, ...]
    field: int
    deck: int


@dataclass(frozen=True, slots=True)
class StartRolled:
    """These seats rolled for the start (2.2). Another roll of those with the highest die follows a tie."""

    rolls: tuple[tuple[Seat, int], ...]


@dataclass(frozen=True, slots=True)
class StepBegan:
    """A step of `seat`'s turn begins: its first, or the pursuit (3.1, 3.7). `tokens` act in it and are used up."""

    seat: Seat
    pursuit: bool
    tokens: Tokens


@dataclass(frozen=True, slots=True)
class CardOpened:
    """A field card was opened, and lies open (3.1)."""

    seat: Seat
    cell: int
    card: Card


@dataclass(frozen=True, slots=True)
class Sortied:
    """Another field card was turned up (3.2). Without a `hit` it and the opened ones go back: `CardClosed` follows."""

    seat: Seat
    cell: int
    card: Card
    hit: bool


@dataclass(frozen=True, slots=True)
class Reinforced:
    """A hand card was laid to its match on the field (3.3)."""

    seat: Seat
    cell: int
    card: Card


@dataclass(frozen=True, slots=True)
class Scouted:
    """The match of these opened cards was asked for: of one player, or of all (3.4). Their answers follow."""

    seat: Seat
    cells: tuple[int, ...]
    cards: tuple[Card, ...]
    target: Seat | None


@dataclass(frozen=True, slots=True)
class Developed:
    """Two equal hand cards were laid down (3.5)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Ambushed:
    """A hand card was shown, and all others were asked for its match (3.6). Their answers follow."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Answered:
    """A player who was asked said yes or no, for each card asked for; those said yes to are shown (3.4, 3.6)."""

    seat: Seat
    answers: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Captured:
    """A pair was captured: its two cards came from `places` and lie open before their owner (3.8)."""

    seat: Seat
    card: Card
    way: Way
    places: tuple[Place, Place]


@dataclass(frozen=True, slots=True)
class CardClosed:
    """An opened card that was not captured went back face down to its own place (3.1)."""

    cell: int
    card: Card


@dataclass(frozen=True, slots=True)
class EffectBegan:
    """An effect of a captured pair takes place. Formation and tokens act later (5.1, 5.5)."""

    seat: Seat
    card: Card
    effect: Effect


@dataclass(frozen=True, slots=True)
class EffectLapsed:
    """There was nobody for an effect: no other hand to look at (5.6), no pair to fight for (5.7)."""

    seat: Seat
    effect: Effect


@dataclass(frozen=True, slots=True)
class HandsRaised:
    """Exactly these players hold a card that bears the 支援 mark (5.2)."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Spied:
    """One looked oneself at these random cards of the target's hand (5.6)."""

    seat: Seat
    target: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class WasSpied:
    """Somebody else looked at so many cards of the target's hand (5.6)."""

    seat: Seat
    target: Seat
    count: int


@dataclass(frozen=True, slots=True)
class DuelFought:
    """Both rolled a die and added their bonus; `winner` takes a pair (5.7). The challenger's numbers come first."""

    seat: Seat
    target: Seat
    dice: tuple[int, int]
    bonuses: tuple[int, int]
    winner: Seat


@dataclass(frozen=True, slots=True)
class DuelDeclined:
    """No duel was fought (5.7)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PairTaken:
    """The winner of a duel took a captured pair of the loser (5.7)."""

    seat: Seat
    loser: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class HeldBack:
    """No ambush followed the pair opened by night (5.4)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SawDraw:
    """A player drew at the end of the turn (4.1): one's own cards lie up, those of others face down."""

    seat: Seat
    cards: tuple[Seen[Card], ...]


@dataclass(frozen=True, slots=True)
class FieldLaid:
    """Formation (4.2): `filled` cards came from the deck, then all `cards` were shuffled and laid from cell 0 on.

    `by_effect` says that 編成 was captured in this turn; else the field was small.
    """

    filled: int
    cards: int
    by_effect: bool


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The turn of `seat` is over; it captured so many pairs."""

    seat: Seat
    captured: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over (section 6)."""

    outcome: Outcome


Notice = (
    WasDealt
    | StartRolled
    | StepBegan
    | CardOpened
    | Sortied
    | Reinforced
    | Scouted
    | Developed
    | Ambushed
    | Answered
    | Captured
    | CardClosed
    | EffectBegan
    | EffectLapsed
    | HandsRaised
    | Spied
    | WasSpied
    | DuelFought
    | DuelDeclined
    | PairTaken
    | HeldBack
    | SawDraw
    | FieldLaid
    | TurnEnded
    | Ended
)


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that is open to all (2.3), the same for every seat.

    `hands` and `deck` are numbers of cards. `field` has for each cell an opened card, a face-down one, or None;
    `opened` are the cells of those that lie open, in the order they were opened. `pairs` are the captured pairs of each
    seat in the order of capture, one card for each. `waiting` are the tokens of each seat for its next step, `tokens`
    those of the present one (5.5).

    `player` is whose turn it is, `turn` who decides now: in a duel the winner (5.7), nobody after the end. `loser` has
    to give a pair while one is taken. `effects` are those of the present capture still to resolve, the first under
    decision; `night_pair` says that an ambush may follow them (5.4). `supply` is how many cards the end of the turn
    will bring (4.1), `formation` whether 編成 was captured in it (4.2), `captured` how many pairs were. `quiet` counts
    the turns without a capture since the last one (6.2), `turns` all that are over.
    """

    card_set: CardSet = field(compare=False, repr=False)
    """The same for the whole game; its record names it."""
    hands: tuple[int, ...]
    field: tuple[Seen[Card] | None, ...]
    opened: tuple[int, ...]
    deck: int
    pairs: tuple[tuple[Card, ...], ...]
    waiting: tuple[Tokens, ...]
    start: Seat
    player: Seat
    turn: Seat | None
    phase: Phase
    pursuit: bool
    tokens: Tokens
    loser: Seat | None
    effects: tuple[tuple[Card, Effect], ...]
    night_pair: bool
    supply: int
    formation: bool
    captured: int
    quiet: int
    turns: int
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class View:
    """The table as `seat` may see it: what is open to all, its own hand in the order drawn, what it may do now."""

    seat: Seat
    board: Board
    hand: tuple[Card, ...]
    legal: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Everything on the table of a game that is over: what every View knew, and what nobody did.

    `hands` are those of all seats, each in the order drawn, `field` has the card of every cell, `deck` those to come.
    """

    board: Board
    hands: tuple[tuple[Card, ...], ...]
    field: tuple[Card | None, ...]
    deck: tuple[Card, ...]


def card_name(card_set: CardSet, card: Card) -> Reason:
    """Return the words for a card; names of series come from the card set, in both languages."""
    name = card_set.series[card.series - 1].name
    return Reason.of("kanu.card.name", ja=name.ja, en=name.en, number=card.number)


_OPENED = {(0,): "a", (1,): "b", (0, 1): "ab"}
_OPENED_OF = {text: opened for opened, text in _OPENED.items()}


def encode(action: Action) -> str:
    """Return the notation: `oK` `sK` `ra` `c2a` `c*ab` `d31` `m31` `x` `p2` `u2` `u-` `t31`.

    Cells are letters row by row, opened cards `a` and `b`, seats count from 0, a card is its series and its number.
    """
    match action:
        case OpenCard(cell):
            return f"o{CELLS[cell]}"
        case Sortie(cell):
            return f"s{CELLS[cell]}"
        case Reinforce(opened):
            return f"r{_OPENED[opened,]}"
        case Scout(asked, target):
            return f"c{'*' if target is None else target}{_OPENED[asked]}"
        case Develop(card):
            return f"d{card}"
        case Ambush(card):
            return f"m{card}"
        case HoldBack():
            return "x"
        case Spy(target):
            return f"p{target}"
        case Challenge(target):
            return f"u{target}"
        case DeclineDuel():
            return "u-"
        case TakePair(pair):
            return f"t{pair}"
    assert_never(action)


_NOTATION = re.compile(
    "o(?P<open>[A-Z0-9])|s(?P<sortie>[A-Z0-9])|r(?P<reinforce>[ab])|c(?P<asked>[*0-5])(?P<scout>a|b|ab)"
    "|d(?P<develop>[1-9]{2})|m(?P<ambush>[1-9]{2})|t(?P<take>[1-9]{2})|p(?P<spy>[0-5])|u(?P<challenge>[0-5])"
    "|(?P<decline>u-)|(?P<hold>x)"
)


def decode(text: str) -> Action:
    """Return the action written as `text`; raise `BadInput` for any other text."""
    found = _NOTATION.fullmatch(text)
    if found is None:
        raise BadInput(Reason.of("kanu.bad.action", text=text))
    kind = found.lastgroup
    value = found[kind or ""]
    match kind:
        case "open":
            return OpenCard(CELLS.index(value))
        case "sortie":
            return Sortie(CELLS.index(value))
        case "reinforce":
            return Reinforce("ab".index(value))
        case "scout":
            return Scout(_OPENED_OF[value], None if found["asked"] == "*" else Seat(int(found["asked"])))
        case "develop":
            return Develop(_card(value))
        case "ambush":
            return Ambush(_card(value))
        case "take":
            return TakePair(_card(value))
        case "spy":
            return Spy(Seat(int(value)))
        case "challenge":
            return Challenge(Seat(int(value)))
        case "decline":
            return DeclineDuel()
        case _:
            return HoldBack()


def _card(digits: str) -> Card:
    return Card(int(digits[0]), int(digits[1]))
