"""Commands on pictures under the map. Their bytes are put into the file before, once for all."""

from __future__ import annotations

from msgspec.structs import replace

from wardesk.drawing.commands.change import DocumentChange, DocumentDraft
from wardesk.drawing.commands.checks import good_id, good_share, one_line
from wardesk.drawing.commands.command import Command
from wardesk.drawing.document import MapDocument, Underlay
from wardesk.drawing.underlays import (
    MOST_UNDERLAYS,
    good_size,
    good_transform,
    is_image_part,
    known_underlay,
    use_of,
)
from wardesk.errors import UserError
from wardesk.geometry.grids.calibration import Affine
from wardesk.words import say


class AddUnderlay(Command, frozen=True):
    """Show a picture of the file under the map, above those that are there.

    *image* is its part, which must be in the file already; *size* is in pixels. An empty *id* gets
    one made. So a journal holds names of pictures, never pictures.
    """

    image: str
    size: tuple[int, int]
    transform: Affine
    title: str = ""
    id: str = ""
    opacity: float = 1.0

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        _require_picture(document, self.image)
        if len(document.underlays) >= MOST_UNDERLAYS:
            raise UserError(
                say(
                    "A map has at most {most_underlays!s} underlays.", most_underlays=MOST_UNDERLAYS
                ),
                "Remove one first.",
            )
        taken = {underlay.id for underlay in document.underlays}
        if self.id in taken:
            raise UserError(
                say("There is an underlay {self!s} already.", self=self.id), "Choose another id."
            )
        free = (f"underlay-{n}" for n in range(1, MOST_UNDERLAYS + 2))
        size = good_size(self.size)
        row = Underlay(
            id=good_id(self.id) if self.id else next(name for name in free if name not in taken),
            image=self.image,
            size=size,
            transform=good_transform(self.transform, size),
            title=one_line(self.title, "The title"),
            opacity=good_share(self.opacity, "An opacity"),
        )
        return _changed(
            document, [*document.underlays, row], say("Underlay {row}", row=row.title or row.id)
        )


class MoveUnderlay(Command, frozen=True):
    """Give an underlay another transform: moved, turned, stretched or calibrated."""

    underlay: str
    transform: Affine

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        place = known_underlay(document, self.underlay)
        old = _unlocked(document.underlays[place])
        new = replace(old, transform=good_transform(self.transform, old.size))
        rows = [*document.underlays[:place], new, *document.underlays[place + 1 :]]
        return _changed(document, rows, say("Move {old}", old=old.title or old.id))


class StraightenUnderlay(Command, frozen=True):
    """Show another picture in place of an underlay's own: the same scan without its bend.

    *image* is its part, which must be in the file already; *size* is in pixels.
    """

    underlay: str
    image: str
    size: tuple[int, int]
    transform: Affine

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        place = known_underlay(document, self.underlay)
        old = _unlocked(document.underlays[place])
        _require_picture(document, self.image)
        size = good_size(self.size)
        transform = good_transform(self.transform, size)
        new = replace(old, image=self.image, size=size, transform=transform)
        rows = [*document.underlays[:place], new, *document.underlays[place + 1 :]]
        return _changed(document, rows, say("Straighten {old}", old=old.title or old.id))


class SetUnderlay(Command, frozen=True):
    """Change title, opacity, eye, lock or place among the underlays; what is left out stays."""

    underlay: str
    title: str | None = None
    opacity: float | None = None
    visible: bool | None = None
    locked: bool | None = None
    order: int | None = None
    """The new place, 0 = lowest; places beyond the ends are the ends."""

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        place = known_underlay(document, self.underlay)
        new = old = document.underlays[place]
        if self.title is not None:
            new = replace(new, title=one_line(self.title, "The title"))
        if self.opacity is not None:
            new = replace(new, opacity=good_share(self.opacity, "An opacity"))
        if self.visible is not None:
            new = replace(new, visible=self.visible)
        if self.locked is not None:
            new = replace(new, locked=self.locked)
        rows = [*document.underlays[:place], *document.underlays[place + 1 :]]
        at = place if self.order is None else min(max(self.order, 0), len(rows))
        return _changed(
            document, [*rows[:at], new, *rows[at:]], say("Change {old}", old=old.title or old.id)
        )


class RemoveUnderlay(Command, frozen=True):
    """Take an underlay away; undo brings it back, until the map is closed."""

    underlay: str

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        place = known_underlay(document, self.underlay)
        old = _unlocked(document.underlays[place])
        rows = [*document.underlays[:place], *document.underlays[place + 1 :]]
        return _changed(document, rows, say("Remove {old}", old=old.title or old.id))


def _require_picture(document: MapDocument, image: str) -> None:
    known = is_image_part(image) and use_of(image) == "underlay"
    if not known or image not in document.extra_parts:
        text = say("The file holds no picture {image!s}.", image=f"{image!a:.100}")
        raise UserError(text, "Put the picture into the map first.")


def _unlocked(underlay: Underlay) -> Underlay:
    if underlay.locked:
        text = say("The underlay {underlay!s} is locked.", underlay=underlay.title or underlay.id)
        raise UserError(text, "Unlock it in the list of layers first.")
    return underlay


def _changed(document: MapDocument, rows: list[Underlay], title: str) -> DocumentChange:
    draft = DocumentDraft(document)
    draft.set("underlays", rows)
    return draft.change(title, {"underlays"})
