"""The solver of Deck Defence: never a wrong answer, lines that can be played, and limits that are kept."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.core import Outcome
from game.deck_defence import solver_costs, solver_search
from game.deck_defence.public import Action, Explore, Reorder
from game.deck_defence.rules import DeckDefence, State
from game.deck_defence.solver import SLICE, Solution, Solver
from game.deck_defence.solver_costs import Habits
from game.deck_defence.solver_deal import Deal
from game.deck_defence.solver_exact import Exact, ask
from game.deck_defence.solver_flow import Flow
from game.deck_defence.solver_search import Question
from game.deck_defence.solver_tables import HAND, PACK, REVEAL, SET_BITS, STACKS
from tests.rules.positions import position

GAME = DeckDefence()
VECTORS = Path(__file__).parents[1] / "golden" / "vectors"
DEALS: list[dict[str, Any]] = json.loads((VECTORS / "deck_defence_solved.json").read_text("utf-8"))["deals"]
PLAYOUTS: list[dict[str, Any]] = json.loads((VECTORS / "deck_defence_playouts.json").read_text("utf-8"))["playouts"]
HARD = {33, 66, 97, 151, 171, 175, 212, 218, 225, 265, 274, 280, 327, 444, 545, 719, 997}
"""Deals that need more than `EASY` positions to be proved, by seed."""
LONGEST = 66
"""Its proof takes too long even for a process of its own; `build/bench_solver.py --vectors 66` makes it."""
EASY = 25_000
"""Positions searched for a deal; about half a second for the longest."""


def _start(deal: str, rules: str = "web") -> State:
    options: dict[str, bool | str] = {"rules": rules, "open_discards": False, "show_budget": False}
    return GAME.start(GAME.chance(deal), 1, options).state


def _end(state: State, line: tuple[Action, ...]) -> Outcome | None:
    for action in line:
        state = GAME.apply(state, action).state
    return GAME.outcome(state)


def _check_line(state: State, solution: Solution) -> None:
    """The line wins with the score that the solution states, by the rules themselves."""
    if solution.best is None:
        assert solution.line == ()
        return
    outcome = _end(state, solution.line)
    assert outcome is not None
    assert outcome.winners
    assert outcome.scores == (solution.best,)


def _check_bounds(solution: Solution, best: int | None) -> None:
    """Whatever the solution says is true of a position whose best score is known."""
    truth = -1 if best is None else best
    found = -1 if solution.best is None else solution.best
    most = -1 if solution.most is None else solution.most
    assert found <= truth <= most
    assert solution.winnable in (None, best is not None)
    assert (solution.winnable is True) == (solution.best is not None)


@pytest.fixture(scope="module")
def solver() -> Solver:
    """One solver for all tests here, as in the program."""
    return Solver()


# The vectors


def _named(deals: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(deal, id=f"deal {deal['seed']}") for deal in deals]


@pytest.mark.parametrize("deal", _named([deal for deal in DEALS if deal["seed"] not in HARD]))
def test_a_vector_is_settled(deal: dict[str, Any], solver: Solver) -> None:
    """Winnable and best of a solved deal are proved, and the line reaches the best score by the rules."""
    state = _start(deal["deal"])
    solution = solver.solve(state, nodes=EASY)
    assert solution.proved
    assert solution.best == solution.most == deal["best"]
    assert solution.winnable == deal["winnable"]
    _check_line(state, solution)


def test_the_hard_vectors_are_settled() -> None:
    """As above, in a process whose lines nobody counts: it takes a minute."""
    script = Path(__file__).parents[2] / "build" / "bench_solver.py"
    seeds = [str(seed) for seed in sorted(HARD - {LONGEST})]
    ran = subprocess.run([sys.executable, script, "--vectors", *seeds], capture_output=True, text=True, check=False)
    *each, summary = [json.loads(line) for line in ran.stdout.splitlines()]
    assert summary == {"vectors": len(seeds), "unproved": [], "wrong": []}
    assert [str(one["seed"]) for one in each if one["agrees"]] == seeds
    assert ran.returncode == 0


@pytest.mark.parametrize("deal", _named([deal for deal in DEALS if deal["seed"] in HARD]))
def test_a_hard_vector_is_not_contradicted(deal: dict[str, Any], solver: Solver) -> None:
    """With a search that ends early nothing false is said of the start."""
    state = _start(deal["deal"])
    for solution in (solver.solve(state, nodes=4_000), solver.winnable(state, nodes=4_000)):
        _check_bounds(solution, deal["best"])
        _check_line(state, solution)


@pytest.mark.parametrize("deal", _named([deal for deal in DEALS if deal["seed"] in HARD and deal["line"]]))
def test_a_hard_vector_is_settled_from_the_middle_of_its_line(deal: dict[str, Any], solver: Solver) -> None:
    """On a line that reaches the best score, every position has that best score: proved from the middle and later."""
    state = _start(deal["deal"])
    actions = deal["line"].split()
    for number, text in enumerate(actions):
        if number in (len(actions) // 2, 2 * len(actions) // 3):
            solution = solver.solve(state)
            assert solution.proved
            assert solution.best == deal["best"]
            _check_line(state, solution)
        state = GAME.apply(state, GAME.decode(text)).state


@pytest.mark.parametrize("playout", [playout for playout in PLAYOUTS if playout["result"] == "won"][:60])
def test_a_won_game_is_a_lower_bound(playout: dict[str, Any], solver: Solver) -> None:
    """What was reached in a transcript is not refuted, at the start and in the middle of it."""
    state = _start(playout["deal"])
    actions = playout["actions"].split()
    for number, text in enumerate(actions):
        if number in (0, len(actions) // 2):
            solution = solver.solve(state, nodes=500)
            assert solution.most is not None
            assert solution.most >= playout["score"]
            _check_line(state, solution)
        state = GAME.apply(state, GAME.decode(text)).state


# Against a search without any cleverness


def _alike(state: State) -> object:
    """Return the same for positions that differ only by the spaces of an area (4.5) or the order of the discard."""
    areas = state.areas
    rows = [tuple(sorted(map(str, row))) for row in (areas.main, areas.occupied, areas.reveal, state.discard)]
    return tuple(rows), tuple(sorted(str(stack) for stack in areas.hand)), state.deck, state.looked


def _exhaustive(state: State, limit: int) -> int | None:
    """Return the best score by the rules alone (-1 lost), or None where that takes more than `limit` positions."""
    known: dict[object, int] = {}

    def best(at: State) -> int:
        key = _alike(at)
        if key in known:
            return known[key]
        if len(known) > limit:
            raise OverflowError
        outcome = GAME.outcome(at)
        if outcome is not None:
            found = outcome.scores[0] if outcome.winners else -1
        else:
            found = max(best(GAME.apply(at, action).state) for action in at.legal)
        known[key] = found
        return found

    try:
        return best(state)
    except OverflowError:
        return None


@cache
def _late_positions(rules: str) -> tuple[tuple[State, int], ...]:
    """Return positions from the last third of games played by good luck, with their best scores."""
    picks, found = Random(5), []
    solver = Solver()
    for number in range(1, 45):
        state = _start(str(number), rules)
        line = solver.winnable(state, nodes=2_000).line
        for action in line[: max(len(line) - picks.randrange(3, 10), 0)]:
            state = GAME.apply(state, action).state
        for _ in range(picks.randrange(3)):
            if state.legal:
                state = GAME.apply(state, picks.choice(state.legal)).state
        best = _exhaustive(state, 300)
        if best is not None:
            found.append((state, best))
    return tuple(found)


@pytest.mark.parametrize("rules", ["web", "remake"])
def test_late_positions_agree_with_a_plain_search(rules: str, solver: Solver) -> None:
    """Best score, winnable, and each single score: by exhaustive play through the rules, for both rule sets."""
    positions = _late_positions(rules)
    assert len(positions) > 6
    assert len({best for _, best in positions}) > 1
    for state, best in positions:
        solution = solver.solve(state)
        assert solution.proved
        _check_bounds(solution, None if best < 0 else best)
        assert (-1 if solution.best is None else solution.best) == best
        _check_line(state, solution)
        assert solver.winnable(state).winnable == (best >= 0)
        for score in range(10):
            answer = solver.reaches(state, score)
            assert answer.proved
            assert (answer.best is not None and answer.best >= score) == (score <= best)
            _check_line(state, answer)


def test_late_positions_are_solved_with_care_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test that long searches make of every position rules out none that matters."""
    monkeypatch.setattr(solver_search, "CAREFUL", 0)
    monkeypatch.setattr(solver_search, "SPARE", 15)
    solver = Solver()
    for rules in ("web", "remake"):
        for state, best in _late_positions(rules):
            assert solver.solve(state).best == (None if best < 0 else best)


# Without anything to waste


def _lines() -> list[tuple[str, str, int]]:
    """Return deals with a line that wins and its score, found by others: the best, and some that waste much."""
    solved = [(deal["deal"], deal["line"], deal["best"]) for deal in DEALS if deal["line"]]
    return solved + [(game["deal"], game["actions"], game["score"]) for game in PLAYOUTS if game["result"] == "won"]


def test_no_position_of_a_line_that_wins_is_ruled_out() -> None:
    """What the test of `Flow.leads` calls necessary is so on every line, for its score and for less."""
    asked = 0
    for number, (deal, line, score) in enumerate(_lines()):
        state = _start(deal)
        flows = [Flow(Deal(state), least) for least in {score, max(score - 2, 0)}]
        deck = len(state.deck)
        for count, text in enumerate(line.split()):
            if count % 3 == number % 3:
                node, drawn = Deal(state).root, deck - len(state.deck)
                window = drawn if node >> REVEAL & SET_BITS else 0
                assert all(flow.leads(node >> HAND, drawn, window) for flow in flows)
                asked += 1
            state = GAME.apply(state, GAME.decode(text)).state
    assert asked > 2000


@pytest.mark.parametrize("rules", ["web", "remake"])
def test_the_smaller_game_agrees_with_the_whole_one(rules: str) -> None:
    """Where nothing can be wasted, `Exact` and `Question` find the same, on good ways and off them."""
    picks, habits = Random(7), Habits()
    answers = {True: 0, False: 0}
    for number in range(1, 60):
        state = _start(str(number), rules)
        for _ in range(picks.randrange(18)):
            quiet = [action for action in state.legal if not isinstance(action, Explore)]
            state = GAME.apply(state, picks.choice(quiet)).state if quiet else state
        deal = Deal(state)
        whole, smaller = Question(deal, habits, 9), ask(deal, habits, 9)
        assert isinstance(smaller, Exact) == (whole.answer is None)
        for question in (whole, smaller):
            if question.answer is None:
                question.run(800)
        if whole.answer is not None and smaller.answer is not None:
            assert whole.answer == smaller.answer
            answers[whole.answer] += 1
            assert not whole.answer or whole.score == smaller.score == 9
    assert min(answers.values()) > 5


# The remake


@pytest.mark.parametrize("number", range(1, 13))
def test_lines_of_the_remake_can_be_played(number: int, solver: Solver) -> None:
    """Section 6: every exploring is followed by putting back, in the order in which the line then draws."""
    state = _start(str(number), "remake")
    solution = solver.solve(state, nodes=3_000)
    _check_line(state, solution)
    assert not any(isinstance(action, Reorder) for action in solution.line[:1])


def test_cards_looked_at_can_be_put_back_in_the_best_order(solver: Solver) -> None:
    """Section 6: a position in the middle of exploring is solved as well."""
    picks, looking = Random(3), 0
    for number in range(1, 40):
        state = _start(str(number), "remake")
        while state.legal and not state.looked and picks.random() > 0.02:
            explores = [action for action in state.legal if isinstance(action, Explore)]
            state = GAME.apply(state, picks.choice(explores or state.legal)).state
        solution = solver.winnable(state, nodes=400)
        _check_line(state, solution)
        looking += bool(state.looked and solution.line)
    assert looking > 3


# Limits


def _hard() -> State:
    return _start(next(deal["deal"] for deal in DEALS if deal["seed"] == 545))


@pytest.mark.parametrize("nodes", [0, 1, 100, 777])
def test_no_more_positions_are_searched_than_allowed(nodes: int, solver: Solver) -> None:
    """The cap on positions holds exactly; what is open then says so."""
    solution = solver.solve(_hard(), nodes=nodes)
    assert solution.nodes == nodes
    assert not solution.proved
    _check_bounds(solution, 3)


def test_with_no_search_at_all_nothing_is_claimed(solver: Solver) -> None:
    """Unknown is an answer."""
    solution = solver.solve(_hard(), nodes=0)
    assert (solution.winnable, solution.best, solution.line) == (None, None, ())


def test_memory_is_bounded(solver: Solver) -> None:
    """The cap on positions kept in mind ends the search within a slice."""
    lost = _start(next(deal["deal"] for deal in DEALS if deal["seed"] == 66))
    solution = solver.reaches(lost, 0, table=3_000)
    assert not solution.proved
    assert solution.nodes <= 3_000 + SLICE


def test_a_search_can_be_stopped(solver: Solver) -> None:
    """`stop` is asked again and again, and obeyed."""
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 20

    solution = solver.solve(_hard(), stop=stop)
    assert asked == 21
    assert not solution.proved
    assert solution.nodes <= 20 * SLICE
    _check_bounds(solution, 3)


def test_a_solver_forgets_what_grows_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no memory for hands to speak of it finds the same."""
    monkeypatch.setattr(solver_costs, "MEMO", 10)
    for deal in DEALS[:5]:
        _check_bounds(Solver().solve(_start(deal["deal"]), nodes=2_000), deal["best"])


def test_the_same_question_has_the_same_answer(solver: Solver) -> None:
    """What was asked before changes neither the answer nor the line."""
    state = _start(DEALS[0]["deal"])
    assert solver.solve(state, nodes=3_000) == Solver().solve(state, nodes=3_000)


# Ends and odd positions


def test_a_finished_game_is_known_without_a_search(solver: Solver) -> None:
    """Won with its score, or lost."""
    deal = next(deal for deal in DEALS if deal["best"] == 8)
    state = _start(deal["deal"])
    for text in deal["line"].split():
        state = GAME.apply(state, GAME.decode(text)).state
    assert solver.solve(state) == Solution(True, 8, 8, proved=True, line=(), nodes=0)
    lost = next(playout for playout in PLAYOUTS if playout["result"] == "lost")
    state = _start(lost["deal"])
    for text in lost["actions"].split():
        state = GAME.apply(state, GAME.decode(text)).state
    solution = solver.solve(state)
    assert (solution.winnable, solution.best, solution.most, solution.proved) == (False, None, None, True)


def test_a_score_out_of_reach_is_refuted_at_once(solver: Solver) -> None:
    """Ruling 5.4: nothing above 9."""
    solution = solver.reaches(_start(DEALS[0]["deal"]), 10)
    assert solution.proved
    assert solution.nodes == 0
    assert solution.best is None


def test_a_position_of_other_cards_is_refused(solver: Solver) -> None:
    """The bounds rest on the 36 cards."""
    with pytest.raises(ValueError, match="36"):
        solver.solve(position("S1 -- --"))


# The tables


def test_there_are_280_hand_stacks() -> None:
    """As the study counted them: up to three allies, each kindred to the one below."""
    assert len(STACKS) == len(set(STACKS)) == 280


def test_the_packing_bound_of_a_fresh_suit_is_three() -> None:
    """Ruling 5.4: 18 ranks less 5 for each of three enemies; and nothing is left when a suit cannot be packed."""
    assert PACK[0] == 3
    assert PACK[0b00_11_11_11] < 0
    assert PACK[0b11_00_00_00] == 18
