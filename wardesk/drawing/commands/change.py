"""What a command changes in a document, with its exact inverse, and what kinds of things those are.

A `DocumentDraft` collects new values beside the document; nothing is touched until its
`DocumentChange` goes
forward. So a command that is refused half-way has changed nothing.
"""

from __future__ import annotations

import copy
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from wardesk.drawing.document import MapDocument
from wardesk.geometry.borders.topology import Network

Kind = Literal[
    "terrain",
    "properties",
    "elevation",
    "names",
    "cells",
    "geometry",
    "sides",
    "lines",
    "labels",
    "zones",
    "adjacency",
    "grid",
    "palette",
    "look",
    "underlays",
    "layers",
    "map",
]
"""What canvas and panels have to look at again; ``map`` is title and provenance.

``layers`` is what people set of layers: eye, lock, opacity.
"""
Table = Literal["nodes", "edges", "faces", "cells", "sides", "high"]
TABLES: tuple[Table, ...] = ("nodes", "edges", "faces", "cells", "sides", "high")


class TablePatch(Struct, frozen=True):
    """The difference of one table. Places of *removed* rows are kept: order is part of a map."""

    replaced: tuple[tuple[Any, Any, Any], ...] = ()
    """Key, value before, value after."""
    added: tuple[tuple[Any, Any], ...] = ()
    removed: tuple[tuple[int, Any, Any], ...] = ()
    """Place before, key, value; in ascending order."""

    def forward(self, rows: dict[Any, Any]) -> None:
        """Make the change in *rows*."""
        for _, key, _ in self.removed:
            del rows[key]
        rows.update({key: after for key, _, after in self.replaced})
        rows.update(self.added)

    def backward(self, rows: dict[Any, Any]) -> None:
        """Take the change back; *rows* are exactly as before, their order too."""
        for key, _ in self.added:
            del rows[key]
        rows.update({key: before for key, before, _ in self.replaced})
        if self.removed:
            items = list(rows.items())
            for place, key, value in self.removed:
                items.insert(place, (key, value))
            rows.clear()
            rows.update(items)


class DocumentChange(Struct, frozen=True):
    """One finished change. *cells* are the cells it concerns, for repainting and checking."""

    title: str
    kinds: frozenset[Kind]
    cells: frozenset[str] = frozenset()
    tables: Mapping[Table, TablePatch] = {}
    fields: Mapping[str, tuple[Any, Any]] = {}
    """Whole fields of the document: value before and after."""

    @property
    def is_empty(self) -> bool:
        """Whether the document stays as it is."""
        return not self.tables and not self.fields

    def forward(self, document: MapDocument) -> None:
        """Make the change; *document* must be as it was when the change was planned."""
        for name, (_, after) in self.fields.items():
            setattr(document, name, copy.copy(after))
        for name, patch in self.tables.items():
            patch.forward(getattr(document, name))

    def backward(self, document: MapDocument) -> None:
        """Take the change back; *document* must be as `forward` left it."""
        for name, patch in self.tables.items():
            patch.backward(getattr(document, name))
        for name, (before, _) in self.fields.items():
            setattr(document, name, copy.copy(before))


def together(changes: Sequence[DocumentChange]) -> DocumentChange:
    """What several changes touch, as one with the title of the first; it is not to be done."""
    patches: dict[Table, list[TablePatch]] = {}
    fields: dict[str, tuple[Any, Any]] = {}
    for change in changes:
        for name, patch in change.tables.items():
            patches.setdefault(name, []).append(patch)
        for name, (before, after) in change.fields.items():
            fields[name] = (fields[name][0] if name in fields else before, after)
    return DocumentChange(
        changes[0].title,
        frozenset(kind for change in changes for kind in change.kinds),
        frozenset(cell for change in changes for cell in change.cells),
        {
            name: TablePatch(
                tuple(row for patch in rows for row in patch.replaced),
                tuple(row for patch in rows for row in patch.added),
                tuple(row for patch in rows for row in patch.removed),
            )
            for name, rows in patches.items()
        },
        fields,
    )


class DocumentDraft:
    """New values for a document, collected beside it."""

    def __init__(self, document: MapDocument) -> None:
        self.document = document
        self.cells: set[str] = set()
        """The cells concerned."""
        self._puts: dict[Table, dict[Hashable, Any]] = {}
        self._drops: dict[Table, set[Hashable]] = {}
        self._fields: dict[str, Any] = {}

    def put(self, table: Table, key: Hashable, value: object) -> None:
        """Set one row; new rows go to the end."""
        if table == "cells":
            self.cells.add(str(key))
        if table in self._fields:
            self._fields[table][key] = value
            return
        self._puts.setdefault(table, {})[key] = value
        self._drops.get(table, set()).discard(key)

    def drop(self, table: Table, key: Hashable) -> None:
        """Take one row away."""
        if table == "cells":
            self.cells.add(str(key))
        if table in self._fields:
            self._fields[table].pop(key, None)
            return
        self._drops.setdefault(table, set()).add(key)
        self._puts.get(table, {}).pop(key, None)

    def set(self, name: str, value: object) -> None:
        """Set a whole field; later rows of a table go into *value*, which is the draft's then."""
        self._fields[name] = value

    def get(self, table: Table, key: Hashable) -> Any:  # noqa: ANN401 - the type is the table's
        """The drafted row, else the document's; None if there is none."""
        if table in self._fields:
            return self._fields[table].get(key)
        if key in self._drops.get(table, ()):
            return None
        drafted = self._puts.get(table, {})
        return drafted[key] if key in drafted else getattr(self.document, table).get(key)

    def preview(self) -> MapDocument:
        """A document as it will be, for questions only; it shares what does not change."""
        found = copy.copy(self.document)
        for table in {*self._puts, *self._drops}:
            setattr(found, table, dict(getattr(found, table)))
        self.change("", ()).forward(found)
        return found

    def now(self, name: str) -> Any:  # noqa: ANN401 - the type is that of the document's field
        """The value a field will have: the drafted one, else the document's."""
        return self._fields.get(name, getattr(self.document, name))

    def put_network(self, network: Network) -> None:
        """Take over what differs in *network*."""
        self._put_rows("nodes", network.nodes)
        self._put_rows("edges", network.edges)
        self._put_rows("faces", network.faces)

    def change(self, title: str, kinds: Iterable[Kind]) -> DocumentChange:
        """The finished change; rows and fields that stay the same are left out."""
        told = {*self._puts, *self._drops}
        patches: list[tuple[Table, TablePatch]] = [(t, self._patch(t)) for t in TABLES if t in told]
        fields = {
            name: (getattr(self.document, name), value) for name, value in self._fields.items()
        }
        return DocumentChange(
            title,
            frozenset(kinds),
            frozenset(self.cells),
            {name: patch for name, patch in patches if patch != TablePatch()},
            {name: pair for name, pair in fields.items() if not _same(*pair)},
        )

    def _put_rows(self, table: Table, rows: Mapping[Any, Any]) -> None:
        old: Mapping[Any, Any] = getattr(self.document, table)
        for key, value in rows.items():
            was = old.get(key)
            if was is not value and (was is None or was != value):
                self.put(table, key, value)
        for key in old:
            if key not in rows:
                self.drop(table, key)

    def _patch(self, table: Table) -> TablePatch:
        old: Mapping[Any, Any] = getattr(self.document, table)
        puts, drops = self._puts.get(table, {}), self._drops.get(table, set())
        gone = {key for key in drops if key in old}
        return TablePatch(
            replaced=tuple(
                (key, old[key], value)
                for key, value in puts.items()
                if key in old and not _same(old[key], value)
            ),
            added=tuple((key, value) for key, value in puts.items() if key not in old),
            removed=tuple(
                (place, key, value) for place, (key, value) in enumerate(old.items()) if key in gone
            )
            if gone
            else (),
        )


def _same(a: object, b: object) -> bool:
    """Equal in writing too: 1, 1.0 and True are equal in Python and different in a file.

    The order of rows counts as well.
    """
    return a == b and repr(a) == repr(b)
