"""What the desk of a game without advice says to all who ask for some; the rest of a desk is the game's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from game.core import Beat, Reason

if TYPE_CHECKING:
    from game.record import Record
    from scenes.after.review import Reviewed
    from scenes.table.hints import Hint


class Unadvised:
    """A desk's answers where nobody may be helped; `unadvised` is the key of the reason."""

    unadvised: ClassVar[str]

    def remember(self, memory: None, beat: Beat[Any, Any]) -> None:
        """Remember nothing: there is nobody to advise."""

    def advise(
        self,
        view: Any,  # noqa: ANN401, ARG002 - a protocol's
        memory: None,  # noqa: ARG002 - a protocol's
        seed: int,  # noqa: ARG002 - a protocol's
        stop: Callable[[], bool],  # noqa: ARG002 - a protocol's
    ) -> Iterator[tuple[Hint, ...]]:
        """Yield no hints."""
        return iter(())

    def no_advice(self, view: Any) -> Reason | None:  # noqa: ANN401, ARG002 - a protocol's
        """Return why there are no hints."""
        return Reason.of(self.unadvised)

    def aid(self, view: Any) -> Reason | None:  # noqa: ANN401, ARG002 - a protocol's
        """Return None: the table's options allow no help."""
        return None

    def proof(self, view: Any, memory: None, stop: Callable[[], bool]) -> Reason | None:  # noqa: ANN401, ARG002 - a protocol's
        """Return None: there is no losing before the end."""
        return None

    def review(self, record: Record, stop: Callable[[], bool]) -> Iterator[Reviewed]:  # noqa: ARG002 - a protocol's
        """Yield no review."""
        return iter(())
