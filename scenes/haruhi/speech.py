"""What the table of 涼宮ハルヒの贈殖 says: prompts, captions, standing. Players are called by their names.

The log stands in `chronicle`. Nothing said here follows from what only the player in front may know, but what is said
about that player's own choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core import Reason, Seat
from game.haruhi.card_set import SOS, Card, Op, Rule
from game.haruhi.choices import accused_events
from game.haruhi.public import (
    Accuse,
    Action,
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
    event_name,
    person_name,
)
from scenes.desk import Selection
from scenes.haruhi import gestures
from scenes.haruhi.shown import Shown

Name = str | Reason


def cards_words(cards: Sequence[Card]) -> Reason:
    """Return the words for cards of one colour ("red 2+2"), or for an SOS card."""
    if cards[0] == SOS:
        return Reason.of("haruhi.card.sos")
    return Reason.of(f"haruhi.card.{cards[0].colour.value}", value="+".join([str(card.value) for card in cards]))


@dataclass(frozen=True, slots=True)
class Speech:
    """The words of one table: `names` by seat."""

    names: tuple[str, ...]

    def name(self, seat: int) -> Name:
        """Return the name of a seat, or its number where nobody is named."""
        return self.names[seat] if seat < len(self.names) else Reason.of("haruhi.seat", number=seat + 1)

    # How it stands

    def standing(self, picture: Shown) -> Reason:
        """Return which auction it is, whose turn, and what is to be decided."""
        board = picture.board
        if board.outcome is not None:
            return board.outcome.reason
        what = Reason.of(f"haruhi.phase.{board.phase.value}")
        turn = board.turn if board.turn is not None else board.taker
        name = self.name(board.first if turn is None else turn)
        return Reason.of("haruhi.standing", round=board.round, all=len(board.card_set.events), name=name, what=what)

    # What is to be done

    def prompt(self, picture: Shown, selection: Selection) -> Reason:
        """Return what the player in front is asked to do."""
        if not picture.decides:
            return self.standing(picture)
        board = picture.board
        match board.phase:
            case Phase.AUCTION:
                return self._prompt_gift(picture, selection)
            case Phase.EFFECT:
                return self._prompt_effect(picture, selection)
            case Phase.HAND_OUT if board.accused is not None:
                if selection.spots and (event := gestures.event_of(selection.spots[0])) is not None:
                    return Reason.of("haruhi.prompt.hand_out_to", event=event_name(board.card_set, event))
                return Reason.of("haruhi.prompt.hand_out", name=self.name(board.accused))
            case Phase.CLAIM if board.taker is not None:
                return Reason.of("haruhi.prompt.claim", name=self.name(board.taker))
        return self.standing(picture)

    def _prompt_gift(self, picture: Shown, selection: Selection) -> Reason:
        cards = gestures.chosen_cards(picture, selection)
        if cards == (SOS,):
            return Reason.of("haruhi.prompt.sos_to")
        if cards:
            oneself = f"S{picture.seat}" in gestures.offer(picture, selection).targets
            return Reason.of("haruhi.prompt.gift_to" if oneself else "haruhi.prompt.gift_to_others")
        return Reason.of("haruhi.prompt.no_pass" if Rule.NOBODY_PASSES in picture.board.rules else "haruhi.prompt.gift")

    def _prompt_effect(self, picture: Shown, selection: Selection) -> Reason:
        board = picture.board
        effect = board.effects[0]
        if effect.op is Op.ACCUSE:
            seat, person = gestures.named(selection)
            key = {(False, False): "accuse", (True, False): "accuse_person", (False, True): "accuse_seat"}
            return Reason.of(f"haruhi.prompt.{key.get((seat is not None, person is not None), 'accuse_sure')}")
        if effect.op is Op.NEXT and effect.rule is not None:
            return Reason.of("haruhi.prompt.next", rule=Reason.of(f"haruhi.rule.{effect.rule.value}"))
        if effect.op is Op.DRAW:
            return Reason.of("haruhi.prompt.draw", count=effect.count)
        chosen = gestures.event_of(selection.spots[0]) if selection.spots else None
        if effect.op is Op.GIVE and chosen is not None:
            return Reason.of("haruhi.prompt.give_to", event=event_name(board.card_set, chosen))
        if effect.op is Op.SWAP and chosen is not None:
            own = board.owner(chosen) == picture.seat
            key_ = "swap_for" if own else "swap_own"
            return Reason.of(f"haruhi.prompt.{key_}", event=event_name(board.card_set, chosen))
        return Reason.of(f"haruhi.prompt.{effect.op.value}")

    # What a choice means

    def caption(self, picture: Shown, result: Action | Selection) -> Reason | None:
        """Return what an action would do; of a selection, what it comes to."""
        if isinstance(result, Selection):
            return self._caption_selection(picture, result)
        board = picture.board
        match result:
            case Gift(to, cards):
                return self._caption_gift(picture, to, cards)
            case LaySos(to):
                return Reason.of("haruhi.caption.sos", name=self.name(to))
            case Accuse(target, person):
                who = person_name(board.card_set, person)
                return Reason.of("haruhi.caption.accuse", name=self.name(target), person=who)
            case Peek(target):
                return Reason.of("haruhi.caption.peek", name=self.name(target))
            case Steal(target):
                return Reason.of("haruhi.caption.steal", name=self.name(target))
            case Swap(own, other):
                mine, theirs = event_name(board.card_set, own), event_name(board.card_set, other)
                return Reason.of("haruhi.caption.swap", own=mine, other=theirs)
            case Give(event, to):
                words = event_name(board.card_set, event)
                return Reason.of("haruhi.caption.give", event=words, name=self.name(to))
            case Claim(event):
                return Reason.of("haruhi.caption.claim", event=event_name(board.card_set, event))
            case Pass() | Forgo() | Use() | ClaimNothing() | HandOut():
                return None

    def _caption_gift(self, picture: Shown, to: Seat, cards: tuple[Card, ...]) -> Reason:
        board = picture.board
        before = board.totals[to]
        total = before + sum([card.value for card in cards])
        others = max([other for seat, other in enumerate(board.totals) if seat != to], default=0)
        key = "leads" if total > others else "below"
        return Reason.of(
            f"haruhi.caption.gift_{key}", cards=cards_words(cards), name=self.name(to), total=total, top=others
        )

    def _caption_selection(self, picture: Shown, selection: Selection) -> Reason | None:
        """Return the sum of chosen cards, or who is about to be named; None where the prompt says all."""
        cards = gestures.chosen_cards(picture, selection)
        if cards and cards != (SOS,):
            return Reason.of("haruhi.caption.sum", cards=cards_words(cards), sum=sum([card.value for card in cards]))
        seat, person = gestures.named(selection)
        if seat is not None and person is not None:
            return self.caption(picture, Accuse(seat, person))
        return self._caption_handed(picture, selection)

    def _caption_handed(self, picture: Shown, selection: Selection) -> Reason | None:
        """Return where the event that is dragged would go: the first that the draft moves otherwise than now."""
        if not isinstance(selection.draft, HandOut) or selection.spots:
            return None
        board = picture.board
        moved = [
            (event, to)
            for event, to in zip(accused_events(board), selection.draft.receivers, strict=True)
            if to != board.accused
        ]
        return Reason.of("haruhi.caption.handed", count=len(moved))


def help_section(picture: Shown, selection: Selection) -> str:
    """Return the section of the rules that fits what is being done."""
    board = picture.board
    match board.phase:
        case Phase.EFFECT if board.effects:
            return board.effects[0].op.value
        case Phase.HAND_OUT:
            return "hand_out"
        case Phase.CLAIM:
            return "accuse"
        case Phase.OVER:
            return "end"
    if gestures.chosen_cards(picture, selection) == (SOS,):
        return "sos"
    return "limit" if selection.spots else "gift"
