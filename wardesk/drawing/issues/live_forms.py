"""The forms of questions that live issues ask: of cells, of sides, of names, of the whole map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from msgspec import Struct

from wardesk.drawing.document import MapDocument
from wardesk.drawing.issues.features import warning
from wardesk.drawing.issues.whole_map import Issue
from wardesk.drawing.neighbourhood import Pair
from wardesk.model.needs import GameNeeds
from wardesk.words import say

Whole = Callable[[MapDocument, GameNeeds | None], Iterable[Issue]]


class PerCell(Struct, frozen=True):
    """A question about single cells; an issue names its cell first."""

    ask: Callable[[MapDocument, Iterable[str], GameNeeds | None], Iterator[Issue]]


class PerSide(Struct, frozen=True):
    """A question about single sides; an issue names the two cells first."""

    ask: Callable[[MapDocument, Iterable[Pair], GameNeeds | None], Iterator[Issue]]


class NamesInUse:
    """Who is called what, so that a new name is compared with its like only."""

    def __init__(self) -> None:
        self._called: dict[str, str] = {}
        self._who: dict[str, set[str]] = {}

    def update(
        self, document: MapDocument, cells: frozenset[str] | None
    ) -> Iterator[tuple[str, list[Issue]]]:
        """The cells whose issues differ now, with these issues."""
        touched: set[str] = set()
        names: set[str] = set()
        for name in document.cells if cells is None else cells:
            before, now = self._called.get(name, ""), _called(document, name)
            if before == now:
                continue
            names |= {before, now} - {""}
            touched.add(name)
            self._who.get(before, set()).discard(name)
            if now:
                self._called[name] = now
                self._who.setdefault(now, set()).add(name)
            else:
                self._called.pop(name, None)
        touched |= {other for called in names for other in self._who.get(called, ())}
        for name in touched:
            yield name, list(self._issues(document, name))

    def _issues(self, document: MapDocument, name: str) -> Iterator[Issue]:
        called = self._called.get(name, "")
        count = len(self._who.get(called, ()))
        if called and count > 1:
            text = say(
                "{count} cells are called “{called!s}”; {name!s} is one of them.",
                count=count,
                called=called,
                name=name,
            )
            yield warning("cell-name-twice", (name,), text, document.cells[name].anchor)


class KnownForms(Struct, frozen=True):
    """What is known already, and cannot change without a look at everything."""

    found: list[Issue]

    def __call__(self, document: MapDocument, needs: GameNeeds | None) -> list[Issue]:
        """The same issues as ever."""
        del document, needs
        return self.found


Check: TypeAlias = PerCell | PerSide | NamesInUse | Whole


def _called(document: MapDocument, name: str) -> str:
    """The name of a cell that has one of its own."""
    cell = document.cells.get(name)
    return cell.name.strip() if cell is not None and cell.name != name else ""
