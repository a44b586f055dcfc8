"""The computer players of 涼宮ハルヒの贈殖: what they remember of what they see, and how they decide.

They know their own View, the beats of their chair, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from game.bots.core import Decision, Level, Stop
from game.bots.haruhi_belief import Hint, accusing_tells, added, bid_tells, change_tells, no_hints
from game.bots.haruhi_bidding import Auction
from game.bots.haruhi_effects import Deeds
from game.bots.haruhi_mind import Choice, Mind, Notes, Skill
from game.bots.haruhi_sight import Move, Standing, leader, moved, sight, stakes, standing
from game.bots.haruhi_study import study
from game.core import Beat, Seat
from game.haruhi.notices import (
    Accused,
    EventClaimed,
    EventsHandedOut,
    Given,
    Laid,
    Notice,
    Passed,
    Passing,
    SosLaid,
    Swapped,
)
from game.haruhi.public import Accuse, Action, Board, Phase, View
from game.rng import Random

SKILLS: Mapping[Level, Skill] = {
    Level.EASY: Skill(
        futures=10,
        keenness=0.0,
        foresees=False,
        farsighted=False,
        hides=0.0,
        doubt=0.8,
        timid=True,
        caution=0.1,
    ),
    Level.MEDIUM: Skill(
        futures=48,
        keenness=4.0,
        foresees=True,
        farsighted=False,
        hides=0.0,
        doubt=0.08,
        timid=False,
        caution=0.02,
    ),
    Level.STRONG: Skill(
        futures=48,
        keenness=8.0,
        foresees=True,
        farsighted=True,
        hides=0.03,
        doubt=0.0,
        timid=False,
        caution=0.0,
    ),
}


class HaruhiBrain:
    """A player of one level; implements `core.Brain`.

    How it hands out the events of an accused is one of the ways that the rules take (`choices.why_not`), but where
    there are very many of them, not always one of those that `View.legal` lists.
    """

    def __init__(self, level: Level, skill: Skill | None = None) -> None:
        self.level = level
        self._skill = skill or SKILLS[level]

    def begin(self, view: View, random: Random) -> Notes:  # noqa: ARG002 - it forgets nothing
        """Return what is known by the first View."""
        known, board = study(view.board.card_set), view.board
        return Notes(known, board, standing(known, board), no_hints(len(board.hands)))

    def see(self, notes: Notes, beat: Beat[View, Notice]) -> Notes:
        """Return the notes after a beat: how it stands now, and what the deed tells of who did it.

        What is taken back has been seen all the same.
        """
        board, hints = beat.view.board, notes.hints
        if self._skill.keenness and not beat.undone:
            for seat, hint in self._told(notes, beat.notices):
                hints = added(hints, seat, hint)
        goes_on = board.phase is Phase.AUCTION and board.event == notes.board.event
        stands = notes.stands if goes_on else standing(notes.study, board)
        return replace(notes, board=board, stands=stands, hints=hints)

    def choose(self, view: View, notes: Notes, random: Random, stop: Stop) -> Decision[Action]:
        """Return what seems best. Who has a doubtful mind errs a little in each of the choices."""
        mind = Mind(self._skill, view, notes)
        best = self._best(self._choices(mind, view.board, stop), random)
        why = best.why()
        return Decision(best.action, why if isinstance(best.action, Accuse) else mind.suspect(why))

    def _choices(self, mind: Mind, board: Board, stop: Stop) -> Iterable[Choice]:
        if board.event is not None:
            return Auction(mind, board.event).choices(stop)
        deeds = Deeds(mind)
        if board.phase is Phase.HAND_OUT and board.accused is not None:
            return [deeds.hand_out(board.accused)]
        return deeds.choices(stop)

    def _best(self, choices: Iterable[Choice], random: Random) -> Choice:
        """Return the choice of the greatest worth, the first of equals.

        Nobody errs by more than what is at stake: where nothing is, nothing is done for it.
        """
        known = list(choices)
        worths = [choice.worth for choice in known]
        doubt = min(self._skill.doubt, max(worths) - min(worths))
        if doubt:
            for place, choice in enumerate(known):
                error, random = random.below(1001)
                worths[place] += doubt * (error - 500) / 500
                if choice.daring and self._skill.timid:
                    worths[place] -= doubt
        return known[worths.index(max(worths))]

    # What deeds tell

    def _told(self, notes: Notes, notices: Iterable[Notice]) -> Iterable[tuple[Seat, Hint]]:
        """Yield whose deed it was, and what it tells."""
        board = notes.board
        for notice in notices:
            match notice:
                case Laid(seat, to, _, total):
                    after = to if total > board.top else leader(board.totals, board.since)
                    yield seat, self._bid(notes, seat, after)
                case SosLaid(seat, to):
                    yield seat, self._bid(notes, seat, leader(board.totals, board.since, to))
                case Passed(seat, Passing.WISH):
                    yield seat, self._bid(notes, seat, leader(board.totals, board.since), passed=True)
                case Accused(seat, _, person, _):
                    yield seat, accusing_tells(len(board.hands), person)
                case EventsHandedOut(seat, accused, moves):
                    yield seat, self._change(notes, seat, tuple([Move(event, accused, to) for event, to in moves]))
                case Swapped(seat, own, target, other):
                    yield seat, self._change(notes, seat, (Move(own, seat, target), Move(other, target, seat)))
                case Given(seat, target, event):
                    yield seat, self._change(notes, seat, (Move(event, seat, target),))
                case EventClaimed(seat, accuser, event):
                    yield seat, self._change(notes, seat, (Move(event, accuser, seat),))
                case _:
                    pass

    def _bid(self, notes: Notes, seat: Seat, after: int, *, passed: bool = False) -> Hint:
        board, skill = notes.board, self._skill
        assert board.event is not None
        at_stake = stakes(notes.study, notes.stands, board.event, board.doubled, skill.futures)
        before = leader(board.totals, board.since)
        return bid_tells(at_stake, seat, before, after, passed=passed, keenness=skill.keenness)

    def _change(self, notes: Notes, seat: Seat, moves: tuple[Move, ...]) -> Hint:
        """Return what a move of events tells."""
        skill, now = self._skill, notes.stands
        then: Standing = moved(notes.study, now, moves, notes.board.doubled)
        return change_tells(
            sight(notes.study, now, skill.futures), sight(notes.study, then, skill.futures), seat, skill.keenness
        )
