"""What was worked out of the pieces on a table, kept until somebody writes to them.

Scripts and legality ask the same questions of one table over and over: who stands where, what is
beside the enemy, which hexes are full. A table hardly changes between two answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

from wardesk.engine.types import Value

P = TypeVar("P")
S = TypeVar("S")
T = TypeVar("T")
Table = TypeVar("Table", bound="Laid")
Rest = ParamSpec("Rest")


class OnTable(dict[str, P]):
    """Pieces by id, with what was worked out of them.

    Only a `Draft` writes to one, and forgets before it does. Any other mapping of pieces remembers
    nothing, so whoever imagines a table makes a plain dict and always gets fresh answers.
    """

    __slots__ = ("known",)

    def __init__(self, pieces: Mapping[str, P]) -> None:
        super().__init__(pieces)
        self.known: dict[Any, Any] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy elsewhere works things out for itself."""
        return OnTable, (dict(self),)


def indexed(pieces: Mapping[str, P], make: Callable[[Mapping[str, P]], T]) -> T:
    """What *make* finds in *pieces*, worked out once. Nobody may write to it."""
    if type(pieces) is not OnTable:
        return make(pieces)
    # Asked for a hundred times an answer: no call that can be spared.
    known: dict[Any, Any] = pieces.known
    if make in known:
        return known[make]
    found = known[make] = make(pieces)  # pyright: ignore[reportUnknownArgumentType] - of P, as told
    return found


def remembered(
    function: Callable[Concatenate[S, Mapping[str, P], Rest], T],
) -> Callable[Concatenate[S, Mapping[str, P], Rest], T]:
    """*function* of a setting, pieces and hashable words, worked out once for the same.

    Nobody may write to what it gives, and it may look at nothing else.
    """

    @wraps(function)
    def found(setting: Any, pieces: Any, *rest: Any) -> Any:  # noqa: ANN401 - as *function*
        if type(pieces) is not OnTable:
            return cast("Any", function)(setting, pieces, *rest)
        known = pieces.known
        key = (function, id(setting), *rest)
        entry = known.get(key)
        if entry is None or entry[0] is not setting:  # kept with it, so that no id comes twice
            entry = known[key] = (setting, cast("Any", function)(setting, pieces, *rest))
        return entry[1]

    return cast("Any", found)


class Laid(Protocol):
    """A state, or a draft of one: what lies on the table, whatever is asked."""

    @property
    def pieces(self) -> Mapping[str, Any]:
        """By id."""
        ...

    @property
    def marks(self) -> Mapping[str, Value]:
        """By cell, edge or place."""
        ...

    @property
    def tracks(self) -> Mapping[str, int]:
        """By id."""
        ...


class _Scene:
    """What was worked out of pieces, marks and tracks together."""

    def __init__(self, setting: object, table: Laid) -> None:
        self.setting = setting
        self.marks, self.tracks = dict(table.marks), dict(table.tracks)
        self.kept: dict[Any, Any] = {}


def of_table(
    function: Callable[Concatenate[S, Table, Rest], T],
) -> Callable[Concatenate[S, Table, Rest], T]:
    """*function* of a setting, pieces, marks, tracks and hashable words, worked out once.

    Kept while nobody writes to these. (A draft's marks and tracks change in place, so they are
    compared by what is in them.) It looks at no cups, question or procedures, and nobody may write
    to what it gives.
    """

    @wraps(function)
    def found(setting: Any, table: Any, *rest: Any) -> Any:  # noqa: ANN401 - as *function*
        pieces = table.pieces
        if type(pieces) is not OnTable:
            return cast("Any", function)(setting, table, *rest)
        known: dict[Any, Any] = pieces.known
        scene: _Scene | None = known.get(_Scene)
        if (
            scene is None
            or scene.setting is not setting
            or scene.marks != table.marks
            or scene.tracks != table.tracks
        ):
            scene = known[_Scene] = _Scene(setting, table)
        key = (function, *rest)
        if key in scene.kept:
            return scene.kept[key]
        made = scene.kept[key] = cast("Any", function)(setting, table, *rest)
        return made

    return cast("Any", found)
