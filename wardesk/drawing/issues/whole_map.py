"""What is wrong with a map document, as a list that a window can show and a command can print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from wardesk.drawing.called import area_names, cell_name, cell_words
from wardesk.drawing.document import MapDocument
from wardesk.drawing.issues.lattice import lattice_flaws
from wardesk.errors import UserError
from wardesk.geometry.borders.shapes import anchor_flaws, shape_flaws
from wardesk.geometry.borders.topology import BorderNames, touches
from wardesk.geometry.borders.validation import Flaw, network_flaws
from wardesk.geometry.grids.snap import Point
from wardesk.words import Spoken, say

ADVICE = {
    "node-place": say("Import the drawing again; importing snaps to the grid."),
    "border-place": say("Import the drawing again; importing snaps to the grid."),
    "anchor-place": say("Move the anchor; placing it snaps to the grid."),
    "anchor-outside": say("Move the anchor into the area."),
}


class Issue(Struct, frozen=True):
    """One problem. *id* stays the same as long as the problem does, so that lists can be compared.

    *code* names the rule, *place* the thing in words, *at* a point to look at in map units.
    An ``error`` keeps the map from being played on; a ``warning`` only deserves a look.
    """

    id: str
    code: str
    level: Literal["error", "warning"]
    place: Spoken
    text: Spoken
    advice: Spoken = ""
    at: Point | None = None
    items: tuple[str, ...] = ()
    """What the id names: cells, borders, features."""


def issues(document: MapDocument) -> list[Issue]:
    """Everything wrong with the document: errors first, then warnings. Never raises."""
    if document.kind != "area":
        found = [from_flaw(flaw) for flaw in lattice_flaws(document)]
        return sorted(found, key=lambda issue: issue.level != "error")
    found = [*area_map_issues(document)]
    found += area_cell_issues(document, dict.fromkeys((*document.cells, *document.faces)))
    found += border_kind_issues(document)
    flaws, whole = network_issues(document)
    if whole:
        found += area_override_issues(document)
    return sorted(found + flaws, key=lambda issue: issue.level != "error")


def errors(document: MapDocument) -> list[Issue]:
    """The issues that keep the map from being played on."""
    return [issue for issue in issues(document) if issue.level == "error"]


def require_sound(document: MapDocument, name: str = "") -> None:
    """Raise a UserError that tells the first error, and how many more there are."""
    found = errors(document)
    if not found:
        return
    more = say(" ({n} more)", n=len(found) - 1) if len(found) > 1 else ""
    advice = found[0].advice or say("Mend it in the map editor.")
    raise UserError(
        say(
            "The map {name!s} cannot be used: {text}{more}",
            name=name or document.id,
            text=found[0].text,
            more=more,
        ),
        say("{advice} `wardesk map check` lists every problem.", advice=advice),
    )


def _issue(code: str, items: tuple[str, ...], text: str, *, warn: bool = False) -> Issue:
    level = "warning" if warn else "error"
    key = f"{code}:{'+'.join(items)}"
    return Issue(key, code, level, ", ".join(items), text, items=items)


def from_flaw(flaw: Flaw) -> Issue:
    """A flaw as an issue, with advice where there is some."""
    return Issue(
        id=f"{flaw.code}:{'+'.join(flaw.items)}",
        code=flaw.code,
        level="error" if flaw.grave else "warning",
        place=_place_words(flaw),
        text=flaw.text,
        advice=ADVICE.get(flaw.code, ""),
        at=flaw.at,
        items=flaw.items,
    )


def _place_words(flaw: Flaw) -> str:
    noun = flaw.code.split("-")[0]
    noun = {"ring": "area", "anchor": "area", "gap": "at"}.get(noun, noun)
    return say("{noun} {item!s}", noun=noun, item=flaw.items[0]) if flaw.items else noun


def area_cell_issues(document: MapDocument, names: Iterable[str]) -> Iterator[Issue]:
    """What is wrong with these cells or outlines of an area map."""
    for name in names:
        cell = document.cells.get(name)
        if cell is None:
            if name in document.faces:
                text = say("The outline {name!s} belongs to no area.", name=name)
                yield _issue("face-cellless", (name,), text)
            continue
        place = cell_words(document, name)
        if name not in document.faces:
            yield _issue("cell-faceless", (name,), say("{place!c} has no outline.", place=place))
        if cell.terrain not in document.palette.terrain:
            text = say(
                "{place!c} has the terrain “{terrain!s}”, which the palette does not know.",
                place=place,
                terrain=cell.terrain,
            )
            yield _issue("cell-terrain", (name,), text)
        if not cell.name.strip() and not any(map(str.isdigit, name)):  # a number will do
            yield _issue("cell-nameless", (name,), say("{place!c} has no name.", place=place),
                         warn=True)  # fmt: skip


def area_map_issues(document: MapDocument) -> Iterator[Issue]:
    """What is wrong with an area map apart from its cells and its borders' shapes."""
    if not document.cells:
        yield _issue("map-empty", (), say("The map has no areas."))
    for number, feature in enumerate(document.features, start=1):
        if feature.cell and feature.cell not in document.cells:
            text = say(
                "Feature {number} ({kind!s}) names area {cell!s}, unknown here.",
                number=number,
                kind=feature.kind,
                cell=feature.cell,
            )
            yield _issue("feature-cell", (str(number), feature.cell), text, warn=True)


def border_kind_issues(document: MapDocument) -> Iterator[Issue]:
    """Borders of kinds that the palette does not know."""
    named = BorderNames(document.network, area_names(document))
    for number, edge in document.edges.items():
        if edge.kind not in document.palette.borders:
            text = say(
                "{border!c} is of the kind “{kind!s}”, which the palette does not know.",
                border=named(number),
                kind=edge.kind,
            )
            yield _issue("border-kind", (str(number),), text)


def network_issues(document: MapDocument) -> tuple[list[Issue], bool]:
    """What is wrong with borders, outlines and anchors, and whether neighbours can be told."""
    called = area_names(document)
    flaws = network_flaws(document.network, called)
    whole = not any(flaw.grave for flaw in flaws)
    if whole:
        flaws += shape_flaws(document.network, called)
        whole = not any(flaw.grave for flaw in flaws)
        if whole:
            anchors = {name: cell.anchor for name, cell in document.cells.items()}
            flaws += anchor_flaws(document.network, anchors, called)
    return [from_flaw(flaw) for flaw in flaws], whole


def area_override_issues(document: MapDocument) -> Iterator[Issue]:
    """What is wrong with people's words on the adjacency of areas."""
    derived = {(touch.a, touch.b): touch for touch in touches(document.network)}
    seen: set[tuple[str, str]] = set()
    for override in document.overrides:
        a, b = sorted(override.pair)
        one, two = (cell_name(document, cell) for cell in (a, b))
        unknown = [cell for cell in (a, b) if cell not in document.cells]
        for cell in unknown:
            text = say(
                "The override {a!s}–{b!s} names area {cell!s}, which does not exist.",
                a=one,
                b=two,
                cell=cell,
            )
            yield _issue("override-cell", (a, b, cell), text)
        if a == b:
            yield _issue(
                "override-self", (a,), say("An override joins area {a!s} to itself.", a=one)
            )
        if (a, b) in seen:
            yield _issue(
                "override-twice",
                (a, b),
                say("The pair {a!s}–{b!s} has two overrides.", a=one, b=two),
            )
        seen.add((a, b))
        if not override.reason.strip():
            yield _issue(
                "override-reason",
                (a, b),
                say("The override {a!s}–{b!s} gives no reason.", a=one, b=two),
            )
        touch = derived.get((a, b))
        if override.change == "remove" and not unknown and not (touch and touch.is_side):
            text = say(
                "The override {a!s}–{b!s} closes a border, but these areas share none.",
                a=one,
                b=two,
            )
            yield _issue("override-idle", (a, b), text, warn=True)
