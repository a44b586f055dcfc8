"""A chair as the scenes know it: all that anything here sees of a table."""

from __future__ import annotations

from typing import Any, Protocol

from game.core import Beat, Seat
from game.table import Standing


class Seated(Protocol):
    """What the table scene needs of a chair; see `game.table.Chair`. Somebody who looks on has less than a player."""

    seat: Seat

    def standing(self) -> Standing:
        """Return how the table stands."""
        ...

    def view(self) -> Any:  # noqa: ANN401 - a game's own
        """Return what this seat may know now."""
        ...

    def beats(self, most: int | None = None) -> tuple[Beat[Any, Any], ...]:
        """Return what this seat has not been shown yet, at most so many beats of it."""
        ...

    def past(self) -> tuple[Beat[Any, Any], ...]:
        """Return what this seat has been shown already."""
        ...

    def submit(self, action: Any) -> None:  # noqa: ANN401 - a game's own
        """Carry out an action."""
        ...

    def undo(self) -> None:
        """Take the last action back."""
        ...

    def redo(self) -> None:
        """Do again what was taken back last."""
        ...

    def concede(self) -> None:
        """Give up."""
        ...

    def count_hint(self) -> None:
        """Note that advice was given."""
        ...

    def notes(self) -> str:
        """Return what this seat has written for itself."""
        ...

    def jot(self, notes: str) -> None:
        """Write for this seat alone, in place of what it wrote before."""
        ...

    def close(self) -> None:
        """Leave the seat: from now on the chair shows and does nothing."""
        ...
