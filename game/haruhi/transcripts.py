"""Checks transcripts of 涼宮ハルヒの贈殖, in the notation of the rulings' vectors, against the rules.

Every action is carried out with exactly the chance that its transcript holds, and must be one of as many as it says;
at the end everything that it states is compared. What the transcripts decide event by event, when the events of an
accused are handed out, is one action of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from game.core import BadInput, Illegal, Reason, Seat
from game.haruhi import scoring
from game.haruhi.card_file import record_text
from game.haruhi.card_set import PERSONS, Card, CardSet, EventCard, Person, Role
from game.haruhi.choices import accused_events
from game.haruhi.course import Event, State
from game.haruhi.notices import EventSetAside, EventTaken
from game.haruhi.public import Action, Gift, HandOut, Phase, Steal, decode
from game.haruhi.rules import Haruhi
from game.rng import ChanceMismatch, Script

SET = "zoushoku-default-1"
"""The set of the transcripts; the default card file holds the same."""
_SIGNS = "abcdefghijklmnopqrstuvwxyz"
_SOS_SIGN = "s"


def check_games(content: dict[str, Any], standard: CardSet) -> Iterator[tuple[str, str | None]]:
    """Yield name and first difference of the cards that a file is about, then of every game in it."""
    found = content["set_id"]
    yield "cards", None if found == SET else f"the transcripts are about the set {found}, known is {SET}"
    for number, game in enumerate(content["games"]):
        yield f"game {number}", _Replay(game, standard).difference()


class _Replay:
    """One transcript and the state it has led to so far."""

    def __init__(self, game: dict[str, Any], standard: CardSet) -> None:
        self._game = game
        self._rules = Haruhi(standard)
        self._standard = standard
        self._signs = dict(zip(standard.kinds[:-1], _SIGNS, strict=False)) | {standard.kinds[-1]: _SOS_SIGN}
        self._kinds = {sign: kind for kind, sign in self._signs.items()}
        self._acts: list[tuple[str, Seat, int]] = [
            (act, Seat(int(who)), legal)
            for act, who, legal in zip(game["acts"].split(), game["who"], game["legal"], strict=True)
        ]
        self._chance: list[str] = list(game["chance"])
        self._awards: list[int] = []

    def _start(self) -> State:
        """Deal as the transcript says."""
        game = self._game
        roles = tuple([Role(PERSONS[int(sign)]) for sign in game["chars"]])
        rest = [Role(person) for person in PERSONS if Role(person) not in roles]
        others = (*[role for role in roles if role.person is not Person.HARUHI], *rest)
        pile = tuple([EventCard(number) for number in game["events"]])
        chance = Script((others, roles, pile, self._cards(game["deck"]), game["fp"]))
        return self._rules.start(chance, game["n"], {"cards": record_text(self._standard)}).state

    def difference(self) -> str | None:
        """Return the first difference, or None where the rules agree."""
        try:
            self._state = self._start()
        except ChanceMismatch as error:
            return f"at the start: {error}"
        place = 0
        while place < len(self._acts):
            act, who, _ = self._acts[place]
            number, turn = place + 1, self._rules.turn(self._state)
            if turn != who:
                return f"decision {number}: seat {turn} decides, expected {who}"
            length = max(len(accused_events(self._state.board)), 1) if act[0] == "D" else 1
            taken = self._acts[place : place + length]
            counts, expected = self._counts(length), [(each, count) for _, each, count in taken]
            if counts != expected:
                return f"decision {number}: who and legal are {counts}, expected {expected}"
            try:
                self._apply([each for each, _, _ in taken])
            except (BadInput, Illegal) as error:
                return f"decision {number}: {act} is not legal: {error}"
            except ChanceMismatch as error:
                return f"decision {number}: {act} meets other chance: {error}"
            place += length
        found, wanted = self._end(), self._game["final"]
        differing = [key for key in {**found, **wanted} if found.get(key) != wanted.get(key)]
        if differing or self._chance:
            return f"at the end: {[(key, found.get(key), wanted.get(key)) for key in differing]}, {self._chance} left"
        return None

    def _counts(self, length: int) -> list[tuple[Seat | None, int]]:
        """Return who decides and in how many ways: each event that is handed out may go to everybody."""
        board = self._state.board
        handed_out = board.phase is Phase.HAND_OUT
        ways = len(board.hands) if handed_out else len(self._rules.legal(self._state))
        return [(board.turn, ways)] * length

    def _apply(self, acts: Sequence[str]) -> None:
        action = self._action(acts)
        draws = tuple([self._draw(written, action) for written in self._chance])
        step = self._rules.apply(replace(self._state, chance=Script(draws)), action)
        self._state = step.state
        left = step.state.chance
        assert isinstance(left, Script)
        self._chance = self._chance[len(self._chance) - len(left.draws) :]
        self._note(step.events)

    def _draw(self, written: str, action: Action) -> int | tuple[object, ...]:
        """Return chance as it is written: a deck made anew, or the card that is stolen, as its place in the hand."""
        if written[0] == "R":
            return self._cards(written[1:])
        hand = self._state.hands[action.target] if isinstance(action, Steal) else ()
        (card,) = self._cards(written[1:])
        return hand.index(card) if card in hand else -1

    def _note(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, EventTaken):
                self._awards.append(event.seat)
            elif isinstance(event, EventSetAside):
                self._awards.append(-1)

    def _action(self, acts: Sequence[str]) -> Action:
        """Return the action of the rules: cards are letters here, events are handed out in the order of numbers."""
        act = acts[0]
        if act[0] == "B":
            return Gift(Seat(int(act[1])), self._cards(act[2:]))
        if act[0] == "D":
            lying = accused_events(self._state.board)
            written = zip(sorted(_numbers(lying)), [decode(each) for each in acts], strict=True)
            receivers = {number: each.receivers[0] for number, each in written if isinstance(each, HandOut)}
            return HandOut(tuple([receivers[number] for number in _numbers(lying) if number in receivers]))
        return decode(act)

    def _end(self) -> dict[str, object]:
        state, board = self._state, self._state.board
        table, outcome = scoring.tally(board), board.outcome
        return {
            "awards": self._awards,
            "owned": [sorted(_numbers(owned)) for owned in board.owned],
            "doubled": sorted(board.doubled),
            "aside": sorted(_numbers(board.aside)),
            "points": list(table.points),
            "rank": list(table.ranks),
            "revealed": [int(exposed) for exposed in board.exposed],
            "hands": [self._text(sorted(hand, key=self._signs.__getitem__)) for hand in state.hands],
            "deck": self._text(state.deck),
            "discard": "".join(sorted(self._text(state.discard))),
            "fp": board.first,
            "win": None if outcome is None else [int(seat in outcome.winners) for seat in range(len(board.hands))],
        }

    def _cards(self, text: str) -> tuple[Card, ...]:
        try:
            return tuple([self._kinds[sign] for sign in text])
        except KeyError as error:
            raise BadInput(Reason.of("haruhi.bad.action", text=text)) from error

    def _text(self, cards: Sequence[Card]) -> str:
        return "".join([self._signs[card] for card in cards])


def _numbers(events: Sequence[EventCard]) -> list[int]:
    return [event.number for event in events]
