"""What the table of Kan'u Collection says: prompts, captions, the log. Players are called by their names.

The log outlasts the moment, so it names no card that was closed again, unless the table's options let it remember.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core import Beat, Reason, Seat
from game.kanu.card_set import Card
from game.kanu.choices import opened_cards
from game.kanu.public import (
    Action,
    Ambush,
    Ambushed,
    Answered,
    Captured,
    CardOpened,
    Cell,
    Challenge,
    DeclineDuel,
    Develop,
    Developed,
    DuelDeclined,
    DuelFought,
    EffectBegan,
    EffectLapsed,
    FieldLaid,
    HandsRaised,
    HeldBack,
    HoldBack,
    Notice,
    OpenCard,
    PairTaken,
    Phase,
    Reinforce,
    Reinforced,
    SawDraw,
    Scout,
    Scouted,
    Sortie,
    Sortied,
    Spied,
    Spy,
    StartRolled,
    TakePair,
    View,
    WasDealt,
    WasSpied,
    card_name,
)
from scenes.desk import Selection
from scenes.kanu import gestures
from scenes.kanu.plan import SHOW
from scenes.kanu.shown import Shown, shown

Name = str | Reason


@dataclass(frozen=True, slots=True)
class Speech:
    """The words of one table: `names` by seat; `remembers` says that the log may name cards that were closed again."""

    names: tuple[str, ...]
    remembers: bool = False

    def name(self, seat: int) -> Name:
        """Return the name of a seat, or its number where nobody is named."""
        return self.names[seat] if seat < len(self.names) else Reason.of("kanu.seat", number=seat + 1)

    def _listed(self, seats: Sequence[int]) -> Name:
        words = self.name(seats[0])
        for seat in seats[1:]:
            words = Reason.of("kanu.list", first=words, second=self.name(seat))
        return words

    # What is to be done

    def standing(self, picture: Shown) -> Reason:
        """Return whose turn it is and what is to be decided."""
        board = picture.board
        if board.outcome is not None:
            return board.outcome.reason
        who = board.player if board.turn is None else board.turn
        what = Reason.of(f"kanu.phase.{board.phase.value}")
        if board.phase in (Phase.OPEN, Phase.ACT):
            step = Reason.of("kanu.step.pursuit" if board.pursuit else "kanu.step.first")
            return Reason.of("kanu.standing_step", name=self.name(who), step=step, what=what)
        return Reason.of("kanu.standing", name=self.name(who), what=what)

    def prompt(self, picture: Shown, selection: Selection) -> Reason:
        """Return what the player is asked to do, or while something is shown what that is."""
        if picture.momentary:
            return self.news(picture, picture.news) or self.standing(picture)
        board = picture.board
        if not picture.legal:
            return self.standing(picture)
        match board.phase:
            case Phase.OPEN if board.opened:
                return Reason.of("kanu.prompt.open_second")
            case Phase.OPEN if board.tokens.night:
                return Reason.of("kanu.prompt.open_night")
            case Phase.OPEN:
                return Reason.of("kanu.prompt.open")
            case Phase.SPY:
                return Reason.of("kanu.prompt.spy", count=board.card_set.seen(board.pairs[board.player]))
            case Phase.TAKE if board.loser is not None:
                return Reason.of("kanu.prompt.take", name=self.name(board.loser))
            case Phase.DUEL:
                return Reason.of("kanu.prompt.duel")
        return self._prompt_action(picture, selection)

    def _prompt_action(self, picture: Shown, selection: Selection) -> Reason:
        if not selection.spots:
            return Reason.of("kanu.prompt.ambush_too" if picture.board.phase is Phase.AMBUSH else "kanu.prompt.act")
        first = selection.spots[0]
        if (card := gestures.held(picture, first)) is not None:
            return Reason.of("kanu.prompt.hand", card=_named(picture, card))
        if first == "scout" or gestures.opened_at(picture, first) is not None:
            return self._prompt_asking(picture, selection)
        return Reason.of(f"kanu.prompt.{first}")

    def _prompt_asking(self, picture: Shown, selection: Selection) -> Reason:
        targets = gestures.offer(picture, selection).targets
        chosen = [place for spot in selection.spots if (place := gestures.opened_at(picture, spot)) is not None]
        if not chosen and len(picture.board.opened) > 1:
            return Reason.of("kanu.prompt.scout_card")
        cards = opened_cards(picture.board)
        words = _all_named(picture, [cards[place] for place in sorted(chosen or [0])])
        sortie = any(isinstance(action, Sortie) for action in targets.values())
        key = "scout_all" if SHOW in targets else "opened" if sortie else "scout"
        return Reason.of(f"kanu.prompt.{key}", card=words)

    def caption(self, picture: Shown, action: Action) -> Reason | None:
        """Return what an action would do, in words."""
        board = picture.board
        match action:
            case OpenCard() | Sortie():
                return None
            case Reinforce(place):
                return Reason.of("kanu.caption.reinforce", card=_named(picture, opened_cards(board)[place]))
            case Scout(opened, target):
                cards = opened_cards(board)
                words = _all_named(picture, [cards[place] for place in opened])
                if target is None:
                    return Reason.of("kanu.caption.scout_all", card=words)
                return Reason.of("kanu.caption.scout", name=self.name(target), card=words)
            case Develop(card):
                return Reason.of("kanu.caption.develop", card=_named(picture, card))
            case Ambush(card):
                return Reason.of("kanu.caption.ambush", card=_named(picture, card))
            case Spy(target):
                return Reason.of("kanu.caption.spy", name=self.name(target))
            case Challenge(target):
                return Reason.of("kanu.caption.challenge", name=self.name(target))
            case TakePair(pair):
                return Reason.of("kanu.caption.take", card=_named(picture, pair))
            case HoldBack():
                return Reason.of("kanu.caption.hold_back")
            case DeclineDuel():
                return Reason.of("kanu.caption.decline")

    # What happened

    def log_line(self, beat: Beat[View | Shown, Notice]) -> Reason | None:
        """Return what the log says of a beat: one sentence after the other, or None where it keeps silent."""
        picture = shown(beat.view)
        lines = [line for notice in beat.notices for line in self._lines(picture, notice, beat.notices, self.remembers)]
        return _joined(lines)

    def news(self, picture: Shown, notices: tuple[Notice, ...]) -> Reason | None:
        """Return what has just happened, in words that are gone with the moment; None where cards say it all."""
        lines = [line for notice in notices for line in self._lines(picture, notice, notices, True)]
        return _joined(lines)

    def _lines(self, picture: Shown, notice: Notice, beat: tuple[Notice, ...], names: bool) -> list[Reason]:
        """Return the sentences about one notice; with `names`, cards that were closed again are named too."""
        match notice:
            case WasDealt():
                return [Reason.of("kanu.log.dealt")]
            case StartRolled(rolls):
                return self._rolled(rolls)
            case CardOpened() | Sortied() | Reinforced() | Scouted() | Developed() | Ambushed() | Captured():
                return self._actions(picture, notice, beat, names)
            case Spied(seat, target, cards):
                return [self._spied(seat, target, len(cards))]
            case WasSpied(seat, target, count):
                return [self._spied(seat, target, count)]
            case _:
                return self._results(picture, notice)

    def _spied(self, seat: Seat, target: Seat, count: int) -> Reason:
        return Reason.of("kanu.log.spied", name=self.name(seat), target=self.name(target), count=count)

    def _rolled(self, rolls: tuple[tuple[Seat, int], ...]) -> list[Reason]:
        """Return who begins; a tie is told by the next roll."""
        highest = max(die for _, die in rolls)
        best = [seat for seat, die in rolls if die == highest]
        if len(best) > 1:
            return [Reason.of("kanu.log.tied", names=self._listed(best), die=highest)]
        return [Reason.of("kanu.log.starts", name=self.name(best[0]), die=highest)]

    def _actions(self, picture: Shown, notice: Notice, beat: tuple[Notice, ...], names: bool) -> list[Reason]:
        match notice:
            case CardOpened(seat, _, card):
                if not names:
                    return []
                return [Reason.of("kanu.log.opened", name=self.name(seat), card=_named(picture, card))]
            case Sortied(seat, _, card, hit) if not hit:
                if names:
                    return [Reason.of("kanu.log.missed_card", name=self.name(seat), card=_named(picture, card))]
                return [Reason.of("kanu.log.missed", name=self.name(seat))]
            case Scouted(seat, _, cards, target):
                return self._asked(picture, seat, cards if names else (), target, beat)
            case Ambushed(seat, card):
                return self._ambush(picture, seat, card, beat, names)
            case Captured():
                return [self._captured(picture, notice)]
            case _:
                return []

    def _ambush(self, picture: Shown, seat: Seat, card: Card, beat: tuple[Notice, ...], names: bool) -> list[Reason]:
        """Return who showed a card in vain, and which one where names are told; of one captured the capture tells."""
        name, words = self.name(seat), _named(picture, card)
        if any(isinstance(notice, Captured) for notice in beat):
            return []
        for notice in beat:
            if isinstance(notice, Answered) and any(notice.answers):  # a moment before the capture
                return [Reason.of("kanu.log.ambush_card_held", name=name, card=words, target=self.name(notice.seat))]
        if names:
            return [Reason.of("kanu.log.ambush_card_none", name=name, card=words)]
        return [Reason.of("kanu.log.ambush_none", name=name)]

    def _asked(
        self, picture: Shown, seat: Seat, cards: tuple[Card, ...], target: Seat | None, beat: tuple[Notice, ...]
    ) -> list[Reason]:
        """Return who asked whom, and whether anybody said yes; of one card that was captured the capture tells."""
        if len(cards) < 2 and any(isinstance(notice, Captured) for notice in beat):
            return []
        answers = [notice for notice in beat if isinstance(notice, Answered)]
        found = any(any(answer.answers) for answer in answers)
        key = "all" if target is None else "one"
        values: dict[str, int | str | Reason] = {"name": self.name(seat)}
        if target is not None:
            values["target"] = self.name(target)
        asked = Reason.of(f"kanu.log.scout_{key}", **values)
        if cards:
            asked = Reason.of(f"kanu.log.scout_{key}_card", card=_all_named(picture, cards), **values)
        return [Reason.of("kanu.log.answer_yes" if found else "kanu.log.answer_no", asked=asked)]

    def _captured(self, picture: Shown, notice: Captured) -> Reason:
        givers = [place.seat for place in notice.places if not isinstance(place, Cell)]
        others = [seat for seat in givers if seat != notice.seat]
        card = _named(picture, notice.card)
        if others:
            return Reason.of(
                f"kanu.log.captured_{notice.way.value}",
                name=self.name(notice.seat),
                target=self.name(others[0]),
                card=card,
            )
        return Reason.of(f"kanu.log.captured_{notice.way.value}", name=self.name(notice.seat), card=card)

    def _results(self, picture: Shown, notice: Notice) -> list[Reason]:
        match notice:
            case HandsRaised(seats):
                if not seats:
                    return [Reason.of("kanu.log.none_raised")]
                return [Reason.of("kanu.log.raised", names=self._listed(seats))]
            case EffectLapsed(_, effect):
                return [Reason.of("kanu.log.lapsed", effect=Reason.of(f"kanu.effect.{effect.value}"))]
            case EffectBegan(_, _, effect) if effect.value in ("formation", "search", "night"):
                return [Reason.of(f"kanu.log.effect_{effect.value}")]
            case DuelFought():
                return [self._duel(notice)]
            case DuelDeclined(seat):
                return [Reason.of("kanu.log.declined", name=self.name(seat))]
            case PairTaken(seat, loser, card):
                names = {"name": self.name(seat), "target": self.name(loser)}
                return [Reason.of("kanu.log.taken", card=_named(picture, card), **names)]
            case HeldBack(seat):
                return [Reason.of("kanu.log.held_back", name=self.name(seat))]
            case SawDraw(seat, cards):
                return [Reason.of("kanu.log.drew", name=self.name(seat), count=len(cards))]
            case FieldLaid():
                return [Reason.of("kanu.log.laid")]
            case _:
                return []

    def _duel(self, notice: DuelFought) -> Reason:
        first, second = (die + bonus for die, bonus in zip(notice.dice, notice.bonuses, strict=True))
        return Reason.of(
            "kanu.log.duel_tied" if first == second else "kanu.log.duel",
            name=self.name(notice.seat),
            target=self.name(notice.target),
            first=first,
            second=second,
            winner=self.name(notice.winner),
        )


def places(beat: Beat[View | Shown, Notice]) -> tuple[str, ...]:
    """Return the panels that the log's line speaks of. It marks no cell: where a card lay is to be remembered."""
    seats: dict[str, None] = {}
    for notice in beat.notices:
        match notice:
            case Captured(seat) | HeldBack(seat) | DuelDeclined(seat) | SawDraw(seat) | Ambushed(seat):
                seats |= {f"S{seat}": None}
            case Scouted(seat, _, _, target) if target is not None:
                seats |= {f"S{seat}": None, f"S{target}": None}
            case Spied(seat, target) | WasSpied(seat, target) | DuelFought(seat, target) | PairTaken(seat, target):
                seats |= {f"S{seat}": None, f"S{target}": None}
            case Sortied(seat) | Scouted(seat):
                seats |= {f"S{seat}": None}
            case HandsRaised(raised):
                seats |= {f"S{seat}": None for seat in raised}
            case _:
                pass
    return tuple(seats)


def help_section(picture: Shown, selection: Selection) -> str:
    """Return the section of the rules that fits what is being done."""
    first = selection.spots[0] if selection.spots else ""
    if first in gestures.KINDS:
        return first
    match picture.board.phase:
        case Phase.SPY:
            return "espionage"
        case Phase.DUEL | Phase.TAKE:
            return "duel"
        case Phase.AMBUSH:
            return "night"
        case Phase.OVER:
            return "end"
        case Phase.OPEN if picture.board.tokens.night:
            return "night"
    if first and gestures.opened_at(picture, first) is not None:
        return "scout"
    return "turn"


def _named(picture: Shown, card: Card) -> Reason:
    return card_name(picture.board.card_set, card)


def _all_named(picture: Shown, cards: Sequence[Card]) -> Reason:
    words = _named(picture, cards[0])
    for card in cards[1:]:
        words = Reason.of("kanu.list", first=words, second=_named(picture, card))
    return words


_SEARCH, _NIGHT = Reason.of("kanu.log.effect_search"), Reason.of("kanu.log.effect_night")


def _joined(lines: list[Reason]) -> Reason | None:
    if not lines:
        return None
    if {_SEARCH, _NIGHT} <= set(lines):
        lines = [Reason.of("kanu.log.effect_both") if line == _NIGHT else line for line in lines if line != _SEARCH]
    words = lines[0]
    for line in lines[1:]:
        words = Reason.of("kanu.log.then", first=words, second=line)
    return words
