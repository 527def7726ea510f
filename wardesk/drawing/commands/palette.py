"""Commands on the map's own palette, title and provenance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec.structs import replace

from wardesk.drawing.commands.change import DocumentChange, DocumentDraft
from wardesk.drawing.commands.checks import good_id, good_scalar, good_text, one_line
from wardesk.drawing.commands.command import Command
from wardesk.drawing.document import MapDocument
from wardesk.errors import UserError
from wardesk.geometry.sight.policy import SightPolicy
from wardesk.model.palette import BorderKind, LineKind, Palette, TerrainKind
from wardesk.words import say


class PutTerrainKind(Command, frozen=True):
    """Add a kind of ground to the palette, or change the one with this id."""

    kind: TerrainKind

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        return _put(document, "terrain", self.kind)


class PutBorderKind(Command, frozen=True):
    """Add a kind of border to the palette, or change the one with this id."""

    kind: BorderKind

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        strange = [one for one in self.kind.crosses if one not in document.palette.borders]
        if strange or self.kind.id in self.kind.crosses:
            named = ", ".join(strange) or self.kind.id
            raise UserError(say("A side cannot lead over {named!s}.", named=f"{named:.70}"))
        return _put(document, "borders", self.kind)


class PutLineKind(Command, frozen=True):
    """Add a kind of line to the palette, or change the one with this id."""

    kind: LineKind

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        return _put(document, "lines", self.kind)


class PutPalette(Command, frozen=True):
    """Give the map another palette: other figures, other sight rules, other kinds.

    No kind may be missing that something on the map is of.
    """

    palette: Palette

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        new = self.palette
        one_line(new.title, "A name")
        for among in ("terrain", "borders", "lines"):
            rows: Mapping[str, Any] = getattr(new, among)
            for key, kind in rows.items():
                if key != kind.id:
                    raise UserError(
                        say("The kind {kind!s} stands under {key!s}.", kind=kind.id, key=key)
                    )
                _check(kind)
            known: Mapping[str, Any] = getattr(document.palette, among)
            lost = _used(document, among) & known.keys() - rows.keys()
            if lost:
                text = say("The map still uses {self!s}.", self=min(lost))
                raise UserError(text, "Replace it first.")
        for kind in new.borders.values():
            if strange := [one for one in kind.crosses if one not in new.borders]:
                raise UserError(say("A side cannot lead over {named!s}.", named=strange[0]))
        draft = DocumentDraft(document)
        draft.set("palette", new)
        return draft.change(say("Palette: {kind}", kind=new.title or new.id), {"palette"})


class PutSightRule(Command, frozen=True):
    """Let this sight rule count on the map; one with the same id makes room for it."""

    rule: SightPolicy

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        good_id(self.rule.id)
        others = {k: v for k, v in document.palette.sight.items() if k != self.rule.id}
        draft = DocumentDraft(document)
        draft.set("palette", replace(document.palette, sight={self.rule.id: self.rule, **others}))
        title = self.rule.title or self.rule.id
        return draft.change(say("Sight rule: {title}", title=title), {"palette"})


class RemoveKind(Command, frozen=True):
    """Take a kind out of the palette; nothing on the map may be of it."""

    among: Literal["terrain", "borders", "lines"]
    id: str

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        rows: Mapping[str, Any] = getattr(document.palette, self.among)
        if self.id not in rows:
            raise UserError(
                say(
                    "The palette has no {self!s} among its {among!s}.",
                    self=f"{self.id!a:.70}",
                    among=self.among,
                )
            )
        if self.id in _used(document, self.among):
            raise UserError(say("The map still uses {self!s}.", self=self.id), "Replace it first.")
        left = {name: kind for name, kind in rows.items() if name != self.id}
        draft = DocumentDraft(document)
        draft.set("palette", replace(document.palette, **{self.among: left}))
        return draft.change(say("Remove {self} from the palette", self=self.id), {"palette"})


class SetTitle(Command, frozen=True):
    """Give the map another title, or say where it comes from; what is left out stays."""

    title: str | None = None
    provenance: str | None = None

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        draft = DocumentDraft(document)
        if self.title is not None:
            draft.set("title", one_line(self.title, "The title"))
        if self.provenance is not None:
            draft.set("provenance", good_text(self.provenance, "The provenance"))
        return draft.change(say("Title"), {"map"})


def _used(document: MapDocument, among: str) -> set[str]:
    if among == "terrain":
        fill = {document.layout.fill} if document.layout else set[str]()
        return fill | {cell.terrain for cell in document.cells.values()}
    if among == "borders":
        on_sides = {kind for kinds in document.sides.values() for kind in kinds}
        return on_sides | {edge.kind for edge in document.edges.values()}
    return {feature.kind for feature in document.features}


def _check(kind: TerrainKind | BorderKind | LineKind) -> None:
    """UserError if a text or figure of a kind cannot be stored."""
    good_id(kind.id)
    one_line(kind.name, "A name")
    for text in (kind.art, kind.cite):
        good_text(text)
    for name, value in kind.properties.items():
        good_text(name, "The name of a property")
        good_scalar(value)


def _put(
    document: MapDocument,
    among: str,
    kind: TerrainKind | BorderKind | LineKind,
) -> DocumentChange:
    _check(kind)
    rows = {**getattr(document.palette, among), kind.id: kind}
    draft = DocumentDraft(document)
    draft.set("palette", replace(document.palette, **{among: rows}))
    return draft.change(say("Palette: {kind}", kind=kind.name or kind.id), {"palette"})
