"""Pictures of the lessons for `shots.py`: every step of each as it waits for the learner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from game.catalogue import GAMES, find
from scenes.app import Program
from scenes.scene import Back, Learn
from scenes.table.lesson import LEARNER
from scenes.table.lesson_table import LessonTable

Take = Callable[[Program, str], None]

_MOST = 3000
"""Frames within which a lesson ends."""


def pictures(program: Program, take: Take) -> None:
    """Take the pictures, at a program that stands at its shelf."""
    kit = program.kit
    kit.preferences = replace(kit.preferences, speed="off", stay="short", pace="off")
    for game in GAMES:
        program.obey(Learn(game))
        _course(program, take, game)
        program.obey(Back())


def _course(program: Program, take: Take, game: str) -> None:
    """Do what the lesson says, a picture before each thing."""
    taken = 0
    for _ in range(_MOST):
        program.frame([], 0.1)
        scene = program.stack[-1]
        assert isinstance(scene, LessonTable)
        tutor, turn = scene.tutor, scene.match.chair.standing().turn
        if tutor.step is None or tutor.watching or scene._showing.busy or not (tutor.reads or turn == LEARNER):
            continue
        program.frame([], 0.1)
        taken += 1
        take(program, f"lesson-{game}-{taken:02}")
        if tutor.last:
            return
        if tutor.task is None:
            tutor.go_on()
        elif tutor.task.actions:
            legal = {find(game).encode(action): action for action in scene.match.chair.view().legal}
            scene._choosing.follow(next(legal[text] for text in tutor.task.actions if text in legal))
        else:
            scene._choosing.choose(tutor.task.spots[0])
