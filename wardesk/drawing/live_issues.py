"""Live issues for the editor: what `issues` tells, what deserves a look besides, and the fixes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from wardesk.drawing.commands import AnyCommand
from wardesk.drawing.document import MapDocument
from wardesk.drawing.feature_issues import feature_issues, warning
from wardesk.drawing.fixes import fix_for
from wardesk.drawing.issues import Issue, issues
from wardesk.drawing.neighbourhood import open_neighbours
from wardesk.geometry.coverage import polygon
from wardesk.geometry.topology import outlines

SLIVER = 0.02
"""4π·area / perimeter² below which an area is a sliver; a square has 0.79, 1 : 40 has 0.07."""
MOST_TOLD = 200


class LiveIssue(Struct, frozen=True):
    """An issue with the command that mends it, where there is one, and that command in words."""

    issue: Issue
    fix: AnyCommand | None = None
    fix_text: str = ""


def live_issues(document: MapDocument) -> list[LiveIssue]:
    """Everything to show beside the map: errors first, ids stable while the problem lasts."""
    found = issues(document)
    if not any(issue.level == "error" and _of_shape(issue) for issue in found):
        more = [*_sliver_issues(document), *_name_issues(document)]
        more += [*_reach_issues(document), *feature_issues(document)]
        told = {issue.id for issue in found}
        found += [issue for issue in more if issue.id not in told]
    found.sort(key=lambda issue: issue.level != "error")
    return [_with_fix(document, issue) for issue in found[:MOST_TOLD]]


def _of_shape(issue: Issue) -> bool:
    """Whether nothing can be said of neighbours before this is mended."""
    return issue.code.startswith(("node-", "border-n", "border-o", "border-p", "ring-", "sheet-"))


def _with_fix(document: MapDocument, issue: Issue) -> LiveIssue:
    found = fix_for(document, issue)
    return LiveIssue(issue, *found) if found else LiveIssue(issue)


def _sliver_issues(document: MapDocument) -> Iterator[Issue]:
    if document.kind != "area":
        return
    for name, rings in outlines(document.network).items():
        shape = polygon(rings)
        if shape.length and 4 * 3.14159 * shape.area / shape.length**2 < SLIVER:
            at = document.cells[name].anchor if name in document.cells else rings[0][0]
            text = f"Cell {name} is a sliver; it may be a slip of the pen."
            yield warning("cell-sliver", (name,), text, at)


def _name_issues(document: MapDocument) -> Iterator[Issue]:
    named = {name: cell.name.strip() for name, cell in document.cells.items() if cell.name != name}
    often = Counter(called for called in named.values() if called)
    for name, called in named.items():
        if often[called] > 1:
            text = f"{often[called]} cells are called “{called}”; {name} is one of them."
            yield warning("cell-name-twice", (name,), text, document.cells[name].anchor)


def _reach_issues(document: MapDocument) -> Iterator[Issue]:
    """Cells cut off from the largest part of the map that hangs together."""
    beside = open_neighbours(document)
    left, parts = dict.fromkeys(document.cells), []
    while left:
        first = next(iter(left))
        del left[first]
        part, edge = [first], [first]
        while edge:
            for other in beside[edge.pop()]:
                if other in left:
                    del left[other]
                    part.append(other)
                    edge.append(other)
        parts.append(part)
    for part in sorted(parts, key=len)[:-1]:
        for name in part:
            text = f"Cell {name} cannot be reached from most of the map."
            yield warning("cell-unreachable", (name,), text, document.cells[name].anchor)
