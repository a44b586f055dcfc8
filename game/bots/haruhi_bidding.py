"""What a computer player of 涼宮ハルヒの贈殖 lays in an auction, and before whom.

For each bid worth a thought it asks who will take the event then, those who act later included, and weighs its chances
of winning after that against the cards it costs, and against how much the bid gives away about itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import inf

from game.bots.core import Stop, seat_words
from game.bots.haruhi_belief import bid_tells, both
from game.bots.haruhi_mind import PRICE, Choice, Mind, percent
from game.bots.haruhi_sight import Stakes, leader, stakes
from game.core import Reason, Seat
from game.haruhi.card_set import PERSONS, EventCard, Op, Rule
from game.haruhi.public import Action, Gift, LaySos, Pass

_STEPS = (0, 1, 3, 6)
"""Of the sums that make a player lead these are weighed, counted from the least."""
_SURE = 0.15
"""How much a bid hurts beside its cards: what is to be won must be worth at least that much of a card."""


@dataclass(frozen=True, slots=True)
class Bid:
    """A way to act in the auction: `outcome` is who takes the event if nobody answers; `total` and cards are laid."""

    action: Action
    outcome: int
    total: int
    to: int
    spent: int
    ends: bool = False


class Auction:
    """One auction, as a seat sees it that is to act."""

    def __init__(self, mind: Mind, event: EventCard) -> None:
        self._mind = mind
        self._event = event
        board, seats = mind.board, len(mind.board.hands)
        self.at_stake: Stakes = stakes(mind.study, mind.stands, event, board.doubled, mind.skill.futures)
        self._totals = board.totals
        self._seats = range(seats)
        self._leads = leader(board.totals, board.since)
        after = [(board.first + place) % seats for place in range(board.acted + 1, seats)]
        later = [seat for seat in after if board.hands[seat]]
        self._last = not later
        self._rest = later if mind.skill.foresees else []
        self._perk = _perk(mind, event)
        self._others_perk = _perk_of_others(mind, event)
        self._threat = self._dreaded()
        self._tells: dict[tuple[int, bool], float] = {}
        self._chances: dict[tuple[int, int], float] = {}
        self._plans: dict[int, list[tuple[float, list[float]]]] = {}
        self._wishes: list[list[list[tuple[int, float]] | None]] = [[None] * (seats + 1) for _ in self._seats]

    def choices(self, stop: Stop) -> Iterator[Choice]:
        """Yield every way to act that is worth a thought, passing first; after `stop` no more than one.

        Whoever has been exposed and has no chance left lays nothing that it need not: it could only meddle.
        """
        mind = self._mind
        cards = len(mind.view.hand)
        most = max([self._chance(outcome, cards) for outcome in range(self.at_stake.nobody + 1)])
        given_up = mind.board.exposed[mind.me] and not most
        least = -inf
        for bid in self._bids():
            if self._worth_of(most, bid) + max(0.0, self._perk) < least:
                continue  # not even the best outcome would be worth so many cards
            worth = self._worth(bid)
            least = max(least, worth)
            daring = bid.spent > 0 and bid.outcome != mind.me
            yield Choice(worth, bid.action, partial(self._why, bid), daring)
            if stop() or (given_up and not bid.spent):
                return

    # Which bids there are

    def _bids(self) -> Iterator[Bid]:
        mind = self._mind
        gifts: list[dict[int, Gift]] = [{} for _ in self._seats]  # by receiver and sum: those of the fewest cards
        calls: list[Bid] = []
        may_pass = False
        for action in mind.view.legal:
            match action:
                case Gift(to, cards):
                    ways, total = gifts[to], sum([card.value for card in cards])
                    if total not in ways or len(cards) < len(ways[total].cards):
                        ways[total] = action
                case LaySos(to):
                    out = leader(self._totals, mind.board.since, to)
                    calls.append(Bid(action, out, 0, to, 1, ends=True))
                case _:  # a pass
                    may_pass = True
                    yield Bid(action, self._leads, 0, mind.me, 0)
        for receiver, ways in enumerate(gifts):
            yield from self._gifts(receiver, ways, forced=not may_pass)
        yield from calls

    def _gifts(self, to: int, ways: dict[int, Gift], *, forced: bool) -> Iterator[Bid]:
        """Yield the gifts that make a player lead and not someone better, or of whoever must lay, the least one too.

        Who leads already is given more only while somebody may still answer.
        """
        above = max(self._totals) - self._totals[to]
        sums = sorted(ways)
        found = [total for total in sums if total > above]
        settled = self._last and to == self._leads
        if not forced and (settled or self._likes(to) < self._likes(self._leads)):
            found = []
        found = [found[step] for step in _STEPS if step < len(found)]
        for total in (sums[:1] if forced and sums[:1] != found[:1] else []) + found:
            gift = ways[total]
            leads = to if total > above else self._leads
            yield Bid(gift, leads, total, to, len(gift.cards))

    # What a bid is worth

    def _worth(self, bid: Bid) -> float:
        mind = self._mind
        totals = tuple([total + bid.total * (seat == bid.to) for seat, total in enumerate(self._totals)])
        ends = {bid.outcome: 1.0} if bid.ends else self._ends(totals, bid.outcome)
        cards = len(mind.view.hand) - bid.spent
        worth = 0.0
        for outcome, part in ends.items():
            worth += part * (self._worth_of(self._chance(outcome, cards), bid) + self._beside(outcome))
        if mind.skill.hides and mind.dangers and not mind.board.exposed[mind.me]:
            worth -= mind.skill.hides * self._gives_away(bid)
        return worth

    def _worth_of(self, chance: float, bid: Bid) -> float:
        """Return what a chance is worth with the hand that a bid leaves."""
        mind = self._mind
        return mind.worth(chance, mind.held - bid.total, mind.calls - bid.ends)

    def _chance(self, outcome: int, cards: int) -> float:
        """Return one's chance after an outcome, with so many cards left."""
        known = self._chances.get((outcome, cards))
        if known is None:
            known = self._chances[outcome, cards] = self._mind.chance(self.at_stake.outcomes[outcome], cards)
        return known

    def _beside(self, outcome: int) -> float:
        """Return what an outcome is worth beside the points, for the effect."""
        if outcome == self._mind.me:
            return self._perk
        return 0.0 if outcome == self.at_stake.nobody else -self._threat

    def _likes(self, outcome: int) -> float:
        """Return what an outcome is worth with the hand as it is."""
        mind = self._mind
        chance = self._chance(outcome, len(mind.view.hand))
        return mind.worth(chance, mind.held, mind.calls) + self._beside(outcome)

    def _dreaded(self) -> float:
        """Return what it costs if somebody else takes an event that accuses."""
        mind = self._mind
        if not (mind.skill.hides and mind.study.accuses[self._event.number - 1]) or mind.board.exposed[mind.me]:
            return 0.0
        return 0.2 * mind.suspected(mind.hints[mind.me]) / (len(self._totals) - 1)

    def _gives_away(self, bid: Bid) -> float:
        """Return by how much a bid makes others surer who one is, the more the oftener they can still accuse."""
        mind, passed = self._mind, isinstance(bid.action, Pass)
        key = (bid.outcome, passed)
        if key not in self._tells:
            told = bid_tells(
                self.at_stake, mind.me, self._leads, bid.outcome, passed=passed, keenness=mind.skill.keenness
            )
            self._tells[key] = mind.suspected(both(mind.hints[mind.me], told)) * min(1.0, mind.dangers / 4)
        return self._tells[key]

    # What the others will do

    def _ends(self, totals: tuple[int, ...], leads: int) -> dict[int, float]:
        """Return who takes the event, and how likely, where all later players may still answer."""
        nobody = self.at_stake.nobody
        chances = {leads: 1.0}
        tops = {leads: 0 if leads == nobody else totals[leads]}
        for seat in self._rest:
            can_lay = self._mind.study.can_lay(self._mind.board.hands[seat])
            wishes = self._wishes[seat]
            after: dict[int, float] = {}
            heights: dict[int, int] = {}
            for now, part in chances.items():
                top, answers, whole = tops[now], [(now, 1.0)], 1.0
                for outcome, wish in wishes[now] or self._wanted(seat, now):
                    need = top - totals[outcome] + 1
                    if need < len(can_lay):
                        weight = wish * can_lay[need] / (PRICE * (need + _SURE))
                        whole += weight
                        answers.append((outcome, weight))
                for outcome, weight in answers:
                    height = top if outcome == now else top + 2
                    if outcome in after:
                        after[outcome] += part * weight / whole
                        heights[outcome] = max(height, heights[outcome])
                    else:
                        after[outcome], heights[outcome] = part * weight / whole, height
            chances, tops = after, heights
        return chances

    def _wanted(self, seat: int, now: int) -> list[tuple[int, float]]:
        """Return which outcomes a later player likes better than the present one, and by how much."""
        known = self._wishes[seat][now]
        if known is None:
            bars_self = Rule.GIFT_ONLY in self._mind.board.rules
            plans = self._planned(seat)
            known = self._wishes[seat][now] = []
            for outcome in self._seats:
                if outcome != now and not (bars_self and outcome == seat):
                    wish = sum([part * max(0.0, likes[outcome] - likes[now]) for part, likes in plans])
                    if wish > 0.0:
                        known.append((outcome, wish))
        return known

    def _planned(self, seat: int) -> list[tuple[float, list[float]]]:
        """Return who a later player may be, how likely, and how that person likes each outcome."""
        plans = self._plans.get(seat)
        if plans is None:
            belief, at_stake = self._mind.belief, self.at_stake
            plans = self._plans[seat] = []
            for person in range(len(PERSONS)):
                part = belief.who(seat, person)
                if part > 0.0:
                    places = belief.places(seat, person)
                    likes = [0.0] * (at_stake.nobody + 1)
                    likes[seat] = self._others_perk
                    for haruhi, share in places:
                        for outcome, chance in enumerate(at_stake.chances(person, seat, haruhi)):
                            likes[outcome] += share * chance
                    plans.append((part, likes))
        return plans

    # Why

    def _why(self, bid: Bid) -> Reason:
        mind = self._mind
        chance = self._chance(bid.outcome, len(mind.view.hand) - bid.spent)
        now = percent(mind.odds(chance, mind.held - bid.total, mind.calls - bid.ends))
        if isinstance(bid.action, Pass):
            return Reason.of("haruhi.thought.saves", event=mind.event(self._event), percent=now)
        if bid.outcome == self.at_stake.nobody:
            return Reason.of("haruhi.thought.aside", event=mind.event(self._event), percent=now)
        if bid.outcome == mind.me:
            return Reason.of("haruhi.thought.wants", event=mind.event(self._event), percent=now)
        words = seat_words(Seat(bid.outcome))
        return Reason.of("haruhi.thought.sends", event=mind.event(self._event), seat=words, percent=now)


def _perk(mind: Mind, event: EventCard) -> float:
    """Return what an event's effect is worth to oneself beside its points."""
    worth = 0.0
    for effect in mind.study.card_set.event(event).effects:
        match effect.op:
            case Op.ACCUSE:
                worth += max([0.0, *[0.5 * known - 0.3 for _, known in map(mind.belief.best, mind.hidden)]])
            case Op.DRAW | Op.STEAL:
                worth += mind.draws(max(1, effect.count))
            case _:
                worth += 0.01 if mind.rounds else 0.0
    return worth


def _perk_of_others(mind: Mind, event: EventCard) -> float:
    """Return what an event's effect may be worth to somebody of whom nothing is known."""
    effects = mind.study.card_set.event(event).effects
    return sum([mind.draws(effect.count) if effect.op is Op.DRAW else 0.02 for effect in effects])
